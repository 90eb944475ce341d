package textual

import (
	"regexp"
	"strings"

	"github.com/pqcite/pqcite/corpus/ingest/build"
)

// simpleRule matches a border of reStructuredText's simple tables: runs of "=", one per
// column.
var simpleRule = regexp.MustCompile(`^\s*=+(?: +=+)+\s*$`)

// simpleTable reads a table between borders of "=": the rows between the first and the
// second are headers if there is a third. A line without a first cell continues the row
// above it.
func simpleTable(block []string) (*grid, bool) {
	last := len(block) - 1
	if last < 2 || !simpleRule.MatchString(block[0]) || !simpleRule.MatchString(block[last]) {
		return nil, false
	}
	columns := columnsOf(block[0])
	if len(columns) > maxTableColumns {
		return nil, false
	}
	g := &grid{columns: len(columns)}
	for i, l := range block[1:last] {
		switch {
		case simpleRule.MatchString(l):
			if g.header > 0 || i == 0 {
				return nil, false
			}
			g.header = len(g.rows)
			continue
		case strings.Trim(strings.TrimSpace(l), "- ") == "":
			continue // the line under a header that spans columns
		}
		cells := simpleCells([]rune(l), columns)
		if n := len(g.rows); n > g.header && cells[0].Text == "" {
			g.rows[n-1] = unwrap([][]build.Cell{g.rows[n-1], cells})
			continue
		}
		g.rows = append(g.rows, cells)
	}
	return g, len(g.rows) > g.header
}

// columnsOf returns where the runs of a border start.
func columnsOf(border string) []int {
	var at []int
	for i := range border {
		if border[i] == '=' && (i == 0 || border[i-1] != '=') {
			at = append(at, i)
		}
	}
	return at
}

// simpleCells cuts a line where columns start; the last takes the rest.
func simpleCells(line []rune, columns []int) []build.Cell {
	cells := make([]build.Cell, len(columns))
	for k, from := range columns {
		to := len(line)
		if k+1 < len(columns) {
			to = min(to, columns[k+1])
		}
		cells[k] = build.Cell{Column: k, Width: 1, Text: strings.TrimSpace(string(line[min(from, to):to]))}
	}
	return cells
}
