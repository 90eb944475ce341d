package refs

import (
	"slices"
	"strings"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/internal/lex"
)

// naming says what a text calls the algorithm that it numbers.
type naming struct {
	Name string // as it is written, without markup and arguments
	Key  nameKey
	// Plain is set where the name could be an ordinary word, recognised only by
	// its place.
	Plain bool
	// May is what explains a number that is not the name's.
	May explanation
}

// explanation is what else may appear between a name and a number that are side by
// side than that the number is the name's.
type explanation string

// The explanations.
const (
	// defined: the text says that the number is the name's: "Algorithm 13: K-PKE.KeyGen".
	defined explanation = ""
	// mayRun: the number's algorithm may be said to run the name's: "Algorithm 7,
	// HighBits(w)".
	mayRun explanation = "runs"
	// mayRelate: either may run the other: "K-PKE.Encrypt (see Algorithm 18)".
	mayRelate explanation = "related"
)

// nameNumbers reads the names next to numbers of algorithms. What is read as one is no
// phrase of its own.
func (b *binder) nameNumbers(g *grammar) {
	if g.books == nil {
		return
	}
	for i := range b.phrases {
		p := &b.phrases[i]
		if !p.isNumber() || p.mentions[0].kind != core.KindAlgorithm || p.mentions[0].doc != "" {
			continue
		}
		w, n, behind := b.nameOf(g, i)
		if n.Name == "" || b.several(g, p, &w) {
			continue
		}
		p.mentions[0].naming = n
		if p.mentions[0].beside == "" {
			p.mentions[0].beside = n.Name
		}
		switch {
		case behind && w.span.Start < p.end():
			p.until = p.end() // a line number follows the name: "Algorithm 2 (ML-DSA.Sign), line 5"
		case behind:
			p.until = w.span.End
			if b.closes(p.until) && strings.ContainsAny(b.text[p.end():w.span.Start], "([") {
				p.until++
			}
		default:
			p.since = w.span.Start
		}
	}
	b.dropNamed()
}

// several reports whether the number or the name is one of several, so that which belong
// together is not certain: "byte_encode / byte_decode per Algorithm 4 / 5".
func (b *binder) several(g *grammar, p *phrase, w *written) bool {
	if at := pastListSign(b.text, p.end()); at > p.end() && at < len(b.text) && lex.IsDigit(rune(b.text[at])) {
		return true
	}
	if at := pastListSign(b.text, w.span.End); at > w.span.End && w.span.End != p.start() {
		if next, ok := g.writtenAt(b.text, at); ok && !next.plain() && !b.numberAt(g, next.span.End) {
			return true
		}
	}
	end := beforeListSign(b.text, w.span.Start)
	if end == w.span.Start {
		return false
	}
	_, ok := g.writtenBefore(b.text, end)
	return ok
}

// numberAt reports whether a name that ends at an offset has a number of its own.
func (b *binder) numberAt(g *grammar, end int) bool {
	rest := b.text[end:min(len(b.text), end+maxGlue)]
	if i := strings.IndexAny(rest, ".;\n"); i >= 0 {
		rest = rest[:i]
	}
	return strings.Contains(strings.ToLower(rest), "alg")
}

// listSigns are between the members of lists.
var listSigns = []string{"/", "&", "+", "and ", "or ", ", and ", ", "}

func pastListSign(text string, at int) int {
	i := gap(text, at)
	if n := prefixOf(text[i:], listSigns); n > 0 {
		return gap(text, i+n)
	}
	return at
}

func beforeListSign(text string, at int) int {
	head := strings.TrimRight(text[max(0, at-maxMargin):at], " ")
	for _, sign := range listSigns {
		if h, ok := strings.CutSuffix(head, strings.TrimRight(sign, " ")); ok && (sign != "and " && sign != "or " || strings.HasSuffix(h, " ")) {
			return at - (len(text[max(0, at-maxMargin):at]) - len(strings.TrimRight(h, " ,")))
		}
	}
	return at
}

// led reports whether the algorithm's name is before the number.
func (p *phrase) led() bool { return p.mentions[0].naming.Name != "" && p.until == 0 }

// dropNamed removes the phrases that lie in the names that were read.
func (b *binder) dropNamed() {
	inside := func(i int, q *phrase) bool {
		if i < 0 || i >= len(b.phrases) || b.phrases[i].mentions[0].naming.Name == "" {
			return false
		}
		p := &b.phrases[i]
		if p.until > 0 {
			return p.end() <= q.start() && q.start() < p.until
		}
		return p.since <= q.start() && q.end() <= p.start()
	}
	gone := false
	for i := range b.phrases {
		q := &b.phrases[i]
		if !q.isName() {
			continue
		}
		for k := max(0, i-2); k <= i+2; k++ {
			if k != i && inside(k, q) {
				q.read, gone = true, true
			}
		}
	}
	if gone {
		b.phrases = slices.DeleteFunc(b.phrases, func(p phrase) bool { return p.read })
	}
}

// nameOf returns the name that is next to the number at i: after it, else before it.
func (b *binder) nameOf(g *grammar, i int) (written, naming, bool) {
	lined := b.lined(i)
	behind, title, ok := b.nameBehind(g, i)
	if ok && !b.inCell(b.phrases[i].end(), behind.span.Start) {
		return behind, title, true
	}
	if lined {
		return behind, title, ok // a name before it is what that line says
	}
	ahead, n, found := b.nameAhead(g, i)
	switch {
	case !found:
		return behind, title, ok
	case ok && b.inCell(ahead.span.End, b.phrases[i].start()):
		return written{}, naming{}, false // a row of several, and no telling which column is whose
	}
	return ahead, n, false
}

// inCell reports whether the border of a table's cell is between two offsets.
func (b *binder) inCell(start, end int) bool {
	return strings.Contains(b.text[start:max(start, end)], "|")
}

// nameBehind reads the name after a number, or after the document that the number is of.
func (b *binder) nameBehind(g *grammar, i int) (written, naming, bool) {
	at := b.phrases[i].mentions[0].span.End
	if w, n, ok := b.titleAt(g, i, at); ok {
		return w, n, true
	}
	if end := b.pastLines(at); end > 0 {
		w, n, ok := b.titleAt(g, i, end)
		n.May = mayRun // or what those lines run
		return w, n, ok && strings.HasPrefix(b.words(end, w.span.Start), "(")
	}
	if i+1 < len(b.phrases) && b.phrases[i+1].isDoc() {
		if glue := strings.TrimSpace(strings.TrimRight(b.between(i), "([")); glueOf[glue] || glueLoose[glue] || ofOwner(glue) {
			end := b.phrases[i+1].end()
			if b.closes(end) {
				end++
			}
			return b.titleAt(g, i, end)
		}
	}
	return written{}, naming{}, false
}

// titleAt reads a name that is after an offset as what the number at i is called.
func (b *binder) titleAt(g *grammar, i, end int) (written, naming, bool) {
	at, limit := end, min(len(b.text), end+maxGlue/2)
	for range 2 * maxTitleWords {
		if at = gap(b.text, at); at >= limit {
			break
		}
		if w, ok := g.writtenAt(b.text, at); ok {
			may, ok := b.titleGlue(i, end, &w)
			if !ok {
				break
			}
			return w, naming{Name: w.name, Key: w.key, Plain: isPlain(w.name), May: may}, true
		}
		next := b.pastGlue(at)
		if next == at {
			break
		}
		at = next
	}
	return written{}, naming{}, false
}

// heads reports whether a number is at the start of its line, as titles do.
func (b *binder) heads(p *phrase) bool {
	head := b.text[max(0, p.start()-maxMargin):p.start()]
	i := strings.LastIndexByte(head, '\n')
	if i < 0 && len(head) < p.start() {
		return false
	}
	return strings.Trim(head[i+1:], " \t/*#-!.>•`[(") == ""
}

// maxMargin bounds the blanks and marks at the start of a line, in bytes.
const maxMargin = 32

// nameAhead reads the name before a number, or before the document and the section
// that the number is with.
func (b *binder) nameAhead(g *grammar, i int) (written, naming, bool) {
	j := i
	for j > 0 && i-j < maxTitleWords && b.leadsTo(j-1) {
		j--
	}
	for ; j <= i; j++ {
		end := b.glueAhead(b.phrases[j].start())
		w, ok := g.writtenBefore(b.text, end)
		if !ok {
			continue
		}
		glue := b.words(end, b.phrases[j].start())
		if may, ok := b.glueOfAhead(glue, b.phrases[i].end(), strings.Contains(b.text[end:b.phrases[j].start()], "\n"), &w); ok {
			return w, naming{Name: w.name, Key: w.key, Plain: isPlain(w.name), May: may}, true
		}
		return written{}, naming{}, false
	}
	return written{}, naming{}, false
}

// leadsTo reports whether the phrase at i says where the number after it is: its
// document or its section.
func (b *binder) leadsTo(i int) bool {
	p := &b.phrases[i]
	if p.isName() || !p.isDoc() && (!p.isNumber() || p.mentions[0].kind == core.KindAlgorithm) {
		return false
	}
	return gluePrefix[withoutParenthesis(b.between(i))]
}
