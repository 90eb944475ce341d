package pdf

import (
	"math"
	"slices"
	"strings"

	"github.com/pqcite/pqcite/corpus/ingest/pdf/font"
)

// stance says whether a font draws a glyph on the line, or as a small one above or
// below it. Fonts have such digits and letters, and files map them to a plain 2 or n:
// only the outline distinguishes 2³² from 232.
type stance int8

const (
	standing stance = iota
	raised
	lowered
)

// The baseline and size given to a glyph that a font draws raised or lowered, as shares
// of the font size. They are constants, so that the glyphs of a number stay together.
const (
	raisedBy    = 0.35
	loweredBy   = -0.15
	shiftedSize = 0.62
)

// outlines knows the outlines of a font's glyphs by code.
type outlines struct {
	program *font.Program
	glyphs  func(code string) []int // that a viewer may show for the code
	texts   func() map[string]string
	height  float64 // of the capitals and digits, in shares of the em; 0 if not measured
	known   map[string]stance
}

// usualHeight is the height of capitals if a font has none to measure, in shares of the
// em; text fonts have 0.63 to 0.73.
const usualHeight = 0.65

// measured bounds the glyphs used to measure a height.
const measured = 64

// stance returns the stance of the glyph of a code with a text.
func (o *outlines) stance(code, text string) stance {
	if o == nil || !shiftable(text) {
		return standing
	}
	s, ok := o.known[code]
	if ok {
		return s
	}
	if o.known == nil {
		o.known = map[string]stance{}
		o.height = o.measure()
	}
	for i, gid := range o.glyphs(code) {
		of := standing
		if bottom, top, ok := o.program.Extent(gid); ok {
			of = stanceOf(text[0], text, bottom/o.height, top/o.height)
		}
		if i > 0 && of != s {
			of = standing // viewers differ in which one they show
		}
		if s = of; s == standing {
			break
		}
	}
	o.known[code] = s
	return s
}

// measure returns the height of the tallest digit or capital on the line.
func (o *outlines) measure() float64 {
	texts := o.texts()
	var codes []string
	for code, text := range texts {
		if len(text) == 1 && (isDigit(text[0]) || text[0] >= 'A' && text[0] <= 'Z') {
			codes = append(codes, code)
		}
	}
	slices.Sort(codes)
	height := 0.0
	for _, code := range codes[:min(len(codes), measured)] {
		for _, gid := range o.glyphs(code) {
			if bottom, top, ok := o.program.Extent(gid); ok && math.Abs(bottom) < 0.05 {
				height = math.Max(height, top)
			}
		}
	}
	if height < 0.3 || height > 1.2 {
		return usualHeight // there are none, or they are mislabelled
	}
	return height
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

// minus is the minus sign, not a hyphen.
const minus = "−"

// shiftable reports whether a text is one of the few with raised or lowered forms in
// fonts that mean something else. Quotes, primes, degrees and asterisks are high by
// nature.
func shiftable(s string) bool {
	if s == minus {
		return true
	}
	return len(s) == 1 && (isDigit(s[0]) || s[0] >= 'a' && s[0] <= 'z' || s[0] == '+' || s[0] == '(' || s[0] == ')')
}

// simpleOutlines are those of a one-byte font with named codes.
func simpleOutlines(f *Font, p *font.Program, names *font.Encoding) *outlines {
	if p == nil {
		return nil
	}
	return &outlines{
		program: p,
		glyphs: func(code string) []int {
			n := names[code[0]]
			return glyphsOf(p, int(code[0]), n, legible(font.Text(n)))
		},
		texts: func() map[string]string {
			texts := make(map[string]string, len(f.meanings))
			for code, m := range f.meanings {
				key := string([]byte{byte(code)})
				if texts[key] = f.toUnicode[key]; texts[key] == "" {
					texts[key] = m.text
				}
			}
			return texts
		},
	}
}

// compositeOutlines are those of a Type0 font with its descendant's program.
func compositeOutlines(f *Font, p *font.Program, toGID func(int) (int, bool)) *outlines {
	if p == nil || f.codes.unicode {
		return nil
	}
	return &outlines{
		program: p,
		glyphs: func(code string) []int {
			_, cid := f.codes.next(code)
			if gid, ok := glyphOfCID(p, toGID, cid); ok {
				return []int{gid}
			}
			return nil
		},
		texts: func() map[string]string { return f.toUnicode },
	}
}

// stanceOf judges an outline by its vertical extent, in heights of a capital. Small
// forms have 0.55 to 0.65 of the size. Old-style figures are as high as a lower-case
// letter, some of them below the line; all letters with descenders are left alone; the
// minus sign, which has no height to judge by, must be above or below all ordinary
// ones.
func stanceOf(c byte, text string, bottom, top float64) stance {
	above, below, tall := 0.38, -0.08, 0.66
	switch {
	case text == minus:
		above, tall = 0.65, 0.2
		if top < 0.27 && bottom > -0.25 {
			return lowered
		}
		below = math.Inf(-1)
	case c == '+':
		above, below, tall = 0.42, 0, 0.6
		if top > 0.5 {
			below = math.Inf(-1)
		}
	case c == '(' || c == ')':
		tall = 0.9
	case strings.IndexByte("fgjpqy", c) >= 0:
		below = math.Inf(-1)
	case !isDigit(c):
		tall = 0.6
	}
	switch height := top - bottom; {
	case height > tall:
		return standing
	case bottom >= above && top >= 0.69:
		return raised
	case bottom <= below && top <= 0.66:
		return lowered
	}
	return standing
}

// shift gives a glyph the place and size of its outline.
func (s stance) shift(g *Glyph, up float64) {
	by := raisedBy
	switch {
	case s == standing || !g.Upright:
		return
	case s == lowered:
		by = loweredBy
	}
	g.Y += by * up
	g.Size *= shiftedSize
	g.raised = s == raised
}

// fractionSlash separates small digits that are not scripts.
const fractionSlash = "⁄"

// settleNumerators turns the raised digits before fraction slashes into Unicode's small
// digits, on the line: they are not powers, and 3¹⁄2 is not 31⁄2.
func settleNumerators(glyphs []Glyph) {
	for i := range glyphs {
		if glyphs[i].Text != fractionSlash {
			continue
		}
		for j := i - 1; j >= 0 && glyphs[j].raised; j-- {
			g := &glyphs[j]
			g.Text, g.Y, g.Size, g.raised = font.Superior(g.Text), glyphs[i].Y, glyphs[i].Size, false
		}
	}
}
