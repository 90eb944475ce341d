package answer

import (
	"strings"

	"github.com/pqcite/pqcite/core/plan"
)

// maxAspects bounds the rows of a comparison that are columns of tables.
const maxAspects = 12

// compareRows compares what labels the rows of one table, such as parameter sets:
// an aspect a column, from every table that has a row for each side.
func (w *Extractive) compareRows(in Input) Draft {
	d := Draft{Exact: true}
	var places []string
	for g := range w.grids(in) {
		if rows := g.rowsOf(in.Sides); rows != nil && d.addColumns(g, in.Sides, rows) {
			places = append(places, g.name())
		}
	}
	d.Short = strings.Join(places, "; ")
	if d.Short != "" {
		d.Short += "."
	}
	return d
}

// rowsOf returns the row of each side, nil if one has none.
func (g grid) rowsOf(sides []plan.Side) []int {
	var rows []int
	for _, s := range sides {
		found := -1
		for r := range g.body() {
			if found < 0 && g.labelled(r, s.Name) >= 0 {
				found = r
			}
		}
		if found < 0 {
			return nil
		}
		rows = append(rows, found)
	}
	return rows
}

// addColumns claims the cells of the rows, a column an aspect, and reports whether
// it claimed any.
func (d *Draft) addColumns(g grid, sides []plan.Side, rows []int) bool {
	before := len(d.Claims)
	for c := g.labelled(rows[0], sides[0].Name) + 1; c < g.Columns && d.aspects() < maxAspects; c++ {
		header := strings.Join(strings.Fields(g.header(c)), " ")
		if header == "" {
			continue
		}
		for i, s := range sides {
			if cell := g.At(rows[i], c); cell != nil && cell.Span.Len() > 0 {
				d.addValues(&found{grid: g, values: []value{{subject: s.Name, property: header, row: rows[i], column: c, cell: cell}}})
				claim := &d.Claims[len(d.Claims)-1]
				claim.Side, claim.Aspect = s.Name, header
			}
		}
	}
	return len(d.Claims) > before
}

// aspects is how many aspects the cells of a comparison have.
func (d *Draft) aspects() int {
	seen := map[string]bool{}
	for _, c := range d.Claims {
		seen[c.Aspect] = true
	}
	return len(seen)
}
