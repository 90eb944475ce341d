package store

import "github.com/pqcite/pqcite/core"

// The fewest bytes that each kind of list item takes in a file: one for each
// number, string and list in it, two for a span.
const (
	stringSize    = 1
	pageSize      = 5
	furnitureSize = 2
	anchorSize    = 9
	passageSize   = 7
	unitSize      = 5
	algorithmSize = 5
	lineSize      = 5
	tableSize     = 7
	rowSize       = 3
	cellSize      = 5
)

// The functions below are the format. Any change of them is a new
// documentVersion, and so is a change of how core cuts units: those of an older
// version are not read, but cut anew.

func (c *coder) document(d *core.Document) {
	text(c, &d.ID)
	text(c, &d.Title)
	text(c, &d.Label)
	text(c, &d.Status)
	text(c, &d.Date)
	text(c, &d.URL)
	text(c, &d.SHA256)
	text(c, &d.Format)
	if c.version >= 2 {
		text(c, &d.Identity)
		c.flag(&d.Repaired)
	}
	text(c, &d.Text)
	list(c, &d.Pages, pageSize, (*coder).page)
	list(c, &d.Anchors, anchorSize, (*coder).anchor)
	list(c, &d.Passages, passageSize, (*coder).passage)
	list(c, &d.Algorithms, algorithmSize, (*coder).algorithm)
	list(c, &d.Tables, tableSize, (*coder).table)
}

func (c *coder) page(p *core.Page) {
	c.number(&p.Number)
	text(c, &p.Label)
	c.span(&p.Span)
	list(c, &p.Furniture, furnitureSize, (*coder).furniture)
}

func (c *coder) furniture(f *core.Furniture) {
	text(c, &f.Kind)
	text(c, &f.Text)
}

func (c *coder) anchor(a *core.Anchor) {
	text(c, &a.ID)
	text(c, &a.Kind)
	text(c, &a.Number)
	text(c, &a.Title)
	text(c, &a.Parent)
	c.span(&a.Span)
	c.number(&a.StartPage)
	c.number(&a.EndPage)
}

func (c *coder) passage(p *core.Passage) {
	text(c, &p.Kind)
	text(c, &p.Section)
	list(c, &p.Anchors, stringSize, text[string])
	c.span(&p.Span)
	c.number(&p.StartPage)
	c.number(&p.EndPage)
	if c.version >= 3 {
		list(c, &p.Units, unitSize, (*coder).unit)
	}
}

func (c *coder) unit(u *core.Unit) {
	text(c, &u.Kind)
	c.span(&u.Span)
	c.number(&u.Of)
	c.number(&u.Index)
}

func (c *coder) algorithm(a *core.Algorithm) {
	text(c, &a.Anchor)
	text(c, &a.Name)
	c.span(&a.Span)
	list(c, &a.Lines, lineSize, (*coder).line)
}

func (c *coder) line(l *core.AlgorithmLine) {
	text(c, &l.Kind)
	text(c, &l.Step)
	c.number(&l.Indent)
	c.span(&l.Span)
}

func (c *coder) table(t *core.Table) {
	text(c, &t.Anchor)
	text(c, &t.Caption)
	c.number(&t.HeaderRows)
	c.number(&t.Columns)
	list(c, &t.Rows, rowSize, (*coder).row)
	c.span(&t.Span)
}

func (c *coder) row(r *core.Row) {
	c.span(&r.Span)
	list(c, &r.Cells, cellSize, (*coder).cell)
}

func (c *coder) cell(x *core.Cell) {
	c.span(&x.Span)
	c.number(&x.Column)
	c.number(&x.Width)
	c.number(&x.Height)
}
