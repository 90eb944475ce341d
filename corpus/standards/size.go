package standards

import (
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/pqcite/pqcite/citations/refs"
)

// Denied returns what a table says of the size or parameter that an identifier
// names, if that is not the value. The identifier must name one parameter set (or
// several for which the tables say the same), one thing that the tables have of it,
// and nothing else: each of its words must be known. So "X25519MLKEM768…", "…_MAX_…",
// "…_PACKED_…" and the names of Kyber say nothing, which is no ML-KEM.
//
// Keys have forms that are not the standard's: seeds, expanded keys, and keys inside
// ASN.1. Their sizes are not denied.
func (Register) Denied(identifier string, value int64) (refs.Size, bool) {
	n, ok := readSizeName(identifier)
	if !ok {
		return refs.Size{}, false
	}
	var said sizeRow
	for _, of := range n.sets {
		row, ok := rowOf(of, n.columns)
		if !ok || said.of != "" && said.value != row.value {
			return refs.Size{}, false
		}
		if said.of == "" {
			said = row
		}
	}
	if said.of == "" || said.value == value || n.sized && n.otherForm(said.value, value) || !n.sized && !n.plausible(value) {
		return refs.Size{}, false
	}
	doc, _ := ByID(said.at.DocID())
	return refs.Size{Doc: doc.Label, Anchor: said.at.Anchor(), Page: said.page, Says: said.sentence(n), Value: said.value}, true
}

// sizeRow is a value of the tables that is an integer.
type sizeRow struct {
	of, column string
	at         Place
	page       int
	value      int64
}

// rowOf returns the value of a set in the first of the columns that it has.
func rowOf(of string, columns []string) (sizeRow, bool) {
	for _, p := range ParametersOf(of) {
		for i := range p.Values {
			for column, text := range cellsOf(&p.Values[i]) {
				if slices.Contains(columns, column) {
					value, err := strconv.ParseInt(text, 10, 64)
					return sizeRow{of, column, p.At, p.Page, value}, err == nil
				}
			}
		}
	}
	return sizeRow{}, false
}

// cellsOf are the columns of a value by their symbols, and their contents: two for "(k,
// l) - dimensions of A", otherwise one.
func cellsOf(v *Value) map[string]string {
	inside := func(s string) ([]string, bool) {
		s, open := strings.CutPrefix(s, "(")
		s, closed := strings.CutSuffix(s, ")")
		return strings.Split(strings.ReplaceAll(s, " ", ""), ","), open && closed
	}
	names, several := inside(symbol(v.Name))
	values, _ := inside(v.Text())
	if !several || len(names) != len(values) {
		return map[string]string{symbol(v.Name): v.Text()}
	}
	cells := make(map[string]string)
	for i, name := range names {
		cells[name] = values[i]
	}
	return cells
}

// symbol is the name of a column without the meaning after it: "τ" of "τ - # of ±1's in
// polynomial c".
func symbol(column string) string {
	head, _, _ := strings.Cut(column, " - ")
	head, _, _ = strings.Cut(head, " = ")
	return head
}

// sentence says the value: "the ciphertext of ML-KEM-768 has 1088 bytes".
func (r *sizeRow) sentence(n sizeName) string {
	of := r.of
	if len(n.sets) > 2 { // and not SHA2 and SHAKE of one strength
		of = "each set of " + familyOf(of)
	}
	if !n.sized {
		return r.column + " of " + of + " is " + strconv.FormatInt(r.value, 10)
	}
	return "the " + n.thing + " of " + of + " has " + strconv.FormatInt(r.value, 10) + " bytes"
}

// The overhead of keys inside ASN.1 (SubjectPublicKeyInfo has 22 bytes more, RFC 9881
// and its siblings), in bytes.
const (
	minWrapping = 20
	maxWrapping = 64
)

// otherForm reports whether a size may be that of another form of the same thing. A
// public key may be wrapped. A private key may be kept as a seed, expanded, or in
// part, so that only what comes near the standard's size, or is that of another set,
// is denied.
func (n *sizeName) otherForm(right, value int64) bool {
	switch n.thing {
	case "encapsulation key", "public key":
		return value >= right+minWrapping && value <= right+maxWrapping
	case "decapsulation key", "private key":
		const near = 10 // a tenth
		return !(value >= right-right/near && value < right+minWrapping) && !n.ofOtherSet(value)
	}
	return false
}

// ofOtherSet reports whether a table has the value for another set of the family.
func (n *sizeName) ofOtherSet(value int64) bool {
	return slices.ContainsFunc(setsOf(familyOf(n.sets[0])), func(set string) bool {
		row, ok := rowOf(set, n.columns)
		return ok && row.value == value
	})
}

// plausible reports whether a value can be meant for a parameter: it lies near the
// values that sets have for it. An identifier that ends like a parameter may be one
// of an algorithm, in a list of numbers or object identifiers.
func (n *sizeName) plausible(value int64) bool {
	return slices.ContainsFunc(setsOf(familyOf(n.sets[0])), func(set string) bool {
		row, ok := rowOf(set, n.columns)
		return ok && value >= row.value/2 && value <= 2*row.value
	})
}

// familyOf is the scheme that a set is of.
func familyOf(set string) string {
	i := slices.IndexFunc(families, func(f family) bool { return strings.HasPrefix(set, f.name+"-") })
	return families[i].name
}

// sizeName is what an identifier says of a size or a parameter.
type sizeName struct {
	sets    []string // parameter sets, the same for the purpose
	columns []string // of tables, by their symbols
	thing   string   // "ciphertext"; "" for a parameter
	sized   bool     // the value is in bytes
	word    string   // folded, that names the quantity
}

// sizeWord is what a word of such an identifier means.
type sizeWord struct {
	columns []string // the quantity; nil for words that name none
	thing   string
	unit    bool
	behind  bool // it counts only after the name of the set
}

// families are the schemes that have sets with sizes, folded, and what words mean in
// the identifiers of each.
var families = []family{{"ML-KEM", "mlkem"}, {"ML-DSA", "mldsa"}, {"SLH-DSA", "slhdsa"}}

type family struct{ name, folded string }

// things are the quantities in bytes, the words for them, and what tables call them.
var things = []struct{ family, thing, words, columns string }{
	{"ML-KEM", "encapsulation key", "publickey public pubkey pub pk encapsulationkey encapskey encapkey ek", "encapsulation key"},
	{"ML-KEM", "decapsulation key", "secretkey privatekey private privkey priv seckey sk decapsulationkey decapskey decapkey dk", "decapsulation key"},
	{"ML-KEM", "ciphertext", "ciphertext ct", "ciphertext"},
	{"ML-KEM", "shared secret key", "sharedsecret sharedkey sharedsecretkey ss cryptobytes", "shared secret key"},
	{"ML-DSA", "public key", "publickey public pubkey pub pk verificationkey verifyingkey vk", "Public Key"},
	{"ML-DSA", "private key", "secretkey privatekey private privkey priv seckey sk signingkey", "Private Key"},
	{"ML-DSA", "signature", "signature sig cryptobytes", "Signature Size"},
	{"SLH-DSA", "public key", "publickey public pubkey pub pk verificationkey verifyingkey vk", "pk bytes"},
	{"SLH-DSA", "signature", "signature sig cryptobytes", "sig bytes"},
}

// symbols are the parameters, and the words that they are in identifiers. Those whose
// values are formulas, or bits in one place and bytes in another, are left out, and so
// are the k and l of the lattice schemes: K says "key" as well, and numbers as small
// are those of lists.
var symbols = []struct{ family, words, column string }{
	{"ML-KEM", "q", "q"}, {"ML-KEM", "n", "n"}, {"ML-KEM", "rank", "k"}, {"ML-KEM", "eta1", "η_1"}, {"ML-KEM", "eta2", "η_2"}, {"ML-KEM", "du", "d_u"},
	{"ML-KEM", "dv", "d_v"},
	{"ML-DSA", "q", "q"}, {"ML-DSA", "d", "d"}, {"ML-DSA", "tau", "τ"}, {"ML-DSA", "eta", "η"}, {"ML-DSA", "beta", "β"}, {"ML-DSA", "omega", "ω"},
	{"SLH-DSA", "n", "n"}, {"SLH-DSA", "h", "h"}, {"SLH-DSA", "d", "d"}, {"SLH-DSA", "hdash hprime", "h^′"}, {"SLH-DSA", "a", "a"},
	{"SLH-DSA", "k", "k"}, {"SLH-DSA", "lgw", "lg_w"}, {"SLH-DSA", "m", "m"},
	{"SLH-DSA", "securitycategory", "security category"},
}

// units are the words that say that a size is meant, and libraries those that say
// whose it is, or nothing.
const (
	units     = "bytes size sizes length len nbytes sizebytes"
	libraries = "pqclean pqcp pqcrystals oqs ossl openssl evp wc wolfssl wolfcrypt botan bssl boringssl awslc aws crypto clean avx2 aarch64 ref opt native " +
		"kem fips fips203 fips204 fips205 expected const params param raw num of in alg mlk mld slh"
)

// vocabulary is what identifiers of sizes are read by, for each family: folded words,
// the names of the sets among them.
type vocabulary struct {
	sets  map[string][]string
	words map[string]sizeWord
}

var vocabularies = sync.OnceValue(func() map[string]*vocabulary {
	all := make(map[string]*vocabulary)
	for _, f := range families {
		v := &vocabulary{sets: make(map[string][]string), words: make(map[string]sizeWord)}
		for w := range strings.FieldsSeq(libraries) {
			v.words[w] = sizeWord{}
		}
		for w := range strings.FieldsSeq(units) {
			v.words[w] = sizeWord{unit: true}
		}
		v.sets[f.folded] = setsOf(f.name) // what all of them have the same
		for _, set := range setsOf(f.name) {
			key, _ := foldCode(set)
			v.sets[key] = append(v.sets[key], set)
			// "SLH_DSA_128S": SHA2 and SHAKE have the same sizes.
			if short := strings.NewReplacer("sha2", "", "shake", "").Replace(key); short != key {
				v.sets[short] = append(v.sets[short], set)
			}
		}
		all[f.name] = v
	}
	for _, t := range things {
		for w := range strings.FieldsSeq(t.words) {
			all[t.family].words[w] = sizeWord{columns: []string{t.columns}, thing: t.thing, unit: w == "cryptobytes", behind: w == "sig" || w == "cryptobytes"}
		}
	}
	for _, s := range symbols {
		for w := range strings.FieldsSeq(s.words) {
			all[s.family].words[w] = sizeWord{columns: []string{s.column}, behind: true}
		}
	}
	return all
})

// readSizeName reads an identifier.
func readSizeName(identifier string) (sizeName, bool) {
	folded, _ := foldCode(identifier)
	if len(identifier) > 1 && identifier[0] == 'k' && identifier[1] < 'a' {
		folded = folded[1:] // kMLKEM768CiphertextBytes
	}
	for _, f := range families {
		if strings.Contains(folded, f.folded) {
			r := sizeReader{vocabulary: vocabularies()[f.name], rest: folded}
			ok := r.read() && (r.name.sized || standsApart(identifier, r.name.word))
			return r.name, ok
		}
	}
	return sizeName{}, false
}

// standsApart reports whether an identifier ends with a folded word after an
// underscore: the K of "ML_DSA_44_K" is a parameter, that of "ML_DSA_44k" says "key".
func standsApart(identifier, word string) bool {
	folded, at := foldCode(identifier)
	start := len(folded) - len(word)
	return start > 0 && folded[start:] == word && identifier[at[start]-1] == '_'
}

// sizeReader splits a folded identifier into words that are all known.
type sizeReader struct {
	*vocabulary
	rest string
	name sizeName
	unit bool
}

// read reads the rest of the identifier, the longest words first; false if it can't
// be split into known words that name one set and one quantity.
func (r *sizeReader) read() bool {
	if r.rest == "" {
		return r.name.sets != nil && r.name.columns != nil && r.unit == r.name.sized
	}
	for end := len(r.rest); end > 0; end-- {
		next := *r
		if next.take(r.rest[:end]) {
			next.rest = r.rest[end:]
			if next.read() {
				*r = next
				return true
			}
		}
	}
	return false
}

// take takes a word; false if it is unknown, or says a thing twice.
func (r *sizeReader) take(word string) bool {
	if sets := r.sets[word]; sets != nil {
		ok := r.name.sets == nil
		r.name.sets = sets
		return ok
	}
	w, known := r.words[word]
	if !known {
		return false
	}
	r.unit = r.unit || w.unit
	switch {
	case w.columns == nil:
		return true
	case w.behind && r.name.sets == nil:
		return word == "sig" // a library's prefix
	case r.name.columns != nil:
		return false
	}
	r.name.columns, r.name.thing, r.name.sized, r.name.word = w.columns, w.thing, w.thing != "", word
	return true
}
