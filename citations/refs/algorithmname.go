package refs

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/pqcite/pqcite/citations/quote"
	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/internal/lex"
)

// nameKey is what is left of an algorithm's name when everything is gone in which
// authors differ: case, hyphens, points, underscores, markup. Subscripts are digits, and
// an inverse ends with "inverse".
type nameKey string

// keyOf reduces a name.
func keyOf(name string) nameKey {
	var b strings.Builder
	b.Grow(len(name))
	for _, r := range name {
		switch r = plainScript(r); {
		case r >= 'A' && r <= 'Z':
			b.WriteRune(unicode.ToLower(r))
		case r >= 'a' && r <= 'z', lex.IsDigit(r):
			b.WriteRune(r)
		}
	}
	return nameKey(b.String())
}

// plainScript returns the plain digit or letter for a sub- or superscript.
func plainScript(r rune) rune {
	switch {
	case r >= '₀' && r <= '₉':
		return '0' + r - '₀'
	case r == 'ᵇ':
		return 'b'
	case r == '¹':
		return '1'
	}
	return r
}

const inverseKey = "inverse"

// algorithmKeys are the keys by which texts call an algorithm.
type algorithmKeys struct {
	whole []nameKey
	// family is set where the name ends with a variable, in whose place texts put a
	// value or nothing: ByteEncode_d.
	family bool
	// part is the name without the scheme in front of it: the KeyGen of
	// ML-KEM.KeyGen, by which several algorithms go.
	part nameKey
}

// keysOfAlgorithm derives the keys from the name that the document gives.
func keysOfAlgorithm(title string) algorithmKeys {
	name, _, _ := strings.Cut(title, "(")
	name = strings.TrimSpace(quote.Fold(name))
	var k algorithmKeys
	if root, ok := strings.CutSuffix(name, inverses[0]); ok {
		r := keyOf(root)
		k.whole = []nameKey{r + inverseKey, inverseKey + r, r + "inv", "inv" + r, "i" + r, r + "1"}
		return k
	}
	base := baseName(name)
	k.family = base != name
	k.whole = []nameKey{keyOf(base)}
	if head, sub, ok := cutLast(name, '_'); ok && len(sub) == 1 && lex.IsDigit(rune(sub[0])) {
		k.whole = append(k.whole, keyOf(head)) // BitRev of BitRev_8
	}
	if _, part, ok := strings.Cut(name, "."); ok {
		k.part = keyOf(part)
	}
	return k
}

// nameBook knows the algorithms of one document by their keys.
type nameBook struct {
	whole  map[nameKey]*core.Anchor
	family map[nameKey]*core.Anchor
	parts  map[nameKey][]*core.Anchor
}

// newNameBook returns the book of a document, nil if it has no algorithms.
func newNameBook(d *core.Document) *nameBook {
	b := &nameBook{make(map[nameKey]*core.Anchor), make(map[nameKey]*core.Anchor), make(map[nameKey][]*core.Anchor)}
	for i := range d.Anchors {
		a := &d.Anchors[i]
		if a.Kind != core.KindAlgorithm || a.Title == "" {
			continue
		}
		k := keysOfAlgorithm(a.Title)
		for _, key := range k.whole {
			if key != "" && b.whole[key] == nil {
				b.whole[key] = a
			}
		}
		if k.family {
			b.family[k.whole[0]] = a
		}
		if k.part != "" {
			b.parts[k.part] = append(b.parts[k.part], a)
		}
	}
	if len(b.whole) == 0 {
		return nil
	}
	b.partsOfWholes()
	return b
}

// partsOfWholes adds the algorithms whose part begins as another one's does: who calls
// ML-DSA.Sign_internal "Sign" is not wrong.
func (b *nameBook) partsOfWholes() {
	for key, as := range b.parts {
		if longer := b.parts[key+"internal"]; longer != nil {
			b.parts[key] = append(as, longer...)
		}
	}
}

// plural is what a name may have more or less than the document's: MultiplyNTT, MultiplyNTTs.
const plural = "s"

// exactly returns the algorithm that has the key as its name, or nil.
func (b *nameBook) exactly(key nameKey) *core.Anchor {
	if b == nil {
		return nil
	}
	if a := b.whole[key]; a != nil {
		return a
	}
	return b.familyOf(key)
}

// algorithm returns the one algorithm that has the key as its name, or as its plural, or nil.
func (b *nameBook) algorithm(key nameKey) *core.Anchor {
	if b == nil {
		return nil
	}
	if a := b.exactly(key); a != nil {
		return a
	}
	if a := b.whole[key+plural]; a != nil {
		return a
	}
	if one, ok := strings.CutSuffix(string(key), plural); ok {
		return b.whole[nameKey(one)]
	}
	return nil
}

// familyOf returns the algorithm of which the key is one with a value as its
// subscript: byteencode12, samplepolycbdeta1.
func (b *nameBook) familyOf(key nameKey) *core.Anchor {
	head := strings.TrimRight(string(key), "0123456789")
	if a := b.family[nameKey(head)]; a != nil {
		return a
	}
	for _, variable := range variables {
		if h, ok := strings.CutSuffix(head, variable); ok {
			if a := b.family[nameKey(h)]; a != nil {
				return a
			}
		}
	}
	return nil
}

// variables are what is in the subscripts of names.
var variables = []string{"eta", "du", "dv", "d", "n"}

// algorithms returns what a name may mean in the document: the one that has it, else
// those of which it is a part.
func (b *nameBook) algorithms(key nameKey) []*core.Anchor {
	if a := b.algorithm(key); a != nil {
		return []*core.Anchor{a}
	}
	if b == nil {
		return nil
	}
	return b.parts[key]
}

// isPlain reports whether what is written could be an ordinary word: neither capitals
// inside, nor a digit, point, hyphen or underscore.
func isPlain(name string) bool {
	_, size := utf8.DecodeRuneInString(name)
	return !strings.ContainsFunc(name[size:], func(r rune) bool {
		return unicode.IsUpper(r) || unicode.IsDigit(plainScript(r)) || strings.ContainsRune("._-^", r)
	})
}
