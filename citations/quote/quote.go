package quote

import (
	"slices"
	"sync"
	"unicode/utf8"

	"github.com/pqcite/pqcite/core"
)

// Bounds of a quote.
const (
	// MinQuoteRunes is the least number of folded runes of a quote that counts
	// on its own: shorter ones are everywhere.
	minRunes = 12
	// MaxQuoteBytes is the greatest length of a quote in bytes.
	MaxBytes = 16 << 10
	// MaxPages bounds the cited pages that are looked at.
	MaxPages = 256
)

// The rules that decide about a quote, from best to worst.
const (
	Exact    = "quote-exact"     // is on a cited page, or no page was cited
	Moved    = "quote-moved"     // appears word for word, but on other pages
	Near     = "quote-near"      // differs in spelling, punctuation or an article
	Altered  = "quote-altered"   // differs in ordinary words
	CutsWord = "quote-cuts-word" // starts or ends inside a word or a number
	NotFound = "quote-not-found"
	TooShort = "quote-too-short"
	TooLong  = "quote-too-long"
	// QuoteEdited is the prefix of the rules for an edit that changes what the
	// quote says; the edit's class follows: "quote-edited-number".
	Edited = "quote-edited-"
)

// Quote is a quote to be found.
type Quote struct {
	Text  string
	Pages []int // PDF pages it is said to be on; empty means any page
	// MinRunes replaces MinQuoteRunes if it is positive. Use it only where
	// something else than the words pins the place down.
	MinRunes int
}

// Finding is where a quote is and how well it agrees.
type Finding struct {
	Verdict core.Verdict
	Rule    string
	// Span, Quote and the pages say what is in the document. They are zero
	// if nothing was found.
	Span      core.Span
	Quote     string
	StartPage int
	EndPage   int
	// Distance is the number of pages between what was found and the nearest
	// cited page: 0 if it is there, at least in part, or no page was cited.
	Distance int
	Coverage float64 // share of the quote's runes that are there, 0 to 1
	Edits    []Edit  // what differs, in reading order; at most MaxEdits
}

// Found reports whether the quote is in the document, whatever the verdict.
func (f *Finding) Found() bool { return f.StartPage > 0 }

// Moved reports whether the quote is on other pages than the cited ones.
func (f *Finding) Moved() bool { return f.Distance > 0 }

// Text is a document made ready for finding quotes in it. It is immutable and
// safe for concurrent use; the document must not change. It takes about as much
// memory as the document's text, and five times that once a quote was not found
// exactly.
type Text struct {
	doc    *core.Document
	folded *folded
	bones  skeleton

	once   sync.Once // guards the building of tokens
	tokens *tokenIndex
}

// NewText folds a document, which must have a page and a text of less than
// 2 GiB.
func NewText(doc *core.Document) *Text {
	folded := fold(doc.Text)
	return &Text{doc: doc, folded: folded, bones: newSkeleton(folded.text)}
}

// Document returns the document.
func (t *Text) Document() *core.Document { return t.doc }

// Find finds a quote. Exact places come first: of several, the one on the cited
// pages, else the nearest to them, else the first. Only then are near ones
// looked for: one run of the document that contains at least 85 % of the quote. Where
// it is in a unit that cannot be read whole, it is said to be neither right nor
// wrong.
func (t *Text) Find(q Quote) Finding {
	least := minRunes
	if q.MinRunes > 0 {
		least = q.MinRunes
	}
	if len(q.Text) > MaxBytes {
		return Finding{Verdict: core.Unverifiable, Rule: TooLong}
	}
	folded := fold(q.Text)
	if utf8.RuneCountInString(folded.text) < least {
		return Finding{Verdict: core.Unverifiable, Rule: TooShort}
	}
	if !core.Readable(folded.text) {
		return Finding{Verdict: core.Unverifiable, Rule: Unreadable}
	}
	at := t.exact(folded, q.Text)
	if len(at.whole) > 0 {
		return t.marked(t.exactFinding(nearest(t.doc, t.onlyReadable(at.whole), q.Pages), q.Pages))
	}
	near := t.near(folded.text, q.Pages)
	if len(at.cut) > 0 && near.Verdict != core.Contradicted {
		return t.marked(t.cutFinding(nearest(t.doc, t.onlyReadable(at.cut), q.Pages), q.Pages))
	}
	return near
}

func (t *Text) exactFinding(s core.Span, pages []int) Finding {
	f := t.place(s, pages)
	f.Verdict, f.Rule, f.Coverage = core.Verbatim, Exact, 1
	if f.Moved() {
		f.Rule = Moved
	}
	return f
}

func (t *Text) cutFinding(s core.Span, pages []int) Finding {
	f := t.place(s, pages)
	f.Verdict, f.Rule, f.Coverage = core.Partial, CutsWord, 1
	return f
}

// place returns the finding for a span of the document, without a verdict.
func (t *Text) place(s core.Span, pages []int) Finding {
	at := standing(t.doc, s, pages)
	return Finding{
		Span: s, Quote: t.doc.Quote(s),
		StartPage: at.first, EndPage: at.last, Distance: at.distance,
	}
}

// stand is the pages of a span, seen from the cited ones.
type stand struct {
	first, last int
	distance    int // pages to the nearest cited page
	outside     int // pages of the span that are not cited, 0 if none is cited
}

func standing(doc *core.Document, s core.Span, pages []int) stand {
	at := stand{
		first: doc.PageAt(s.Start).Number,
		last:  doc.PageAt(max(s.Start, s.End-1)).Number,
	}
	if len(pages) == 0 {
		return at
	}
	at.outside = at.last - at.first + 1
	at.distance = -1
	for _, p := range pages {
		d := max(at.first-p, p-at.last, 0)
		if at.distance < 0 || d < at.distance {
			at.distance = d
		}
		if d == 0 {
			at.outside--
		}
	}
	return at
}

// nearest returns the best span: touching the cited pages or next
// to them, then with the fewest other pages, then first in the document.
func nearest(doc *core.Document, spans []core.Span, pages []int) core.Span {
	pages = distinct(pages)
	best, bestAt := spans[0], standing(doc, spans[0], pages)
	for _, s := range spans[1:] {
		at := standing(doc, s, pages)
		if at.distance < bestAt.distance || at.distance == bestAt.distance && at.outside < bestAt.outside {
			best, bestAt = s, at
		}
	}
	return best
}

// distinct returns the pages in order, each once.
func distinct(pages []int) []int {
	pages = slices.Clone(pages[:min(len(pages), MaxPages)])
	slices.Sort(pages)
	return slices.Compact(pages)
}
