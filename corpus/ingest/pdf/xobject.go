package pdf

import "fmt"

// drawObject draws a form, or records an image.
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

// drawImage records an image: white text may be on it, and what is below it is
// invisible.
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
