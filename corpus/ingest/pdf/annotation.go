package pdf

import "fmt"

// Flags of hidden annotations (ISO 32000-1, table 165).
const (
	annotationHidden = 1 << 1
	annotationNoView = 1 << 5
)

// maxAnnotations bounds the annotations of a page.
const maxAnnotations = 20_000

// drawAnnotations draws the appearances of a page's annotations: filled-in fields,
// notes and stamps are read like their surroundings.
func (in *interpreter) drawAnnotations(p page, turn matrix) error {
	src := in.reader.src
	annotations := src.array(p.dict["Annots"])
	if len(annotations) > maxAnnotations {
		return fmt.Errorf("%w: page has more than %d annotations", ErrLimit, maxAnnotations)
	}
	for _, o := range annotations {
		if err := in.drawAnnotation(src.dict(o), turn); err != nil {
			return err
		}
	}
	return nil
}

func (in *interpreter) drawAnnotation(d dict, turn matrix) error {
	src := in.reader.src
	if integer(src.resolve(d["F"]))&(annotationHidden|annotationNoView) != 0 || src.name(d["Subtype"]) == "Popup" {
		return nil
	}
	form := src.appearance(d)
	if form == nil {
		return nil
	}
	place, ok := src.placement(d, form)
	if !ok {
		return nil
	}
	in.marks = in.marks[:0]
	if in.reader.hiddenContent(d["OC"]) {
		in.marks = append(in.marks, marked{hidden: true})
	}
	f := &frame{interpreter: in, state: in.initial(place.times(turn))}
	f.state.blended = src.name(d["Subtype"]) == "Highlight" // viewers let the text show through, whatever the form says
	return f.drawForm(form)
}

// appearance is the form that shows an annotation in its state, or nil.
func (s *source) appearance(d dict) *stream {
	normal := s.dict(d["AP"])["N"]
	if form := s.stream(normal); form != nil {
		return form
	}
	return s.stream(s.dict(normal)[s.name(d["AS"])])
}

// placement maps a form's box, transformed by its matrix, to the rectangle of its
// annotation (ISO 32000-1, 12.5.5).
func (s *source) placement(d dict, form *stream) (matrix, bool) {
	r, ok1 := s.numbers(d["Rect"], 4)
	b, ok2 := s.numbers(form.dict["BBox"], 4)
	if !ok1 || !ok2 {
		return identity, false
	}
	m := identity
	if v, ok := s.numbers(form.dict["Matrix"], 6); ok {
		m = matrix(v)
	}
	to, from := boxOf(r[0], r[1], r[2], r[3]), nothing
	for _, corner := range [][2]float64{{b[0], b[1]}, {b[2], b[1]}, {b[0], b[3]}, {b[2], b[3]}} {
		x, y := m.apply(corner[0], corner[1])
		from = from.around(Box{x, y, x, y})
	}
	if from.empty() || to.empty() {
		return identity, false
	}
	sx, sy := (to.X1-to.X0)/(from.X1-from.X0), (to.Y1-to.Y0)/(from.Y1-from.Y0)
	return matrix{sx, 0, 0, sy, to.X0 - from.X0*sx, to.Y0 - from.Y0*sy}, true
}

// fontNamed is the font of a name: from the resources, or from those shared by all
// fields of a form.
func (f *frame) fontNamed(n name) any {
	src := f.reader.src
	if o := src.dict(f.resources["Font"])[n]; o != nil {
		return o
	}
	return src.dict(src.dict(src.dict(src.catalog()["AcroForm"])["DR"])["Font"])[n]
}
