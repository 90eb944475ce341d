package retrieval

import (
	"cmp"
	"iter"
	"slices"
	"strings"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/retrieval/lexical"
)

// entryVersion changes whenever the same passage gives another entry.
const entryVersion = 1

// entries returns what is indexed of each passage, in the order of Engine.passages.
//
// The heading starts with the document's label ("FIPS 203"), so that a query
// that names a document finds its passages and not only those that cite it. Its
// title is left out: it would give each passage the document's subject.
func (e *Engine) entries() iter.Seq[lexical.Entry] {
	return e.read(func(yield func(uint32) bool) {
		for i := range e.passages {
			if !yield(uint32(i)) {
				return
			}
		}
	})
}

// entriesOf returns what is indexed of some passages.
func (e *Engine) entriesOf(entries []uint32) iter.Seq[lexical.Entry] {
	return e.read(slices.Values(entries))
}

func (e *Engine) read(entries iter.Seq[uint32]) iter.Seq[lexical.Entry] {
	return func(yield func(lexical.Entry) bool) {
		var r entryReader
		for i := range entries {
			p := e.passages[i]
			if doc := e.docs[p.doc]; doc != r.doc {
				r = newEntryReader(doc)
			}
			if !yield(r.entry(&r.doc.Passages[p.passage])) {
				return
			}
		}
	}
}

// entryReader makes the entries of one document.
type entryReader struct {
	doc     *core.Document
	anchors map[string]*core.Anchor
	// captions has the names of algorithms and captions of tables by anchor,
	// where they say more than the anchor's title.
	captions map[string]string
	headings map[string]string // by section
}

func newEntryReader(d *core.Document) entryReader {
	r := entryReader{
		doc: d, anchors: make(map[string]*core.Anchor, len(d.Anchors)),
		captions: map[string]string{}, headings: map[string]string{},
	}
	for i := range d.Anchors {
		r.anchors[d.Anchors[i].ID] = &d.Anchors[i]
	}
	for i := range d.Algorithms {
		r.addCaption(d.Algorithms[i].Anchor, d.Algorithms[i].Name)
	}
	for i := range d.Tables {
		r.addCaption(d.Tables[i].Anchor, d.Tables[i].Caption)
	}
	return r
}

func (r *entryReader) addCaption(anchor, caption string) {
	if a := r.anchors[anchor]; a != nil && !strings.Contains(a.Heading(), caption) && !strings.Contains(caption, a.Title) {
		r.captions[anchor] = caption
	}
}

func (r *entryReader) entry(p *core.Passage) lexical.Entry {
	return lexical.Entry{Heading: r.heading(p.Section), Names: r.names(p), Body: r.doc.Quote(p.Span)}
}

// maxModelText bounds what a model is given of a passage or a query, in bytes: some 500 tokens
// of prose, which is what small models read. Servers refuse, or cut by themselves, what is longer.
const maxModelText = 2000

// modelText is what a model reads of a passage: its document's label, headings and names, and
// its text.
func (e *Engine) modelText(entry uint32) string {
	d, p := e.passage(entry)
	r := newEntryReader(d)
	return modelText(r.entry(p))
}

func modelText(e lexical.Entry) string {
	lines := []string{strings.ReplaceAll(e.Heading, "\n", ", ")}
	if e.Names != "" {
		lines = append(lines, e.Names)
	}
	return cutForModel(strings.Join(append(lines, e.Body), "\n"))
}

// cutForModel cuts a text at maxModelText. Some servers fail at one without a word.
func cutForModel(text string) string {
	text = strings.TrimSpace(strings.ToValidUTF8(text[:min(len(text), maxModelText)], ""))
	return cmp.Or(text, "-")
}

func (r *entryReader) heading(section string) string {
	h, ok := r.headings[section]
	if !ok {
		h = strings.Join(append([]string{r.doc.Label}, r.doc.SectionPath(section)...), "\n")
		r.headings[section] = h
	}
	return h
}

func (r *entryReader) names(p *core.Passage) string {
	var lines []string
	for _, id := range p.Anchors {
		if a := r.anchors[id]; a != nil {
			lines = append(lines, a.Heading())
		}
		if c := r.captions[id]; c != "" {
			lines = append(lines, c)
		}
	}
	return strings.Join(lines, "\n")
}
