package card

import (
	"strings"

	"github.com/pqcite/pqcite/core"
)

// Bounds of the text of a card. A door shows less of it: see Shorten.
const (
	maxLines = 60
	maxBytes = 6000
)

// DefaultLines is how many lines of a passage are shown where nobody asked for
// more: space in a hover is precious.
const DefaultLines = 12

// Shorten cuts the text of a card after a number of lines, at least 1, of 100 bytes
// each on average, and sets More if that leaves something out. A summary is short
// already, and stays whole.
func (c *Card) Shorten(lines int) {
	if c.Exactness == Summary {
		return
	}
	text, more := shorten(c.Text, lines, lines*100)
	c.Text, c.More = text, c.More || more
}

// passage returns what a card shows of an anchor: a box or table in full, a section
// from its first paragraph on. More is set if it was cut.
func passage(doc *core.Document, a *core.Anchor) (text string, more bool) {
	text = doc.Quote(a.Span)
	if a.Kind == core.KindSection || a.Kind == core.KindAppendix {
		text = ownText(doc, a)
	}
	text = strings.Trim(text, "\n")
	if doc.Source() == core.SourcePack {
		return withoutCaption(text, a), false
	}
	return shorten(text, maxLines, maxBytes)
}

// ownText is the text of a section below its heading and before its first
// subsection.
func ownText(doc *core.Document, a *core.Anchor) string {
	span := a.Span
	if i := strings.Index(doc.Text[span.Start:span.End], "\n\n"); i >= 0 {
		span.Start += i + 1
	}
	for i := range doc.Anchors {
		b := &doc.Anchors[i]
		if b.Parent == a.ID && b.Span.Start >= span.Start && (b.Kind == core.KindSection || b.Kind == core.KindAppendix) {
			span.End = min(span.End, b.Span.Start)
			break
		}
	}
	return doc.Text[span.Start:max(span.Start, span.End)]
}

// withoutCaption leaves out the first line of a summary where the heading of the
// card says the same, and what follows the summary's paragraph.
func withoutCaption(text string, a *core.Anchor) string {
	if a.Kind == core.KindAlgorithm {
		_, text, _ = strings.Cut(text, "\n")
		text, _, _ = strings.Cut(text, "\n")
		return text
	}
	if a.Kind == core.KindTable {
		_, text, _ = strings.Cut(text, "\n")
	}
	if text, ok := strings.CutPrefix(text, a.Heading()+". "); ok {
		return text
	}
	text, _, _ = strings.Cut(strings.TrimLeft(text, "\n"), "\n\n")
	if text == a.Heading()+"." {
		return ""
	}
	return text
}

// shorten cuts a text after a line, within bounds of lines and bytes.
func shorten(text string, most, mostBytes int) (string, bool) {
	lines, end := 0, 0
	for end < len(text) {
		next := end + strings.IndexByte(text[end:], '\n') + 1
		if next == end {
			next = len(text)
		}
		if lines == most || next > mostBytes && lines > 0 {
			return strings.TrimRight(text[:end], "\n"), true
		}
		lines, end = lines+1, next
	}
	if len(text) > mostBytes {
		return strings.ToValidUTF8(text[:mostBytes], ""), true
	}
	return strings.TrimRight(text, "\n"), false
}
