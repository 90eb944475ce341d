package eval

import (
	"fmt"
	"math"
)

// Curves differ by colour and by dashes, and each is thinner than the one before, so that
// those that coincide all show.
var strokes = []stroke{
	{blue, 4, ""}, {orange, 3.4, "6 3"}, {green, 2.8, "2 2"}, {purple, 2.2, "8 2 2 2"}, {grey, 1.6, "12 4"},
}

// riskCoverage draws how the share of wrong outcomes grows with the share of questions
// that are answered, of each preset. It is nil where nothing can be judged.
func (r *Ablation) riskCoverage() []byte {
	var legend []entry
	var curves []Curve
	for i, a := range r.arms {
		if a.report == nil || i > 0 && a.role != presets {
			continue
		}
		if len(a.report.Curves) == 0 {
			return nil
		}
		c := a.report.Curves[len(a.report.Curves)-1]
		s := strokes[len(curves)%len(strokes)]
		legend = append(legend, entry{fmt.Sprintf("%s: AURC %.3f, %d questions", a.preset, c.AURC, c.N), s, mark{}})
		curves = append(curves, c)
	}
	c := newChart("Risk and coverage of the presets, over all questions", 480, 400,
		percentAxis("coverage: share of the questions, the most confident first"),
		percentAxis("risk: share of these that is not answered rightly"), legend)
	for i, curve := range curves {
		var points []point
		for _, p := range curve.Points {
			points = append(points, point{c.px(p.Coverage), c.py(p.Risk)})
		}
		c.path(points, legend[i].line)
		c.mark(points[0].x, points[0].y, mark{colour: legend[i].line.colour}) // no outcome has a higher confidence
	}
	return c.end()
}

// reliability draws, of the control's answers, the share that is right against what
// confidence says, bin by bin. It is nil where nothing was answered.
func (r *Ablation) reliability() []byte {
	of := r.arm(controlArm).report.Reliability
	if of.N == 0 {
		return nil
	}
	bin := entry{"a bin of answers, with the 95 % interval and their number", stroke{blue, 1.5, ""}, mark{colour: blue}}
	exact := entry{"confidence that is the share of right answers", stroke{grey, 1, "4 3"}, mark{}}
	c := newChart(fmt.Sprintf("Confidence of %d answers of the control: ECE %.3f, Brier %.3f", of.N, of.ECE, of.Brier), 480, 400,
		percentAxis("confidence"), percentAxis("share of the answers that is right"), []entry{bin, exact})
	c.line(c.px(0), c.py(0), c.px(1), c.py(1), exact.line)
	for _, b := range of.Bins {
		interval := NewRate("", int(math.Round(b.Accuracy*float64(b.N))), b.N)
		x, y := c.px(b.Confidence), c.py(b.Accuracy)
		c.line(x, c.py(interval.Low), x, c.py(interval.High), bin.line)
		c.mark(x, y, bin.mark)
		at, anchor := x+6.0, "start"
		if b.Confidence > 0.9 { // the right border is near
			at, anchor = x-6, "end"
		}
		c.text(at, y-2, anchor, grey, fmt.Sprint(b.N))
	}
	return c.end()
}
