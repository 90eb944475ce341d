package answer

import (
	"fmt"
	"slices"
	"strings"

	"github.com/pqcite/pqcite/core/plan"
)

// maxAspects bounds the rows of a comparison that are columns of tables.
const maxAspects = 12

// maxShort is how many words a short answer has.
const maxShort = 45

// compareRows compares what labels the rows of one table, such as parameter sets: an
// aspect a column, from every table that has a row for each side. Columns in which the
// sides do not differ are left out, unless the question names them.
func (w *Extractive) compareRows(in Input) Draft {
	if len(in.Sides) < 2 {
		return Draft{}
	}
	d := Draft{Exact: true}
	for g := range w.grids(in) {
		if rows := g.rowsOf(in.Sides); rows != nil {
			w.addColumns(&d, g, in, rows)
		}
	}
	d.Short = d.bySide(in.Sides)
	return d
}

// bySide is what the cells of each side say, as many as a short answer has room for.
func (d *Draft) bySide(sides []plan.Side) string {
	var parts []string
	room := maxShort / len(sides)
	for _, s := range sides {
		var items []string
		words := 0
		for _, c := range d.Claims {
			item := strings.Replace(strings.TrimPrefix(c.Text, s.Name+", "), ":", "", 1)
			if n := len(strings.Fields(item)); c.Side == s.Name && words+n < room {
				items, words = append(items, item), words+n
			}
		}
		parts = append(parts, s.Name+": "+strings.Join(items, ", "))
	}
	return strings.Join(parts, "; ") + "."
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

// addColumns claims the cells of the rows, a column an aspect.
func (w *Extractive) addColumns(d *Draft, g grid, in Input, rows []int) {
	for c := g.labelled(rows[0], in.Sides[0].Name) + 1; c < g.Columns && d.aspects() < maxAspects; c++ {
		header := strings.Join(strings.Fields(g.header(c)), " ")
		if header == "" || g.same(rows, c) && !w.names(header, "", in.Question) {
			continue
		}
		for i, s := range in.Sides {
			if cell := g.At(rows[i], c); cell != nil && cell.Span.Len() > 0 {
				v := value{subject: s.Name, property: header, row: rows[i], column: c, cell: cell}
				property, text := g.read(&v)
				d.claim(fmt.Sprintf("%s, %s: %s", s.Name, property, text), d.citeValue(g, &v)...)
				claim := &d.Claims[len(d.Claims)-1]
				claim.Side, claim.Aspect = s.Name, header
			}
		}
	}
}

// same reports whether rows say the same in a column.
func (g grid) same(rows []int, column int) bool {
	return !slices.ContainsFunc(rows, func(r int) bool { return g.text(g.At(r, column)) != g.text(g.At(rows[0], column)) })
}

// aspects is how many aspects the cells of a comparison have.
func (d *Draft) aspects() int {
	seen := map[string]bool{}
	for _, c := range d.Claims {
		seen[c.Aspect] = true
	}
	return len(seen)
}
