package text

import (
	"sort"

	"github.com/pqcite/pqcite/core"
)

// Replace returns the text with the span replaced. A span that exceeds the text means
// the part inside, and a reversed one is read with its ends swapped. The receiver stays
// unchanged.
//
// It costs a copy of the content and of the line table. Breaks are searched for only in
// the inserted text and at its two edges.
func (t *Text) Replace(s core.Span, with string) *Text {
	s = t.clamp(s)
	content := t.content[:s.Start] + with + t.content[s.End:]
	return &Text{content: content, lines: t.replaceLines(s, content)}
}

// replaceLines returns the lines of the new content, which differs from the old one by
// the bytes that replaced the span.
//
// A line start remains one as long as the bytes on both sides of it remain. In doubt
// are the starts at both edges, where a \r\n may have been joined or split; those
// between are gone. A start at 0 is always one.
func (t *Text) replaceLines(s core.Span, content string) []line {
	by := len(content) - len(t.content)
	head := max(1, sort.Search(len(t.lines), func(i int) bool { return t.lines[i].start() >= s.Start }))
	tail := head + sort.Search(len(t.lines)-head, func(i int) bool { return t.lines[head+i].start() > s.End })

	lines := make([]line, head, len(t.lines)+1)
	copy(lines, t.lines)
	lines = appendBroken(lines, content, max(0, s.Start-1), s.End+by)
	touched := len(lines)
	for _, l := range t.lines[tail:] {
		lines = append(lines, l.moved(by))
	}
	mark(lines, content, head-1, touched)
	return lines
}
