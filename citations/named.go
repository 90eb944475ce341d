package citations

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/pqcite/pqcite/core"
)

// NewGrammar returns a grammar that reads the algorithms of the documents by
// name, if the documents can be cited by one themselves. Names that could be ordinary words are left out, except as what stands
// beside a number.
func NewGrammar(docs []*core.Document) *Grammar {
	g := &Grammar{names: make(map[string]bool)}
	for _, d := range docs {
		if d.Identity == core.IdentityOwn && !d.NamesItself() {
			continue
		}
		for i := range d.Anchors {
			if a := &d.Anchors[i]; a.Kind == core.KindAlgorithm {
				g.names[baseName(a.Title)] = true
			}
		}
	}
	return g
}

// baseName is an algorithm's name as it is compared: folded, and without a
// variable as its subscript, in whose place texts put values.
func baseName(name string) string {
	name, _, _ = strings.Cut(name, "(") // its arguments
	name = strings.TrimSpace(Fold(name).String())
	i := strings.LastIndexByte(name, '_')
	if i < 0 {
		return name
	}
	if r, size := utf8.DecodeRuneInString(name[i+1:]); i+1+size == len(name) && !unicode.IsDigit(r) {
		return name[:i]
	}
	return name
}

// isNameByte reports whether a byte can stand inside the name of an algorithm.
func isNameByte(b byte) bool { return isWordByte(b) || b == '-' || b == '.' }

// maxName bounds the name of an algorithm in bytes.
const maxName = 40

// named reads the name of an algorithm.
func (g *Grammar) named(text string, at int) (mention, bool) {
	if len(g.names) == 0 {
		return mention{}, false
	}
	end := at
	for end < len(text) && end-at <= maxName && isNameByte(text[end]) {
		end++
	}
	for end > at && !isWordByte(text[end-1]) {
		end--
	}
	name := text[at:end]
	for _, inverse := range inverses {
		if strings.HasPrefix(text[end:], inverse) {
			name, end = name+inverses[0], end+len(inverse)
			break
		}
	}
	if !g.knows(name) || !endsToken(text, end) || strings.HasPrefix(text[end:], "^") {
		return mention{}, false
	}
	return mention{span: core.Span{Start: at, End: end}, kind: core.KindAlgorithm, name: name, weak: true}, true
}

// inverses are the ways to write that an algorithm is the inverse of another; the
// first is that of folded names.
var inverses = []string{"^-1", "^{-1}", "^−1", "⁻¹"}

// knows reports whether a word is the name of an algorithm, perhaps with a value
// as its subscript: ByteEncode_12.
func (g *Grammar) knows(word string) bool {
	if g.names[word] {
		return true
	}
	i := strings.LastIndexByte(word, '_')
	return i > 0 && g.names[word[:i]] && len(word)-i <= 4
}

// isName reports whether words are the name of an algorithm and nothing more than
// its arguments.
func (g *Grammar) isName(words string) bool {
	if len(g.names) == 0 {
		return false
	}
	name, _, _ := strings.Cut(words, "(")
	return g.knows(strings.TrimSpace(name))
}

// distinctive reports whether a name can't be an ordinary word: it has a capital,
// a digit, a point or an underscore inside.
func distinctive(name string) bool {
	return strings.ContainsAny(name, "._") ||
		strings.ContainsFunc(name[min(1, len(name)):], func(r rune) bool { return unicode.IsUpper(r) || unicode.IsDigit(r) })
}

// The texts that stand between the name of an algorithm and its number or its
// document.
var (
	// glueApart: "K-PKE.KeyGen (Algorithm 13)".
	glueApart = glueSet("from", "according to", "defined in", "as defined in", "specified in", "as specified in", "", "(", "[", "@[", ":", ",", "-", "--", "–", "—", "/", "(see", "is", "i.e.", "(i.e.", "as", "@")
	// glueSource: "K-PKE.KeyGen according to FIPS 203, Algorithm 13".
	glueSource = glueSet("", "(", "[", "@[", ":", ",", "-", "–", "—", "from", "according to", "as defined in", "defined in",
		"as specified in", "specified in", "as per", "per", "following", "(see", "(from", "as described in", "described in")
	// glueName: "Power2Round from FIPS 204".
	glueName = glueSet("as defined in", "defined in", "as specified in", "specified in", "per", "as per", "according to",
		"as described in", "described in")
	// glueTitle: "Algorithm 13: K-PKE.KeyGen".
	glueTitle = glueSet("", ":", "(", "-", "--", "–", "—", "is", "i.e.", "(i.e.", "=", ".")
)

// absorbNames turns the name of an algorithm that stands beside a number into
// what the text calls the anchor.
func (b *binder) absorbNames() {
	for i := range b.phrases {
		p := &b.phrases[i]
		if !p.isName() {
			continue
		}
		if a := b.numberOf(i); a != nil && a.mentions[0].beside == "" {
			a.mentions[0].beside = p.mentions[0].name
			p.mentions = nil
		}
	}
	b.phrases = slices.DeleteFunc(b.phrases, func(p phrase) bool { return len(p.mentions) == 0 })
}

// numberOf returns the single anchor that the name at i belongs to, or nil.
func (b *binder) numberOf(i int) *phrase {
	if i+1 < len(b.phrases) {
		next, glue := &b.phrases[i+1], b.behindName(i)
		if next.isNumber() && glueApart[glue] {
			return next
		}
		if next.isDoc() && i+2 < len(b.phrases) && glueSource[glue] &&
			b.phrases[i+2].isNumber() && gluePrefix[withoutParenthesis(b.between(i+1))] {
			return &b.phrases[i+2]
		}
	}
	if i == 0 || len(b.phrases[i-1].mentions) == 0 || !b.phrases[i-1].isNumber() {
		return nil
	}
	glue := b.between(i - 1)
	if glueTitle[glue] || glue == "," && b.endsClause(b.phrases[i].end()) {
		return &b.phrases[i-1]
	}
	return nil
}

// isNumber reports whether the phrase is a single numbered anchor.
func (p *phrase) isNumber() bool {
	return len(p.mentions) == 1 && !p.isDoc() && !p.isName()
}

// behindName is the text between a name and the next phrase, without the name's
// arguments.
func (b *binder) behindName(i int) string {
	glue := b.between(i)
	if rest, ok := strings.CutPrefix(glue, ", "); ok {
		glue = rest
	}
	if strings.HasPrefix(glue, "(") {
		if inside, rest, ok := strings.Cut(glue[1:], ")"); ok && !strings.ContainsAny(inside, "([") {
			return strings.TrimSpace(rest)
		}
	}
	return glue
}

// endsClause reports whether a clause or the text ends at the offset.
func (b *binder) endsClause(at int) bool {
	rest := strings.TrimLeft(b.text[at:min(len(b.text), at+4)], " ")
	return rest == "" || strings.IndexByte(".,;)]\n", rest[0]) >= 0
}
