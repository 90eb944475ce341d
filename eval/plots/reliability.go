package plots

import (
	"fmt"
	"image/color"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/pqcite/pqcite/eval"
)

// Reliability draws, of the control's answers, the share that is right against
// what confidence says, bin by bin. It is nil where nothing was answered.
func Reliability(a *eval.Ablation) ([]byte, error) {
	r := a.Arms[0].Report.Reliability
	if r.N == 0 {
		return nil, nil
	}
	p := newPlot(fmt.Sprintf("Confidence of %d answers of the control: ECE %.3f, Brier %.3f", r.N, r.ECE, r.Brier),
		"confidence", "share of the answers that is right")
	p.X.Min, p.X.Max, p.Y.Min, p.Y.Max = 0, 1.02, 0, 1
	p.X.Tick.Marker, p.Y.Tick.Marker = percentTicks(), percentTicks()
	grid := plotter.NewGrid()
	grid.Horizontal.Color, grid.Vertical.Color = faint, faint
	diagonal, err := plotter.NewLine(plotter.XYs{{X: 0, Y: 0}, {X: 1, Y: 1}})
	if err != nil {
		return nil, err
	}
	diagonal.LineStyle = draw.LineStyle{Color: grey, Width: vg.Points(1), Dashes: []vg.Length{4, 3}}
	p.Add(grid, diagonal, bins(r.Bins))
	return render(p, 480, 400, []entry{
		{"a bin of answers, with the 95 % interval and their number", mark{blue, draw.CircleGlyph{}}},
		{"confidence that is the share of right answers", diagonal},
	})
}

// bins plots the bins of a reliability diagram.
type bins []eval.Bin

// Plot draws each bin's interval, point and number of answers. The number stands
// to the left of the point where the right border is near.
func (bs bins) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	style := text.Style{Color: grey, Font: sans(textSize - 1), XAlign: text.XLeft, YAlign: text.YCenter, Handler: plot.DefaultTextHandler}
	for _, b := range bs {
		low, high := eval.Wilson(int(math.Round(b.Accuracy*float64(b.N))), b.N)
		at := vg.Point{X: x(b.Confidence), Y: y(b.Accuracy)}
		c.StrokeLine2(draw.LineStyle{Color: blue, Width: vg.Points(1.5)}, at.X, y(low), at.X, y(high))
		c.DrawGlyphNoClip(draw.GlyphStyle{Color: blue, Radius: vg.Points(4), Shape: draw.CircleGlyph{}}, at)
		label, beside := style, vg.Point{X: at.X + vg.Points(6), Y: at.Y + vg.Points(1)}
		if b.Confidence > 0.9 {
			label.XAlign, beside.X = text.XRight, at.X-vg.Points(6)
		}
		box := label.Rectangle(fmt.Sprint(b.N)).Add(beside)
		c.SetColor(color.White) // keeps lines from crossing the number
		c.Fill(box.Path())
		c.FillText(label, beside, fmt.Sprint(b.N))
	}
}
