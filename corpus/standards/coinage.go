package standards

import (
	"fmt"
	"slices"
	"strings"
)

// oldName returns the spelling if it is a name of the term from before
// standardization, else "".
func (t *Term) oldName(spelling string) string {
	if slices.Contains(t.OldNames, spelling) {
		return spelling
	}
	return ""
}

// Submission says what a name from before standardization is of: the schemes of the
// last round before, which the standards have changed.
func Submission(term string) string {
	for _, s := range []struct{ family, old, changes string }{
		{"ML-KEM", "Kyber", "FIPS 203, Appendix C"}, {"ML-DSA", "Dilithium", "FIPS 204, Appendix D"}, {"SLH-DSA", "SPHINCS+", "FIPS 205, Appendix A"},
	} {
		if strings.HasPrefix(term, s.family) {
			return s.old + " (round 3) is not interoperable with " + s.family + ": " + s.changes + " has the differences"
		}
	}
	return ""
}

// coinage is an identifier with the name of a scheme or parameter set in it.
type coinage struct {
	*pack
	codeword
	word, folded string
	at           []int // the position in word of each byte of folded
	start, end   int   // of the name in folded
}

// identifier is what the identifier denotes.
func (c *coinage) identifier() Identifier {
	id := Identifier{Text: c.word, Term: c.term, Guessed: true}
	parts := c.classical()
	switch number := c.number(); {
	case len(parts) > 0:
		post := c.term
		if c.old != "" {
			post = c.old
		}
		id.Kind = "hybrid of " + strings.Join(parts, ", ") + " and " + post
		id.Relation = "a hybrid: the numbers here are those of its " + c.term + " part alone"
		if c.old != "" {
			id.Relation = Submission(c.term) + "; the numbers here are those of " + c.term + " alone"
		}
	case c.old != "":
		id.Kind, id.Relation = c.old+", which became "+c.term, Submission(c.term)
	case number != "":
		c.unknownSet(&id, number)
	default:
		id.Quantity = c.quantityOf(c.term, c.folded[c.end:])
		n, sure := readSizeName(c.word)
		id.Guessed = !(sure && n.sized && n.columns[0] == id.Quantity)
	}
	return id
}

// number is the number after the name of a scheme, of at least two digits, with the
// letters of SLH-DSA's sets after it.
func (c *coinage) number() string {
	end := c.end
	for end < len(c.folded) && isDigit(c.folded[end]) && (end == c.end || c.at[end] == c.at[end-1]+1) {
		end++
	}
	if end-c.end < 2 || len(setsOf(c.term)) == 0 && c.term != "SLH-DSA" {
		return ""
	}
	if c.term == "SLH-DSA" && end < len(c.folded) && strings.IndexByte("sf", c.folded[end]) >= 0 {
		end++
	}
	return c.folded[c.end:end]
}

// unknownSet says what there is where no single set has the number.
func (c *coinage) unknownSet(id *Identifier, number string) {
	sets := setsOf(c.term)
	same := slices.DeleteFunc(slices.Clone(sets), func(s string) bool { return !strings.HasSuffix(s, "-"+number) })
	if len(same) > 0 {
		id.Kind = strings.Join(same, " or ")
		id.Relation = "the name leaves open which of them"
		return
	}
	id.Kind = "no parameter set of " + c.term
	id.Relation = fmt.Sprintf("%s has no parameter set %s; it has %s", c.term, number, strings.Join(sets, ", "))
}

// classical are the schemes that hybrids are made of, folded.
var classicalSchemes = []struct{ folded, name string }{
	{"x25519", "X25519"}, {"x448", "X448"}, {"secp256r1", "P-256"}, {"secp384r1", "P-384"}, {"secp521r1", "P-521"}, {"p256", "P-256"}, {"p384", "P-384"},
	{"p521", "P-521"}, {"curvesm2", "SM2"}, {"sm2", "SM2"}, {"ed25519", "Ed25519"}, {"ed448", "Ed448"}, {"ecdsa", "ECDSA"}, {"ecdh", "ECDH"}, {"rsa", "RSA"},
	{"brainpool", "Brainpool"}, {"ffdhe", "FFDHE"},
}

// classical returns the other schemes that the identifier names, in its order.
func (c *coinage) classical() []string {
	var found []string
	for i := 0; i < len(c.folded); i++ {
		if i >= c.start && i < c.end || i > 0 && i != c.end && !startsCode(c.word, c.at[i]) {
			continue
		}
		for _, s := range classicalSchemes {
			end := i + len(s.folded)
			if strings.HasPrefix(c.folded[i:], s.folded) && (end == len(c.folded) || end == c.start || !isLetter(c.folded[end]) || startsCode(c.word, c.at[end])) {
				if !slices.Contains(found, s.name) {
					found = append(found, s.name)
				}
				i = end - 1
				break
			}
		}
	}
	return found
}
