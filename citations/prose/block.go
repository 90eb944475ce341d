package prose

import (
	"sort"
	"strings"

	"github.com/pqcite/pqcite/core"
)

// Kind says what a block is.
type Kind byte

// The kinds of blocks.
const (
	Comment Kind = iota
	String
	Paragraph
)

// Block is a run of prose of a file: a comment with the line comments that follow
// it at once, a string literal, or a section of text.
type Block struct {
	Kind Kind
	// Text is the prose, lines joined by line breaks, comment prefixes left out.
	Text string
	// Header reports that no code stands before the block.
	Header bool
	start  int     // in the file; of a block of one line
	pieces []piece // of a block of several lines
}

// piece is a line of a block: where it starts in the text and in the file.
type piece struct {
	text, file int
}

// Offset returns the offset in the file of the byte at an offset in the text.
func (b *Block) Offset(at int) int {
	if len(b.pieces) == 0 {
		return b.start + at
	}
	i := sort.Search(len(b.pieces), func(i int) bool { return b.pieces[i].text > at }) - 1
	p := b.pieces[max(i, 0)]
	return p.file + at - p.text
}

// Span returns the span in the file of a span in the text, which must not be
// empty. It covers the comment prefixes between its lines.
func (b *Block) Span(s core.Span) core.Span {
	return core.Span{Start: b.Offset(s.Start), End: b.Offset(s.End-1) + 1}
}

// builder collects the lines of a block.
type builder struct {
	kind   Kind
	header bool
	lines  []core.Span
}

// block joins the lines that were collected.
func (b *builder) block(file string) Block {
	out := Block{Kind: b.kind, Header: b.header}
	if len(b.lines) == 1 {
		l := b.lines[0]
		out.Text, out.start = file[l.Start:l.End], l.Start
		return out
	}
	var text strings.Builder
	text.Grow(b.lines[len(b.lines)-1].End - b.lines[0].Start)
	for i, l := range b.lines {
		if i > 0 {
			text.WriteByte('\n')
		}
		out.pieces = append(out.pieces, piece{text.Len(), l.Start})
		text.WriteString(file[l.Start:l.End])
	}
	out.Text = text.String()
	return out
}
