package pdf

import (
	"context"
	"fmt"
	"math"

	"github.com/pqcite/pqcite/core"
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
	mode      int // text rendering mode

	fill, stroke colour
	thickness    float64 // of strokes, in points
	clip         Box     // around what can be painted
	ragged       bool    // the clip is less than its box
	alpha        float64 // of fills, 0 to 1
	blended      bool    // what lies below shows through, whatever alpha is
}

// marked is one level of marked content.
type marked struct {
	artifact bool
	// actual is the text that stands for all glyphs of the level; it is given to
	// the first of them.
	actual *string
	used   bool
	hidden bool // optional content that is off
}

// interpreter runs the content streams of one page.
type interpreter struct {
	reader *reader
	ctx    context.Context
	out    *Page
	canvas *canvas
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
	fonts     map[name]*Font // that were set by name
	args      []any
	depth     int
}

const (
	maxSavedStates  = 4096
	maxOperands     = 1024
	maxMarkedLevels = 256
)

// run interprets the content stream of a page.
func (in *interpreter) run(src []byte, resources dict, ctm matrix, depth int) error {
	return in.runIn(src, resources, in.initial(ctm), depth)
}

// initial is the graphics state that a page starts with.
func (in *interpreter) initial(ctm matrix) graphics {
	return graphics{ctm: ctm, scale: 1, thickness: 1, clip: in.canvas.visible, alpha: 1}
}

// runIn interprets a content stream in a graphics state.
func (in *interpreter) runIn(src []byte, resources dict, state graphics, depth int) error {
	if depth > in.reader.limits.FormDepth {
		return fmt.Errorf("%w: forms are nested deeper than %d", ErrLimit, in.reader.limits.FormDepth)
	}
	f := &frame{interpreter: in, resources: resources, depth: depth, text: identity, line: identity}
	f.state = state
	f.path.reset()
	outer := len(in.marks)
	l := &lexer{src: src}
	for {
		o, ok, err := l.next()
		if err != nil {
			return broken(err)
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
			f.canvas.paint(f.unitSquare(), false)
			f.drawImageRule(f.unitSquare())
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
		return f.beginMarked(op == "BDC")
	case "EMC":
		if n := len(f.marks); n > 0 {
			f.marks = f.marks[:n-1]
		}
	default:
		if !f.drawPath(op) && !f.drawColour(op) {
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

// named returns the resource of the kind that the operands name. A resource that is
// not there is damage: what it draws would be missing without a trace.
func (f *frame) named(kind name) (any, error) {
	o, ok := f.reader.src.dict(f.resources[kind])[f.nameArg()]
	if !ok {
		return nil, fmt.Errorf("%w: there is no %s %q", ErrDamaged, kind, string(f.nameArg()))
	}
	return o, nil
}

func (f *frame) graphicsDict() error {
	src := f.reader.src
	o, err := f.named("ExtGState")
	if err != nil {
		return err
	}
	d := src.dict(o)
	if a := src.array(d["Font"]); len(a) == 2 {
		font, err := f.reader.font(a[0])
		if err != nil {
			return err
		}
		f.state.font, f.state.size = font, number(src.resolve(a[1]))
	}
	if ca := src.resolve(d["ca"]); ca != nil {
		f.state.alpha = number(ca)
	}
	if lw := src.resolve(d["LW"]); lw != nil {
		f.state.thickness = number(lw)
	}
	if mode := src.resolve(d["BM"]); mode != nil {
		f.state.blended = mode != name("Normal") && mode != name("Compatible")
	}
	if mask := src.resolve(d["SMask"]); mask != nil && mask != name("None") {
		f.state.blended = true
	}
	return nil
}

// opaque reports whether a fill hides what lies below it.
func (f *frame) opaque() bool { return f.state.alpha >= 1 && !f.state.blended }

// concealed reports whether what is drawn belongs to optional content that is off.
func (f *frame) concealed() bool {
	for i := range f.marks {
		if f.marks[i].hidden {
			return true
		}
	}
	return false
}

// drawObject draws a form, or notes where an image stands.
func (f *frame) drawObject() error {
	src := f.reader.src
	o, err := f.named("XObject")
	if err != nil {
		return err
	}
	form := src.stream(o)
	if form == nil {
		return fmt.Errorf("%w: XObject %q cannot be read", ErrDamaged, string(f.nameArg()))
	}
	outer := len(f.marks)
	if f.reader.hiddenContent(form.dict["OC"]) {
		f.marks = append(f.marks, marked{hidden: true})
	}
	defer func() { f.marks = f.marks[:min(len(f.marks), outer)] }()
	switch src.name(form.dict["Subtype"]) {
	case "Image":
		f.drawImage(form.dict)
	case "Form":
		return f.drawForm(form)
	}
	return nil
}

// unitSquare is where an image is drawn.
func (f *frame) unitSquare() Box {
	m := f.state.ctm
	x0, y0 := m.apply(0, 0)
	x1, y1 := m.apply(1, 1)
	x2, y2 := m.apply(1, 0)
	x3, y3 := m.apply(0, 1)
	return boxOf(x0, y0, x1, y1).around(boxOf(x2, y2, x3, y3)).within(f.state.clip)
}

// drawImage notes an image: white text may stand on it, and what lies below it is
// not seen.
func (f *frame) drawImage(d dict) {
	if f.concealed() {
		return
	}
	b := f.unitSquare()
	f.canvas.paint(b, false)
	f.drawImageRule(b)
	stencil, _ := f.reader.src.resolve(d["ImageMask"]).(bool)
	if !stencil && d["SMask"] == nil && d["Mask"] == nil && f.opaque() && !f.state.ragged && f.state.ctm.straight() {
		f.canvas.coverUp(b, len(f.out.Glyphs))
	}
}

func (f *frame) drawForm(form *stream) error {
	src := f.reader.src
	content, err := form.decode()
	if err != nil {
		return err
	}
	resources := src.dict(form.dict["Resources"])
	if resources == nil {
		resources = f.resources
	}
	state := f.state
	if m, ok := src.numbers(form.dict["Matrix"], 6); ok {
		state.ctm = matrix(m).times(state.ctm)
	}
	if b, ok := src.numbers(form.dict["BBox"], 4); ok {
		corner := state
		corner.ctm = matrix{b[2] - b[0], 0, 0, b[3] - b[1], b[0], b[1]}.times(state.ctm)
		state.clip = (&frame{state: corner}).unitSquare()
	}
	return f.runIn(content, resources, state, f.depth+1)
}

// numbers returns an array of n numbers.
func (s *source) numbers(o any, n int) ([]float64, bool) {
	a := s.array(o)
	if len(a) != n {
		return nil, false
	}
	out := make([]float64, n)
	for i := range out {
		out[i] = number(s.resolve(a[i]))
	}
	return out, true
}

func (f *frame) beginMarked(hasProperties bool) error {
	m := marked{artifact: f.nameArg() == "Artifact"}
	if hasProperties && len(f.args) > 1 {
		src := f.reader.src
		d, _ := f.args[1].(dict)
		if n, is := f.args[1].(name); is {
			o, ok := src.dict(f.resources["Properties"])[n]
			if !ok {
				return fmt.Errorf("%w: there is no Properties %q", ErrDamaged, string(n))
			}
			d = src.dict(o)
			m.hidden = f.nameArg() == "OC" && f.reader.hiddenContent(o)
		}
		if s, is := src.resolve(d["ActualText"]).(str); is {
			if t := textString(string(s)); t == "" || legible(t) != "" {
				m.actual = &t
			}
		}
	}
	if len(f.marks) < maxMarkedLevels {
		f.marks = append(f.marks, m)
	}
	return nil
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

// The usual place of a glyph's origin in vertical writing, above its own by a share
// of the font size, and the way down to the next (ISO 32000-1, 9.7.4.3).
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
	f.out.Glyphs = append(f.out.Glyphs, glyph)
	return nil
}

// Text that is smaller, in points, or fainter, as a share of full colour, is not
// seen.
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

// unseen reports whether nobody sees a glyph, as far as that can be told when it
// is drawn. What it reads is not looked at.
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
