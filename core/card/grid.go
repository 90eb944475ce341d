package card

import (
	"strings"
	"unicode"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/internal/lex"
)

// Grid is the columns of a table's cells, by the rows' texts.
type Grid map[string][]GridCell

// GridCell is a cell of a row.
type GridCell struct {
	Text          string
	Column, Width int // 0-based, and the number of columns that it covers
}

// GridOf returns the rows of a table; nil for what is none.
func GridOf(doc *core.Document, anchor string) Grid {
	t := doc.Table(anchor)
	if t == nil {
		return nil
	}
	g := make(Grid, len(t.Rows))
	for i := range t.Rows {
		row := doc.Quote(t.Rows[i].Span)
		if g[row] != nil {
			continue // as the one before
		}
		for _, c := range t.Rows[i].Cells {
			g[row] = append(g[row], GridCell{lex.OneLine(doc.Quote(c.Span)), c.Column, c.Width})
		}
	}
	return g
}

// Columns of a grid are separated by gap blanks; one is as wide as its widest cell, up
// to maxColumn, beyond which a cell pushes the next ones on.
const (
	gap       = 3
	maxColumn = 64
)

// Laid is the text of the card in a monospaced font: the cells of a table are below the
// headers of their columns. Other text is unchanged.
func (c *Card) Laid() string {
	if c.Grid == nil {
		return c.Text
	}
	lines := strings.Split(c.Text, "\n")
	starts := c.Grid.columns(lines)
	for i, line := range lines {
		if cells := c.Grid[line]; cells != nil {
			lines[i] = laid(cells, starts)
		}
	}
	return strings.Join(lines, "\n")
}

// IsRow reports whether a line of the card's text is a row of a table.
func (c *Card) IsRow(line int) bool {
	lines := strings.Split(c.Text, "\n")
	return line < len(lines) && c.Grid[lines[line]] != nil
}

// columns returns where each column starts, for the rows among the lines.
func (g Grid) columns(lines []string) []int {
	var widths []int
	for _, line := range lines {
		for _, cell := range g[line] {
			for len(widths) < cell.Column+cell.Width {
				widths = append(widths, 0)
			}
			if cell.Width == 1 {
				widths[cell.Column] = max(widths[cell.Column], min(width(cell.Text), maxColumn))
			}
		}
	}
	starts, at := make([]int, len(widths)), 0
	for i, w := range widths {
		starts[i] = at
		if w > 0 {
			at += w + gap
		}
	}
	return starts
}

// laid is a row with its cells at the starts of their columns.
func laid(cells []GridCell, starts []int) string {
	var b strings.Builder
	at := 0
	for _, cell := range cells {
		pad := starts[cell.Column] - at
		if at > 0 {
			pad = max(pad, gap)
		}
		b.WriteString(strings.Repeat(" ", max(pad, 0)) + cell.Text)
		at += max(pad, 0) + width(cell.Text)
	}
	return b.String()
}

// width is how many columns a text takes: combining marks take none.
func width(s string) int {
	n := 0
	for _, r := range s {
		if !unicode.Is(unicode.M, r) {
			n++
		}
	}
	return n
}
