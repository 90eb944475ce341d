package corpus_test

import (
	"strings"
	"testing"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/corpus/standards"
)

// TestFactsOfSets checks the card of every parameter set: a value has its unit once,
// and no formula before it.
func TestFactsOfSets(t *testing.T) {
	l := open(t, t.TempDir())
	deck, lines := l.Cards(), 0
	for _, set := range standards.ParameterSets() {
		c, ok := deck.At(set, 1, nil)
		if !ok {
			continue // a family of algorithms that is no term
		}
		for _, f := range c.Facts {
			lines++
			for value := range strings.SplitSeq(f.Value, ", ") {
				if strings.Contains(value, "(bits)") || strings.Contains(value, "log_2") || strings.Contains(value, "= ") || hasTwice(value, "bits", "bytes") {
					t.Errorf("%s, %s: %q", set, f.Name, value)
				}
			}
		}
	}
	if lines < 40 {
		t.Errorf("%d lines were looked at", lines)
	}
}

func hasTwice(s string, units ...string) bool {
	for _, u := range units {
		if strings.Count(s, u) > 1 {
			return true
		}
	}
	return false
}

// TestTablesAreLaidOut looks at the card of every table of the library: the headers
// that cover one column start where the cells below them do.
func TestTablesAreLaidOut(t *testing.T) {
	l := open(t, t.TempDir())
	deck, tables := l.Cards(), 0
	for _, d := range l.Documents() {
		for i := range d.Anchors {
			a := &d.Anchors[i]
			table := d.Table(a.ID)
			c, ok := deck.Anchor(d.ID, a.ID)
			if a.Kind != core.KindTable || table == nil || !ok {
				continue
			}
			tables++
			if len(c.Grid) == 0 {
				t.Errorf("%s has no columns", c.Heading)
				continue
			}
			text, laid := strings.Split(c.Text, "\n"), strings.Split(c.Laid(), "\n")
			starts := map[int]int{}
			for n, line := range text {
				for _, cell := range c.Grid[line] {
					at := len([]rune(laid[n][:strings.Index(laid[n], cell.Text)]))
					if first, known := starts[cell.Column]; strings.Count(laid[n], cell.Text) == 1 && cell.Width == 1 && len(line) < 100 {
						if known && first != at {
							t.Errorf("%s: %q starts at %d, its column at %d:\n%s", c.Heading, cell.Text, at, first, c.Laid())
						}
						starts[cell.Column] = at
					}
				}
			}
		}
	}
	if tables < 10 {
		t.Errorf("%d tables were looked at", tables)
	}
}
