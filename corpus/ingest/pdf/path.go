package pdf

import "math"

// path is the path under construction, reduced to its straight segments.
type path struct {
	segments       []Rule
	x, y           float64 // current point
	startX, startY float64
}

const (
	maxSegments = 10_000
	// maxRuleThickness is the thickness in points up to which a filled box is
	// taken for a ruled line.
	maxRuleThickness = 3
)

func (p *path) lineTo(x, y float64) {
	if len(p.segments) < maxSegments {
		p.segments = append(p.segments, Rule{p.x, p.y, x, y})
	}
	p.x, p.y = x, y
}

// drawPath runs the path operators; it reports whether op was one.
func (f *frame) drawPath(op operator) bool {
	p := &f.path
	switch op {
	case "m":
		p.x, p.y = f.state.ctm.apply(f.arg(0), f.arg(1))
		p.startX, p.startY = p.x, p.y
	case "l":
		p.lineTo(f.state.ctm.apply(f.arg(0), f.arg(1)))
	case "c", "v", "y":
		if n := len(f.args); n >= 2 {
			p.x, p.y = f.state.ctm.apply(f.arg(n-2), f.arg(n-1))
		}
	case "h":
		p.lineTo(p.startX, p.startY)
	case "re":
		f.rectangle()
	case "S", "s", "B", "B*", "b", "b*":
		f.paint(true)
	case "f", "F", "f*":
		f.paint(false)
	case "n":
		p.segments = p.segments[:0]
	default:
		return false
	}
	return true
}

// rectangle adds a box as its diagonal: stroked it is a frame, filled and thin
// it is a rule. paint tells them apart.
func (f *frame) rectangle() {
	x0, y0 := f.state.ctm.apply(f.arg(0), f.arg(1))
	x1, y1 := f.state.ctm.apply(f.arg(0)+f.arg(2), f.arg(1)+f.arg(3))
	if len(f.path.segments) < maxSegments {
		f.path.segments = append(f.path.segments, Rule{x0, y0, x1, y1})
	}
	f.path.x, f.path.y = x0, y0
}

func (f *frame) paint(stroke bool) {
	for _, r := range f.path.segments {
		thin := math.Abs(r.Y1-r.Y0) < maxRuleThickness || math.Abs(r.X1-r.X0) < maxRuleThickness
		switch {
		case thin:
			f.out.Rules = append(f.out.Rules, r)
		case stroke:
			f.out.Rules = append(f.out.Rules,
				Rule{r.X0, r.Y0, r.X1, r.Y0}, Rule{r.X0, r.Y1, r.X1, r.Y1},
				Rule{r.X0, r.Y0, r.X0, r.Y1}, Rule{r.X1, r.Y0, r.X1, r.Y1})
		}
	}
	f.path.segments = f.path.segments[:0]
}
