package answer

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/internal/lex"
)

// unit is a unit of a document as an answer claims it: a sentence, a row, a line of a
// box, or a whole listing.
type unit struct {
	span core.Span
	text string      // as facts are bound to it, and as it is claimed
	row  string      // what a row is claimed as
	also []core.Span // what gives it its meaning: the caption and the headers of a table
	list bool        // one of a list: it means something only after what announces it
	code bool        // a listing, whole
	sum  uint32      // of its text, by which a fact is bound to it
}

// said is what is claimed of a unit.
func (u *unit) said() string { return cmp.Or(u.row, u.text) }

// passage is a passage with the units that can be claimed of it.
type passage struct {
	doc     *core.Document
	of      *core.Passage
	heading string // of all its units
	units   []unit
}

// Passages keeps passages as they were read, for the next question that finds them.
// It is safe for concurrent use; the zero value is ready.
type Passages struct {
	mu   sync.Mutex
	read map[passageKey]passage // guarded by mu
}

// passageKey names a passage of a document in memory.
type passageKey struct {
	doc   *core.Document
	index int
}

// maxPassages bounds the passages that are kept: about as many as the six standards
// have, in some 3 MB.
const maxPassages = 1 << 10

func (p *Passages) of(doc *core.Document, index int) passage {
	if p == nil {
		return read(doc, index)
	}
	key := passageKey{doc, index}
	p.mu.Lock()
	got, ok := p.read[key]
	p.mu.Unlock()
	if ok {
		return got
	}
	got = read(doc, index)
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.read == nil || len(p.read) >= maxPassages {
		p.read = make(map[passageKey]passage)
	}
	p.read[key] = got
	return got
}

// read is a passage with its units, less those with a character that could not be
// read: nothing is claimed of these.
func read(doc *core.Document, index int) passage {
	p := readAll(doc, index)
	p.units = slices.DeleteFunc(p.units, func(u unit) bool { return !core.Readable(u.text) || !core.Readable(doc.Quote(u.span)) })
	return p
}

// readAll is a passage with all its units.
func readAll(doc *core.Document, index int) passage {
	of := &doc.Passages[index]
	p := passage{doc: doc, of: of, heading: doc.Label + " " + strings.Join(doc.SectionPath(of.Section), " ")}
	switch of.Kind {
	case core.PassageTable:
		p.addTables(index)
	case core.PassageAlgorithm:
		p.addBoxes(index)
	case core.PassageProse, core.PassageFront:
		p.addCaptioned(index)
		p.addSentences(index)
		p.addAnnounced(index)
	case core.PassageCode:
		p.addListing(index)
	}
	for i := range p.units {
		p.units[i].sum = lex.Sum(p.units[i].text)
	}
	return p
}

// Citable is a unit of a document with what a question is bound to it by.
type Citable struct {
	Ref     core.UnitRef
	Heading string // the document, its sections, the caption and header of its table
	Text    string // as it is claimed
}

// Units returns what questions can be bound to in a document, in reading order.
// Units that hold a character that could not be read are among them: the same
// document binds the same questions, though no answer claims those.
func Units(doc *core.Document) []Citable {
	var out []Citable
	for i := range doc.Passages {
		p := readAll(doc, i)
		for _, u := range p.units {
			at := doc.Locate(u.span)
			out = append(out, Citable{
				Ref:     core.UnitRef{DocID: doc.ID, Page: at.StartPage, Anchor: at.Anchor, Sum: u.sum},
				Heading: p.heading, Text: u.text,
			})
		}
	}
	return out
}

// addSentences adds the sentences of a passage that can be understood alone: no
// heading, no fragment, and not too long to be one.
func (p *passage) addSentences(index int) {
	of := &p.doc.Passages[index]
	for _, u := range p.doc.Units(index) {
		quote := p.doc.Quote(u.Span)
		if isShort(quote) || u.Span.Len() > maxSentence || isHeading(p.doc, of, u.Span) || isFragment(quote) && !isItem(quote) {
			continue
		}
		p.units = append(p.units, unit{span: u.Span, text: oneLine(p.doc, quote), list: isItem(quote)})
	}
}

func (p *passage) addTables(index int) {
	var t grid
	var head []core.Span
	for _, u := range p.doc.Units(index) {
		if u.Kind != core.UnitRow {
			continue
		}
		if next := (grid{&p.doc.Tables[u.Of], p.doc}); next != t {
			t, head = next, next.head()
			p.heading += " " + t.Caption + " " + t.headerRow()
		}
		if u.Index < t.HeaderRows {
			continue
		}
		row := unit{span: t.rowSpan(u.Index), text: t.row(u.Index), row: t.spoken(u.Index), also: head}
		if above := t.above(u.Index); above >= 0 {
			row.also = append([]core.Span{t.Rows[above].Span}, head...)
		}
		p.units = append(p.units, row)
	}
}

func (p *passage) addBoxes(index int) {
	var a *core.Algorithm
	for _, u := range p.doc.Units(index) {
		if u.Kind != core.UnitLine {
			continue
		}
		if next := &p.doc.Algorithms[u.Of]; next != a {
			a = next
			p.heading += " " + a.Name + " " + p.doc.Anchor(a.Anchor).Heading()
		}
		text := strings.TrimSpace(p.doc.Quote(u.Span))
		if a.Lines[u.Index].Kind != core.LineCaption && text != "" {
			p.units = append(p.units, unit{span: trimSpan(p.doc, u.Span), text: text, list: true})
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

// isHeading reports whether a sentence is the heading of a section that starts in its
// passage.
func isHeading(doc *core.Document, p *core.Passage, s core.Span) bool {
	return slices.ContainsFunc(p.Anchors, func(id string) bool {
		a := doc.Anchor(id)
		return a != nil && (a.Kind == core.KindSection || a.Kind == core.KindAppendix) && a.Span.Start == s.Start
	})
}

// isShort reports whether a text has too few words for a sentence.
func isShort(text string) bool { return len(strings.Fields(text)) < 4 }

// isFragment reports whether a sentence lacks its beginning: a passage can start in
// the middle of one.
func isFragment(text string) bool { return text[0] >= 'a' && text[0] <= 'z' }

// isProse reports whether sentences are quoted from passages of a kind. Tables and
// boxes have writers of their own, and a bibliography says nothing.
func isProse(k core.PassageKind) bool { return k == core.PassageProse || k == core.PassageFront }

// announces reports whether a sentence promises what follows it.
func announces(text string) bool { return strings.HasSuffix(text, ":") }

// showsBelow matches a sentence that a listing below it belongs to, without a colon.
var showsBelow = regexp.MustCompile(`(?i)\b(?:as follows|the following|below|for example|an example)\b[^.!?]*[.!?]?$`)

func announcesListing(text string) bool { return announces(text) || showsBelow.MatchString(text) }

// namesListing matches the caption below a drawing or a listing.
var namesListing = regexp.MustCompile(`^\s*(?:Figure|Listing|Example) \d`)

// addCaptioned adds the listing above a passage that begins with its caption.
func (p *passage) addCaptioned(index int) {
	if index > 0 && namesListing.MatchString(p.doc.Quote(p.of.Span)) {
		p.addCode(index - 1)
	}
}

// addAnnounced adds the listing after a passage whose last sentence announces it.
func (p *passage) addAnnounced(index int) {
	if n := len(p.units); n > 0 && index+1 < len(p.doc.Passages) && announcesListing(p.units[n-1].text) {
		p.addCode(index + 1)
	}
}

// addListing adds a listing, which is claimed whole, after the sentence that
// announces it.
func (p *passage) addListing(index int) {
	if index > 0 {
		above := &p.doc.Passages[index-1]
		if isProse(above.Kind) && above.Section == p.of.Section {
			p.addSentences(index - 1)
		}
		if n := len(p.units); n > 0 && announcesListing(p.units[n-1].text) {
			p.units = p.units[n-1:]
		} else {
			p.units = nil
		}
	}
	p.addCode(index)
}

// addCode adds a passage of the same section as one unit if it is a listing.
func (p *passage) addCode(index int) {
	of := &p.doc.Passages[index]
	text := p.doc.Quote(of.Span)
	quote := strings.Trim(text, "\n")
	if of.Kind != core.PassageCode || of.Section != p.of.Section || quote == "" {
		return
	}
	start := of.Span.Start + strings.Index(text, quote)
	p.units = append(p.units, unit{span: core.Span{Start: start, End: start + len(quote)}, text: quote, list: true, code: true})
}
