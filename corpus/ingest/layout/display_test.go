package layout

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/pqcite/pqcite/core"
)

// row sets a row of a formula, with its number at the right edge if it has one.
func (p *press) row(x, y float64, formula, number string) {
	p.set(x, y, 12, regular, formula)
	if number != "" {
		p.set(552-float64(6*len(number)), y, 12, regular, number)
	}
}

func TestEquationsHaveTheirOwnRows(t *testing.T) {
	tests := []struct {
		name string
		set  func(*press)
		want map[string]string
	}{
		{"the number on the first row", func(p *press) {
			p.row(200, 660, "F : A → B", "(4.7)")
			p.row(230, 641, "x ↦ 2x.", "")
			p.row(200, 622, "G : B → A", "(4.8)")
			p.row(230, 603, "y ↦ y/2.", "")
		}, map[string]string{"4.7": "F : A → B (4.7)\nx ↦ 2x.", "4.8": "G : B → A (4.8)\ny ↦ y/2."}},
		{"the number on the last row", func(p *press) {
			p.row(200, 660, "a = b + c", "")
			p.row(224, 641, "= d", "(1.1)")
			p.row(200, 622, "e = f +", "")
			p.row(200, 603, "g + h", "(1.2)")
		}, map[string]string{"1.1": "a = b + c\n= d (1.1)", "1.2": "e = f +\ng + h (1.2)"}},
		{"rows that go on by their relation", func(p *press) {
			p.row(200, 660, "a = b", "(1.1)")
			p.row(200, 641, "= c", "")
			p.row(200, 622, "d = e", "(1.2)")
		}, map[string]string{"1.1": "a = b (1.1)\n= c", "1.2": "d = e (1.2)"}},
		{"a formula of nobody's between", func(p *press) {
			p.row(200, 660, "a = b", "(1.1)")
			p.row(200, 641, "c = d", "")
			p.row(200, 622, "e = f", "(1.2)")
		}, map[string]string{"1.1": "a = b (1.1)", "1.2": "e = f (1.2)"}},
		{"a number below a row that fills its line", func(p *press) {
			p.row(80, 660, "a = b + c + d + e + f + g + h + i + j + k + l + m", "")
			p.row(80, 641, "", "(1.1)")
		}, map[string]string{"1.1": "a = b + c + d + e + f + g + h + i + j + k + l + m\n(1.1)"}},
		{"prose of a list item above", func(p *press) {
			p.row(100, 660, "runs the generation in her module:", "")
			p.row(200, 644, "k ← g(p).", "(1)")
			p.row(100, 628, "where p ∈ P is what is known of it", "")
		}, map[string]string{"1": "k ← g(p). (1)"}},
		{"a number whose formula is out of reach", func(p *press) {
			p.row(100, 660, "the figure of the formula", "")
			p.row(80, 641, "", "(1.1)")
			p.row(200, 622, "c = d", "(1.2)")
		}, map[string]string{"1.1": "", "1.2": "c = d (1.2)"}},
		{"plain numbers in their order", func(p *press) {
			p.row(200, 660, "a = b", "(1)")
			p.row(200, 641, "c = d", "(2)")
			p.row(200, 622, "e = f", "(7)")
		}, map[string]string{"1": "a = b (1)", "2": "c = d (2)"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p := newPress(1)
			p.fill(740, 4)
			tt.set(p)
			p.fill(560, 4)
			d := document(t, nil, p)
			got := map[string]string{}
			for _, a := range d.Anchors {
				if a.Kind == core.KindEquation {
					got[a.Number] = d.Quote(a.Span)
				}
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("equations (-want +got):\n%s\n%s", diff, d.Text)
			}
		})
	}
}

// What is set over and under a place of a line is read where it belongs.
func TestStackedText(t *testing.T) {
	tests := []struct {
		name string
		set  func(*press)
		want string
	}{
		{"bounds of a sum", func(p *press) {
			p.set(200, 500, 12, regular, "s = ∑ aj")
			p.set(221, 514, 8, regular, "k−1")
			p.set(221, 487, 8, regular, "j=0")
		}, "s = ∑_{j=0}^{k−1} aj\n"},
		{"a lower bound alone", func(p *press) {
			p.set(200, 500, 12, regular, "T = ⨁ Rj")
			p.set(221, 487, 8, regular, "j∈J")
		}, "T = ⨁_{j∈J} Rj\n"},
		{"sums below one another", func(p *press) {
			for i, y := range []float64{500, 462} {
				p.set(200, y, 12, regular, "s = ∏ aj")
				p.set(225, y+14, 8, regular, []string{"n", "m"}[i])
				p.set(221, y-13, 8, regular, "j=0")
			}
		}, "s = ∏_{j=0}^n aj\ns = ∏_{j=0}^m aj\n"},
		{"bounds that belong to no operator", func(p *press) {
			p.set(200, 500, 12, regular, "s = A aj")
			p.set(218, 487, 8, regular, "j=0")
		}, "s = A aj\nj=0\n"},
		{"a fraction as large as its line", func(p *press) {
			x := p.set(200, 500, 12, regular, "n = ⌈")
			p.set(x+4, 508, 12, regular, "8m")
			p.set(x+7, 492, 12, regular, "w")
			p.rule(x+2, 503, x+18, 503)
			p.set(x+20, 500, 12, regular, "⌉ + 1")
		}, "n = ⌈(8m)/w⌉ + 1\n"},
		{"fractions side by side", func(p *press) {
			x := p.set(200, 500, 12, regular, "m =")
			for range 2 {
				p.set(x+8, 508, 12, regular, "a")
				p.set(x+8, 492, 12, regular, "b")
				p.rule(x+7, 503, x+15, 503)
				x = p.set(x+22, 500, 12, regular, "+")
			}
			p.set(x+6, 500, 12, regular, "c")
		}, "m = a/b + a/b + c\n"},
		{"a rule between rows beside a tall cell", func(p *press) {
			p.set(200, 500, 12, regular, "cell")
			p.set(235, 508, 12, regular, "ab")
			p.set(235, 492, 12, regular, "cd")
			p.rule(226, 503, 256, 503)
		}, "ab\ncell\ncd\n"},
		{"a script of a script on the baseline", func(p *press) {
			x := p.set(200, 500, 12, regular, "Z")
			x = p.set(x, 497, 8, regular, "2")
			x = p.set(x, 499.8, 6, regular, "d")
			p.set(x+4, 500, 12, regular, "→ Z")
		}, "Z_{2^d} → Z\n"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p := newPress(1)
			tt.set(p)
			got := ""
			for _, l := range lines(runs(p.page.Glyphs), rulingOf(p.page.Rules).horizontal) {
				got += l.text() + "\n"
			}
			if got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}
