package layout

import (
	"math"
	"slices"
	"sort"
	"strings"
)

// grid is a table as rows of cells.
type grid struct {
	columns []float64 // boundaries, ascending; one more than there are columns
	rows    []gridRow
}

type gridRow struct {
	header bool
	cells  []gridCell
}

// gridCell covers width columns and height rows, starting at its own.
type gridCell struct {
	column, width, height int
	text                  string
}

// piece is the part of a line in one cell.
type piece struct {
	line
	column, width int
}

// cellGap separates cells without a vertical rule, as a share of the size.
const cellGap = 0.6

// readGrid reads the lines inside a block as a table.
func readGrid(b *block, ls []line) grid {
	g := grid{columns: columnBounds(b, ls)}
	bounds := rowBounds(b)
	var rows []gridRow
	for i := 0; i+1 < len(bounds); i++ {
		upper, lower := bounds[i], bounds[i+1]
		pieces := g.pieces(b, ls, upper, lower)
		if len(pieces) == 0 {
			continue
		}
		header := i == 0 && len(bounds) > 2
		rows = append(rows, g.band(b, pieces, header)...)
	}
	g.rows = rows
	g.mergeDown(b, ls, bounds)
	return g
}

// columnBounds returns the boundaries of the columns: the vertical rules if there are
// any, otherwise the gaps through all lines.
func columnBounds(b *block, ls []line) []float64 {
	x0, x1 := b.x0, b.x1
	for i := range ls {
		x0, x1 = math.Min(x0, ls[i].x0-1), math.Max(x1, ls[i].x1+1)
	}
	var xs []float64
	for _, v := range b.vertical {
		xs = append(xs, v.at)
	}
	if !b.divided() {
		xs = gapBounds(ls)
	}
	xs = append(xs, x0, x1)
	return clusterValues(xs, 8)
}

// gapBounds finds columns from the text alone: narrow pieces define columns, pieces
// that would join two of them are headings over several columns.
func gapBounds(ls []line) []float64 {
	var pieces []line
	for i := range ls {
		pieces = append(pieces, ls[i].segments(cellGap)...)
	}
	sort.SliceStable(pieces, func(i, j int) bool { return pieces[i].x1-pieces[i].x0 < pieces[j].x1-pieces[j].x0 })
	var columns []stroke // from and to of each column
	for _, p := range pieces {
		var over []int
		for i, c := range columns {
			if p.x0 < c.to && p.x1 > c.from {
				over = append(over, i)
			}
		}
		switch len(over) {
		case 0:
			columns = append(columns, stroke{from: p.x0, to: p.x1})
		case 1:
			c := &columns[over[0]]
			c.from, c.to = math.Min(c.from, p.x0), math.Max(c.to, p.x1)
		}
	}
	sort.Slice(columns, func(i, j int) bool { return columns[i].from < columns[j].from })
	var xs []float64
	for i := 1; i < len(columns); i++ {
		xs = append(xs, (columns[i-1].to+columns[i].from)/2)
	}
	return xs
}

// rowBounds returns the baselines between the bands of a block, from the top.
func rowBounds(b *block) []float64 {
	ys := []float64{b.top, b.bottom}
	for _, h := range b.horizontal {
		ys = append(ys, h.at)
	}
	ys = clusterValues(ys, touching)
	slices.Reverse(ys)
	return ys
}

// pieces cuts the lines of a band at the cells.
func (g *grid) pieces(b *block, ls []line, upper, lower float64) []piece {
	var out []piece
	for i := range ls {
		l := &ls[i]
		if middle := l.middle(); middle > upper || middle <= lower {
			continue
		}
		for _, s := range l.segments(cellGap) {
			out = append(out, g.cut(b, s)...)
		}
	}
	return out
}

// cut splits a segment where it crosses a drawn column boundary, or has a gap at one;
// otherwise it covers several columns.
func (g *grid) cut(b *block, s line) []piece {
	for i := 1; i+1 < len(g.columns); i++ {
		x := g.columns[i]
		if x <= s.x0+1 || x >= s.x1-1 {
			continue
		}
		for k := 1; k < len(s.runs); k++ {
			left, right := rightEdge(s.runs[:k]), s.runs[k].x0
			if left <= x+1 && right >= x-1 && (right-left > 0.2*s.size || b.ruledAt(x, s.y)) {
				return append(g.cut(b, s.slice(0, k)), g.cut(b, s.slice(k, len(s.runs)))...)
			}
		}
	}
	first, last := g.columnOf(s.x0+0.5), g.columnOf(s.x1-0.5)
	if centre := g.columnOf((s.x0 + s.x1) / 2); last > first && !g.crosses(s) {
		first, last = centre, centre
	}
	return []piece{{line: s, column: first, width: last - first + 1}}
}

// crosses reports whether a segment extends well into more than one column.
func (g *grid) crosses(s line) bool {
	for _, x := range g.columns[1 : len(g.columns)-1] {
		if s.x0 < x-0.5*s.size && s.x1 > x+0.5*s.size {
			return true
		}
	}
	return false
}

func (b *block) ruledAt(x, y float64) bool {
	return slices.ContainsFunc(b.vertical, func(v stroke) bool {
		return math.Abs(v.at-x) <= 2*touching && v.from-touching <= y && y <= v.to+touching
	})
}

func (g *grid) columnOf(x float64) int {
	i := sort.SearchFloat64s(g.columns, x) - 1
	return min(max(i, 0), len(g.columns)-2)
}

// band makes the rows of one band, the space between two horizontal rules.
func (g *grid) band(b *block, pieces []piece, header bool) []gridRow {
	levels := pieceLevels(pieces)
	if (!b.boxed() || b.empty()) && g.fullLevels(pieces, levels) >= 2 {
		return g.lineRows(pieces, levels, header)
	}
	if rows := g.stackedRows(pieces, header); rows != nil {
		return rows
	}
	return []gridRow{g.row(pieces, header)}
}

// pieceLevels returns the distinct baselines of the pieces, from the top.
func pieceLevels(pieces []piece) []float64 {
	ys := make([]float64, len(pieces))
	for i := range pieces {
		ys[i] = pieces[i].y
	}
	ys = clusterValues(ys, 0.25*pieces[0].size)
	slices.Reverse(ys)
	return ys
}

func level(levels []float64, y float64) int {
	best := 0
	for i := range levels {
		if math.Abs(levels[i]-y) < math.Abs(levels[best]-y) {
			best = i
		}
	}
	return best
}

// fullLevels counts the baselines with text in at least half the columns, and in two.
func (g *grid) fullLevels(pieces []piece, levels []float64) int {
	cells := make([]int, len(levels))
	for _, p := range pieces {
		cells[level(levels, p.y)]++
	}
	full := 0
	for _, n := range cells {
		if n >= 2 && 2*n >= len(g.columns)-1 {
			full++
		}
	}
	return full
}

// lineRows makes a row of each line; a line that starts after the first column
// continues the row above it.
func (g *grid) lineRows(pieces []piece, levels []float64, header bool) []gridRow {
	byLevel := make([][]piece, len(levels))
	for _, p := range pieces {
		k := level(levels, p.y)
		byLevel[k] = append(byLevel[k], p)
	}
	var groups [][]piece
	for _, ps := range byLevel {
		first := slices.MinFunc(ps, func(a, b piece) int { return a.column - b.column }).column
		if first > 0 && len(ps) == 1 && len(groups) > 0 && !header {
			groups[len(groups)-1] = append(groups[len(groups)-1], ps...)
			continue
		}
		groups = append(groups, ps)
	}
	rows := make([]gridRow, len(groups))
	for i, ps := range groups {
		rows[i] = g.row(ps, header)
	}
	return rows
}

// stackedRows splits a band whose first column stacks several labels of one style,
// while each other column has one value per label or a single one centred next to them;
// nil for other bands.
func (g *grid) stackedRows(pieces []piece, header bool) []gridRow {
	byColumn := map[int][]piece{}
	for _, p := range pieces {
		if p.width > 1 {
			return nil
		}
		byColumn[p.column] = append(byColumn[p.column], p)
	}
	labels := byColumn[0]
	if header || len(labels) < 2 || !alike(labels) || len(byColumn) < 2 {
		return nil
	}
	rows := make([]gridRow, len(labels))
	for c := 0; c+1 < len(g.columns); c++ {
		ps := byColumn[c]
		switch {
		case aligned(ps, labels):
			for i, p := range ps {
				rows[i].cells = append(rows[i].cells, gridCell{column: c, width: 1, height: 1, text: p.text()})
			}
		case len(ps) == 1 && centred(ps[0], labels):
			rows[0].cells = append(rows[0].cells, gridCell{column: c, width: 1, height: len(labels), text: ps[0].text()})
		case len(ps) > 0:
			return nil
		}
	}
	return rows
}

func alike(ps []piece) bool {
	for i := range ps {
		if ps[i].bold() != ps[0].bold() {
			return false
		}
	}
	return true
}

func aligned(ps, labels []piece) bool {
	if len(ps) != len(labels) {
		return false
	}
	for i := range ps {
		if math.Abs(ps[i].y-labels[i].y) > 0.2*ps[i].size {
			return false
		}
	}
	return true
}

func centred(p piece, labels []piece) bool {
	middle := (labels[0].y + labels[len(labels)-1].y) / 2
	return math.Abs(p.y-middle) < 0.3*p.size
}

// row makes one row of all pieces; those of one column are joined downwards.
func (g *grid) row(pieces []piece, header bool) gridRow {
	sorted := slices.Clone(pieces)
	sort.SliceStable(sorted, func(i, j int) bool {
		if sorted[i].column != sorted[j].column {
			return sorted[i].column < sorted[j].column
		}
		if math.Abs(sorted[i].y-sorted[j].y) > 0.25*sorted[i].size {
			return sorted[i].y > sorted[j].y
		}
		return sorted[i].x0 < sorted[j].x0
	})
	r := gridRow{header: header}
	for _, p := range sorted {
		if n := len(r.cells); n > 0 {
			last := &r.cells[n-1]
			if p.column < last.column+last.width {
				last.text = joinCell(last.text, p.text())
				last.width = max(last.width, p.column+p.width-last.column)
				continue
			}
		}
		r.cells = append(r.cells, gridCell{column: p.column, width: p.width, height: 1, text: p.text()})
	}
	return r
}

// joinCell joins the lines of a cell. A hyphen at a line's end is kept: a cell is
// quoted as printed.
func joinCell(a, b string) string { return strings.TrimSpace(a + " " + b) }

// mergeDown extends cells without a rule below, where the table draws rules between the
// other columns of the same rows.
func (g *grid) mergeDown(b *block, ls []line, bounds []float64) {
	if !b.boxed() || len(g.rows) != len(bounds)-1 {
		return
	}
	for c := 0; c+1 < len(g.columns); c++ {
		for i := 0; i < len(g.rows); i++ {
			end := i + 1
			for end < len(g.rows) && !b.closedBelow(bounds[end], g.columns[c], g.columns[c+1]) {
				end++
			}
			if end-i > 1 {
				g.mergeColumn(c, i, end)
			}
			i = end - 1
		}
	}
}

// closedBelow reports whether a rule at y runs under the column.
func (b *block) closedBelow(y, x0, x1 float64) bool {
	return slices.ContainsFunc(b.horizontal, func(h stroke) bool {
		return math.Abs(h.at-y) <= touching && h.covers(x0, x1)
	})
}

// mergeColumn joins the cells of a column in rows i to end into one.
func (g *grid) mergeColumn(c, i, end int) {
	merged := gridCell{column: c, width: 1, height: end - i}
	for r := i; r < end; r++ {
		g.rows[r].cells = slices.DeleteFunc(g.rows[r].cells, func(cell gridCell) bool {
			if cell.column != c || cell.width != 1 {
				return false
			}
			merged.text = joinCell(merged.text, cell.text)
			return true
		})
	}
	if merged.text == "" {
		return
	}
	cells := append(g.rows[i].cells, merged)
	sort.SliceStable(cells, func(a, b int) bool { return cells[a].column < cells[b].column })
	g.rows[i].cells = cells
}
