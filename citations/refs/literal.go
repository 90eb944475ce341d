package refs

import (
	"strconv"
	"strings"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/internal/lex"
)

// literal is a plain integer at its place in program code.
type literal struct {
	digits core.Span // with its prefix, without its suffix
	end    int       // after the suffix and the parentheses around it
	value  int64
}

// Bounds of a literal.
const (
	maxLiteral     = 24 // bytes
	maxParentheses = 3
)

// integer reads an integer literal of one of the usual languages, alone or in
// parentheses: 1088, 1_088, 1'088, 0x440, 1088u, 1088_usize, (1088). A number with a
// leading zero is octal in some languages and is not read, nor is what a point, a
// letter or a digit continues.
func integer(code string, at int) (literal, bool) {
	open := 0
	for ; at < len(code) && code[at] == '(' && open < maxParentheses; open++ {
		at = blanks(code, at+1)
	}
	end := at
	for end < len(code) && end-at < maxLiteral && (isWordByte(code[end]) || code[end] == '\'') {
		end++
	}
	number := code[at:end]
	if number == "" || !lex.IsDigit(rune(number[0])) {
		return literal{}, false
	}
	digits := len(number) - len(suffix(number))
	value, err := strconv.ParseInt(strings.ReplaceAll(number[:digits], "'", "_"), 0, 64)
	if err != nil || leadingZero(number) || end < len(code) && code[end] == '.' {
		return literal{}, false
	}
	n := literal{digits: core.Span{Start: at, End: at + digits}, end: end, value: value}
	for ; open > 0; open-- {
		if n.end = blanks(code, n.end); n.end >= len(code) || code[n.end] != ')' {
			return literal{}, false
		}
		n.end++
	}
	return n, true
}

// leadingZero reports whether a number is octal in C and decimal elsewhere.
func leadingZero(number string) bool {
	return len(number) > 1 && number[0] == '0' && (lex.IsDigit(rune(number[1])) || number[1] == '_' || number[1] == '\'')
}

// typeSuffixes are those of Rust; the letters of other languages are ASCII letters that
// are no hexadecimal digits.
var typeSuffixes = []string{"usize", "isize", "u8", "u16", "u32", "u64", "u128", "i8", "i16", "i32", "i64", "i128"}

// suffix is what gives a literal its type: the "u" of 1088u, the "_usize" of
// 1088_usize.
func suffix(number string) string {
	for _, typed := range typeSuffixes {
		if rest, ok := strings.CutSuffix(number, typed); ok {
			return number[len(strings.TrimRight(rest, "_")):]
		}
	}
	rest := strings.TrimRight(number, "uUlLzZn")
	if len(number)-len(rest) > len("ull") {
		return ""
	}
	return number[len(rest):]
}

// like writes another value as a literal is written: in its base, and in groups if
// it has groups.
func (n literal) like(written string, value int64) string {
	var mark string
	for _, m := range []string{"_", "'"} {
		if strings.Contains(written, m) {
			mark = m
		}
	}
	for prefix, base := range map[string]int{"0x": 16, "0X": 16, "0b": 2, "0B": 2, "0o": 8, "0O": 8} {
		if strings.HasPrefix(written, prefix) {
			digits := strconv.FormatInt(value, base)
			if strings.ContainsAny(written[2:], "ABCDEF") {
				digits = strings.ToUpper(digits)
			}
			return prefix + digits
		}
	}
	digits := strconv.FormatInt(value, 10)
	if mark == "" || len(digits) <= 3 {
		return digits
	}
	return digits[:len(digits)-3] + mark + digits[len(digits)-3:] // sizes have at most six digits
}

// blanks returns the end of the blanks at an offset.
func blanks(code string, at int) int {
	for at < len(code) && (code[at] == ' ' || code[at] == '\t') {
		at++
	}
	return at
}
