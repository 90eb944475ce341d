package card

import (
	"iter"
	"slices"
	"strings"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/internal/lex"
)

// definition is where a document defines a word, in its own words.
type definition struct {
	text string // "" where it does not
	page int
}

// definition returns what a document says a word is: the word's row of the table
// that the glossary names, its entry in a list of words, or a sentence that
// defines it on the pages of the summary. It is looked for once, which takes
// about 100 µs.
func (d *Deck) definition(l *indexed, e *Entry) definition {
	if len(e.Names) == 0 || l.doc.Source() != core.SourceDocument {
		return definition{}
	}
	if known, ok := d.definitions.Load(e.Names[0]); ok {
		return known.(definition)
	}
	found := l.row(e)
	if found.text == "" {
		found = l.sentence(e)
	}
	d.definitions.Store(e.Names[0], found)
	return found
}

// row returns the row that a table has for the word, below its headers.
func (l *indexed) row(e *Entry) definition {
	t := l.doc.Table(e.Anchor)
	if t == nil {
		return definition{}
	}
	for r := t.HeaderRows; r < len(t.Rows); r++ {
		label := t.At(r, 0)
		if label == nil || !slices.Contains(e.Names, l.doc.Quote(label.Span)) {
			continue
		}
		var lines []string
		for i := range t.Rows {
			if i < t.HeaderRows || i == r || reachesInto(t, i, r) {
				lines = append(lines, l.doc.Quote(t.Rows[i].Span))
			}
		}
		return definition{strings.Join(lines, "\n"), l.doc.PageAt(t.Rows[r].Span.Start).Number}
	}
	return definition{}
}

// reachesInto reports whether a cell of one row of a table is also one of another
// row below it.
func reachesInto(t *core.Table, above, row int) bool {
	return above < row && slices.ContainsFunc(t.Rows[above].Cells, func(c core.Cell) bool { return above+c.Height > row })
}

// Bounds of a definition in bytes: what it has beyond the word, and what is more
// than a sentence.
const (
	minDefinition = 20
	maxDefinition = 1200
)

// sentence returns the sentence that defines the word best, if one does.
func (l *indexed) sentence(e *Entry) definition {
	for _, defines := range []func(core.Span, string) bool{l.isEntry, l.defines} {
		for _, page := range l.pagesOf(e) {
			for span := range l.sentencesOn(page) {
				fits := func(name string) bool { return span.Len() > len(name)+minDefinition && defines(span, name) }
				if span.Len() <= maxDefinition && l.doc.Text[span.End-1] != ':' && slices.ContainsFunc(e.Names, fits) {
					return definition{l.doc.Quote(span), page}
				}
			}
		}
	}
	return definition{}
}

// sentencesOn are the sentences that begin on a page.
func (l *indexed) sentencesOn(page int) iter.Seq[core.Span] {
	return func(yield func(core.Span) bool) {
		p := l.doc.Page(page)
		if p == nil {
			return
		}
		for i := l.doc.PassageAt(p.Span.Start); i < len(l.doc.Passages) && l.doc.Passages[i].Span.Start < p.Span.End; i++ {
			for _, u := range l.doc.Units(i) {
				if u.Kind == core.UnitSentence && p.Span.Start <= u.Span.Start && u.Span.Start < p.Span.End && !yield(u.Span) {
					return
				}
			}
		}
	}
}

// pagesOf are the pages on which the word is explained.
func (l *indexed) pagesOf(e *Entry) []int {
	if a := l.anchors[e.Anchor]; len(e.Pages) == 0 && a != nil {
		return []int{a.StartPage}
	}
	return e.Pages
}

// isEntry reports whether a sentence is the word's entry in a glossary. The expansion
// of an acronym is not a definition.
func (l *indexed) isEntry(s core.Span, word string) bool {
	path := l.doc.SectionPath(l.doc.Passages[l.doc.PassageAt(s.Start)].Section)
	acronyms := len(path) > 0 && strings.HasSuffix(strings.ToLower(path[len(path)-1]), "acronyms")
	return slices.ContainsFunc(path, lex.IsWordList) && !acronyms && lex.IsEntry(l.doc.Quote(s), word)
}

// defines reports whether a sentence says what the word is.
func (l *indexed) defines(s core.Span, word string) bool {
	return lex.Defines(lex.OneLine(l.doc.Quote(s)), word) == lex.Defining
}
