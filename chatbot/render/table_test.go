package render

import (
	"strings"
	"testing"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/internal/visible"
)

// withTable is a view on a document with a table, and the text of that: a line for each
// row. Cells name their texts by offsets in cellWords.
func withTable(columns int, rows ...[]core.Cell) (View, string) {
	var text strings.Builder
	t := core.Table{Anchor: "table-1", Columns: columns}
	for _, cells := range rows {
		row := core.Row{Span: core.Span{Start: text.Len()}}
		for i, c := range cells {
			if i > 0 {
				text.WriteByte('\t')
			}
			word := cellWords[c.Span.Start]
			c.Span = core.Span{Start: text.Len(), End: text.Len() + len(word)}
			text.WriteString(word)
			row.Cells = append(row.Cells, c)
		}
		row.Span.End = text.Len()
		text.WriteByte('\n')
		t.Rows = append(t.Rows, row)
	}
	d := &core.Document{ID: "tables", Label: "Tables", Text: text.String(), Tables: []core.Table{t}, Pages: make([]core.Page, 1)}
	v := view("en")
	v.Document = func(string) *core.Document { return d }
	return v, strings.TrimRight(d.Text, "\n")
}

// cellWords are texts of cells.
var cellWords = []string{"set", "public key", "ciphertext", "A-512", "800", "768", "A-1024", "1568", "鍵の長さ", "𝑘", "e̋", "", "Disallowed after some year that is told in many words which no screen has room for", "117 088"}

func at(word, column int) core.Cell {
	return core.Cell{Span: core.Span{Start: word}, Column: column, Width: 1, Height: 1}
}

// TestColumns wants the cells of a table below what heads them.
func TestColumns(t *testing.T) {
	for _, c := range []struct {
		name    string
		columns int
		rows    [][]core.Cell
		want    string
	}{
		{
			"no heading over the first column", 3, [][]core.Cell{{at(1, 1), at(2, 2)}, {at(3, 0), at(4, 1), at(5, 2)}, {at(6, 0), at(7, 1), at(7, 2)}},
			"       │ public key │ ciphertext\nA-512  │ 800        │ 768\nA-1024 │ 1568       │ 1568",
		},
		{
			"a cell that covers rows", 3, [][]core.Cell{{at(0, 0), at(1, 1), at(2, 2)}, {at(3, 0), at(4, 1), at(5, 2)}, {at(7, 2)}},
			"set   │ public key │ ciphertext\nA-512 │ 800        │ 768\n      │            │ 1568",
		},
		{"letters as wide as two, and marks", 2, [][]core.Cell{{at(8, 0), at(9, 1)}, {at(10, 0), at(4, 1)}}, "鍵の長さ │ 𝑘\ne̋        │ 800"},
		{
			"a cell over two columns", 3, [][]core.Cell{{at(0, 0), core.Cell{Span: core.Span{Start: 12}, Column: 1, Width: 2, Height: 1}}, {at(3, 0), at(4, 1), at(5, 2)}, {at(6, 0), at(12, 1), at(7, 2)}},
			"set    │ Disallowed after some year that is told in many words which\n       │ no screen has room for\nA-512  │ 800                                                    │ 768\n" +
				"A-1024 │ Disallowed after some year that is told in many words  │ 1568\n       │ which no screen has room for                           │",
		},
		{
			"many columns", 9, [][]core.Cell{{at(3, 0), at(13, 1), at(13, 2), at(13, 3), at(13, 4), at(13, 5), at(13, 6), at(13, 7), at(13, 8)}},
			"A-512│117 088│117 088│117 088│117 088│117 088│117 088│117 088│117 088",
		},
		{
			"folded", 2, [][]core.Cell{{at(0, 0), at(12, 1)}, {at(3, 0), at(4, 1)}},
			"set   │ Disallowed after some year that is told in many words which no\n      │ screen has room for\nA-512 │ 800",
		},
	} {
		v, text := withTable(c.columns, c.rows...)
		if got := v.inColumns("tables", "table-1", text); got != c.want {
			t.Errorf("%s:\n%s\nwant\n%s", c.name, got, c.want)
		}
	}
}

// TestColumnsOfNoTable leaves alone what is no table, or too wide for one, and a caption.
func TestColumnsOfNoTable(t *testing.T) {
	v, _ := withTable(2, []core.Cell{at(0, 0), at(4, 1)})
	long := strings.Repeat("x", 40)
	for _, c := range []struct{ anchor, text, want string }{
		{"section-1", "a\tb", "a\tb"},
		{"table-1", long + "\t" + long, long + "\t" + long},
		{"table-1", strings.Repeat("a\t", 40), strings.Repeat("a\t", 40)},
		{"table-1", "Table 1. Sizes\nset\t800\nother\t1", "Table 1. Sizes\nset   │ 800\nother │ 1"},
		{"table-1", "no cells", "no cells"},
		{"table-1", "", ""},
	} {
		if got := v.inColumns("tables", c.anchor, c.text); got != c.want {
			t.Errorf("%s %q: got %q, want %q", c.anchor, c.text, got, c.want)
		}
	}
}

// FuzzColumns keeps every letter of a table, and every line within its bound.
func FuzzColumns(f *testing.F) {
	f.Add("a\tb\nlonger\tc d e")
	f.Add("鍵\t\t\u0301\n\t\t\t")
	f.Add(strings.Repeat("word ", 60) + "\t" + strings.Repeat("w", 50))
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 4000 {
			return
		}
		text = printable(text)
		v, _ := withTable(2, []core.Cell{at(0, 0), at(4, 1)})
		got := v.inColumns("tables", "table-1", text)
		if !reordered(got, text) {
			t.Errorf("%q became %q", text, got)
		}
		for line := range strings.Lines(got) {
			if strings.Contains(line, columnGap) && !strings.Contains(text, line) && visible.Width(strings.TrimRight(line, "\n")) > maxAcross {
				t.Errorf("a line is %d wide: %q", visible.Width(line), line)
			}
		}
	})
}

// reordered reports whether two texts have the same letters: a folded row has them in
// another order.
func reordered(a, b string) bool {
	count := map[rune]int{}
	for _, r := range letters(a) {
		count[r]++
	}
	for _, r := range letters(b) {
		count[r]--
	}
	for _, n := range count {
		if n != 0 {
			return false
		}
	}
	return true
}
