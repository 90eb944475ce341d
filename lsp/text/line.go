package text

import (
	"math/bits"
	"strings"
	"unicode/utf8"
)

// line is where a line starts and whether it is wide, which is to say that it
// holds a byte that is no ASCII. The two share a word, the mark in its lowest bit:
// a text may have as many lines as bytes.
type line uint

func lineAt(start int) line { return line(start) << 1 }

func (l line) start() int { return int(l >> 1) }

func (l line) wide() bool { return l&1 != 0 }

// moved returns the line, shifted by some bytes.
func (l line) moved(by int) line { return lineAt(l.start()+by) | l&1 }

// firstLine returns the line that every text has, with room for the others if
// their breaks are not lone \r.
func firstLine(content string) []line {
	return append(make([]line, 0, strings.Count(content, "\n")+1), lineAt(0))
}

// appendBroken appends the lines that start behind a break which ends in the bytes
// from to to-1 of the content. It looks one byte further, as a \r ends a line only
// where no \n follows: whether a line starts at an offset is decided by the two
// bytes around it alone, on which [Text.Replace] rests.
//
// Each kind of break is searched for on its own, which is fast, and the two are
// merged; a text without \r is searched for one once.
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

// index returns where c stands first in s at or behind from, or len(s).
func index(s string, c byte, from int) int {
	if i := strings.IndexByte(s[from:], c); i >= 0 {
		return from + i
	}
	return len(s)
}

// mark sets the marks of the lines from to to-1, whose starts are known.
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

// asciiLen returns how many bytes of ASCII s begins with. It reads eight at a time:
// the compiler makes one load of them.
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
