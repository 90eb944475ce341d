package answer

import (
	"cmp"
	"regexp"
	"slices"

	"github.com/pqcite/pqcite/core"
)

// pointer matches where a sentence leaves the fact to a table.
var pointer = regexp.MustCompile(`\bTable ([0-9]+)\b`)

// maxFollowed is how many rows of a table are added to the sentence that points to
// it.
const maxFollowed = 4

// follow adds the rows of the first table that an answer points to: "no lower than
// the limits in Table 4" says nothing without them.
func (w *Extractive) follow(d *Draft, m core.Measure) {
	for _, c := range slices.Clone(d.Claims) {
		match := pointer.FindStringSubmatch(c.Text)
		if match == nil || len(c.Citations) == 0 {
			continue
		}
		doc := w.Library.Document(d.citation(c.Citations[0]).DocID)
		if doc == nil {
			continue
		}
		if t := doc.Table(core.AnchorID(core.KindTable, match[1])); t != nil {
			d.addRows(grid{t, doc}, m)
			return
		}
	}
}

func (d *Draft) citation(key string) core.Citation {
	for _, c := range d.Citations {
		if c.Key == key {
			return c
		}
	}
	return core.Citation{}
}

// addRows claims the rows of a table that cover a question best.
func (d *Draft) addRows(g grid, m core.Measure) {
	shares := map[int]float64{}
	for r := range g.body() {
		shares[r] = m.Share(m.Marks(g.row(r)))
	}
	rows := slices.Collect(g.body())
	slices.SortStableFunc(rows, func(a, b int) int { return cmp.Compare(shares[b], shares[a]) })
	rows = rows[:min(len(rows), maxFollowed)]
	slices.Sort(rows)
	for _, r := range rows {
		if text := g.spoken(r); len(d.Claims) < MaxClaims && !d.claims(text) {
			d.addRow(g, r, text)
		}
	}
}
