package typed

import (
	"slices"
	"strings"
	"sync"

	"github.com/pqcite/pqcite/citations/quote"
	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/corpus/standards"
)

// Facts are the typed facts that the documents of a library prove. They are immutable and
// safe for concurrent use.
type Facts struct {
	docs  map[string]*core.Document
	found sync.Map // search to *core.TypedPlace, its DocID "" where nothing was found
}

// New returns the facts that documents prove.
func New(docs []*core.Document) *Facts {
	f := &Facts{docs: make(map[string]*core.Document, len(docs))}
	for _, d := range docs {
		f.docs[d.ID] = d
	}
	return f
}

// value is one property of one parameter set.
type value struct {
	text   string
	places []core.TypedPlace
}

// value finds a property of a parameter set and where a document of the library says it.
func (f *Facts) value(set string, p *property) (value, bool) {
	for _, r := range standards.ParametersOf(set) {
		doc := f.docs[r.At.DocID()]
		if doc == nil {
			continue
		}
		for i := range r.Values {
			if v := &r.Values[i]; slices.Contains(p.columns, symbolOf(v.Name)) {
				place, ok := cellPlace(doc, &r, v)
				return value{p.shown(v.Text()), []core.TypedPlace{place}}, ok
			}
		}
	}
	if p.inWords == nil {
		return value{}, false
	}
	return p.inWords(f, set)
}

// symbolOf is the name of a column without the meaning after a symbol: "τ" of "τ - number
// of ±1's in polynomial c".
func symbolOf(column string) string {
	head, _, _ := strings.Cut(column, " - ")
	head, _, _ = strings.Cut(head, " = ")
	return head
}

// cellPlace finds the cell of a value: at the row of its set under the header of its
// column, or the other way round where the sets are columns. A document whose cell says
// anything else proves nothing.
func cellPlace(doc *core.Document, r *standards.Parameter, v *standards.Value) (core.TypedPlace, bool) {
	t := doc.Table(r.At.Anchor())
	if t == nil || t.HeaderRows == 0 {
		return core.TypedPlace{}, false
	}
	of, name, text := folded(r.Of), folded(v.Name), folded(v.Text())
	is := func(c *core.Cell, want string) bool { return c != nil && folded(doc.Quote(c.Span)) == want }
	for row := t.HeaderRows; row < len(t.Rows); row++ {
		for column := 1; column < t.Columns; column++ {
			label, header, cell := t.At(row, 0), t.At(t.HeaderRows-1, column), t.At(row, column)
			if is(cell, text) && (is(label, of) && is(header, name) || is(label, name) && is(header, of)) {
				return core.TypedPlace{DocID: doc.ID, Spans: []core.Span{cell.Span, label.Span, header.Span}, Table: t.Anchor, Row: row}, true
			}
		}
	}
	return core.TypedPlace{}, false
}

// folded is a text as cells are compared: mathematical letters plain, without notes and
// white space, so that digits in groups are one number.
func folded(s string) string {
	s = quote.Fold(s)
	for _, marks := range []string{"[]", "()"} {
		for {
			start := strings.IndexByte(s, marks[0])
			if marks == "()" {
				start = strings.Index(s, "(see ")
			}
			end := strings.IndexByte(s[max(start, 0):], marks[1])
			if start < 0 || end < 0 {
				break
			}
			s = s[:start] + s[start+end+1:]
		}
	}
	return strings.ToLower(strings.Join(strings.Fields(strings.ReplaceAll(s, "-\n", "-")), ""))
}

// search is a search for words in a document.
type search struct{ docID, words string }

// wordsPlace finds the first unit of a document that has all of some phrases, whatever the
// white space. It reads the document once for each, about 3 ms.
func (f *Facts) wordsPlace(doc *core.Document, phrases ...string) (core.TypedPlace, bool) {
	key := search{doc.ID, strings.Join(phrases, "\n")}
	if found, ok := f.found.Load(key); ok {
		return *found.(*core.TypedPlace), found.(*core.TypedPlace).DocID != ""
	}
	place := placeOfWords(doc, phrases)
	f.found.Store(key, &place)
	return place, place.DocID != ""
}

func placeOfWords(doc *core.Document, phrases []string) core.TypedPlace {
	wanted := make([]string, len(phrases))
	for i, p := range phrases {
		wanted[i] = folded(p)
	}
	for i := range doc.Passages {
		if doc.Passages[i].Kind == core.PassageContents {
			continue
		}
		for _, u := range doc.Units(i) {
			text := folded(doc.Quote(u.Span))
			if !slices.ContainsFunc(wanted, func(p string) bool { return !strings.Contains(text, p) }) {
				return core.TypedPlace{DocID: doc.ID, Spans: []core.Span{trimmed(doc, u.Span)}}
			}
		}
	}
	return core.TypedPlace{}
}

func trimmed(doc *core.Document, s core.Span) core.Span {
	text := doc.Quote(s)
	s.End = s.Start + len(strings.TrimRight(text, " \t\n"))
	s.Start += len(text) - len(strings.TrimLeft(text, " \t\n"))
	return s
}
