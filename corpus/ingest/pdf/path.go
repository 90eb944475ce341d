package pdf

import "math"

// path is the path under construction: its straight segments, its boxes, and the
// box around all of it.
type path struct {
	segments       []Rule
	boxes          []Box // of the operator re, and a single polygon that is one
	bounds         Box
	points         [][2]float64 // of the first polygon, while it may be a box
	odd            bool         // it has parts that are not boxes
	mirrored       [2]bool      // boxes run this way round, the other way round
	clips          bool         // the next painting operator makes it the clip
	x, y           float64      // current point
	startX, startY float64
}

const (
	maxSegments = 10_000
	// maxRuleThickness is the thickness in points up to which a filled box counts as a
	// ruled line.
	maxRuleThickness = 3
	// minCover is the thickness in points from which a box can cover text.
	minCover = 2
	// minBroad is the thickness of a stroke in points from which it can be the
	// ground of text.
	minBroad = 4
)

func (p *path) reset() { *p = path{segments: p.segments[:0], boxes: p.boxes[:0], bounds: nothing} }

func (p *path) moveTo(x, y float64) {
	if len(p.points) > 0 {
		p.odd = true // a second polygon
	}
	p.points = append(p.points[:0], [2]float64{x, y})
	p.x, p.y, p.startX, p.startY = x, y, x, y
	p.reach(x, y)
}

func (p *path) lineTo(x, y float64) {
	if len(p.segments) < maxSegments {
		p.segments = append(p.segments, Rule{p.x, p.y, x, y})
	}
	if len(p.points) <= 5 {
		p.points = append(p.points, [2]float64{x, y})
	}
	p.x, p.y = x, y
	p.reach(x, y)
}

func (p *path) reach(x, y float64) { p.bounds = p.bounds.around(Box{x, y, x, y}) }

// polygon returns the box that the only polygon of the path is.
func (p *path) polygon() (Box, bool) {
	n := len(p.points)
	if n == 5 && p.points[4] == p.points[0] {
		n = 4
	}
	if n != 4 {
		return Box{}, false
	}
	for i := range 4 {
		a, b := p.points[i], p.points[(i+1)%4]
		if axis := i % 2; math.Abs(a[axis]-b[axis]) > 0.01 && math.Abs(a[1-axis]-b[1-axis]) > 0.01 {
			return Box{}, false
		}
	}
	a, c := p.points[0], p.points[2]
	return boxOf(a[0], a[1], c[0], c[1]), true
}

// filled returns the boxes that filling the path paints; ok is false if it leaves holes
// or paints something else as well.
func (p *path) filled(evenOdd bool) (boxes []Box, ok bool) {
	boxes, ok = p.boxes, !p.odd
	if len(p.points) > 1 {
		b, is := p.polygon()
		if !is || len(boxes) > 0 {
			return nil, false
		}
		boxes = append(boxes, b)
	}
	if len(boxes) > 1 && (evenOdd || p.mirrored[0] && p.mirrored[1]) {
		return nil, false
	}
	return boxes, ok && len(boxes) > 0
}

// drawPath runs the path operators; it reports whether op was one.
func (f *frame) drawPath(op operator) bool {
	p := &f.path
	switch op {
	case "m":
		p.moveTo(f.state.ctm.apply(f.arg(0), f.arg(1)))
	case "l":
		p.lineTo(f.state.ctm.apply(f.arg(0), f.arg(1)))
	case "c", "v", "y":
		f.curve()
	case "h":
		p.lineTo(p.startX, p.startY)
	case "re":
		f.rectangle()
	case "W", "W*":
		p.clips = true
	case "w":
		f.state.thickness = f.arg(0) * math.Sqrt(math.Abs(f.state.ctm[0]*f.state.ctm[3]-f.state.ctm[1]*f.state.ctm[2]))
	case "S", "s":
		f.paint(true, false, false)
	case "B", "b":
		f.paint(true, true, false)
	case "B*", "b*":
		f.paint(true, true, true)
	case "f", "F":
		f.paint(false, true, false)
	case "f*":
		f.paint(false, true, true)
	case "n":
		f.endPath()
	case "sh":
		f.canvas.paint(f.state.clip, false)
	default:
		return false
	}
	return true
}

func (f *frame) curve() {
	p := &f.path
	p.odd = true
	for i := 0; i+1 < len(f.args); i += 2 {
		p.reach(f.state.ctm.apply(f.arg(i), f.arg(i+1)))
	}
	if n := len(f.args); n >= 2 {
		p.x, p.y = f.state.ctm.apply(f.arg(n-2), f.arg(n-1))
	}
}

// rectangle adds a box as its diagonal: stroked it is a frame, filled and thin it is a
// rule. paint distinguishes them.
func (f *frame) rectangle() {
	p := &f.path
	x0, y0 := f.state.ctm.apply(f.arg(0), f.arg(1))
	x1, y1 := f.state.ctm.apply(f.arg(0)+f.arg(2), f.arg(1)+f.arg(3))
	if len(p.segments) < maxSegments {
		p.segments = append(p.segments, Rule{x0, y0, x1, y1})
		p.boxes = append(p.boxes, boxOf(x0, y0, x1, y1))
	}
	if !f.state.ctm.straight() {
		p.odd = true
		p.reach(f.state.ctm.apply(f.arg(0), f.arg(1)+f.arg(3)))
		p.reach(f.state.ctm.apply(f.arg(0)+f.arg(2), f.arg(1)))
	}
	if f.arg(2)*f.arg(3) < 0 {
		p.mirrored[1] = true
	} else {
		p.mirrored[0] = true
	}
	p.reach(x0, y0)
	p.reach(x1, y1)
	p.x, p.y = x0, y0
}

func (f *frame) paint(stroke, fill, evenOdd bool) {
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
	if fill && !f.concealed() {
		f.paintGround(evenOdd)
	}
	if stroke && f.state.thickness >= minBroad && !f.state.stroke.light && !f.concealed() {
		t := f.state.thickness / 2
		b := f.path.bounds
		f.canvas.paint(Box{b.X0 - t, b.Y0 - t, b.X1 + t, b.Y1 + t}.within(f.state.clip), false)
	}
	f.endPath()
}

// paintGround records a fill: a box is the ground of later text and a cover of earlier
// text; any other dark shape may be the ground of white text.
func (f *frame) paintGround(evenOdd bool) {
	boxes, ok := f.path.filled(evenOdd)
	if !ok {
		if !f.state.fill.light {
			f.canvas.paint(f.path.bounds.within(f.state.clip), false)
		}
		return
	}
	for _, b := range boxes {
		b = b.within(f.state.clip)
		f.canvas.paint(b, f.state.fill.light)
		if f.opaque() && !f.state.fill.pattern && b.X1-b.X0 > minCover && b.Y1-b.Y0 > minCover && !f.state.ragged {
			f.canvas.coverUp(b, len(f.out.Glyphs))
		}
	}
}

// endPath makes the path the clip, if so marked, and discards it.
func (f *frame) endPath() {
	p := &f.path
	if p.clips {
		boxes, ok := p.filled(false)
		b := p.bounds
		if ok && len(boxes) == 1 {
			b = boxes[0]
		} else {
			f.state.ragged = true
		}
		f.state.clip = f.state.clip.within(b)
	}
	p.reset()
}
