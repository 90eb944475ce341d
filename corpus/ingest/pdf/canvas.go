package pdf

import (
	"fmt"
	"math"
)

// canvas is what has been painted on a page besides text, as far as it decides whether
// text is visible.
type canvas struct {
	visible Box // of the page, what is shown of it
	grounds []ground
	covers  []cover
	left    *int // comparisons that the file may still cause
}

// ground is a painted area; on a dark one, white text is legible.
type ground struct {
	Box
	light bool
}

// cover is an opaque box painted over earlier glyphs.
type cover struct {
	Box
	glyphs int // number of earlier glyphs
}

// maxPainted bounds the areas of a page; later ones are neither ground nor cover.
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

// onDark reports whether white text at a point is legible: the last paint there is not
// light.
func (c *canvas) onDark(x, y float64) bool {
	for i := len(c.grounds) - 1; i >= 0; i-- {
		*c.left--
		if g := &c.grounds[i]; g.holds(x, y) {
			return !g.light
		}
	}
	return false
}

// bands is how many strips a page is cut into, so that a box is compared only with
// nearby glyphs.
const bands = 128

// hide marks the glyphs that a later box covers.
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

// covers reports whether the box covers the body of a glyph: nine tenths of its width,
// from the baseline to the x-height.
func (c *cover) covers(g *Glyph) bool {
	return c.holds(g.X+0.05*g.Width, g.Y) && c.holds(g.X+0.95*g.Width, g.Y+0.45*g.Size)
}

func (b Box) empty() bool { return b.X1 <= b.X0 || b.Y1 <= b.Y0 }

func (b Box) holds(x, y float64) bool { return x >= b.X0 && x <= b.X1 && y >= b.Y0 && y <= b.Y1 }

// within is the intersection of two boxes.
func (b Box) within(o Box) Box {
	return Box{math.Max(b.X0, o.X0), math.Max(b.Y0, o.Y0), math.Min(b.X1, o.X1), math.Min(b.Y1, o.Y1)}
}

// around is the smallest box around both.
func (b Box) around(o Box) Box {
	return Box{math.Min(b.X0, o.X0), math.Min(b.Y0, o.Y0), math.Max(b.X1, o.X1), math.Max(b.Y1, o.Y1)}
}

// boxOf is a box from two opposite corners.
func boxOf(x0, y0, x1, y1 float64) Box {
	return Box{math.Min(x0, x1), math.Min(y0, y1), math.Max(x0, x1), math.Max(y0, y1)}
}

// everything contains all points, nothing none.
var (
	everything = Box{math.Inf(-1), math.Inf(-1), math.Inf(1), math.Inf(1)}
	nothing    = Box{math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)}
)
