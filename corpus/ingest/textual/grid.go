package textual

import (
	"slices"
	"strings"

	"github.com/pqcite/pqcite/corpus/ingest/build"
)

// grid is a table as read: the first header rows are column headers.
type grid struct {
	header  int
	columns int
	rows    [][]build.Cell
}

// write adds the table. One without a caption is titled by its column headers, so that
// it can be cited.
func (g *grid) write(out *build.Builder, c caption, above, below []string) {
	if c.number == "" {
		c.title = g.headers()
	}
	out.BeginTable(c.number, c.title, g.columns, above...)
	for i, row := range g.rows {
		out.Row(i < g.header, row)
	}
	out.EndTable(below...)
}

// headers is the column headers as a title, as many as fit.
func (g *grid) headers() string {
	if g.header == 0 {
		return ""
	}
	title := ""
	for _, c := range g.rows[0] {
		switch {
		case c.Text == "":
		case title == "":
			title = c.Text
		case len(title)+len(c.Text) > maxTitle:
			return title + ", …"
		default:
			title += ", " + c.Text
		}
	}
	return title
}

// asciiTable reads a block as a drawn or ruled table.
func asciiTable(block []string) (*grid, bool) {
	if g, ok := drawnTable(block); ok {
		return g, true
	}
	return simpleTable(block)
}

func isAsciiTable(block []string) bool {
	_, ok := asciiTable(block)
	return ok
}

// drawnTable reads a table drawn with "+---+" and "|". It reports false for anything
// unclear, such as a cell over several rows.
func drawnTable(block []string) (*grid, bool) {
	if len(block) < 3 {
		return nil, false
	}
	lines := make([][]rune, len(block))
	for i, l := range block {
		lines[i] = []rune(strings.TrimRight(l, " \t"))
	}
	d := drawing{lines: lines, edges: edges(lines[0])}
	if len(d.edges) < 2 || d.isBitField() || !d.framed() {
		return nil, false
	}
	return d.grid()
}

// drawing is the lines of a drawn table and the columns of its vertical lines.
type drawing struct {
	lines [][]rune
	edges []int
}

// isBitField reports whether the border has an edge at every bit, as in drawings of
// packet headers.
func (d *drawing) isBitField() bool {
	for i := 1; i < len(d.edges); i++ {
		if d.edges[i]-d.edges[i-1] != 2 {
			return false
		}
	}
	return len(d.edges) > 8
}

// edges returns where a line has a "+"; it must be a border and nothing else.
func edges(line []rune) []int {
	var at []int
	for i, r := range line {
		switch {
		case r == '+':
			at = append(at, i)
		case r == ' ' && len(at) == 0:
		case r != '-' && r != '=':
			return nil
		}
	}
	if len(at) == 0 || at[len(at)-1] != len(line)-1 {
		return nil
	}
	return at
}

func isBorder(line []rune) bool { return len(edges(line)) >= 2 }

// framed reports whether each line is a whole border or a row between the outer
// edges, and the last line is a border.
func (d *drawing) framed() bool {
	left, right := d.edges[0], d.edges[len(d.edges)-1]
	for _, l := range d.lines {
		if len(l) != right+1 || strings.TrimSpace(string(l[:left])) != "" {
			return false
		}
		if !isBorder(l) && (l[left] != '|' || l[right] != '|') {
			return false
		}
	}
	return isBorder(d.lines[len(d.lines)-1])
}

// grid reads the rows between the borders.
func (d *drawing) grid() (*grid, bool) {
	g := &grid{columns: len(d.edges) - 1}
	var groups [][][]rune
	double, first := false, 0
	for i, l := range d.lines[1:] {
		if !isBorder(l) {
			continue
		}
		if i > first {
			groups = append(groups, d.lines[first+1:i+1])
			double = double || len(groups) == 1 && slices.Contains(l, '=')
		}
		first = i + 1
	}
	// With only one border, under the header, each line is a row of its own.
	dense := len(groups) == 2 && !double
	for i, group := range groups {
		g.rows = append(g.rows, d.rows(group, dense && i == 1)...)
	}
	if len(groups) > 1 {
		g.header = 1
	}
	return g, len(g.rows) > 0
}

// rows reads the lines between two borders as one row or, if dense, as one row for each
// line with a first cell. A line with other cells than the one above it is a row of its
// own.
func (d *drawing) rows(lines [][]rune, dense bool) [][]build.Cell {
	var wrapped [][][]build.Cell // the lines of each row
	for _, l := range lines {
		cells := d.cells(l)
		last := len(wrapped) - 1
		if last >= 0 && sameColumns(wrapped[last][0], cells) && (!dense || cells[0].Text == "") {
			wrapped[last] = append(wrapped[last], cells)
			continue
		}
		wrapped = append(wrapped, [][]build.Cell{cells})
	}
	rows := make([][]build.Cell, len(wrapped))
	for i, row := range wrapped {
		rows[i] = unwrap(row)
	}
	return rows
}

// unwrap joins the lines of a row cell by cell.
func unwrap(lines [][]build.Cell) []build.Cell {
	row := slices.Clone(lines[0])
	for k := range row {
		var texts []string
		for _, cells := range lines {
			if cells[k].Text != "" {
				texts = append(texts, cells[k].Text)
			}
		}
		row[k].Text = strings.Join(texts, " ")
	}
	return row
}

func sameColumns(a, b []build.Cell) bool {
	return slices.EqualFunc(a, b, func(x, y build.Cell) bool { return x.Column == y.Column && x.Width == y.Width })
}

// cells cuts a line at the edges with a "|"; a cell without one extends into the next
// column.
func (d *drawing) cells(line []rune) []build.Cell {
	var out []build.Cell
	start := 0
	for k := 1; k < len(d.edges); k++ {
		if line[d.edges[k]] != '|' {
			continue
		}
		text := strings.TrimSpace(string(line[d.edges[start]+1 : d.edges[k]]))
		out = append(out, build.Cell{Text: text, Column: start, Width: k - start})
		start = k
	}
	return out
}
