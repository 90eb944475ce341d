package text

import "github.com/pqcite/pqcite/core"

// Counter returns the ranges of many spans of a text. It is fastest in the order of
// their starts: then it counts each line once, whereas Text.Range counts it up to each
// span. The result is the same in any order. It is used by one goroutine.
type Counter struct {
	text     *Text
	encoding Encoding
	line     int // of the last place
	offset   int // of the last place; -1 if there is none
	units    int // on its line before it
}

// NewCounter returns a counter for a text.
func NewCounter(t *Text, e Encoding) *Counter { return &Counter{text: t, encoding: e, offset: -1} }

// Range is [Text.Range].
func (c *Counter) Range(s core.Span) Range {
	s = c.text.clamp(s)
	start := c.position(s.Start, true)
	return Range{Start: start, End: c.position(s.End, false)}
}

// position counts from the last place if that is before the offset on the same line,
// and remembers the offset if it is to be kept.
func (c *Counter) position(offset int, keep bool) Position {
	n := c.text.LineAt(offset)
	s := c.text.Line(n)
	offset = min(offset, s.End)
	if !c.text.lines[n].wide() {
		return position(n, offset-s.Start)
	}
	offset = runeStart(c.text.content, offset)
	from, units := s.Start, 0
	if c.line == n && c.offset >= s.Start && c.offset <= offset {
		from, units = c.offset, c.units
	}
	units += c.encoding.count(c.text.content[from:offset])
	if keep {
		c.line, c.offset, c.units = n, offset, units
	}
	return position(n, units)
}
