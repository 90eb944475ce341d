package answer

import (
	"github.com/pqcite/pqcite/core"
)

// typed answers with values that are known as data, under their quotes: a cell's row with
// its headers.
func (w *Extractive) typed(a core.TypedAnswer) Draft {
	d := Draft{Short: a.Sentence, Exact: true, Typed: true}
	d.claim(a.Sentence, w.citePlaces(&d, a.Places)...)
	for _, c := range a.Cells {
		d.claim(c.Text, w.citePlaces(&d, c.Places)...)
		claim := &d.Claims[len(d.Claims)-1]
		claim.Side, claim.Aspect = c.Side, c.Aspect
	}
	return d
}

// citePlaces cites where values are.
func (w *Extractive) citePlaces(d *Draft, places []core.TypedPlace) []string {
	var keys []string
	for _, p := range places {
		keys = union(keys, w.citePlace(d, p))
	}
	return keys
}

// citePlace cites where a value is.
func (w *Extractive) citePlace(d *Draft, p core.TypedPlace) []string {
	doc := w.Library.Document(p.DocID)
	if doc == nil {
		return nil
	}
	if t := doc.Table(p.Table); t != nil {
		return d.citeCell(grid{t, doc}, p.Row)
	}
	var keys []string
	for _, s := range p.Spans {
		keys = union(keys, []string{d.Cite(doc, s)})
	}
	return keys
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
