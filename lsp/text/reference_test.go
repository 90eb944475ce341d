package text

import (
	"unicode/utf16"

	"github.com/pqcite/pqcite/core"
)

// reference is a text as a list of lines, each a list of runes with what they
// count in every encoding. It is slow and has no state that could be wrong: an
// edit joins all runes and reads them anew.
type reference [][]char

// char is one rune, or one byte that is no UTF-8. The line breaks are chars too,
// the last one or two of their line.
type char struct {
	text  string
	at    int
	eol   bool
	units map[Encoding]int
}

var encodings = []Encoding{UTF8, UTF16, UTF32}

func newReference(content string) reference {
	var chars []char
	for at, r := range content {
		if n := len(chars); n > 0 {
			chars[n-1].text = content[chars[n-1].at:at]
		}
		chars = append(chars, char{text: content[at:], at: at, eol: r == '\n' || r == '\r', units: map[Encoding]int{UTF16: utf16.RuneLen(r), UTF32: 1}})
	}
	lines := reference{nil}
	for i, c := range chars {
		c.units[UTF8] = len(c.text)
		last := len(lines) - 1
		lines[last] = append(lines[last], c)
		pair := c.text == "\r" && i+1 < len(chars) && chars[i+1].text == "\n"
		if c.eol && !pair {
			lines = append(lines, nil)
		}
	}
	return lines
}

func (r reference) String() string {
	s := ""
	for _, line := range r {
		for _, c := range line {
			s += c.text
		}
	}
	return s
}

// offset walks the line until the units are used up.
func (r reference) offset(p Position, e Encoding) int {
	if int(p.Line) >= len(r) {
		return len(r.String())
	}
	at := 0
	for _, line := range r[:p.Line] {
		for _, c := range line {
			at += len(c.text)
		}
	}
	left := int(p.Character)
	for _, c := range r[p.Line] {
		if c.eol || left < c.units[e] {
			break
		}
		left -= c.units[e]
		at += len(c.text)
	}
	return at
}

// position tries every position of the text and takes the last one that is not after
// the offset.
func (r reference) position(offset int, e Encoding) Position {
	var best Position
	at := 0
	for n, line := range r {
		p := Position{Line: uint32(n)}
		if at <= offset {
			best = p
		}
		for _, c := range line {
			at += len(c.text)
			p.Character += uint32(c.units[e])
			if !c.eol && at <= offset {
				best = p
			}
		}
	}
	return best
}

// starts are the offsets at which the lines start.
func (r reference) starts() []int {
	var starts []int
	at := 0
	for _, line := range r {
		starts = append(starts, at)
		for _, c := range line {
			at += len(c.text)
		}
	}
	return starts
}

// line is the span of a line without its break.
func (r reference) line(n int) core.Span {
	s := core.Span{Start: r.starts()[n]}
	s.End = s.Start
	for _, c := range r[n] {
		if !c.eol {
			s.End += len(c.text)
		}
	}
	return s
}

// replace returns the reference after a client's edit.
func (r reference) replace(e Range, in Encoding, with string) reference {
	from, to := r.offset(e.Start, in), r.offset(e.End, in)
	if from > to {
		from, to = to, from
	}
	content := r.String()
	return newReference(content[:from] + with + content[to:])
}
