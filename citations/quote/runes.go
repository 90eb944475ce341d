package quote

import "unicode"

// isDropped reports whether r has no width and no meaning in a quote:
// zero-width spaces and joiners, byte order marks, directional marks.
func isDropped(r rune) bool {
	switch {
	case r < 0x180E:
		return false
	case r == 0x180E, r == 0xFEFF:
		return true
	}
	return r >= 0x200B && r <= 0x200F || r >= 0x202A && r <= 0x202E ||
		r >= 0x2060 && r <= 0x2064 || r >= 0x2066 && r <= 0x2069
}

// foldSpace distinguishes two kinds of white space: '\n' for what ends a line,
// ' ' for every other space, and 0 for what is no space.
func foldSpace(r rune) rune {
	switch r {
	case '\n', '\r', '\v', '\f', 0x85, 0x2028, 0x2029:
		return '\n'
	case ' ', '\t', 0xA0:
		return ' '
	}
	if r >= 0x1680 && unicode.IsSpace(r) {
		return ' '
	}
	return 0
}

// ligatures are the Latin ligatures from U+FB00 on.
var ligatures = [...]string{"ff", "fi", "fl", "ffi", "ffl", "ft", "st"}

// foldWide returns what a rune folds to when that is more than one rune, or "".
func foldWide(r rune) string {
	switch {
	case r == '…':
		return "..."
	case r >= 0xFB00 && r <= 0xFB06:
		return ligatures[r-0xFB00]
	}
	return ""
}

// foldRune returns the rune that stands for r in a folded text. Its results are
// fixed points of it.
func foldRune(r rune) rune {
	switch {
	case r < 0x80:
		return r
	case IsDash(r):
		return '-'
	case r >= 0x201C && r <= 0x201F:
		return '"'
	case r >= 0x2018 && r <= 0x201B:
		return '\''
	case r >= 0x2100 && r <= 0x214F:
		return foldLetterlike(r)
	case r >= 0x1D400 && r <= 0x1D7FF:
		return foldMath(r)
	}
	return foldGreekVariant(r)
}

// IsDash reports whether r is a hyphen, a dash or a minus sign.
func IsDash(r rune) bool {
	return r == '-' || r >= 0x2010 && r <= 0x2015 || r == 0x2212 || r == 0xFE58 || r == 0xFE63 || r == 0xFF0D
}

// foldGreekVariant maps the symbol forms of Greek letters, which fonts choose
// between freely, to the letters.
func foldGreekVariant(r rune) rune {
	switch r {
	case 'µ':
		return 'μ'
	case 'ϐ':
		return 'β'
	case 'ϵ':
		return 'ε'
	case 'ϑ':
		return 'θ'
	case 'ϰ':
		return 'κ'
	case 'ϕ':
		return 'φ'
	case 'ϱ':
		return 'ρ'
	case 'ϖ':
		return 'π'
	case 'ϴ':
		return 'Θ'
	}
	return r
}

// letterlike maps the letters among the letterlike symbols (U+2100 to U+214F)
// to plain letters.
var letterlike = map[rune]rune{
	'ℂ': 'C', 'ℊ': 'g', 'ℋ': 'H', 'ℌ': 'H', 'ℍ': 'H', 'ℎ': 'h', 'ℐ': 'I', 'ℑ': 'I',
	'ℒ': 'L', 'ℓ': 'l', 'ℕ': 'N', 'ℙ': 'P', 'ℚ': 'Q', 'ℛ': 'R', 'ℜ': 'R', 'ℝ': 'R',
	'ℤ': 'Z', '\u2126': 'Ω', 'ℨ': 'Z', '\u212A': 'K', '\u212B': 'Å', 'ℬ': 'B', 'ℭ': 'C',
	'ℯ': 'e', 'ℰ': 'E', 'ℱ': 'F', 'ℳ': 'M', 'ℴ': 'o', 'ℼ': 'π', 'ℽ': 'γ', 'ℾ': 'Γ',
	'ℿ': 'Π', 'ⅅ': 'D', 'ⅆ': 'd', 'ⅇ': 'e', 'ⅈ': 'i', 'ⅉ': 'j',
}

func foldLetterlike(r rune) rune {
	if plain, ok := letterlike[r]; ok {
		return plain
	}
	return r
}

// mathGreek is one alphabet of the mathematical Greek letters in code order.
var mathGreek = []rune("ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΘΣΤΥΦΧΨΩ∇αβγδεζηθικλμνξοπρςστυφχψω∂εθκφρπ")

// foldMath maps the mathematical alphanumerics (U+1D400 to U+1D7FF): thirteen
// Latin alphabets, two dotless letters, five Greek alphabets, two digammas and
// five sets of digits. Unassigned code points fold like their neighbours.
func foldMath(r rune) rune {
	switch {
	case r < 0x1D6A4:
		i := (r - 0x1D400) % 52
		if i < 26 {
			return 'A' + i
		}
		return 'a' + i - 26
	case r == 0x1D6A4:
		return 'ı'
	case r == 0x1D6A5:
		return 'ȷ'
	case r < 0x1D6A8:
		return r
	case r < 0x1D7CA:
		return mathGreek[int(r-0x1D6A8)%len(mathGreek)]
	case r == 0x1D7CA:
		return 'Ϝ'
	case r == 0x1D7CB:
		return 'ϝ'
	case r < 0x1D7CE:
		return r
	}
	return '0' + (r-0x1D7CE)%10
}

// scriptRunes maps the Unicode superscripts and subscripts to the character they
// raise or lower.
var scriptRunes = func() map[rune]scriptRune {
	const super, superBase = "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ⁿⁱ", "0123456789+-=()ni"
	const sub, subBase = "₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎ₐₑₒₓₕₖₗₘₙₚₛₜᵢᵣᵤᵥⱼ", "0123456789+-=()aeoxhklmnpstiruvj"
	m := make(map[rune]scriptRune)
	for mark, pair := range map[rune][2]string{'^': {super, superBase}, '_': {sub, subBase}} {
		for i, r := range []rune(pair[0]) {
			m[r] = scriptRune{mark, rune(pair[1][i])}
		}
	}
	return m
}()

// scriptRune is what a Unicode super- or subscript is written as.
type scriptRune struct{ mark, base rune }

// foldScript returns the mark and the base character of a Unicode super- or
// subscript.
func foldScript(r rune) (scriptRune, bool) {
	if r != 0xB9 && r != 0xB2 && r != 0xB3 && (r < 0x1D62 || r > 0x2C7C) {
		return scriptRune{}, false
	}
	s, ok := scriptRunes[r]
	return s, ok
}
