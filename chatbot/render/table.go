package render

import (
	"strings"
	"unicode"

	"golang.org/x/text/width"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/core/card"
)

// columnGap stands between the columns of a table, and narrowGap where they are many.
const (
	columnGap = " │ "
	narrowGap = "│"
)

// maxAcross is how many letters of one width an embed shows side by side on a large
// screen. A table that can't be made as narrow is not set in columns: each row would be
// broken anywhere.
const maxAcross = 70

// maxColumns bounds the columns that are set.
const maxColumns = 16

// inColumns sets the rows of a table below each other in columns, as the document has
// them: a heading stands over what it heads. Lines that are no rows stay as they are.
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

// rowOf is a line of a table as it is looked up.
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

// grid is how wide the columns of a table are, and what stands between them.
type grid struct {
	widths []int
	gap    string
}

// gridOf makes the columns of rows as wide as their texts, or narrower down to their
// longest words where the whole is too wide. There is none where that does not help, and
// for a single column.
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
			if c.Width > 1 { // it has room enough below others, or is folded
				continue
			}
			g.widths[c.Column] = max(g.widths[c.Column], min(across(c.Text), maxAcross))
			for _, word := range unbroken(c.Text) {
				least[c.Column] = max(least[c.Column], across(word))
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

// across is how wide columns are side by side.
func (g *grid) across(widths []int) int {
	n := across(g.gap) * (len(widths) - 1)
	for _, w := range widths {
		n += w
	}
	return n
}

// narrow takes from the widest columns, down to what each must have, until all fit.
func (g *grid) narrow(least []int) {
	for g.across(g.widths) > maxAcross {
		widest := -1
		for i, w := range g.widths {
			if w > least[i] && (widest < 0 || w > g.widths[widest]) {
				widest = i
			}
		}
		if widest < 0 { // they fit at their least
			return
		}
		g.widths[widest]--
	}
}

// row sets cells on as many lines as the highest of them needs.
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
			line.WriteString(text + strings.Repeat(" ", max(0, g.room(c)-across(text))))
			column = c.Column + c.Width
		}
		for i, c := range cells {
			for column < c.Column { // another row's cell covers it
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

// room is how wide a cell is, with the gaps that it covers.
func (g *grid) room(c card.GridCell) int { return g.across(g.widths[c.Column : c.Column+c.Width]) }

// folds breaks a text between words into lines of a width. A word that is longer has a
// line of its own.
func folds(text string, most int) []string {
	var out []string
	line := ""
	for _, word := range unbroken(text) {
		if line != "" && across(line)+1+across(word) > most {
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

// digits reports whether a text is a number, in groups or not.
func digits(s string) bool { return strings.Trim(s, "0123456789 ") == "" }

// across is how wide a text is where all letters are as wide as one, or two: letters of
// East Asia and pictures (Unicode, UAX 11). Marks take no room.
func across(s string) int {
	n := 0
	for _, r := range s {
		switch {
		case unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf):
		case isWide(r):
			n += 2
		default:
			n++
		}
	}
	return n
}

func isWide(r rune) bool {
	k := width.LookupRune(r).Kind()
	return k == width.EastAsianWide || k == width.EastAsianFullwidth
}
