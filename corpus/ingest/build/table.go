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

// BeginTable opens a table. A table without a number has no anchor to be cited
// by: its rows become prose.
func (b *Builder) BeginTable(number, title string, columns int, captionAbove ...string) {
	b.needPage()
	if b.table != nil {
		b.fail(fmt.Errorf("%w: a table begins inside a table", ErrOrder))
		return
	}
	start := b.text.Len()
	b.table = &core.Table{Caption: tidy(title), Columns: max(columns, 1), Span: core.Span{Start: start, End: start}}
	if number != "" {
		if i, ok := b.anchor(core.Anchor{Kind: core.KindTable, Number: clean(number), Title: tidy(title), Parent: b.section(), Span: b.table.Span}); ok {
			b.table.Anchor = b.doc.Anchors[i].ID
		}
	}
	b.lines(captionAbove)
}

// Row adds a row. Calls to Page may stand between rows: a table may run over
// several pages.
func (b *Builder) Row(header bool, cells []Cell) {
	if b.table == nil {
		b.fail(fmt.Errorf("%w: a row without a table", ErrOrder))
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
	}
	row.Span = b.rawLine(line.String())
	if header && len(b.table.Rows) == b.table.HeaderRows {
		b.table.HeaderRows++
	}
	b.table.Rows = append(b.table.Rows, row)
}

// rawLine appends a line that is clean already and may hold tabs.
func (b *Builder) rawLine(text string) core.Span {
	start := b.text.Len()
	if b.err == nil && start+len(text)+2 > b.limits.MaxText {
		b.fail(fmt.Errorf("%w: text has more than %d bytes", ErrLimit, b.limits.MaxText))
	}
	if b.err != nil {
		return core.Span{Start: start, End: start}
	}
	b.text.WriteString(text)
	b.text.WriteByte('\n')
	return core.Span{Start: start, End: start + len(text)}
}

// TableLine adds a line of the table that is no row, such as a note.
func (b *Builder) TableLine(text string) {
	if b.table == nil {
		b.fail(fmt.Errorf("%w: a table's line without a table", ErrOrder))
		return
	}
	b.line(text)
}

// EndTable closes the table.
func (b *Builder) EndTable(captionBelow ...string) {
	if b.table == nil {
		b.fail(fmt.Errorf("%w: a table ends that never began", ErrOrder))
		return
	}
	b.lines(captionBelow)
	t := b.table
	b.table = nil
	t.Span.End = max(t.Span.Start, b.text.Len()-1)
	if t.Anchor == "" {
		b.endBlock(t.Span.Start, b.zone, false)
		return
	}
	for i := range b.doc.Anchors {
		if b.doc.Anchors[i].ID == t.Anchor {
			b.doc.Anchors[i].Span = t.Span
		}
	}
	b.doc.Tables = append(b.doc.Tables, *t)
	b.endBlock(t.Span.Start, core.PassageTable, false)
}
