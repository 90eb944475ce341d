package font

// inkOf searches the charstring of a glyph (type 1 or 2) for a drawing operator.
// Subroutines are not entered: a glyph that calls one is not known to be blank.
func inkOf(s []byte, kind int) Ink {
	operands := 0
	for i := 0; i < len(s); i++ {
		b := s[i]
		switch {
		case b == 28 && kind == 2:
			i += 2
			operands++
		case b == 255:
			i += 4
			operands++
		case b >= 247:
			i++
			operands++
		case b >= 32:
			operands++
		case b == 14: // endchar; with four operands more than a width it composes an accented letter
			if kind == 2 && operands >= 4 {
				return Inked
			}
			return Blank
		case b == 5, b == 6, b == 7, b == 8, kind == 2 && b >= 24 && b <= 27, b == 30, b == 31:
			return Inked
		case b == 10, b == 29 && kind == 2:
			return Unknown
		case b == 11 || b == 19 || b == 20:
			return Unknown
		case b == 12:
			i++
			if i < len(s) && (s[i] == 6 && kind == 1 || s[i] >= 34 && s[i] <= 37 && kind == 2) {
				return Inked // seac, or a flex
			}
			if i < len(s) && kind == 1 && (s[i] == 16 || s[i] == 17) {
				return Unknown // another kind of subroutine
			}
			if !(kind == 1 && i < len(s) && s[i] == 12) { // a division leaves an operand
				operands = 0
			}
		default: // hints, widths, moves
			operands = 0
		}
	}
	return Unknown
}
