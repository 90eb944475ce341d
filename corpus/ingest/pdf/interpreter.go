package pdf

import (
	"context"
	"fmt"
	"math"
)

// graphics is the part of the graphics state that text and rules depend on.
type graphics struct {
	ctm       matrix
	font      *Font
	size      float64
	charSpace float64
	wordSpace float64
	scale     float64 // horizontal, 1 is normal
	leading   float64
	rise      float64
}

// marked is one level of marked content.
type marked struct {
	artifact bool
	// actual is the text that stands for all glyphs of the level; it is given to
	// the first of them.
	actual *string
	used   bool
}

// interpreter runs the content streams of one page.
type interpreter struct {
	reader *reader
	ctx    context.Context
	out    *Page
	marks  []marked
}

// frame is the state of one content stream: a page's or a form's.
type frame struct {
	*interpreter
	resources dict
	state     graphics
	saved     []graphics
	text      matrix // text matrix
	line      matrix // text line matrix
	path      path
	args      []any
	depth     int
}

const (
	maxSavedStates  = 4096
	maxOperands     = 1024
	maxMarkedLevels = 256
)

// run interprets a content stream.
func (in *interpreter) run(src []byte, resources dict, ctm matrix, depth int) error {
	if depth > in.reader.limits.FormDepth {
		return fmt.Errorf("%w: forms are nested deeper than %d", ErrLimit, in.reader.limits.FormDepth)
	}
	f := &frame{interpreter: in, resources: resources, depth: depth, text: identity, line: identity}
	f.state = graphics{ctm: ctm, scale: 1}
	outer := len(in.marks)
	l := &lexer{src: src}
	for {
		o, ok, err := l.next()
		if err != nil {
			return fmt.Errorf("%w: %w", ErrDamaged, err)
		}
		if !ok {
			in.marks = in.marks[:min(len(in.marks), outer)]
			return nil
		}
		op, is := o.(operator)
		if !is {
			if len(f.args) < maxOperands {
				f.args = append(f.args, o)
			}
			continue
		}
		if err := in.reader.countOperator(in.ctx); err != nil {
			return err
		}
		if op == "BI" {
			l.skipInlineImage()
		} else if err := f.execute(op); err != nil {
			return err
		}
		f.args = f.args[:0]
	}
}

// execute runs one operator. Operators that neither move nor draw text or rules
// are passed over.
func (f *frame) execute(op operator) error {
	switch op {
	case "q":
		if len(f.saved) < maxSavedStates {
			f.saved = append(f.saved, f.state)
		}
	case "Q":
		if n := len(f.saved); n > 0 {
			f.state, f.saved = f.saved[n-1], f.saved[:n-1]
		}
	case "cm":
		f.state.ctm = f.matrixArg().times(f.state.ctm)
	case "gs":
		return f.graphicsDict()
	case "Do":
		return f.drawObject()
	case "BMC", "BDC":
		f.beginMarked(op == "BDC")
	case "EMC":
		if n := len(f.marks); n > 0 {
			f.marks = f.marks[:n-1]
		}
	default:
		if !f.drawPath(op) {
			return f.drawText(op)
		}
	}
	return nil
}

// arg returns operand i as a number.
func (f *frame) arg(i int) float64 {
	if i < len(f.args) {
		return number(f.args[i])
	}
	return 0
}

func (f *frame) matrixArg() matrix {
	return matrix{f.arg(0), f.arg(1), f.arg(2), f.arg(3), f.arg(4), f.arg(5)}
}

func (f *frame) nameArg() name {
	if len(f.args) == 0 {
		return ""
	}
	n, _ := f.args[0].(name)
	return n
}

func (f *frame) graphicsDict() error {
	src := f.reader.src
	d := src.dict(src.dict(f.resources["ExtGState"])[f.nameArg()])
	if a := src.array(d["Font"]); len(a) == 2 {
		font, err := f.reader.font(a[0])
		if err != nil {
			return err
		}
		f.state.font, f.state.size = font, number(src.resolve(a[1]))
	}
	return nil
}

// drawObject draws a form; images hold no text.
func (f *frame) drawObject() error {
	src := f.reader.src
	form := src.stream(src.dict(f.resources["XObject"])[f.nameArg()])
	if form == nil || src.name(form.dict["Subtype"]) != "Form" {
		return nil
	}
	content, err := form.decode()
	if err != nil {
		return err
	}
	resources := src.dict(form.dict["Resources"])
	if resources == nil {
		resources = f.resources
	}
	ctm := f.state.ctm
	if a := src.array(form.dict["Matrix"]); len(a) == 6 {
		var m matrix
		for i := range m {
			m[i] = number(src.resolve(a[i]))
		}
		ctm = m.times(ctm)
	}
	return f.run(content, resources, ctm, f.depth+1)
}

func (f *frame) beginMarked(hasProperties bool) {
	m := marked{artifact: f.nameArg() == "Artifact"}
	if hasProperties && len(f.args) > 1 {
		src := f.reader.src
		d, _ := f.args[1].(dict)
		if n, is := f.args[1].(name); is {
			d = src.dict(src.dict(f.resources["Properties"])[n])
		}
		if s, is := src.resolve(d["ActualText"]).(str); is {
			t := textString(string(s))
			m.actual = &t
		}
	}
	if len(f.marks) < maxMarkedLevels {
		f.marks = append(f.marks, m)
	}
}

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
	src := f.reader.src
	font, err := f.reader.font(src.dict(f.resources["Font"])[f.nameArg()])
	if err != nil {
		return err
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
		f.advance(-number(p) / 1000 * f.state.size * f.state.scale)
	}
	return nil
}

func (f *frame) advance(x float64) { f.text = matrix{1, 0, 0, 1, x, 0}.times(f.text) }

// show draws a string glyph by glyph.
func (f *frame) show(s string) error {
	g := &f.state
	if g.font == nil {
		return fmt.Errorf("%w: text is shown without a font", ErrDamaged)
	}
	var err error
	g.font.decode(s, func(code int, text string, width float64, isSpace bool) {
		at := matrix{g.size * g.scale, 0, 0, g.size, 0, g.rise}.times(f.text).times(g.ctm)
		if err == nil {
			err = f.addGlyph(code, text, width, at)
		}
		step := width*g.size + g.charSpace
		if isSpace {
			step += g.wordSpace
		}
		f.advance(step * g.scale)
	})
	return err
}

func (f *frame) addGlyph(code int, text string, width float64, at matrix) error {
	r := f.reader
	glyph := Glyph{
		Text: text, X: at[4], Y: at[5], Width: width * math.Hypot(at[0], at[1]),
		Size: math.Hypot(at[2], at[3]), Font: f.state.font, Upright: at.upright(),
	}
	f.applyMarks(&glyph)
	r.glyphs++
	if glyph.Text == "" {
		if text == "" && !f.hasActualText() {
			r.unmapped++
			r.noteUnmapped(f.state.font.Name, code)
		}
		return nil
	}
	if len(f.out.Glyphs) >= r.limits.PageGlyphs {
		return fmt.Errorf("%w: page has more than %d glyphs", ErrLimit, r.limits.PageGlyphs)
	}
	f.out.Glyphs = append(f.out.Glyphs, glyph)
	return nil
}

func (f *frame) hasActualText() bool {
	for i := range f.marks {
		if f.marks[i].actual != nil {
			return true
		}
	}
	return false
}

func (f *frame) applyMarks(g *Glyph) {
	for i := range f.marks {
		m := &f.marks[i]
		g.Artifact = g.Artifact || m.artifact
		if m.actual == nil {
			continue
		}
		if m.used {
			g.Text = ""
		} else {
			g.Text, m.used = *m.actual, true
		}
	}
}
