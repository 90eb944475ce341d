package answer

import (
	"iter"
	"regexp"
	"slices"
	"strings"

	"github.com/pqcite/pqcite/core"
)

// grid is a table with the document that it is in.
type grid struct {
	*core.Table
	doc *core.Document
}

// grids are the tables of the documents that a question is asked of.
func (w *Extractive) grids(in Input) iter.Seq[grid] {
	return func(yield func(grid) bool) {
		for _, doc := range w.inScope(in) {
			for i := range doc.Tables {
				if !yield(grid{&doc.Tables[i], doc}) {
					return
				}
			}
		}
	}
}

// text is what a cell says; c may be nil.
func (g grid) text(c *core.Cell) string {
	if c == nil {
		return ""
	}
	return g.doc.Quote(c.Span)
}

// body are the indexes of the rows below the header.
func (g grid) body() iter.Seq[int] {
	return func(yield func(int) bool) {
		for r := g.HeaderRows; r < len(g.Rows) && yield(r); r++ {
		}
	}
}

// cells are the cells of a row, each once, those that reach into it from above among
// them.
func (g grid) cells(row int) []*core.Cell {
	var out []*core.Cell
	for c := 0; c < g.Columns; {
		cell := g.At(row, c)
		if cell == nil {
			c++
			continue
		}
		out = append(out, cell)
		c = cell.Column + max(cell.Width, 1)
	}
	return out
}

// CellSeparator is between the cells of a claim that is a row of a table.
const CellSeparator = " | "

// row is what a row says, as it is claimed.
func (g grid) row(row int) string {
	var texts []string
	for _, c := range g.cells(row) {
		texts = append(texts, g.text(c))
	}
	return strings.Join(texts, CellSeparator)
}

// spoken is what a row says as one reads it aloud: its label, and its other cells after
// their headers. It is the row where there are no headers.
func (g grid) spoken(row int) string {
	if g.HeaderRows == 0 {
		return g.row(row)
	}
	var said []string
	for i, c := range g.cells(row) {
		text, header := oneRow(g.text(c)), oneRow(g.text(g.At(g.HeaderRows-1, c.Column)))
		if i > 0 && header != "" && text != "" {
			text = header + " " + text
		}
		if text != "" {
			said = append(said, text)
		}
	}
	if len(said) < 2 {
		return strings.Join(said, "")
	}
	return said[0] + ": " + strings.Join(said[1:], ", ")
}

// headerRow is the last row of the header, "" where there is none.
func (g grid) headerRow() string {
	if g.HeaderRows == 0 {
		return ""
	}
	return g.row(g.HeaderRows - 1)
}

// header joins the header cells above a column.
func (g grid) header(column int) string {
	var parts []string
	for r := range g.HeaderRows {
		if c := g.At(r, column); c != nil {
			parts = append(parts, g.text(c))
		}
	}
	return strings.Join(slices.Compact(parts), " ")
}

// heads reports whether the header of a column, or its last row alone, is a name.
func (g grid) heads(column int, name string) bool {
	return sameName(g.header(column), name) || g.HeaderRows > 0 && sameName(g.text(g.At(g.HeaderRows-1, column)), name)
}

// labelColumns is how many of the first columns can hold a row's label: families
// of parameter sets come before their members.
const labelColumns = 2

// labelled returns the column in which a name labels a row, or -1.
func (g grid) labelled(row int, name string) int {
	for c := range min(labelColumns, g.Columns-1) {
		if cell := g.At(row, c); cell != nil && sameName(g.text(cell), name) {
			return c
		}
	}
	return -1
}

// unit is the unit that the header of a column or the caption gives for numbers, or "".
func (g grid) unit(column int) string {
	for _, s := range []string{g.header(column), g.Caption} {
		low := strings.ToLower(s)
		switch {
		case strings.Contains(low, "bytes"):
			return "bytes"
		case strings.Contains(low, "bits"):
			return "bits"
		}
	}
	return ""
}

// above is the row from which a cell reaches down into another one, -1 if none does.
func (g grid) above(row int) int {
	for c := range g.Columns {
		if cell := g.At(row, c); cell != nil && !g.Rows[row].Span.Contains(cell.Span) {
			return max(0, slices.IndexFunc(g.Rows, func(r core.Row) bool { return r.Span.Contains(cell.Span) }))
		}
	}
	return -1
}

// rowOf is the row whose text has a cell that covers a row: one over several rows is in
// the first of them.
func (g grid) rowOf(cell *core.Cell, row int) int {
	for r := row; r > 0; r-- {
		if g.Rows[r].Span.Contains(cell.Span) {
			return r
		}
	}
	return row
}

// rowSpan is the span of a row without white space around it.
func (g grid) rowSpan(row int) core.Span { return trimSpan(g.doc, g.Rows[row].Span) }

// head are the header rows and the caption, in one span where they are together.
func (g grid) head() []core.Span {
	caption := g.captionSpan()
	var spans []core.Span
	if g.HeaderRows > 0 {
		head := core.Span{Start: g.Rows[0].Span.Start, End: g.Rows[g.HeaderRows-1].Span.End}
		if caption.Len() > 0 && caption.End <= head.Start {
			head.Start, caption = caption.Start, core.Span{}
		}
		spans = append(spans, trimSpan(g.doc, head))
	}
	if caption.Len() > 0 {
		spans = append(spans, caption)
	}
	return spans
}

// captionSpan is where the caption is, above or below the rows.
func (g grid) captionSpan() core.Span {
	first, last := g.Rows[0].Span.Start, g.Rows[len(g.Rows)-1].Span.End
	for _, s := range []core.Span{{Start: g.Span.Start, End: first}, {Start: last, End: g.Span.End}} {
		if at := strings.Index(g.doc.Quote(s), "Table "); at >= 0 {
			return trimSpan(g.doc, core.Span{Start: s.Start + at, End: s.End})
		}
	}
	return core.Span{}
}

// sameName compares names without case, spaces and kinds of dashes.
func sameName(a, b string) bool { return foldName(a) == foldName(b) }

var dashes = strings.NewReplacer("‐", "-", "‑", "-", "‒", "-", "–", "-", "−", "-", " ", "", "\n", "")

func foldName(s string) string { return strings.ToLower(dashes.Replace(s)) }

// bracketed are remarks in brackets: cross-references and units.
var bracketed = regexp.MustCompile(`\[[^\]]*\]|\([^)]*\)`)

func labelWords(s string) string { return strings.TrimSpace(bracketed.ReplaceAllString(s, " ")) }

// measure matches the words of a header that say how it counts, not what.
var measure = regexp.MustCompile(`(?i)\b(size|sizes|bytes|bits|length|lengths|in|of|the)\b`)

func withoutUnits(s string) string {
	if rest := strings.TrimSpace(measure.ReplaceAllString(labelWords(s), " ")); rest != "" {
		return rest
	}
	return s
}

// number matches a cell that is a plain number.
var number = regexp.MustCompile(`^[\d\s.,\x{2009}\x{202f}]+$`)
