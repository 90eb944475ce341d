package typed

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/corpus/standards"
)

// kind is what a scheme is. It decides which properties its parameter sets have.
type kind int

const (
	kem kind = iota
	signatures
)

// scheme is a family of parameter sets.
type scheme struct {
	name   string
	kind   kind
	prefix string // of the names of its sets
}

var schemes = []scheme{
	{"ML-KEM", kem, "ML-KEM-"}, {"ML-DSA", signatures, "ML-DSA-"}, {"SLH-DSA", signatures, "SLH-DSA-"},
	{"HQC", kem, "hqc-"}, {"BIKE", kem, "BIKE Level "}, {"Classic McEliece", kem, "mceliece"},
}

// schemeOf is the scheme of a parameter set, nil if it is of none.
func schemeOf(set string) *scheme {
	i := slices.IndexFunc(schemes, func(s scheme) bool { return strings.HasPrefix(set, s.prefix) })
	if i < 0 {
		return nil
	}
	return &schemes[i]
}

// sets are the parameter sets of the scheme, in the order of its table.
func (s *scheme) sets() []string {
	var out []string
	for _, set := range standards.ParameterSets() {
		if strings.HasPrefix(set, s.prefix) {
			out = append(out, set)
		}
	}
	return out
}

// property is what can be asked of a parameter set.
type property struct {
	label   string   // in a sentence
	said    []string // by people, in lower case
	kinds   []kind   // that have it; nil for all
	columns []string // of tables, by their symbols
	unit    string   // "" for a symbol or a category
	sized   bool     // it is asked for by its size
	// inWords finds the value where no table has it.
	inWords func(f *Facts, set string) (value, bool)
}

// shown is a value as sentences have it.
func (p *property) shown(text string) string { return strings.TrimPrefix(text, "Category ") }

var (
	onlyKEM        = []kind{kem}
	onlySignatures = []kind{signatures}
)

// properties are all that is known, in the order in which sentences have them. A word
// that is said of both kinds means the one that the scheme has.
var properties = []property{
	{label: "encapsulation key (public key)", kinds: onlyKEM, unit: "bytes", sized: true, columns: []string{"encapsulation key", "Encapsulation Key"},
		said: []string{"public key", "pubkey", "pub key", "pk", "encapsulation key", "encaps key", "encap key", "encapsulating key", "ek"}},
	{label: "public key", kinds: onlySignatures, unit: "bytes", sized: true, columns: []string{"Public Key", "pk bytes"},
		said: []string{"public key", "pubkey", "pub key", "pk", "verification key", "verifying key", "verify key", "vk"}},
	{label: "decapsulation key (private key)", kinds: onlyKEM, unit: "bytes", sized: true, columns: []string{"decapsulation key", "Decapsulation Key"},
		said: []string{"private key", "privkey", "priv key", "secret key", "sk", "decapsulation key", "decaps key", "decap key", "decapsulating key", "dk"}},
	{label: "private key", kinds: onlySignatures, unit: "bytes", sized: true, columns: []string{"Private Key"}, inWords: privateKeyOfSLHDSA,
		said: []string{"private key", "privkey", "priv key", "secret key", "sk", "signing key"}},
	{label: "ciphertext", kinds: onlyKEM, unit: "bytes", sized: true, columns: []string{"ciphertext", "Ciphertext"},
		said: []string{"ciphertext", "cipher text", "ct", "ctxt"}},
	{label: "shared secret key", kinds: onlyKEM, unit: "bytes", sized: true, columns: []string{"shared secret key"},
		said: []string{"shared secret key", "shared secret", "shared key", "sharedsecret", "ss"}},
	{label: "signature", kinds: onlySignatures, unit: "bytes", sized: true, columns: []string{"Signature Size", "sig bytes"},
		said: []string{"signature", "sig"}},
	symbolic("n", "n"), symbolic("q", "q", "modulus"), symbolic("ζ", "ζ", "zeta"), symbolic("k", "k"),
	symbolic("η_1", "η_1", "η1", "eta_1", "eta1"), symbolic("η_2", "η_2", "η2", "eta_2", "eta2"),
	symbolic("d_u", "d_u", "du"), symbolic("d_v", "d_v", "dv"),
	symbolic("h", "h"), symbolic("d", "d"), symbolic("h^′", "h'", "h′", "h’", "h^'", "hprime", "h prime"), symbolic("a", "parameter a"),
	symbolic("lg_w", "lg_w", "lgw", "lg w"), symbolic("m", "m"),
	symbolic("τ", "τ", "tau"), symbolic("λ", "λ", "lambda"), symbolic("γ_1", "γ_1", "γ1", "gamma_1", "gamma1"),
	symbolic("γ_2", "γ_2", "γ2", "gamma_2", "gamma2"), symbolic("(k, l)", "(k, l)", "(k,l)", "k and l", "l"), symbolic("η", "η", "eta"),
	symbolic("β", "β", "beta"), symbolic("ω", "ω", "omega"),
	{label: "required RBG strength", unit: "bits", columns: []string{"required RBG strength (bits)"}, kinds: onlyKEM,
		said: []string{"required rbg strength", "rbg strength", "rng strength", "required rng strength"}},
	{label: "security category", columns: []string{"Claimed security strength", "security category"}, inWords: categoryOfMLKEM,
		said: []string{"nist security category", "nist security level", "nist category", "nist level", "claimed security category", "security category", "security categories",
			"security level", "category", "security strength category"}},
}

// symbolic is a parameter that is known by a symbol.
func symbolic(symbol string, said ...string) property {
	return property{label: symbol, columns: []string{symbol}, said: said}
}

// symbol reports whether the property is known by a symbol.
func (p *property) symbol() bool { return !p.sized && p.unit == "" && p.label != category }

const category = "security category"

// of reports whether a kind of scheme has the property.
func (p *property) of(k kind) bool { return p.kinds == nil || slices.Contains(p.kinds, k) }

// item is the property with its value: "ciphertext 1088 bytes", "q = 3329".
func (p *property) item(text string, bits bool) string {
	if p.symbol() {
		return p.label + " = " + text
	}
	return strings.TrimSpace(p.label + " " + p.measured(text, bits))
}

// measured is a value with its unit, and in bits as well if that was asked for: a byte has
// eight.
func (p *property) measured(text string, bits bool) string {
	n, err := strconv.Atoi(text)
	if bits && p.unit == "bytes" && err == nil {
		return fmt.Sprintf("%s bytes (%d bits)", text, 8*n)
	}
	return strings.TrimSpace(text + " " + p.unit)
}

// categoryOfMLKEM finds the category of a set of ML-KEM, which FIPS 203 says in a
// sentence.
func categoryOfMLKEM(f *Facts, set string) (value, bool) {
	number := map[string]string{"ML-KEM-512": "1", "ML-KEM-768": "3", "ML-KEM-1024": "5"}[set]
	doc := f.docs["NIST.FIPS.203"]
	if number == "" || doc == nil {
		return value{}, false
	}
	place, ok := f.wordsPlace(doc, set+" is claimed to be in security category "+number)
	if !ok { // the summary of the term
		place, ok = f.wordsPlace(doc, set+" is the ML-KEM parameter set", "claimed to be in security category "+number)
	}
	return value{number, []core.TypedPlace{place}}, ok
}

// privateKeyOfSLHDSA finds the size of a private key of SLH-DSA, which FIPS 205 gives as
// four times n.
func privateKeyOfSLHDSA(f *Facts, set string) (value, bool) {
	doc := f.docs["NIST.FIPS.205"]
	if doc == nil || !strings.HasPrefix(set, "SLH-DSA-") {
		return value{}, false
	}
	n, ok := f.value(set, &property{label: "n", columns: []string{"n"}})
	number, err := strconv.Atoi(n.text)
	place, said := f.place(&proof{doc.ID, [][]string{{"private key is 4n bytes in length"}, {"private keys 4n bytes"}}})
	return value{strconv.Itoa(4 * number), append(n.places, place)}, ok && err == nil && said
}
