package text

import (
	"math/bits"
	"strings"
	"unicode/utf8"
)

// line is where a line starts, and whether it is wide: contains a byte that is not
// ASCII. The two share a word, the flag in its lowest bit: a text may have as many
// lines as bytes.
type line uint

func lineAt(start int) line { return line(start) << 1 }

func (l line) start() int { return int(l >> 1) }

func (l line) wide() bool { return l&1 != 0 }

// moved returns the line, shifted by some bytes.
func (l line) moved(by int) line { return lineAt(l.start()+by) | l&1 }

// firstLine returns the line that every text has, with room for the others unless their
// breaks are single \r.
func firstLine(content string) []line {
	return append(make([]line, 0, strings.Count(content, "\n")+1), lineAt(0))
}

// appendBroken appends the lines that start after a break which ends in the bytes from
// to to-1 of the content. It looks one byte further, since a \r ends a line only if no
// \n follows: the two bytes around an offset alone decide whether a line starts there,
// which [Text.Replace] relies on.
//
// Each kind of break is searched for separately, which is fast, and the two are merged;
// a text without \r is searched for one only once.
func appendBroken(lines []line, content string, from, to int) []line {
	part := content[:to]
	cr := index(part, '\r', from)
	for at := from; at < to; {
		lf := index(part, '\n', at)
		for ; cr < lf; cr = index(part, '\r', cr+1) {
			if cr+1 == len(content) || content[cr+1] != '\n' {
				lines = append(lines, lineAt(cr+1))
			}
		}
		if lf < to {
			lines = append(lines, lineAt(lf+1))
		}
		at = lf + 1
	}
	return lines
}

// index returns where c first occurs in s at or after from, or len(s).
func index(s string, c byte, from int) int {
	if i := strings.IndexByte(s[from:], c); i >= 0 {
		return from + i
	}
	return len(s)
}

// mark sets the flags of the lines from to to-1, whose starts are known.
func mark(lines []line, content string, from, to int) {
	for n := from; n < to; n++ {
		end := len(content)
		if n+1 < len(lines) {
			end = lines[n+1].start()
		}
		start := lines[n].start()
		lines[n] = lineAt(start)
		if start+asciiLen(content[start:end]) < end {
			lines[n] |= 1
		}
	}
}

// asciiLen returns how many bytes of ASCII s starts with. It reads eight at a time,
// which the compiler turns into one load.
func asciiLen(s string) int {
	const high = 0x8080808080808080
	i := 0
	for ; i+8 <= len(s); i += 8 {
		b := s[i : i+8]
		word := uint64(b[0]) | uint64(b[1])<<8 | uint64(b[2])<<16 | uint64(b[3])<<24 |
			uint64(b[4])<<32 | uint64(b[5])<<40 | uint64(b[6])<<48 | uint64(b[7])<<56
		if word &= high; word != 0 {
			return i + bits.TrailingZeros64(word)/8
		}
	}
	for i < len(s) && s[i] < utf8.RuneSelf {
		i++
	}
	return i
}
