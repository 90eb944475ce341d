package layout

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

var sizes = [][]string{{"Seal", "Key", "Wax"}, {"Small", "800", "768"}, {"Large", "1568", "1600"}}

// rows sets the cells of sizes from a baseline down, 18 points apart, in columns
// from x = 240.
func (p *press) rows(y float64) {
	for i, row := range sizes {
		for c, s := range row {
			p.set(246+float64(c)*60, y-float64(i)*18, 12, regular, s)
		}
	}
}

// TestTablesOfManyProducers sets one table with the rules and the captions that
// producers give it; its rows come out the same. The prose above and below is
// set over the whole width.
func TestTablesOfManyProducers(t *testing.T) {
	const top, left, right = 650, 240, 420 // of the frame; its rows are 18 points high
	tests := []struct {
		name string
		set  func(*press)
	}{
		{"a frame of each cell, the caption at the left edge", func(p *press) {
			p.set(72, 666, 12, regular, "Table 1. Sizes")
			p.rows(636)
			for i := range 3 {
				for c := range 3 {
					x, y := left+60*float64(c), top-18*float64(i)
					p.rule(x, y, x+60, y)
					p.rule(x, y-18, x+60, y-18)
					p.rule(x, y, x, y-18)
					p.rule(x+60, y, x+60, y-18)
				}
			}
		}},
		{"rules under rows only, the caption at the left edge", func(p *press) {
			p.set(72, 666, 12, regular, "Table 1. Sizes")
			p.rows(636)
			for i := 1.0; i <= 3; i++ {
				p.rule(left, top-18*i, right, top-18*i)
			}
		}},
		{"rules over and under the header", func(p *press) {
			p.set(280, 666, 12, regular, "Table 1. Sizes")
			p.rows(636)
			p.rule(left, top, right, top)
			p.rule(left, top-18, right, top-18)
		}},
		{"a box without rules inside", func(p *press) {
			p.set(280, 666, 12, regular, "Table 1. Sizes")
			p.rows(636)
			for _, y := range []float64{top, top - 54} {
				p.rule(left, y, right, y)
			}
			for _, x := range []float64{left, right} {
				p.rule(x, top, x, top-54)
			}
		}},
		{"no rules, the caption above", func(p *press) {
			p.set(280, 666, 12, regular, "Table 1. Sizes")
			p.rows(636)
		}},
		{"no rules, the caption below", func(p *press) {
			p.rows(650)
			p.set(280, 590, 12, regular, "Table 1. Sizes")
		}},
		{"edges of filled rows, the caption below", func(p *press) {
			p.rows(650)
			for _, y := range []float64{646, 628} {
				p.rule(left, y, right, y)
				p.rule(left, y-18, right, y-18)
				p.rule(left, y, left, y-18)
				p.rule(right, y, right, y-18)
			}
			p.set(280, 590, 12, regular, "Table 1. Sizes")
		}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p := newPress(1)
			p.fill(740, 4)
			tt.set(p)
			p.fill(560, 4)
			d := document(t, nil, p)
			if len(d.Tables) != 1 {
				t.Fatalf("%d tables in %q", len(d.Tables), d.Text)
			}
			if diff := cmp.Diff(sizes, cells(d)); diff != "" {
				t.Errorf("cells (-want +got):\n%s", diff)
			}
			if d.Tables[0].Caption != "Sizes" {
				t.Errorf("caption is %q", d.Tables[0].Caption)
			}
		})
	}
}

// TestCaptionOfTwoLines holds that a centred second line belongs to the caption,
// and that the table under it is not given to the next caption, which is nearer
// to it than the first line.
func TestCaptionOfTwoLines(t *testing.T) {
	p := newPress(1)
	p.fill(740, 3)
	p.set(260, 680, 12, regular, "Table 1. Sizes of seals")
	p.set(305, 664, 12, regular, "in bytes")
	p.rows(636)
	for i := range 4 {
		p.rule(240, 650-18*float64(i), 420, 650-18*float64(i))
	}
	p.set(280, 570, 12, regular, "Table 2. Others")
	p.rows(548)
	d := document(t, nil, p)
	if len(d.Tables) != 2 || d.Tables[0].Caption != "Sizes of seals in bytes" || d.Tables[1].Caption != "Others" {
		t.Fatalf("%d tables: %+v", len(d.Tables), d.Tables)
	}
	if diff := cmp.Diff(sizes, cells(d)); diff != "" {
		t.Errorf("cells (-want +got):\n%s", diff)
	}
}
