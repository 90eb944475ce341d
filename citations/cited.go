package citations

import (
	"slices"
	"strings"
	"sync"
	"unicode"

	"github.com/pqcite/pqcite/citations/quote"
	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/internal/lex"
)

// Cited is a span of a document that a claim cites.
type Cited struct {
	Doc  *core.Document
	Span core.Span

	folded func() *quote.Text // of the quote; nil where nobody will ask again
}

// NewCited returns a place for several claims: what it takes to check one against it
// is done once.
func NewCited(doc *core.Document, span core.Span) Cited {
	return Cited{Doc: doc, Span: span, folded: sync.OnceValue(func() *quote.Text { return textOf(doc.Quote(span)) })}
}

func (p Cited) quote() string { return p.Doc.Quote(p.Span) }

// stands is standsIn for the quote of the place.
func (p Cited) stands(claim string) (core.Span, bool) {
	if s, ok := standsPlainly(claim, p.quote()); ok {
		return s, true
	}
	if p.folded == nil {
		return standsFolded(claim, textOf(p.quote()))
	}
	return standsFolded(claim, p.folded())
}

// CheckCited decides about a claim that appears word for word in a place that it
// cites, from the beginning of a sentence or line to an end of one, or that is
// composed of the cells of single rows of tables. Any other claim is left to
// ProveWithin, and ok is false: words cut out of a sentence can say its opposite,
// and the words of a paragraph or a whole table can be put together to say
// anything.
//
// It reads nothing but the places, so it costs little.
func CheckCited(claim string, at []Cited) (verdict core.Verdict, rule string, ok bool) {
	if len(at) == 0 {
		return core.Unverifiable, ClaimUncited, true
	}
	if !core.Readable(claim) || slices.ContainsFunc(at, func(p Cited) bool { return !quote.Readable(p.Doc, p.Span) }) {
		return core.Unverifiable, quote.Unreadable, true
	}
	var quotes []string
	for _, p := range at {
		quotes = append(quotes, p.quote())
		if s, found := p.stands(claim); found && p.whole(s) {
			return core.Verbatim, ClaimQuoted, true
		}
	}
	if !slices.ContainsFunc(at, func(p Cited) bool { return !p.isRow() }) && composed(claim, quotes) {
		return core.Supported, ClaimComposed, true
	}
	return "", "", false
}

// whole reports whether a part of the place's quote begins and ends where the
// quote does, or a sentence of it, or in a table or box a line.
func (p Cited) whole(s core.Span) bool {
	quote := p.quote()
	before, after := strings.TrimRight(quote[:s.Start], " \t"), strings.TrimLeft(quote[s.End:], " \t.;,")
	if strings.TrimSpace(before) == "" && strings.TrimSpace(after) == "" {
		return true
	}
	if p.inElement() {
		return (before == "" || strings.HasSuffix(before, "\n")) && (after == "" || after[0] == '\n')
	}
	starts, ends := false, false
	for _, part := range lex.Split(quote) {
		starts = starts || part.Start == s.Start
		ends = ends || part.End >= s.End && strings.Trim(quote[s.End:part.End], ".?!)]\"”’ ") == ""
	}
	return starts && ends
}

// inElement reports whether the place lies in a table or an algorithm's box, whose
// lines are read by themselves.
func (p Cited) inElement() bool {
	return p.table() != nil || slices.ContainsFunc(p.Doc.Algorithms, func(a core.Algorithm) bool { return a.Span.Contains(p.Span) })
}

func (p Cited) table() *core.Table {
	for i := range p.Doc.Tables {
		if t := &p.Doc.Tables[i]; t.Span.Contains(p.Span) {
			return t
		}
	}
	return nil
}

// isRow reports whether the place is a row of a table at most, or what is
// above its rows.
func (p Cited) isRow() bool {
	t := p.table()
	if t == nil {
		return false
	}
	rows := 0
	for i := t.HeaderRows; i < len(t.Rows); i++ {
		if t.Rows[i].Span.Overlaps(p.Span) {
			rows++
		}
	}
	return rows <= 1
}

// citedShare is what a claim covers at least, by idf, that is to be shown as an
// answer: all of it. One word in ten that is nowhere in them can turn a sentence round,
// "large" for "small", and no other rule would see it. The price is that honest
// sentences in free words are dropped too.
const citedShare = 1.0

// ProveWithin checks a claim against what is in some spans of the document, as
// Prove does against pages, but for its quotes, and more strictly: a claim that
// is there word for word is checked against the sentence that it is a part of,
// and any content that is not there makes it partial.
func (j *Judge) ProveWithin(claim string, spans []core.Span) Proof {
	if len(claim) > quote.MaxBytes {
		return Proof{Verdict: core.Unverifiable, Rule: quote.TooLong}
	}
	e := j.evidence()
	c, fault := j.statement(e, claim)
	if c == nil {
		return fault
	}
	p := j.judgeOn(e, c, j.within(spans))
	if p.Verdict == core.Supported && p.Coverage < citedShare {
		p.Verdict, p.Rule = core.Partial, ClaimUncovered
	}
	return p
}

// within are the units that lie in a span, but for white space at their ends.
func (j *Judge) within(spans []core.Span) scope {
	return func(u *unit) bool {
		inner := trimmed(j.doc.Text, u.Span)
		return slices.ContainsFunc(spans, func(s core.Span) bool { return s.Contains(inner) })
	}
}

// trimmed is a span of a text without the white space at its ends.
func trimmed(text string, s core.Span) core.Span {
	inside := text[s.Start:s.End]
	left := strings.TrimLeftFunc(inside, unicode.IsSpace)
	s.Start += len(inside) - len(left)
	s.End = s.Start + len(strings.TrimRightFunc(left, unicode.IsSpace))
	return s
}
