package refs

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/pqcite/pqcite/citations/quote"
	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/internal/lex"
)

// newGrammar returns a grammar that reads the algorithms of the documents by
// name, if the documents can be cited by one themselves. Names that could be ordinary words are left out, except as what is
// beside a number.
func newGrammar(docs []*core.Document) *grammar {
	g := &grammar{names: make(map[string]bool), keys: make(map[nameKey]bool)}
	g.starts['i']['n'] = true // inverse
	for _, d := range docs {
		if d.Identity == core.IdentityOwn && !d.NamesItself() {
			continue
		}
		for i := range d.Anchors {
			if a := &d.Anchors[i]; a.Kind == core.KindAlgorithm {
				g.addName(baseName(a.Title))
			}
		}
		if b := newNameBook(d); b != nil {
			g.learn(b)
		}
	}
	return g
}

func (g *grammar) addName(name string) {
	g.names[name] = true
	for second := range g.nameStarts[0] {
		if name != "" && name[0] < utf8.RuneSelf && (len(name) == 1 || int(name[1]) == second) {
			g.nameStarts[name[0]][second] = true
		}
	}
}

// learn adds the keys of a book.
func (g *grammar) learn(b *nameBook) {
	g.books = append(g.books, b)
	add := func(key nameKey) {
		g.keys[key] = true
		if len(key) > 1 {
			g.starts[key[0]][key[1]] = true
		}
	}
	for key := range b.whole {
		add(key)
		add(key + plural)
		if one, ok := strings.CutSuffix(string(key), plural); ok {
			add(nameKey(one))
		}
	}
	for key := range b.parts {
		add(key)
	}
}

// called reports whether some document has an algorithm, or several, that go by a key.
func (g *grammar) called(key nameKey) bool {
	if g.keys[key] {
		return true
	}
	if n := len(key); n == 0 || !lex.IsDigit(rune(key[n-1])) && strings.IndexByte("aduvn", key[n-1]) < 0 {
		return false // no value or variable is after it
	}
	for _, b := range g.books {
		if b.familyOf(key) != nil {
			return true
		}
	}
	return false
}

// family reports whether a key is that of an algorithm whose name ends with a variable.
func (g *grammar) family(key nameKey) bool {
	for _, b := range g.books {
		if b.family[key] != nil {
			return true
		}
	}
	return false
}

// baseName is an algorithm's name as it is compared: folded, and without a
// variable as its subscript, in whose place texts put values.
func baseName(name string) string {
	name, _, _ = strings.Cut(name, "(") // its arguments
	name = strings.TrimSpace(quote.Fold(name))
	i := strings.LastIndexByte(name, '_')
	if i < 0 {
		return name
	}
	if r, size := utf8.DecodeRuneInString(name[i+1:]); i+1+size == len(name) && !unicode.IsDigit(r) {
		return name[:i]
	}
	return name
}

// isNameByte reports whether a byte can appear inside the name of an algorithm.
func isNameByte(b byte) bool { return isWordByte(b) || b == '-' || b == '.' }

// named reads the name of an algorithm.
func (g *grammar) named(text string, at int) (mention, bool) {
	if len(g.names) == 0 {
		return mention{}, false
	}
	if at+1 < len(text) && isNameByte(text[at+1]) && !g.nameStarts[text[at]&0x7f][text[at+1]] {
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
	if n := inverseMark(text[end:]); n > 0 {
		name, end = name+inverses[0], end+n
	}
	if !g.knows(name) || !endsToken(text, end) || strings.HasPrefix(text[end:], "^") {
		return mention{}, false
	}
	return mention{span: core.Span{Start: at, End: end}, kind: core.KindAlgorithm, name: name, weak: true}, true
}

// knows reports whether a word is the name of an algorithm, perhaps with a value
// as its subscript: ByteEncode_12.
func (g *grammar) knows(word string) bool {
	if g.names[word] {
		return true
	}
	i := strings.LastIndexByte(word, '_')
	return i > 0 && g.names[word[:i]] && len(word)-i <= 4
}

// isName reports whether words are the name of an algorithm and nothing more than
// its markup and arguments.
func (g *grammar) isName(words string) bool {
	w, ok := g.writtenAt(words, 0)
	return ok && w.span.End == len(words) && !w.plain()
}

// distinctive reports whether a name can't be an ordinary word: it has a capital,
// a digit, a point or an underscore inside.
func distinctive(name string) bool {
	return strings.ContainsAny(name, "._") ||
		strings.ContainsFunc(name[min(1, len(name)):], func(r rune) bool { return unicode.IsUpper(r) || unicode.IsDigit(r) })
}

// The texts that are between the name of an algorithm and its document.
var (
	// glueName: "Power2Round from FIPS 204".
	glueName = glueSet("as defined in", "defined in", "as specified in", "specified in", "per", "as per", "according to",
		"as described in", "described in")
)

// isNumber reports whether the phrase is a single numbered anchor.
func (p *phrase) isNumber() bool {
	return len(p.mentions) == 1 && !p.isDoc() && !p.isName()
}

// endsClause reports whether a clause or the text ends at the offset.
func (b *binder) endsClause(at int) bool {
	rest := strings.TrimLeft(b.text[at:min(len(b.text), at+4)], " ")
	return rest == "" || strings.IndexByte(".,;)]\n", rest[0]) >= 0
}
