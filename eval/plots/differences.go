package plots

import (
	"fmt"
	"image/color"
	"math"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/pqcite/pqcite/eval"
)

// row is one arm of a plot of differences, in percentage points.
type row struct {
	name             string
	role             eval.ArmRole
	at               float64 // height, in rows from the top
	delta, low, high float64
	better           int // of the interval: 1 if it misses 0 for the better, -1 for the worse
}

// fewerIsBetter are the measures of errors.
var fewerIsBetter = map[string]bool{"false_refusal": true, "false_answer": true}

// Differences draws how far every arm is from the control by a measure, with its
// interval: one row an arm, the first on top. It is nil where no question counts.
func Differences(a *eval.Ablation, measure string) ([]byte, error) {
	rows, n := rowsOf(a, measure)
	if len(rows) == 0 {
		return nil, nil
	}
	words := strings.ReplaceAll(measure, "_", " ")
	p := newPlot(fmt.Sprintf("%s: each arm less the control (%d questions)", words, n), "percentage points, with the 95 % interval", "")
	p.X.Min, p.X.Max = bounds(rows)
	p.X.Tick.Marker = signedTicks(p.X.Min, p.X.Max)
	lines := rows[len(rows)-1].at + 1
	p.Y.Min, p.Y.Max = -lines+0.3, 0.7
	p.Y.Tick.Marker = names(rows)
	p.Y.LineStyle.Width, p.Y.Tick.LineStyle.Width = 0, 0
	grid := plotter.NewGrid()
	grid.Horizontal.Color, grid.Vertical.Color = faint, faint
	p.Add(grid, forest(rows))
	legend := []entry{
		{"the interval misses 0: better", mark{blue, draw.CircleGlyph{}}},
		{"the interval misses 0: worse", mark{orange, draw.BoxGlyph{}}},
		{"the interval holds 0", mark{grey, hollow{}}},
	}
	return render(p, 560, 80+16*lines, legend)
}

func rowsOf(a *eval.Ablation, measure string) (rows []row, n int) {
	for i := range a.Arms {
		arm := &a.Arms[i]
		if arm.Control == nil {
			continue
		}
		d := arm.Control.Of(measure)
		if d.N == 0 {
			continue
		}
		r := row{name: arm.Name, role: arm.Role, delta: 100 * d.Delta, low: 100 * d.Low, high: 100 * d.High}
		switch {
		case r.low > 0:
			r.better = 1
		case r.high < 0:
			r.better = -1
		}
		if fewerIsBetter[measure] {
			r.better = -r.better
		}
		rows, n = append(rows, r), d.N
	}
	for i := range rows {
		if i > 0 {
			rows[i].at = rows[i-1].at + 1
			if rows[i].role != rows[i-1].role {
				rows[i].at += groupGap
			}
		}
	}
	return rows, n
}

// groupGap is the space between arms of different roles, in rows.
const groupGap = 0.6

// bounds take in every interval and 0, with room at both ends; rows that are all 0
// still have an axis.
func bounds(rows []row) (low, high float64) {
	low, high = -1, 1
	for _, r := range rows {
		low, high = min(low, r.low), max(high, r.high)
	}
	room := (high - low) / 20
	return low - room, high + room
}

// names label the rows, the first on top.
func names(rows []row) plot.ConstantTicks {
	var ticks plot.ConstantTicks
	for _, r := range rows {
		ticks = append(ticks, plot.Tick{Value: -r.at, Label: r.name})
	}
	return ticks
}

// maxTicks bounds the labels of an axis of differences.
const maxTicks = 9

// signedTicks are at multiples of a round step; 0 is one of them.
func signedTicks(low, high float64) plot.ConstantTicks {
	step := 50.0
	for _, s := range []float64{0.5, 1, 2, 5, 10, 20} {
		if (high-low)/s < maxTicks {
			step = s
			break
		}
	}
	var ticks plot.ConstantTicks
	for i := math.Ceil(low / step); i*step <= high; i++ {
		label := fmt.Sprintf("%+g", i*step)
		if i == 0 {
			label = "0"
		}
		ticks = append(ticks, plot.Tick{Value: i * step, Label: label})
	}
	return ticks
}

// forest plots rows.
type forest []row

// Plot draws the line at 0, and of each row its interval and its point.
func (f forest) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	c.StrokeLine2(draw.LineStyle{Color: color.Black, Width: vg.Points(1)}, x(0), c.Min.Y, x(0), c.Max.Y)
	for _, r := range f {
		at := y(-r.at)
		m := marks[r.better]
		c.StrokeLine2(draw.LineStyle{Color: m.colour, Width: vg.Points(2)}, x(r.low), at, x(r.high), at)
		c.DrawGlyphNoClip(draw.GlyphStyle{Color: m.colour, Radius: vg.Points(4), Shape: m.shape}, vg.Point{X: x(r.delta), Y: at})
	}
}

var marks = map[int]mark{1: {blue, draw.CircleGlyph{}}, -1: {orange, draw.BoxGlyph{}}, 0: {grey, hollow{}}}

// hollow is a circle that hides what is behind it.
type hollow struct{}

// DrawGlyph draws the circle.
func (hollow) DrawGlyph(c *draw.Canvas, s draw.GlyphStyle, at vg.Point) {
	draw.CircleGlyph{}.DrawGlyph(c, s, at)
	s.Radius -= vg.Points(1.5)
	c.SetColor(color.White)
	draw.CircleGlyph{}.DrawGlyph(c, s, at)
}

// mark is a glyph in a colour, in the plot and in its legend.
type mark struct {
	colour color.Color
	shape  draw.GlyphDrawer
}

// Thumbnail draws the mark for a legend.
func (m mark) Thumbnail(c *draw.Canvas) {
	c.StrokeLine2(draw.LineStyle{Color: m.colour, Width: vg.Points(2)}, c.Min.X, c.Center().Y, c.Max.X, c.Center().Y)
	c.DrawGlyphNoClip(draw.GlyphStyle{Color: m.colour, Radius: vg.Points(4), Shape: m.shape}, c.Center())
}
