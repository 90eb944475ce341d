package card

import (
	"slices"
	"sort"
	"strings"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/internal/lex"
)

// Reference is a reference of a text, resolved.
type Reference struct {
	Span  core.Span
	State State
	Label string // of the document: "RFC 9180"
	// DocID and Anchor are what it denotes, where the deck has it; Page is the PDF
	// page, where the reference names one.
	DocID, Anchor string
	Page          int
	Written       string // the reference as written in the text
	URL           string
	Note          string
	Nearest       []core.Nearest
}

// Around says what is known of the file around a place.
type Around interface {
	// About reports whether the file has shown that it is about a document: it cites
	// it, or names what it specifies. For "" it is about any document of the deck.
	About(docID string) bool
	// Prose reports whether an offset is in a comment, a string or text.
	Prose(offset int) bool
}

// At returns the card for an offset of a text that somebody asks about, whose
// references are given in the order of the text. Where there is nothing to say it
// returns false.
func (d *Deck) At(text string, offset int, refs []Reference) (Card, bool) {
	return d.In(nil, text, offset, refs)
}

// In is At for a place of a file. A word that has other uses is what a standard calls
// so only where the file around it says so.
func (d *Deck) In(around Around, text string, offset int, refs []Reference) (Card, bool) {
	if offset < 0 || offset > len(text) {
		return Card{}, false
	}
	if r := covering(refs, offset); r != nil {
		return d.reference(r), true
	}
	e, ok := d.glossary.At(text, offset)
	if ok {
		e, ok = e.in(around, offset)
	}
	name, span := d.nameAt(around, text, offset)
	switch {
	case ok && e.Span.Len() >= span.Len():
		return d.entry(&e), true
	case name != nil:
		c := d.pick(name, citedBefore(refs, offset))
		c.Span = span
		return c, true
	}
	return Card{}, false
}

// in is what an entry means in a file; false if the file does not show that it means
// it.
func (e Entry) in(around Around, offset int) (Entry, bool) {
	if around == nil {
		return e, true
	}
	for _, one := range append([]Entry{e}, e.Also...) {
		about := !one.Shared || len(one.Of) == 0 && around.About("") || slices.ContainsFunc(one.Of, around.About)
		if about && (!one.Everyday || around.Prose(offset)) {
			return one, true
		}
	}
	return e, false
}

// covering returns the shortest reference that covers an offset, or nil. The position
// after the last byte counts, since a cursor can be there.
func covering(refs []Reference, offset int) *Reference {
	var best *Reference
	first := sort.Search(len(refs), func(i int) bool { return refs[i].Span.Start > offset })
	for i := first - 1; i >= 0 && i >= first-maxOverlap; i-- {
		r := &refs[i]
		if offset <= r.Span.End && (best == nil || r.Span.Len() < best.Span.Len()) {
			best = r
		}
	}
	return best
}

// maxOverlap is how many references can share a place: the members of a range.
const maxOverlap = 64

// reference returns the card of a reference, whatever became of it.
func (d *Deck) reference(r *Reference) Card {
	c, ok := d.Anchor(r.DocID, r.Anchor)
	if !ok {
		c = Card{Subject: OfReference, Heading: lex.OneLine(r.Written), Exactness: None, URL: r.URL}
	}
	c.State, c.Span, c.Note, c.Nearest = r.State, r.Span, r.Note, r.Nearest
	if r.State == Dangling || r.State == UnknownDocument {
		c.Heading = lex.OneLine(r.Written)
		if r.State == Dangling {
			c.Heading += " does not exist"
		}
		c.Text, c.Exactness, c.Facts = "", None, nil
		c.StartPage, c.EndPage, c.PrintedPage = 0, 0, ""
	}
	if l := d.byID[r.DocID]; l != nil && r.Page > 0 && r.State == Resolved && r.Anchor == "" {
		c.on(l.doc, r.Page, r.Page)
	}
	return c
}

// entry returns the card of a word of the glossary.
func (d *Deck) entry(e *Entry) Card {
	c := Card{
		Subject: e.Subject, State: Resolved, Heading: e.Heading, Text: e.Text, Exactness: Summary, Facts: e.Facts, Value: e.Value,
		Anchor: e.Anchor, Note: e.Note, Span: e.Span,
	}
	if e.State != "" {
		c.State = e.State
	}
	if e.Text == "" {
		c.Exactness = None
	}
	l := d.byID[e.DocID]
	if l == nil {
		return c
	}
	c.from(l.doc)
	if a := l.anchors[e.Anchor]; a != nil {
		c.Place += ", " + a.Name()
	}
	first, last := l.proof(e)
	c.on(l.doc, first, last)
	if found := d.definition(l, e); found.text != "" {
		c.Text, c.Exactness, c.Grid = found.text, exactness(l.doc, found.text), GridOf(l.doc, e.Anchor)
		c.on(l.doc, found.page, found.page)
	}
	return c
}

// proof is the run of pages that a card of the glossary names: the one that begins
// with the anchor's page, where that is among those of the summary, else the first.
func (l *indexed) proof(e *Entry) (first, last int) {
	a := l.anchors[e.Anchor]
	switch {
	case len(e.Pages) > 0:
		first = e.Pages[0]
	case a != nil:
		return a.StartPage, a.EndPage
	}
	if a != nil && slices.Contains(e.Pages, a.StartPage) {
		first = a.StartPage
	}
	for last = first; slices.Contains(e.Pages, last+1); last++ {
	}
	return first, last
}

// nameAt returns the algorithms whose name is at an offset, as in the documents or in
// program code: with its qualifiers ("K-PKE.Encrypt"), otherwise without ("self.ntt"),
// otherwise without a trailing value ("byte_encode_12").
func (d *Deck) nameAt(around Around, text string, offset int) ([]place, core.Span) {
	span, ok := wordAt(text, offset)
	for ; ok; span, ok = shorter(text, span, offset) {
		word := text[span.Start:span.End]
		places := d.names[word]
		if places == nil {
			key := fold(word)
			if places = d.folded[key]; places == nil {
				places = d.folded[strings.TrimRight(key, "0123456789")]
			}
		}
		if places = about(around, places); len(places) > 0 {
			return places, span
		}
	}
	return nil, core.Span{}
}

// about leaves the places in documents that a file is about; all if nobody asks.
func about(around Around, places []place) []place {
	if around == nil {
		return places
	}
	return slices.DeleteFunc(slices.Clone(places), func(p place) bool { return !around.About(p.doc.ID) })
}

// shorter leaves out a qualifier of a name, one that does not hold the offset.
func shorter(text string, span core.Span, offset int) (core.Span, bool) {
	word := text[span.Start:span.End]
	if i := strings.IndexAny(word, ".-"); i >= 0 && span.Start+i < offset {
		return core.Span{Start: span.Start + i + 1, End: span.End}, true
	}
	if i := strings.LastIndexAny(word, ".-"); i >= 0 && span.Start+i >= offset {
		return core.Span{Start: span.Start, End: span.Start + i}, true
	}
	return core.Span{}, false
}

// Named returns the card of an algorithm by its name, in any spelling.
func (d *Deck) Named(name string) (Card, bool) {
	places := d.names[name]
	if places == nil {
		places = d.folded[fold(name)]
	}
	if len(places) == 0 {
		return Card{}, false
	}
	return d.pick(places, ""), true
}

func (d *Deck) pick(places []place, docID string) Card {
	chosen := places[0]
	var others []string
	for _, p := range places {
		if p.doc.ID == docID {
			chosen = p
		}
	}
	for _, p := range places {
		if p != chosen {
			others = append(others, p.doc.Label+", "+p.anchor.Name())
		}
	}
	c := d.anchor(chosen.doc, chosen.anchor)
	c.Subject = OfAlgorithm
	if len(others) > 0 {
		c.Note = "also " + strings.Join(others, ", ")
	}
	return c
}

// citedBefore is the document of the last reference before an offset.
func citedBefore(refs []Reference, offset int) string {
	for i := sort.Search(len(refs), func(i int) bool { return refs[i].Span.Start > offset }) - 1; i >= 0; i-- {
		if refs[i].DocID != "" {
			return refs[i].DocID
		}
	}
	return ""
}

// maxWord bounds the word at an offset in bytes.
const maxWord = 64

// wordAt returns the name that covers an offset: letters, digits, underscores,
// and points and hyphens inside.
func wordAt(text string, offset int) (core.Span, bool) {
	inside := func(b byte) bool {
		return b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z' || b >= '0' && b <= '9' || b == '_' || b == '-' || b == '.'
	}
	start, end := offset, offset
	for start > 0 && offset-start < maxWord && inside(text[start-1]) {
		start--
	}
	for end < len(text) && end-offset < maxWord && inside(text[end]) {
		end++
	}
	for end > start && strings.IndexByte("-.", text[end-1]) >= 0 {
		end--
	}
	for start < end && strings.IndexByte("-.", text[start]) >= 0 {
		start++
	}
	return core.Span{Start: start, End: end}, end > start && offset <= end
}
