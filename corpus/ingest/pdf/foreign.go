package pdf

import "fmt"

// A reference to a font is a few digits without a checksum, and with another font the
// same codes read differently. But a subset font has exactly the characters that are
// shown with it: text whose codes the font lacks is shown with the wrong font.

// maxForeign is how many different codes a font may lack. Real producers occasionally
// omit a glyph, such as a space.
const maxForeign = 2

// partial reports whether a font's name says that it is a subset.
func partial(baseFont string) bool {
	return len(baseFont) > 7 && baseFont[6] == '+'
}

// noteForeign counts a code that the font lacks.
func (f *Font) noteForeign(code int) error {
	if f.foreign == nil {
		f.foreign = map[int]bool{}
	}
	if f.foreign[code] = true; len(f.foreign) > maxForeign {
		return fmt.Errorf("%w: text is shown with font %q, which does not have its characters", ErrDamaged, f.Name)
	}
	return nil
}

// lacks reports whether a subset font has neither a width nor a text for a code, nor
// draws anything for it.
func (c *codec) lacks(cid int, code string) bool {
	if !c.partial || c.toUnicode == nil || len(c.widths) == 0 {
		return false
	}
	return c.widths[cid] == 0 && c.toUnicode[code] == ""
}
