package answer

import (
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/internal/sentence"
)

// piece is the smallest thing that can be claimed: a sentence, a row of a table, a
// line of an algorithm box, a listing.
type piece struct {
	span core.Span
	text string      // as it is claimed
	also []core.Span // what gives it its meaning: the caption and the headers of a table
	list bool        // one of a list: it means something only behind what announces it
	code bool        // a listing, whole
	sum  uint32      // of its text, by which it is known
}

// reading is a passage cut into pieces, with what stands above all of them.
type reading struct {
	doc     *core.Document
	passage *core.Passage
	heading string
	pieces  []piece
}

// Readings keeps passages as they were cut, for the next question that finds them.
// It is safe for concurrent use; the zero value is ready.
type Readings struct {
	mu sync.Mutex
	of map[passageOf]reading
}

// passageOf names a passage of a document in memory.
type passageOf struct {
	doc     *core.Document
	passage int
}

// maxReadings bounds the passages that are kept: about as many as the six standards
// have, in some 3 MB.
const maxReadings = 1 << 10

func (r *Readings) read(doc *core.Document, passage int) reading {
	if r == nil {
		return read(doc, passage)
	}
	at := passageOf{doc, passage}
	r.mu.Lock()
	got, ok := r.of[at]
	r.mu.Unlock()
	if ok {
		return got
	}
	got = read(doc, passage)
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.of == nil || len(r.of) >= maxReadings {
		r.of = make(map[passageOf]reading)
	}
	r.of[at] = got
	return got
}

// read cuts a passage into what can be claimed of it: what holds a character that
// could not be read is not.
func read(doc *core.Document, passage int) reading {
	r := cut(doc, passage)
	r.pieces = slices.DeleteFunc(r.pieces, func(p piece) bool { return !core.Readable(p.text) || !core.Readable(doc.Quote(p.span)) })
	return r
}

// cut cuts a passage into its pieces, readable or not.
func cut(doc *core.Document, passage int) reading {
	p := &doc.Passages[passage]
	r := reading{doc: doc, passage: p, heading: doc.Label + " " + strings.Join(doc.SectionPath(p.Section), " ")}
	switch p.Kind {
	case core.PassageTable:
		r.readTables()
	case core.PassageAlgorithm:
		r.readBoxes()
	case core.PassageProse, core.PassageFront:
		r.readNamed(passage)
		r.readSentences(p)
		r.readAnnounced(passage)
	case core.PassageCode:
		r.readListing(passage)
	}
	for i := range r.pieces {
		r.pieces[i].sum = sentence.Sum(r.pieces[i].text)
	}
	return r
}

func (r *reading) readSentences(of *core.Passage) {
	for _, s := range sentencesOf(r.doc, of.Span) {
		quote := r.doc.Quote(s)
		if s.Len() > maxSentence || isHeading(r.doc, of, s) || isFragment(quote) && !isItem(quote) {
			continue
		}
		r.pieces = append(r.pieces, piece{span: s, text: oneLine(r.doc, quote), list: isItem(quote)})
	}
}

func (r *reading) readTables() {
	for _, id := range r.passage.Anchors {
		t := r.doc.Table(id)
		if t == nil {
			continue
		}
		r.heading += " " + t.Caption + " " + headerRow(r.doc, t)
		also := headSpans(r.doc, t)
		for row := t.HeaderRows; row < len(t.Rows); row++ {
			p := piece{span: trimSpan(r.doc, t.Rows[row].Span), text: rowOfCells(r.doc, t, row), also: also}
			if c := reaching(r.doc, t, row); c.Len() > 0 {
				p.also = append([]core.Span{c}, also...)
			}
			r.pieces = append(r.pieces, p)
		}
	}
}

// reaching is the row above from which a cell reaches down into a row, if one does.
func reaching(_ *core.Document, t *core.Table, row int) core.Span {
	for c := range t.Columns {
		if cell := t.At(row, c); cell != nil && !t.Rows[row].Span.Contains(cell.Span) {
			return t.Rows[rowHolding(t, cell)].Span
		}
	}
	return core.Span{}
}

func (r *reading) readBoxes() {
	for _, id := range r.passage.Anchors {
		a := r.doc.Algorithm(id)
		if a == nil {
			continue
		}
		r.heading += " " + a.Name + " " + r.doc.Anchor(id).Heading()
		for _, l := range a.Lines {
			text := strings.TrimSpace(r.doc.Quote(l.Span))
			if l.Kind != core.LineCaption && text != "" {
				r.pieces = append(r.pieces, piece{span: trimSpan(r.doc, l.Span), text: text, list: true})
			}
		}
	}
}

// isItem reports whether a quote begins like an item of a list.
func isItem(quote string) bool {
	head, _, _ := strings.Cut(strings.TrimSpace(quote), " ")
	switch {
	case head == "•", head == "–", head == "◦", head == "-":
		return true
	case len(head) < 2 || len(head) > 4:
		return false
	}
	number := strings.Trim(head, "().")
	return number != head && number != "" && len(number) <= 2 && (strings.Trim(number, "0123456789") == "" || len(number) == 1 && number[0] >= 'a' && number[0] <= 'z')
}

// announces reports whether a sentence promises what follows it.
func announces(text string) bool { return strings.HasSuffix(text, ":") }

// showsBelow matches a sentence that a listing below it belongs to, without a colon.
var showsBelow = regexp.MustCompile(`(?i)\b(?:as follows|the following|below|for example|an example)\b[^.!?]*[.!?]?$`)

func announcesListing(text string) bool { return announces(text) || showsBelow.MatchString(text) }

// namesListing matches the caption below a drawing or a listing.
var namesListing = regexp.MustCompile(`^\s*(?:Figure|Listing|Example) \d`)

// readNamed adds the listing above a passage that begins with its caption.
func (r *reading) readNamed(passage int) {
	if passage == 0 || !namesListing.MatchString(r.doc.Quote(r.passage.Span)) {
		return
	}
	if p := &r.doc.Passages[passage-1]; p.Kind == core.PassageCode && p.Section == r.passage.Section {
		r.addListing(p)
	}
}

// readAnnounced adds the listing behind a passage that its last sentence announces.
func (r *reading) readAnnounced(passage int) {
	next, n := passage+1, len(r.pieces)
	if next == len(r.doc.Passages) || n == 0 || !announcesListing(r.pieces[n-1].text) {
		return
	}
	if p := &r.doc.Passages[next]; p.Kind == core.PassageCode && p.Section == r.passage.Section {
		r.addListing(p)
	}
}

// readListing cuts nothing: a listing is one piece, behind the sentence that
// announces it.
func (r *reading) readListing(passage int) {
	if passage > 0 {
		above := &r.doc.Passages[passage-1]
		if isProse(above.Kind) && above.Section == r.passage.Section {
			r.readSentences(above)
		}
		if n := len(r.pieces); n > 0 && announcesListing(r.pieces[n-1].text) {
			r.pieces = r.pieces[n-1:]
		} else {
			r.pieces = nil
		}
	}
	r.addListing(r.passage)
}

func (r *reading) addListing(p *core.Passage) {
	quote := strings.Trim(r.doc.Quote(p.Span), "\n")
	if quote == "" {
		return
	}
	start := p.Span.Start + strings.Index(r.doc.Quote(p.Span), quote)
	r.pieces = append(r.pieces, piece{span: core.Span{Start: start, End: start + len(quote)}, text: quote, list: true, code: true})
}

// sentencesOf splits a part of a document, leaving out headings and fragments
// without a verb's worth of words.
func sentencesOf(doc *core.Document, s core.Span) []core.Span {
	var out []core.Span
	for _, part := range sentence.Split(doc.Quote(s)) {
		span := core.Span{Start: s.Start + part.Start, End: s.Start + part.End}
		if len(strings.Fields(doc.Quote(span))) >= 4 {
			out = append(out, span)
		}
	}
	return out
}
