package answer

import (
	"fmt"
	"strings"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/core/plan"
)

// maxAspects bounds the rows of a comparison that are columns of tables.
const maxAspects = 12

// compareRows compares what labels the rows of one table, such as parameter sets:
// an aspect a column, from every table that has a row for each side.
func (w *Extractive) compareRows(in Input) Draft {
	d := Draft{Exact: true}
	var places []string
	for _, doc := range w.inScope(in) {
		for i := range doc.Tables {
			t := &doc.Tables[i]
			rows := rowsOfSides(doc, t, in.Sides)
			if rows == nil {
				continue
			}
			if d.addColumns(doc, t, in.Sides, rows) {
				places = append(places, fmt.Sprintf("%s, %s", doc.Label, doc.Anchor(t.Anchor).Name()))
			}
		}
	}
	d.Short = strings.Join(places, "; ")
	if d.Short != "" {
		d.Short += "."
	}
	return d
}

// rowsOfSides returns the row of each side in a table, nil if one has none.
func rowsOfSides(doc *core.Document, t *core.Table, sides []plan.Side) []int {
	var rows []int
	for _, s := range sides {
		found := -1
		for r := t.HeaderRows; r < len(t.Rows) && found < 0; r++ {
			if labelColumn(doc, t, r, s.Name) >= 0 {
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
func (d *Draft) addColumns(doc *core.Document, t *core.Table, sides []plan.Side, rows []int) bool {
	added := false
	for c := labelColumn(doc, t, rows[0], sides[0].Name) + 1; c < t.Columns && d.aspects() < maxAspects; c++ {
		header := strings.Join(strings.Fields(columnHeader(doc, t, c)), " ")
		if header == "" {
			continue
		}
		for i, s := range sides {
			if cell := t.At(rows[i], c); cell != nil && cell.Span.Len() > 0 {
				f := found{doc: doc, table: t, values: []value{{subject: s.Name, property: header, row: rows[i], column: c, cell: cell}}}
				d.addValues(&f)
				claim := &d.Claims[len(d.Claims)-1]
				claim.Side, claim.Aspect = s.Name, header
				added = true
			}
		}
	}
	return added
}

// aspects is how many aspects the cells of a comparison have.
func (d *Draft) aspects() int {
	seen := map[string]bool{}
	for _, c := range d.Claims {
		seen[c.Aspect] = true
	}
	return len(seen)
}
