package analysis

import (
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// class says what a character does to the text around it.
type class uint8

const (
	separator class = iota
	newline
	blank
	ignored    // drops out without a break: combining marks, joiners of no width
	softHyphen // the same, unless a line ends after it
	lower
	upper
	digit
	hyphen
	underscore
	dot
	slash
	comma
	thinSpace
	apostrophe
	caret
	openBrace
	closeBrace
	superscript
	subscript
)

// alphanumeric reports whether the class is that of a letter or digit on the
// line.
func (c class) alphanumeric() bool { return c >= lower && c <= digit }

// asciiClasses holds the classes of the first 128 characters.
var asciiClasses = func() (classes [utf8.RuneSelf]class) {
	for c := range classes {
		switch {
		case c >= 'a' && c <= 'z':
			classes[c] = lower
		case c >= 'A' && c <= 'Z':
			classes[c] = upper
		case c >= '0' && c <= '9':
			classes[c] = digit
		}
	}
	for c, is := range map[byte]class{
		'\n': newline, ' ': blank, '\t': blank, '\r': blank, '-': hyphen, '_': underscore,
		'.': dot, '/': slash, ',': comma, '\'': apostrophe, '^': caret, '{': openBrace, '}': closeBrace,
	} {
		classes[c] = is
	}
	return classes
}()

// classify returns the class and the size in bytes of the character at the
// offset; at the end of the text it is a separator of no size.
func classify(text string, at int) (class, int) {
	if at >= len(text) {
		return separator, 0
	}
	if c := text[at]; c < utf8.RuneSelf {
		return asciiClasses[c], 1
	}
	r, size := utf8.DecodeRuneInString(text[at:])
	return classifyRune(r, text[at:at+size]), size
}

func classifyRune(r rune, encoded string) class {
	if is, ok := punctuation[r]; ok {
		return is
	}
	switch {
	case unicode.Is(unicode.Pd, r):
		return hyphen
	case unicode.Is(superscripts, r):
		return superscript
	case unicode.Is(subscripts, r):
		return subscript
	case unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf):
		return ignored
	case unicode.IsDigit(r):
		return digit
	case r == utf8.RuneError:
		return separator
	}
	return classifyFolded(r, encoded)
}

// classifyFolded classifies a character by the first of those that it is
// compatible with.
func classifyFolded(r rune, encoded string) class {
	first := r
	if d := norm.NFKD.PropertiesString(encoded).Decomposition(); len(d) > 0 {
		first, _ = utf8.DecodeRune(d)
	}
	switch {
	case unicode.IsUpper(first):
		return upper
	case unicode.IsLetter(first):
		return lower
	case first < utf8.RuneSelf && !unicode.IsDigit(first) && first != ' ':
		return asciiClasses[first]
	}
	return separator
}

// punctuation holds the characters beyond ASCII that do what an ASCII character
// does, or that do more than separate.
var punctuation = map[rune]class{
	'\u00AD': softHyphen,
	'\u2009': thinSpace, '\u202F': thinSpace,
	'\u2018': apostrophe, '\u2019': apostrophe, '\u02BC': apostrophe,
	'\u2043': hyphen, '\u2212': hyphen,
	'\u2028': newline, '\u2029': newline, '\u0085': newline,
	'\u00A0': blank,
}

// superscripts and subscripts are the characters whose compatibility
// decomposition in the Unicode Character Database is marked <super> or <sub>,
// without the ideographic annotation marks.
var (
	superscripts = &unicode.RangeTable{R16: []unicode.Range16{
		{Lo: 0x00AA, Hi: 0x00AA, Stride: 1}, {Lo: 0x00B2, Hi: 0x00B3, Stride: 1},
		{Lo: 0x00B9, Hi: 0x00BA, Stride: 1}, {Lo: 0x02B0, Hi: 0x02B8, Stride: 1},
		{Lo: 0x02E0, Hi: 0x02E4, Stride: 1}, {Lo: 0x1D2C, Hi: 0x1D2E, Stride: 1},
		{Lo: 0x1D30, Hi: 0x1D3A, Stride: 1}, {Lo: 0x1D3C, Hi: 0x1D4D, Stride: 1},
		{Lo: 0x1D4F, Hi: 0x1D61, Stride: 1}, {Lo: 0x1D78, Hi: 0x1D78, Stride: 1},
		{Lo: 0x1D9B, Hi: 0x1DBF, Stride: 1}, {Lo: 0x2070, Hi: 0x2071, Stride: 1},
		{Lo: 0x2074, Hi: 0x207F, Stride: 1}, {Lo: 0x2120, Hi: 0x2120, Stride: 1},
		{Lo: 0x2122, Hi: 0x2122, Stride: 1}, {Lo: 0x2C7D, Hi: 0x2C7D, Stride: 1},
		{Lo: 0xA69C, Hi: 0xA69D, Stride: 1}, {Lo: 0xA770, Hi: 0xA770, Stride: 1},
		{Lo: 0xA7F2, Hi: 0xA7F4, Stride: 1}, {Lo: 0xA7F8, Hi: 0xA7F9, Stride: 1},
		{Lo: 0xAB5C, Hi: 0xAB5F, Stride: 1}, {Lo: 0xAB69, Hi: 0xAB69, Stride: 1},
	}, LatinOffset: 3}
	subscripts = &unicode.RangeTable{R16: []unicode.Range16{
		{Lo: 0x1D62, Hi: 0x1D6A, Stride: 1}, {Lo: 0x2080, Hi: 0x208E, Stride: 1},
		{Lo: 0x2090, Hi: 0x209C, Stride: 1}, {Lo: 0x2C7C, Hi: 0x2C7C, Stride: 1},
	}}
)

// appendFolded appends the letters and digits of one character in lower case,
// compatibility forms replaced and marks dropped. Signs are kept as ASCII where
// signs is set, as they are in an exponent.
func appendFolded(dst []byte, encoded string, signs bool) []byte {
	if len(encoded) == 1 {
		return appendRune(dst, rune(encoded[0]), signs)
	}
	d := norm.NFKD.PropertiesString(encoded).Decomposition()
	if len(d) == 0 {
		r, _ := utf8.DecodeRuneInString(encoded)
		return appendRune(dst, r, signs)
	}
	for len(d) > 0 {
		r, size := utf8.DecodeRune(d)
		dst, d = appendRune(dst, r, signs), d[size:]
	}
	return dst
}

func appendRune(dst []byte, r rune, signs bool) []byte {
	switch {
	case r >= 'A' && r <= 'Z':
		return append(dst, byte(r)|0x20)
	case r < utf8.RuneSelf:
		if asciiClasses[r].alphanumeric() || signs && r > ' ' && r != '{' && r != '}' && r < 0x7F {
			return append(dst, byte(r))
		}
		return dst
	case r == 'ς':
		r = 'σ'
	case signs && (r == '\u2212' || unicode.Is(unicode.Pd, r)):
		r = '-'
	case !unicode.IsLetter(r) && !unicode.IsDigit(r):
		return dst
	}
	return utf8.AppendRune(dst, unicode.ToLower(r))
}
