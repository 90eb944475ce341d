package pdf

import "fmt"

// A reference to a font is a few digits that no checksum covers, and with another
// font the same codes read otherwise. But a font that is embedded in parts has the
// characters that are shown with it, and hardly any others: text that is shown
// with codes which its font has nothing for is shown with the wrong font.

// maxForeign is how many different codes a font may lack. Real producers leave out
// a glyph now and then, as of a space.
const maxForeign = 2

// partial reports whether a font's name says that it is embedded in parts.
func partial(baseFont string) bool {
	return len(baseFont) > 7 && baseFont[6] == '+'
}

// noteForeign counts a code that the font has nothing for.
func (f *Font) noteForeign(code int) error {
	if f.foreign == nil {
		f.foreign = map[int]bool{}
	}
	if f.foreign[code] = true; len(f.foreign) > maxForeign {
		return fmt.Errorf("%w: text is shown with font %q, which does not have its characters", ErrDamaged, f.Name)
	}
	return nil
}

// lacks reports whether a font that is embedded in parts has neither a width nor a
// text for a code. One whose program draws something for it has it all the same.
func (c *codec) lacks(cid int, code string) bool {
	if !c.partial || c.toUnicode == nil || len(c.widths) == 0 {
		return false
	}
	return c.widths[cid] == 0 && c.toUnicode[code] == ""
}
