package render

import (
	"strings"
	"unicode"
)

// scripts typesets superscripts and subscripts of digits: 2^256 becomes 2²⁵⁶, x_1
// becomes x₁. Others, such as 2^-164.8 with its point or d_u, keep the notation of
// documents. It is for claims and headings; quotes keep the characters that were
// checked.
func scripts(s string) string {
	var b strings.Builder
	text := []rune(s)
	for i := 0; i < len(text); i++ {
		if set, n := scriptAt(text, i); n > 0 {
			b.WriteString(set)
			i += n - 1
			continue
		}
		b.WriteRune(text[i])
	}
	return b.String()
}

// scriptAt returns the digits that a mark at an offset raises or lowers, typeset, and
// how many characters that replaces with the mark: 0 if there are none.
func scriptAt(text []rune, i int) (string, int) {
	digits := map[rune][]rune{'^': raised, '_': lowered}[text[i]]
	if digits == nil || i == 0 || text[i] == '_' && !isVariable(text, i-1) || text[i] == '^' && !isBase(text[i-1]) {
		return "", 0
	}
	from, to, braced := i+1, i+1, i+1 < len(text) && text[i+1] == '{'
	if braced {
		from, to = i+2, i+2
	}
	if to < len(text) && text[i] == '^' && (text[to] == '-' || text[to] == '−') {
		to++
	}
	first := to
	for to < len(text) && text[to] >= '0' && text[to] <= '9' {
		to++
	}
	if to == first || braced && (to == len(text) || text[to] != '}') || !braced && goesOn(text, to) {
		return "", 0
	}
	set := script(text[from:to], digits)
	if braced {
		to++
	}
	return set, to - i
}

var (
	raised  = []rune("⁰¹²³⁴⁵⁶⁷⁸⁹")
	lowered = []rune("₀₁₂₃₄₅₆₇₈₉")
)

func script(text, digits []rune) string {
	var b strings.Builder
	for _, r := range text {
		if r < '0' || r > '9' {
			b.WriteRune('⁻')
			continue
		}
		b.WriteRune(digits[r-'0'])
	}
	return b.String()
}

// isBase reports whether a character can have a superscript.
func isBase(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) || r == ')' }

// isVariable reports whether a single letter ends at an offset, rather than a name:
// mldsa_44 has no subscript.
func isVariable(text []rune, i int) bool {
	for i > 0 && unicode.Is(unicode.M, text[i]) {
		i--
	}
	return unicode.IsLetter(text[i]) && (i == 0 || !isWord(text[i-1]))
}

// goesOn reports whether the digits continue with something that belongs to them.
func goesOn(text []rune, i int) bool {
	if i == len(text) {
		return false
	}
	point := strings.ContainsRune(".,·/", text[i]) && i+1 < len(text) && unicode.IsDigit(text[i+1])
	return point || isWord(text[i]) || text[i] == '^'
}

func isWord(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) || r == '_' }
