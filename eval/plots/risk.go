package plots

import (
	"fmt"
	"image/color"

	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/pqcite/pqcite/eval"
)

// Curves differ by colour and by dashes, and each is thinner than the one before,
// so that those that coincide all show.
var strokes = []struct {
	colour color.Color
	dashes []vg.Length
}{
	{blue, nil},
	{orange, []vg.Length{6, 3}},
	{green, []vg.Length{2, 2}},
	{purple, []vg.Length{8, 2, 2, 2}},
	{grey, []vg.Length{12, 4}},
}

// RiskCoverage draws how the share of wrong outcomes grows with the share of
// questions that are answered, of each preset. It is nil where nothing can be
// judged.
func RiskCoverage(a *eval.Ablation) ([]byte, error) {
	p := newPlot("Risk and coverage of the presets, over all questions",
		"coverage: share of the questions, the most confident first", "risk: share of these that is not answered rightly")
	p.X.Min, p.X.Max, p.Y.Min, p.Y.Max = 0, 1, 0, 1
	p.X.Tick.Marker, p.Y.Tick.Marker = percentTicks(), percentTicks()
	grid := plotter.NewGrid()
	grid.Horizontal.Color, grid.Vertical.Color = faint, faint
	p.Add(grid)
	var legend []entry
	for _, arm := range presetsOf(a) {
		curves := arm.Report.Curves
		if len(curves) == 0 {
			return nil, nil
		}
		curve := curves[len(curves)-1]
		line, points, err := stroke(curve.Points, len(legend))
		if err != nil {
			return nil, err
		}
		p.Add(line, points)
		legend = append(legend, entry{fmt.Sprintf("%s: AURC %.3f, %d questions", arm.Preset, curve.AURC, curve.N), line})
	}
	return render(p, 480, 400, legend)
}

// presetsOf are the control, and the presets that ran.
func presetsOf(a *eval.Ablation) []*eval.ArmResult {
	var out []*eval.ArmResult
	for i := range a.Arms {
		arm := &a.Arms[i]
		if arm.Report != nil && (i == 0 || arm.Role == eval.RolePreset) {
			out = append(out, arm)
		}
	}
	return out
}

func stroke(points []eval.RiskPoint, i int) (*plotter.Line, *plotter.Scatter, error) {
	xys := make(plotter.XYs, len(points))
	for n, pt := range points {
		xys[n] = plotter.XY{X: pt.Coverage, Y: pt.Risk}
	}
	line, err := plotter.NewLine(xys)
	if err != nil {
		return nil, nil, err
	}
	// Where the curve begins: no outcome has a higher confidence.
	start, err := plotter.NewScatter(xys[:1])
	if err != nil {
		return nil, nil, err
	}
	s := strokes[i%len(strokes)]
	line.LineStyle = draw.LineStyle{Color: s.colour, Width: vg.Points(4 - 0.6*float64(i%len(strokes))), Dashes: s.dashes}
	start.GlyphStyle = draw.GlyphStyle{Color: s.colour, Radius: vg.Points(3.5), Shape: draw.CircleGlyph{}}
	return line, start, nil
}
