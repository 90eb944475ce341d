package text

import "unicode/utf8"

// Encoding is what the Character of a [Position] counts, by the protocol's name. Any
// other value counts as [UTF16], the protocol's default.
type Encoding string

// The encodings.
const (
	UTF8  Encoding = "utf-8"  // bytes
	UTF16 Encoding = "utf-16" // UTF-16 code units: 2 for a character beyond U+FFFF
	UTF32 Encoding = "utf-32" // code points
)

// units is the length of a rune in UTF-16 or UTF-32; UTF-8 needs no decoding. An
// invalid byte arrives as utf8.RuneError, which is one unit.
func (e Encoding) units(r rune) int {
	if e != UTF32 && r > 0xFFFF {
		return 2
	}
	return 1
}

// count returns how many units s has. Its cost is the length of s, except for UTF-8.
func (e Encoding) count(s string) int {
	if e == UTF8 {
		return len(s)
	}
	n := 0
	for i := 0; i < len(s); {
		if s[i] < utf8.RuneSelf {
			run := asciiLen(s[i:])
			i, n = i+run, n+run
			continue
		}
		r, size := utf8.DecodeRuneInString(s[i:])
		i, n = i+size, n+e.units(r)
	}
	return n
}

// prefix returns the length in bytes of the whole runes that fit into the first units
// of s.
func (e Encoding) prefix(s string, units int) int {
	if e == UTF8 {
		return runeStart(s, min(units, len(s)))
	}
	i := 0
	for i < len(s) && units > 0 {
		if s[i] < utf8.RuneSelf {
			run := asciiLen(s[i:min(i+units, len(s))])
			i, units = i+run, units-run
			continue
		}
		r, size := utf8.DecodeRuneInString(s[i:])
		if units -= e.units(r); units < 0 {
			break
		}
		i += size
	}
	return i
}

// runeStart returns the start of the rune around the offset, at most len(s), or the
// offset itself. An invalid byte is a rune of its own. It reads a few bytes only: no
// valid rune contains the first byte of another, so decoding from the start of s would
// stop there as well.
func runeStart(s string, offset int) int {
	if offset == len(s) || utf8.RuneStart(s[offset]) {
		return offset
	}
	for i := offset - 1; i >= 0 && i > offset-utf8.UTFMax; i-- {
		if !utf8.RuneStart(s[i]) {
			continue
		}
		if _, size := utf8.DecodeRuneInString(s[i:]); i+size > offset {
			return i
		}
		break
	}
	return offset
}
