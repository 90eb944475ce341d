package pdf

import (
	"fmt"
	"math"

	"github.com/pqcite/pqcite/core"
)

// drawText runs the text operators (ISO 32000-1, 9.3 and 9.4).
func (f *frame) drawText(op operator) error {
	switch op {
	case "BT":
		f.text, f.line = identity, identity
	case "Tc":
		f.state.charSpace = f.arg(0)
	case "Tw":
		f.state.wordSpace = f.arg(0)
	case "Tz":
		f.state.scale = f.arg(0) / 100
	case "TL":
		f.state.leading = f.arg(0)
	case "Ts":
		f.state.rise = f.arg(0)
	case "Tr":
		f.state.mode = int(f.arg(0))
	case "Tf":
		return f.setFont()
	case "Td":
		f.nextLine(f.arg(0), f.arg(1))
	case "TD":
		f.state.leading = -f.arg(1)
		f.nextLine(f.arg(0), f.arg(1))
	case "Tm":
		f.line = f.matrixArg()
		f.text = f.line
	case "T*":
		f.nextLine(0, -f.state.leading)
	case "Tj":
		return f.showArg(0)
	case "'":
		f.nextLine(0, -f.state.leading)
		return f.showArg(0)
	case "\"":
		f.state.wordSpace, f.state.charSpace = f.arg(0), f.arg(1)
		f.nextLine(0, -f.state.leading)
		return f.showArg(2)
	case "TJ":
		return f.showAdjusted()
	}
	return nil
}

func (f *frame) setFont() error {
	font := f.fonts[f.nameArg()]
	if font == nil {
		var err error
		if font, err = f.reader.font(f.fontNamed(f.nameArg())); err != nil {
			return err
		}
		if f.fonts == nil {
			f.fonts = map[name]*Font{}
		}
		f.fonts[f.nameArg()] = font
	}
	f.state.font, f.state.size = font, f.arg(1)
	return nil
}

func (f *frame) nextLine(x, y float64) {
	f.line = matrix{1, 0, 0, 1, x, y}.times(f.line)
	f.text = f.line
}

func (f *frame) showArg(i int) error {
	if i < len(f.args) {
		if s, is := f.args[i].(str); is {
			return f.show(string(s))
		}
	}
	return nil
}

func (f *frame) showAdjusted() error {
	if len(f.args) == 0 {
		return nil
	}
	parts, _ := f.args[0].(array)
	for _, p := range parts {
		if s, is := p.(str); is {
			if err := f.show(string(s)); err != nil {
				return err
			}
			continue
		}
		f.advance(-number(p) / 1000 * f.state.size)
	}
	return nil
}

// advance moves on by a length in unscaled text space: to the right, or down in
// vertical writing.
func (f *frame) advance(by float64) {
	step := matrix{1, 0, 0, 1, by * f.state.scale, 0}
	if f.state.font != nil && f.state.font.vertical {
		step = matrix{1, 0, 0, 1, 0, by}
	}
	f.text = step.times(f.text)
}

// The usual origin of a glyph in vertical writing, above its own by a share of the font
// size, and the distance to the next (ISO 32000-1, 9.7.4.3).
const (
	verticalRise = 0.88
	verticalStep = -1
)

// show draws a string glyph by glyph.
func (f *frame) show(s string) error {
	g := &f.state
	if g.font == nil {
		return fmt.Errorf("%w: text is shown without a font", ErrDamaged)
	}
	var err error
	g.font.decode(s, func(c shown) {
		at := matrix{g.size * g.scale, 0, 0, g.size, 0, g.rise}.times(f.text).times(g.ctm)
		step := c.width
		if g.font.vertical {
			at = matrix{1, 0, 0, 1, -c.width / 2, -verticalRise}.times(at)
			step = verticalStep
		}
		if err == nil {
			err = f.addGlyph(c, at)
		}
		spacing := g.charSpace
		if c.isSpace {
			spacing += g.wordSpace
		}
		f.advance(step*g.size + spacing)
	})
	return err
}

func (f *frame) addGlyph(c shown, at matrix) error {
	r := f.reader
	font := f.state.font
	if c.foreign {
		if err := font.noteForeign(c.code); err != nil {
			return err
		}
	}
	glyph := Glyph{
		Text: c.text, X: at[4], Y: at[5], Width: c.width * math.Hypot(at[0], at[1]),
		Size: math.Hypot(at[2], at[3]) * font.em, Font: font, Upright: at.upright() && !font.vertical,
	}
	glyph.Hidden = c.unseen || f.unseen(&glyph)
	f.applyMarks(&glyph)
	if !glyph.Hidden {
		r.glyphs++
	}
	if glyph.Text == "" {
		if f.hasActualText() {
			return nil
		}
		glyph.Text = string(core.Unreadable)
		if !glyph.Hidden {
			r.noteUnread(font.Name, c.code)
		}
	}
	if len(f.out.Glyphs) >= r.limits.PageGlyphs {
		return fmt.Errorf("%w: page has more than %d glyphs", ErrLimit, r.limits.PageGlyphs)
	}
	if glyph.Text == c.text {
		c.stance.shift(&glyph, at[3])
	}
	f.out.Glyphs = append(f.out.Glyphs, glyph)
	return nil
}

// Text that is smaller, in points, or fainter, as a share of full colour, is invisible.
const (
	smallestSeen = 1
	faintestSeen = 0.05
)

// Text rendering modes (ISO 32000-1, table 106).
const (
	modeFill       = 0
	modeStroke     = 1
	modeFillStroke = 2
	modeInvisible  = 3
	modeFillClip   = 4
	modeStrokeClip = 5
	modeBothClip   = 6
	modeClip       = 7
)

// unseen reports whether a glyph is invisible, as far as is known when it is drawn,
// whatever it reads.
func (f *frame) unseen(g *Glyph) bool {
	s := &f.state
	x, y := g.X+g.Width/2, g.Y+0.25*g.Size
	if !g.Upright {
		x, y = g.X, g.Y
	}
	switch {
	case g.Size < smallestSeen, s.alpha < faintestSeen, !s.clip.holds(x, y), f.concealed():
		return true
	case s.mode == modeInvisible, s.mode == modeClip:
		return true
	}
	light := false
	switch s.mode {
	case modeFill, modeFillClip:
		light = s.fill.light
	case modeStroke, modeStrokeClip:
		light = s.stroke.light
	case modeFillStroke, modeBothClip:
		light = s.fill.light && s.stroke.light
	}
	return light && !s.font.coloured && !f.canvas.onDark(x, y)
}
