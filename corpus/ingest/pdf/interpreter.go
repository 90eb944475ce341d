package pdf

import (
	"context"
	"fmt"
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
	blended      bool    // what is below shows through, whatever alpha is
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

// execute runs one operator. Operators that neither move nor draw text or rules are
// ignored.
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

// named returns the resource of the kind that the operands name. A missing resource is
// damage: what it draws would be missing without a trace.
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

// opaque reports whether a fill hides what is below it.
func (f *frame) opaque() bool { return f.state.alpha >= 1 && !f.state.blended }

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
