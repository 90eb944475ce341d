package text

import (
	"sort"

	"github.com/pqcite/pqcite/core"
)

// Text is one version of a document's text. It is immutable and safe for concurrent
// use. [New] makes one; the zero value is not usable.
type Text struct {
	content string
	lines   []line // in the order of their starts; the first starts at 0
}

// New returns a text with the content, which may be empty and need not be valid UTF-8.
// It reads the whole content, which [Text.Replace] does not.
func New(content string) *Text {
	lines := appendBroken(firstLine(content), content, 0, len(content))
	mark(lines, content, 0, len(lines))
	return &Text{content: content, lines: lines}
}

// String returns the content, without a copy.
func (t *Text) String() string { return t.content }

// Len is the length of the content in bytes.
func (t *Text) Len() int { return len(t.content) }

// Lines is the number of lines, at least 1. A text that ends in a line break has one
// more, empty line after it.
func (t *Text) Lines() int { return len(t.lines) }

// Line returns the span of the 0-based line n, without its line break. A number before
// the first line gives the empty span at the start of the text, one beyond the last
// line the empty span at its end.
func (t *Text) Line(n int) core.Span {
	switch {
	case n < 0:
		return core.Span{}
	case n >= len(t.lines):
		return core.Span{Start: len(t.content), End: len(t.content)}
	}
	start, end := t.lines[n].start(), len(t.content)
	if n+1 < len(t.lines) {
		end = t.lines[n+1].start() - 1
		// A \r inside a line can only be the first half of its break.
		if end > start && t.content[end-1] == '\r' {
			end--
		}
	}
	return core.Span{Start: start, End: end}
}

// LineAt returns the 0-based number of the line that contains the byte at the offset.
// The bytes of a line break belong to the line that they end. An offset before the text
// is on the first line, one at or beyond its end on the last.
func (t *Text) LineAt(offset int) int {
	return max(sort.Search(len(t.lines), func(i int) bool { return t.lines[i].start() > offset })-1, 0)
}

// clamp returns the part of a span inside the text, its ends swapped if reversed.
func (t *Text) clamp(s core.Span) core.Span {
	start, end := t.clampOffset(s.Start), t.clampOffset(s.End)
	return core.Span{Start: min(start, end), End: max(start, end)}
}

func (t *Text) clampOffset(offset int) int { return min(max(offset, 0), len(t.content)) }
