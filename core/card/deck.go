package card

import (
	"strings"
	"sync"

	"github.com/pqcite/pqcite/core"
)

// Glossary knows the words of the field.
type Glossary interface {
	// At returns the term, identifier or object identifier that covers an offset
	// of a text.
	At(text string, offset int) (Entry, bool)
	// Facts returns what is known of an algorithm in addition to its text: inputs,
	// outputs, what it runs.
	Facts(docID, anchor string) []Fact
	// Summary returns our summary of an anchor, or "".
	Summary(docID, anchor string) string
}

// Entry is what a glossary says of a word.
type Entry struct {
	Subject Subject
	Heading string
	// Names are the word and its other names, by which the document may define it;
	// none where the card is not about a definition.
	Names []string
	Text  string // a summary
	Facts []Fact
	Value string // the quantity of an identifier, if it denotes one
	// DocID, Anchor and Pages say where the summary has it from.
	DocID, Anchor string
	Pages         []int
	Note          string
	Span          core.Span

	State State // Related or Guessed, else ""
	// Shared is set for a word that others use too: in a file it counts where that is
	// about one of the documents Of, or about any if there are none. Everyday is set
	// for one that counts in prose alone, and not as a name in program code.
	Shared, Everyday bool
	Of               []string
	Also             []Entry // what it is in texts about other documents
}

// Deck makes cards over fixed documents. It is immutable and safe for concurrent
// use; the documents must not change.
type Deck struct {
	docs     []*core.Document
	byID     map[string]*indexed
	names    map[string][]place // algorithms by their names
	folded   map[string][]place // and by these as program code spells them
	glossary Glossary

	definitions sync.Map // by the first name of the word: definition
}

// indexed is a document with its anchors by id.
type indexed struct {
	doc     *core.Document
	anchors map[string]*core.Anchor
}

// place is an anchor of a document.
type place struct {
	doc    *core.Document
	anchor *core.Anchor
}

// NewDeck returns a deck over documents and a glossary.
func NewDeck(docs []*core.Document, glossary Glossary) *Deck {
	d := &Deck{docs: docs, byID: make(map[string]*indexed, len(docs)), names: make(map[string][]place), folded: make(map[string][]place), glossary: glossary}
	for _, doc := range docs {
		l := &indexed{doc, make(map[string]*core.Anchor, len(doc.Anchors))}
		d.byID[doc.ID] = l
		for i := range doc.Anchors {
			a := &doc.Anchors[i]
			l.anchors[a.ID] = a
			if a.Kind == core.KindAlgorithm && a.Title != "" {
				name, at := plain(a.Title), place{doc, a}
				d.names[name] = append(d.names[name], at)
				if key := fold(name); len(key) >= minFolded {
					d.folded[key] = append(d.folded[key], at)
				}
			}
		}
	}
	return d
}

// plain is a name as program code and people write it: without a variable as its
// subscript.
func plain(name string) string {
	if i := strings.LastIndexByte(name, '_'); i > 0 && len([]rune(name[i+1:])) == 1 && (name[i+1] < '0' || name[i+1] > '9') {
		return name[:i]
	}
	return name
}

// minFolded is the length of the shortest name that is found in other spellings.
const minFolded = 3

// fold leaves the letters and digits of a name, in lower case: ByteEncode is
// byte_encode in some languages and byteEncode in others. A name with other marks has
// no such spelling.
func fold(name string) string {
	var b strings.Builder
	for _, r := range strings.ToLower(name) {
		switch {
		case r >= 'a' && r <= 'z' || r >= '0' && r <= '9':
			b.WriteRune(r)
		case r != '_' && r != '-' && r != '.':
			return ""
		}
	}
	return b.String()
}

// Anchor returns the card of an anchor of a document, or of the document as a
// whole for an empty anchor.
func (d *Deck) Anchor(docID, anchor string) (Card, bool) {
	l := d.byID[docID]
	if l == nil {
		return Card{}, false
	}
	if anchor == "" {
		return l.document(), true
	}
	a := l.anchors[anchor]
	if a == nil {
		return Card{}, false
	}
	return d.anchor(l.doc, a), true
}

func (l *indexed) document() Card {
	c := Card{Subject: OfReference, State: Resolved, Heading: l.doc.Label + " — " + l.doc.Title, Exactness: None}
	c.from(l.doc)
	c.StartPage, c.EndPage, c.URL = 1, len(l.doc.Pages), l.doc.URL
	return c
}

// from fills in what a card says of its document.
func (c *Card) from(doc *core.Document) {
	c.DocID, c.Place, c.Status, c.Date, c.Vouched = doc.ID, doc.Label, doc.Status, doc.Date, doc.Vouched()
}

func (d *Deck) anchor(doc *core.Document, a *core.Anchor) Card {
	c := Card{Subject: OfReference, State: Resolved, Heading: heading(doc, a)}
	c.from(doc)
	c.Anchor, c.Place = a.ID, doc.Label+", "+a.Name()
	c.on(doc, a.StartPage, a.EndPage)
	c.Text, c.More = passage(doc, a)
	c.Exactness = exactness(doc, c.Text)
	c.Grid = GridOf(doc, a.ID)
	if a.Span.Len() == 0 { // the place is known, and not which lines are its own
		if c.Text = d.glossary.Summary(doc.ID, a.ID); c.Text != "" {
			c.Exactness = Summary
		}
	}
	if a.Kind == core.KindAlgorithm {
		c.Facts = d.glossary.Facts(doc.ID, a.ID)
	}
	return c
}

// heading is how an anchor is cited, and what it is called.
func heading(doc *core.Document, a *core.Anchor) string {
	s := doc.Label + ", " + a.Name()
	if a.Number != "" && a.Title != "" {
		s += " — " + a.Title
	}
	return s
}

// on fills in the pages of a card.
func (c *Card) on(doc *core.Document, first, last int) {
	c.StartPage, c.EndPage, c.URL = first, last, doc.PageURL(first)
	if p := doc.Page(first); p != nil {
		c.PrintedPage = p.Label
	}
}

func exactness(doc *core.Document, text string) Exactness {
	switch {
	case text == "":
		return None
	case doc.Source() == core.SourcePack:
		return Summary
	case !core.Readable(text):
		return Unread
	}
	return Verbatim
}
