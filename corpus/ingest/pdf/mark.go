package pdf

import "fmt"

// marked is one level of marked content.
type marked struct {
	artifact bool
	// actual is the replacement text of all glyphs of the level; it is given to the
	// first of them.
	actual *string
	used   bool
	hidden bool // optional content that is off
}

// concealed reports whether what is drawn belongs to optional content that is off.
func (f *frame) concealed() bool {
	for i := range f.marks {
		if f.marks[i].hidden {
			return true
		}
	}
	return false
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
