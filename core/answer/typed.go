package answer

import (
	"github.com/pqcite/pqcite/core"
)

// typed answers with values that are known as data, under their quotes: a cell's row with
// its headers.
func (w *Extractive) typed(a core.TypedAnswer) Draft {
	d := Draft{Short: a.Sentence, Exact: true, Typed: true}
	var keys []string
	for _, p := range a.Places {
		doc := w.Library.Document(p.DocID)
		if doc == nil {
			return Draft{}
		}
		if t := doc.Table(p.Table); t != nil {
			keys = union(keys, d.citeCell(grid{t, doc}, p.Row))
			continue
		}
		for _, s := range p.Spans {
			keys = union(keys, []string{d.Cite(doc, s)})
		}
	}
	d.claim(a.Sentence, keys...)
	return d
}

// citeCell cites a row of a table with what gives its cells their meaning: the header, the
// caption, and labels that reach into it from above.
func (d *Draft) citeCell(g grid, row int) []string {
	keys := append([]string{d.Cite(g.doc, g.rowSpan(row))}, d.citeHead(g)...)
	if above := g.above(row); above >= 0 {
		keys = union(keys, []string{d.Cite(g.doc, g.rowSpan(above))})
	}
	return keys
}
