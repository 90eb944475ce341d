package render

import (
	"strings"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/core/card"
	"github.com/pqcite/pqcite/internal/visible"
)

// columnGap separates the columns of a table, and narrowGap many columns.
const (
	columnGap = " │ "
	narrowGap = "│"
)

// maxAcross is how many monospaced characters an embed shows side by side on a large
// screen. A table that cannot be made that narrow is not set in columns: each row would
// be broken anywhere.
const maxAcross = 70

// maxColumns bounds the columns that are set.
const maxColumns = 16

// inColumns sets the rows of a table in columns, as in the document, each cell below
// its heading. Lines that are not rows stay unchanged.
func (v View) inColumns(docID, anchor, text string) string {
	if !strings.HasPrefix(anchor, string(core.KindTable)+"-") {
		return text
	}
	lines := strings.Split(text, "\n")
	known := v.tableRows(docID, anchor)
	rows := make([][]card.GridCell, len(lines))
	for i, line := range lines {
		if rows[i] = known[rowOf(line)]; rows[i] == nil && strings.Contains(line, "\t") {
			for column, cell := range cellTexts(line) {
				rows[i] = append(rows[i], card.GridCell{Text: cell, Column: column, Width: 1})
			}
		}
	}
	g, ok := gridOf(rows)
	if !ok {
		return text
	}
	out := make([]string, 0, len(lines))
	for i, line := range lines {
		if rows[i] == nil {
			out = append(out, line)
			continue
		}
		out = append(out, g.row(rows[i])...)
	}
	return strings.Join(out, "\n")
}

// cellTexts are the cells of a line, each on one line.
func cellTexts(line string) []string {
	cells := strings.Split(line, "\t")
	for i := range cells {
		cells[i] = plain(cells[i])
	}
	return cells
}

// rowOf is a line of a table as a lookup key.
func rowOf(line string) string { return strings.Join(cellTexts(line), "\t") }

// tableRows are the rows of a document's table by their lines.
func (v View) tableRows(docID, anchor string) card.Grid {
	out := card.Grid{}
	if d := v.Document(docID); d != nil {
		for row, cells := range card.GridOf(d, anchor) {
			out[rowOf(strings.TrimRight(row, "\n"))] = cells
		}
	}
	return out
}

// grid is the widths of a table's columns, and their separator.
type grid struct {
	widths []int
	gap    string
}

// gridOf makes columns as wide as their texts, or narrower, down to their longest
// words, if the table is too wide. There is no grid if that does not help, and for a
// single column.
func gridOf(rows [][]card.GridCell) (grid, bool) {
	var g grid
	var least []int
	for _, cells := range rows {
		for _, c := range cells {
			if c.Column < 0 || c.Width < 1 || c.Column+c.Width > maxColumns {
				return g, false
			}
			for len(g.widths) < c.Column+c.Width {
				g.widths, least = append(g.widths, 1), append(least, 1)
			}
			if c.Width > 1 { // there is enough room below others, or it is folded
				continue
			}
			g.widths[c.Column] = max(g.widths[c.Column], min(visible.Width(c.Text), maxAcross))
			for _, word := range unbroken(c.Text) {
				least[c.Column] = max(least[c.Column], visible.Width(word))
			}
		}
	}
	for _, g.gap = range []string{columnGap, narrowGap} {
		if len(least) > 1 && g.across(least) <= maxAcross {
			g.narrow(least)
			return g, true
		}
	}
	return g, false
}

// across is the total width of columns.
func (g *grid) across(widths []int) int {
	n := visible.Width(g.gap) * (len(widths) - 1)
	for _, w := range widths {
		n += w
	}
	return n
}

// narrow shrinks the widest columns, down to their minimum, until all fit.
func (g *grid) narrow(least []int) {
	for g.across(g.widths) > maxAcross {
		widest := -1
		for i, w := range g.widths {
			if w > least[i] && (widest < 0 || w > g.widths[widest]) {
				widest = i
			}
		}
		if widest < 0 { // they fit at their minimum
			return
		}
		g.widths[widest]--
	}
}

// row sets cells on as many lines as the tallest needs.
func (g *grid) row(cells []card.GridCell) []string {
	folded := make([][]string, len(cells))
	height := 1
	for i, c := range cells {
		folded[i] = folds(c.Text, g.room(c))
		height = max(height, len(folded[i]))
	}
	out := make([]string, height)
	for at := range out {
		var line strings.Builder
		column := 0
		set := func(text string, c card.GridCell) {
			if c.Column > 0 {
				line.WriteString(g.gap)
			}
			line.WriteString(text + strings.Repeat(" ", max(0, g.room(c)-visible.Width(text))))
			column = c.Column + c.Width
		}
		for i, c := range cells {
			for column < c.Column { // a cell of another row covers it
				set("", card.GridCell{Column: column, Width: 1})
			}
			text := ""
			if at < len(folded[i]) {
				text = folded[i][at]
			}
			set(text, c)
		}
		for column < len(g.widths) {
			set("", card.GridCell{Column: column, Width: 1})
		}
		out[at] = strings.TrimRight(line.String(), " ")
	}
	return out
}

// room is the width of a cell, with the gaps that it covers.
func (g *grid) room(c card.GridCell) int { return g.across(g.widths[c.Column : c.Column+c.Width]) }

// folds wraps a text between words into lines of a width. A longer word gets a line of
// its own.
func folds(text string, most int) []string {
	var out []string
	line := ""
	for _, word := range unbroken(text) {
		if line != "" && visible.Width(line)+1+visible.Width(word) > most {
			out, line = append(out, line), ""
		}
		line = joined(" ", line, word)
	}
	return append(out, line)
}

// unbroken are the words of a text; the groups of a number, "17 088", are one.
func unbroken(text string) []string {
	var out []string
	for _, word := range strings.Fields(text) {
		last := len(out) - 1
		if last >= 0 && digits(out[last]) && len(word) == 3 && digits(word) {
			out[last] += " " + word
			continue
		}
		out = append(out, word)
	}
	return out
}

// digits reports whether a text is a number, grouped or not.
func digits(s string) bool { return strings.Trim(s, "0123456789 ") == "" }
