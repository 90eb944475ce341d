package pdf

import (
	"fmt"
	"slices"
)

// fontKinds are the subtypes of fonts that show text (ISO 32000-1, table 110).
var fontKinds = []name{"Type0", "Type1", "MMType1", "TrueType", "Type3"}

// checkFont refuses a dictionary that is not a font, or lacks what every font of its
// kind has: a reference to it has a wrong digit, or one of its keys a wrong letter.
func (s *source) checkFont(d dict) error {
	kind := s.name(d["Subtype"])
	if t := s.name(d["Type"]); !slices.Contains(fontKinds, kind) || t != "" && t != "Font" {
		return fmt.Errorf("%w: text is shown with something that is no font", ErrDamaged)
	}
	if m, has := d["ToUnicode"]; has && s.stream(m) == nil && s.name(m) == "" {
		return fmt.Errorf("%w: font %q has lost its ToUnicode map", ErrDamaged, string(s.name(d["BaseFont"])))
	}
	switch kind {
	case "Type0":
		return s.checkComposite(d)
	case "Type3":
		return nil
	}
	return s.checkSimple(d)
}

func (s *source) checkComposite(d dict) error {
	list := s.array(d["DescendantFonts"])
	if len(list) != 1 {
		return fmt.Errorf("%w: font %q has no descendant", ErrDamaged, string(s.name(d["BaseFont"])))
	}
	cid := s.dict(list[0])
	if kind := s.name(cid["Subtype"]); kind != "CIDFontType0" && kind != "CIDFontType2" {
		return fmt.Errorf("%w: font %q has no descendant", ErrDamaged, string(s.name(d["BaseFont"])))
	}
	return s.checkDescriptor(cid)
}

// checkSimple also counts a font's widths: they go from its first code to its last.
func (s *source) checkSimple(d dict) error {
	widths := s.array(d["Widths"])
	if widths == nil {
		return s.checkDescriptor(d)
	}
	first, ok1 := s.resolve(d["FirstChar"]).(int)
	last, ok2 := s.resolve(d["LastChar"]).(int)
	if !ok1 || !ok2 || last-first+1 != len(widths) {
		return fmt.Errorf("%w: font %q has %d widths, and should have those of the codes %d to %d",
			ErrDamaged, string(s.name(d["BaseFont"])), len(widths), first, last)
	}
	return s.checkDescriptor(d)
}

// checkDescriptor checks a font descriptor against its font.
func (s *source) checkDescriptor(font dict) error {
	o, has := font["FontDescriptor"]
	if !has || o == nil {
		return nil
	}
	d := s.dict(o)
	if t := s.name(d["Type"]); d == nil || t != "" && t != "FontDescriptor" {
		return fmt.Errorf("%w: font %q has lost its descriptor", ErrDamaged, string(s.name(font["BaseFont"])))
	}
	for _, key := range []name{"FontFile", "FontFile2", "FontFile3"} {
		// Some producers omit the program and keep the reference.
		if o := s.resolve(d[key]); o != nil && s.stream(o) == nil {
			return fmt.Errorf("%w: font %q has lost its program", ErrDamaged, string(s.name(font["BaseFont"])))
		}
	}
	return nil
}
