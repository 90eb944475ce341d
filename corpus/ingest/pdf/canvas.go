package pdf

import (
	"fmt"
	"math"
)

// canvas is what has been painted on a page besides text, as far as text is seen
// or not seen because of it.
type canvas struct {
	visible Box // of the page, what is shown of it
	grounds []ground
	covers  []cover
	left    *int // comparisons that the file may still cause
}

// ground is a painted area; where it is dark, white text can be read.
type ground struct {
	Box
	light bool
}

// cover is an opaque box that was painted over the glyphs before it.
type cover struct {
	Box
	glyphs int // how many there were
}

// maxPainted bounds the areas of a page; what is painted after them is neither
// ground nor cover.
const maxPainted = 20_000

func (c *canvas) paint(b Box, light bool) {
	if len(c.grounds) < maxPainted && !b.empty() {
		c.grounds = append(c.grounds, ground{b, light})
	}
}

func (c *canvas) coverUp(b Box, glyphs int) {
	if glyphs > 0 && len(c.covers) < maxPainted && !b.empty() {
		c.covers = append(c.covers, cover{b, glyphs})
	}
}

// onDark reports whether white text at a point can be read: what was painted there
// last is not light.
func (c *canvas) onDark(x, y float64) bool {
	for i := len(c.grounds) - 1; i >= 0; i-- {
		*c.left--
		if g := &c.grounds[i]; g.holds(x, y) {
			return !g.light
		}
	}
	return false
}

// bands is how many strips a page is cut into, so that a box is compared with the
// glyphs near it alone.
const bands = 128

// hide marks the glyphs that a box was painted over later.
func (c *canvas) hide(glyphs []Glyph) error {
	if len(c.covers) > 0 {
		c.hideCovered(glyphs)
	}
	if *c.left < 0 {
		return fmt.Errorf("%w: too many boxes are painted around text", ErrLimit)
	}
	return nil
}

func (c *canvas) hideCovered(glyphs []Glyph) {
	var byBand [bands][]int
	band := func(y float64) int {
		height := math.Max(c.visible.Y1-c.visible.Y0, 1)
		return int(math.Min(math.Max((y-c.visible.Y0)/height, 0), 0.9999) * bands)
	}
	for i := range glyphs {
		if !glyphs[i].Hidden {
			b := band(glyphs[i].Y)
			byBand[b] = append(byBand[b], i)
		}
	}
	for _, cov := range c.covers {
		for b := band(cov.Y0); b <= band(cov.Y1) && *c.left >= 0; b++ {
			rest := byBand[b][:0]
			for _, i := range byBand[b] {
				*c.left--
				if g := &glyphs[i]; i < cov.glyphs && cov.covers(g) {
					g.Hidden = true
				} else {
					rest = append(rest, i)
				}
			}
			byBand[b] = rest
		}
	}
}

// covers reports whether the box lies over the body of a glyph: nine tenths of its
// width, from the baseline to the height of a small letter.
func (c *cover) covers(g *Glyph) bool {
	return c.holds(g.X+0.05*g.Width, g.Y) && c.holds(g.X+0.95*g.Width, g.Y+0.45*g.Size)
}

func (b Box) empty() bool { return b.X1 <= b.X0 || b.Y1 <= b.Y0 }

func (b Box) holds(x, y float64) bool { return x >= b.X0 && x <= b.X1 && y >= b.Y0 && y <= b.Y1 }

// within is the part of a box inside another one.
func (b Box) within(o Box) Box {
	return Box{math.Max(b.X0, o.X0), math.Max(b.Y0, o.Y0), math.Min(b.X1, o.X1), math.Min(b.Y1, o.Y1)}
}

// around is the smallest box around both.
func (b Box) around(o Box) Box {
	return Box{math.Min(b.X0, o.X0), math.Min(b.Y0, o.Y0), math.Max(b.X1, o.X1), math.Max(b.Y1, o.Y1)}
}

// boxOf is a box by two opposite corners.
func boxOf(x0, y0, x1, y1 float64) Box {
	return Box{math.Min(x0, x1), math.Min(y0, y1), math.Max(x0, x1), math.Max(y0, y1)}
}

// everything holds all points, nothing none.
var (
	everything = Box{math.Inf(-1), math.Inf(-1), math.Inf(1), math.Inf(1)}
	nothing    = Box{math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)}
)
