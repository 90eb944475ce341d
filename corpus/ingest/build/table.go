package build

import (
	"fmt"
	"strings"

	"github.com/pqcite/pqcite/core"
)

// Cell is one cell of a row: its text and what it covers. A width or height of
// zero counts as one.
type Cell struct {
	Text                  string
	Column, Width, Height int
}

// maxColumns bounds a table, whose reader may need a slot for each column.
const maxColumns = 4096

// openTable is the table that is being added.
type openTable struct {
	core.Table
	anchor int // index of its anchor; -1 without one
}

// BeginTable opens a table. Without a number it is cited by its title; without
// either it has no anchor and its rows become prose. Whatever is added before
// EndTable belongs to the table.
func (b *Builder) BeginTable(number, title string, columns int, captionAbove ...string) {
	b.needPage()
	if b.table != nil {
		b.fail(fmt.Errorf("%w: a table begins inside a table", errOrder))
		return
	}
	start := b.text.Len()
	span := core.Span{Start: start, End: start}
	number, title = tidy(number), tidy(title)
	b.table = &openTable{anchor: -1, Table: core.Table{Caption: title, Columns: max(columns, 1), Span: span}}
	if number != "" || title != "" {
		if i, ok := b.anchor(core.Anchor{Kind: core.KindTable, Number: number, Title: title, Parent: b.section(), Span: span}); ok {
			b.table.anchor, b.table.Anchor = i, b.doc.Anchors[i].ID
		}
	}
	b.lines(captionAbove)
}

// Row adds a row. Calls to Page may come between rows: a table may run over
// several pages.
func (b *Builder) Row(header bool, cells []Cell) {
	if b.table == nil {
		b.fail(fmt.Errorf("%w: a row without a table", errOrder))
		return
	}
	start := b.text.Len()
	row := core.Row{}
	var line strings.Builder
	for i, c := range cells {
		if i > 0 {
			line.WriteByte('\t')
		}
		text := tidy(c.Text)
		at := start + line.Len()
		line.WriteString(text)
		row.Cells = append(row.Cells, core.Cell{
			Span: core.Span{Start: at, End: at + len(text)}, Column: c.Column, Width: max(c.Width, 1), Height: max(c.Height, 1),
		})
		b.widen(c)
	}
	row.Span = b.rawLine(line.String())
	if header && len(b.table.Rows) == b.table.HeaderRows {
		b.table.HeaderRows++
	}
	b.table.Rows = append(b.table.Rows, row)
}

// widen makes room for a cell that reaches over its right edge.
func (b *Builder) widen(c Cell) {
	if c.Column < 0 || c.Column > maxColumns || c.Width > maxColumns || c.Column+c.Width > maxColumns {
		b.fail(fmt.Errorf("%w: a cell covers columns outside 0 to %d", ErrLimit, maxColumns))
		return
	}
	b.table.Columns = max(b.table.Columns, c.Column+max(c.Width, 1))
}

// TableLine adds a line of the table that is no row, such as a note.
func (b *Builder) TableLine(text string) {
	if b.table == nil {
		b.fail(fmt.Errorf("%w: a table's line without a table", errOrder))
		return
	}
	b.line(text)
}

// EndTable closes the table.
func (b *Builder) EndTable(captionBelow ...string) {
	if b.table == nil {
		b.fail(fmt.Errorf("%w: a table ends that never began", errOrder))
		return
	}
	b.lines(captionBelow)
	t := b.table
	b.table = nil
	t.Span.End = max(t.Span.Start, b.text.Len()-1)
	if t.anchor < 0 {
		b.endBlock(t.Span.Start, b.zone, false)
		return
	}
	b.doc.Anchors[t.anchor].Span = t.Span
	b.doc.Tables = append(b.doc.Tables, t.Table)
	b.endBlock(t.Span.Start, core.PassageTable, false)
}
