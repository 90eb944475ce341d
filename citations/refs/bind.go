package refs

import (
	"cmp"
	"slices"
	"strings"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/internal/lex"
)

// binder decides which document each anchor belongs to.
type binder struct {
	text    string
	phrases []phrase
}

// between returns the text between two neighbouring phrases, and the names that go
// with them, as lower-case words with single spaces, or "?" if there is more than any
// glue has.
func (b *binder) between(i int) string {
	p, next := &b.phrases[i], &b.phrases[i+1]
	start, end := p.end(), next.start()
	if p.until <= end { // else the name is after the document
		start = max(start, p.until)
	}
	if next.led() && next.since >= start && next.since < end {
		end = next.since
	}
	return b.words(start, end)
}

// maxGlue bounds the text between two parts of a reference, in bytes.
const maxGlue = 64

// The texts that are between the parts of one reference.
var (
	glueOf = glueSet("of", "in", "from", "within", "of the", "in the", "from the", "of nist's", "in nist's",
		"of nist", "in nist", "of the standard", "of standard", "in standard", "of the nist standard", "of~", "in~")
	glueLoose  = glueSet("", ",", "(", "[", ":")
	gluePrefix = glueSet("", ",", ":", ";", "-", "--", "---", "–", "—", "'s", "’s", "(", "[", "/", "#", ", in", "in", "'s own",
		", see", "(see", "]", "],", "),", ")", "~", ",~", "~(")
	glueChain = glueSet("", ",", ";", "and", ", and", "or", ", or", "&", "/", "+", "(", "[", "in", ", in", "of", "'s",
		"and in", "and also", "and the", "with", "and with", "to")
)

func glueSet(glues ...string) map[string]bool {
	set := make(map[string]bool, len(glues))
	for _, g := range glues {
		set[g] = true
	}
	return set
}

// bindAfter binds "Algorithm 19 of FIPS 203" and "Algorithm 19 (FIPS 203)".
func (b *binder) bindAfter() {
	for i := range len(b.phrases) - 1 {
		p, doc := &b.phrases[i], &b.phrases[i+1]
		if p.isDoc() || !doc.isDoc() || p.isName() && b.hasNumber(i+1) {
			continue
		}
		glue := strings.TrimPrefix(afterBeside(p, b.between(i)), ", ")
		words := strings.TrimSpace(strings.TrimRight(glue, "[("))
		opened := words != glue
		if glueOf[words] || ofOwner(words) || words == "" && opened && b.closes(doc.end()) || p.isName() && glueName[words] {
			b.join(p, doc, opened)
		}
	}
}

// ofOwner reads "of the ML-DSA specification" before what names it.
func ofOwner(words string) bool {
	first, rest, ok := strings.Cut(words, " ")
	if !ok || first != "of" && first != "in" && first != "from" {
		return false
	}
	for w := range strings.FieldsFuncSeq(rest, func(r rune) bool { return r == ' ' || r == '-' || r == ',' || r == ':' }) {
		if !ownerWords[w] {
			return false
		}
	}
	return true
}

// hasNumber reports whether a numbered anchor follows the document at i: "SampleNTT
// in FIPS 203, Algorithm 13".
func (b *binder) hasNumber(i int) bool {
	return i+1 < len(b.phrases) && b.phrases[i+1].isNumber() && gluePrefix[withoutParenthesis(b.between(i))]
}

// closes reports whether a closing bracket is at the offset.
func (b *binder) closes(at int) bool {
	return at < len(b.text) && (b.text[at] == ')' || b.text[at] == ']')
}

// afterBeside cuts the words in parentheses that were read as Beside off the
// start of a glue.
func afterBeside(p *phrase, glue string) string {
	name := strings.ToLower(lex.OneLine(p.mentions[0].beside))
	if name == "" {
		return glue
	}
	return strings.TrimSpace(strings.TrimPrefix(glue, "("+name+")"))
}

// join binds anchors to the document named right after them.
func (b *binder) join(p, doc *phrase, opened bool) {
	p.from = &doc.mentions[0]
	end := p.from.span.End
	if opened && b.closes(end) {
		end++
	}
	doc.attached = true
	stretch(p.mentions, func(s core.Span) core.Span { return core.Span{Start: s.Start, End: end} }, true)
}

// stretch changes the span of the first or the last mention, and of those that
// share it.
func stretch(ms []mention, change func(core.Span) core.Span, last bool) {
	old := ms[0].span
	if last {
		old = ms[len(ms)-1].span
	}
	for i := range ms {
		if ms[i].span == old {
			ms[i].span = change(old)
		}
	}
}

// bindBefore binds "FIPS 203, Algorithm 19" and "[RFC9180], Section 5.1".
func (b *binder) bindBefore() {
	for i := range len(b.phrases) - 1 {
		doc, p := &b.phrases[i], &b.phrases[i+1]
		if !doc.isDoc() || p.isDoc() || p.from != nil {
			continue
		}
		glue := withoutParenthesis(b.between(i))
		if !gluePrefix[glue] {
			continue
		}
		p.from = &doc.mentions[len(doc.mentions)-1]
		if doc.attached && p.from == &doc.mentions[0] || isAddress(b.text, doc.start()) {
			continue // the reference before it already spans the document, or it is a link's
		}
		doc.attached = true
		b.prepend(p, glue)
	}
}

// withoutParenthesis cuts a short parenthesis off the start: the (ML-KEM) of
// "FIPS 203 (ML-KEM), Section 7".
func withoutParenthesis(glue string) string {
	if !strings.HasPrefix(glue, "(") {
		return glue
	}
	inside, rest, ok := strings.Cut(glue[1:], ")")
	if !ok || strings.Contains(inside, "(") {
		return glue
	}
	return strings.TrimSpace(rest)
}

// prepend makes the first anchor's span start at its document, with the bracket
// around it, and end with the bracket that the glue opened.
func (b *binder) prepend(p *phrase, glue string) {
	start := p.from.span.Start
	if start > 0 && (strings.HasPrefix(glue, "]") && b.text[start-1] == '[' ||
		strings.HasPrefix(glue, ")") && b.text[start-1] == '(' || p.from.after > 0 && b.text[start-1] == '[') {
		start--
	}
	opened := glue == "(" || glue == "["
	single := p.mentions[0].span == p.mentions[len(p.mentions)-1].span
	stretch(p.mentions, func(s core.Span) core.Span {
		if opened && single && b.closes(s.End) {
			s.End++
		}
		return core.Span{Start: start, End: s.End}
	}, false)
}

// bindLoosely binds "Algorithm 19, FIPS 203" and "Algorithm 19 (FIPS 203)",
// unless the document belongs to what follows it.
func (b *binder) bindLoosely() {
	for i := range len(b.phrases) - 1 {
		p, doc := &b.phrases[i], &b.phrases[i+1]
		if p.isDoc() || !doc.isDoc() || p.from != nil || doc.attached {
			continue
		}
		glue := afterBeside(p, b.between(i))
		if glueLoose[glue] {
			b.join(p, doc, glue == "(" || glue == "[")
		}
	}
}

// chain hands the document of an anchor on to its neighbours in a list: first to
// those after it, then to those before it.
func (b *binder) chain() {
	linked := func(i int) bool {
		glue := strings.TrimSpace(strings.TrimLeft(afterBeside(&b.phrases[i], b.between(i)), ")]"))
		return glueChain[withoutParenthesis(glue)]
	}
	for i := 1; i < len(b.phrases); i++ {
		b.inherit(i, b.anchorBefore(i), linked)
	}
	for i := len(b.phrases) - 2; i >= 0; i-- {
		p, next := &b.phrases[i], &b.phrases[i+1]
		if !p.isDoc() && p.from == nil && !next.isDoc() && linked(i) {
			p.from = next.from
		}
	}
}

// anchorBefore returns the phrase of anchors that is before phrase i, when
// nothing but its own document is between them; -1 if there is none.
func (b *binder) anchorBefore(i int) int {
	j := i - 1
	if b.phrases[j].isDoc() && b.phrases[j].attached {
		j--
	}
	if j < 0 || b.phrases[j].isDoc() {
		return -1
	}
	return j
}

func (b *binder) inherit(i, from int, linked func(int) bool) {
	p := &b.phrases[i]
	if p.isDoc() || p.from != nil || from < 0 || !linked(i-1) {
		return
	}
	p.from = b.phrases[from].from
}

// dropWeak removes anchors that only count with their document.
func (b *binder) dropWeak() {
	b.phrases = slices.DeleteFunc(b.phrases, func(p phrase) bool {
		return p.mentions[0].weak && p.from == nil
	})
}

// bindBySentence binds the anchors that are left to the document that their
// sentence names, if it names a single one.
func (b *binder) bindBySentence(p *pace) {
	if !slices.ContainsFunc(b.phrases, func(p phrase) bool { return p.loose() }) {
		return
	}
	rest := b.phrases
	for s := range lex.Markdown(b.text, nil) {
		if len(rest) == 0 || p.did(s.End-s.Start) {
			return
		}
		for len(rest) > 0 && rest[0].start() < s.Start {
			rest = rest[1:]
		}
		n := 0
		for n < len(rest) && rest[n].start() < s.End {
			n++
		}
		bindWithin(rest[:n])
		rest = rest[n:]
	}
}

// loose reports whether the phrase is anchors that may belong to any document.
func (p *phrase) loose() bool { return !p.isDoc() && p.from == nil && !p.foreign && !p.isName() }

// bindWithin binds the unbound anchors of one sentence.
func bindWithin(ps []phrase) {
	var docs []*mention
	for i := range ps {
		for k := range ps[i].mentions {
			if m := &ps[i].mentions[k]; m.doc != "" {
				docs = append(docs, m)
			}
		}
	}
	if len(docs) == 0 || slices.ContainsFunc(docs, func(m *mention) bool { return m.doc != docs[0].doc }) {
		return
	}
	for i := range ps {
		if p := &ps[i]; p.loose() && (docs[0].doc != foreign || p.mentions[0].naming.Name == "") {
			p.from, p.near = nearestMention(docs, p.start()), true
		}
	}
}

// nearestMention returns the mention that is nearest to the offset; of two,
// the one before it.
func nearestMention(docs []*mention, at int) *mention {
	i, _ := slices.BinarySearchFunc(docs, at, func(m *mention, at int) int { return cmp.Compare(m.span.Start, at) })
	switch {
	case i == 0:
		return docs[0]
	case i == len(docs), at-docs[i-1].span.End <= docs[i].span.Start-at:
		return docs[i-1]
	}
	return docs[i]
}
