package pdf

// turnPage returns the transformation for a page's Rotate entry, and sets the page's
// box accordingly.
func (s *source) turnPage(p page, out *Page) matrix {
	b := boxOf(p.box.X0, p.box.Y0, p.box.X1, p.box.Y1)
	width, height := b.X1-b.X0, b.Y1-b.Y0
	var turn matrix
	switch quarter := integer(s.resolve(p.dict["Rotate"])) / 90 % 4; (quarter + 4) % 4 {
	case 1:
		turn, out.Box = matrix{0, -1, 1, 0, -b.Y0, b.X1}, Box{0, 0, height, width}
	case 2:
		turn, out.Box = matrix{-1, 0, 0, -1, b.X1, b.Y1}, Box{0, 0, width, height}
	case 3:
		turn, out.Box = matrix{0, 1, -1, 0, b.Y1, -b.X0}, Box{0, 0, height, width}
	default:
		return identity
	}
	return turn
}

// edge is how far in points the middle of a glyph may be off the page: boxes
// are rounded.
const edge = 1

// visibleBox is the visible part of a page.
func (s *source) visibleBox(p page, turn matrix) Box {
	b := boxOf(p.box.X0, p.box.Y0, p.box.X1, p.box.Y1)
	if b.empty() {
		return everything
	}
	if a, _ := s.resolve(p.dict["CropBox"]).(array); len(a) == 4 {
		var v [4]float64
		for i := range v {
			v[i] = number(s.resolve(a[i]))
		}
		if crop := boxOf(v[0], v[1], v[2], v[3]).within(b); !crop.empty() {
			b = crop
		}
	}
	x0, y0 := turn.apply(b.X0, b.Y0)
	x1, y1 := turn.apply(b.X1, b.Y1)
	b = boxOf(x0, y0, x1, y1)
	return Box{b.X0 - edge, b.Y0 - edge, b.X1 + edge, b.Y1 + edge}
}
