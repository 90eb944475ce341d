package prose

import (
	"slices"
	"sort"

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
	// Header reports that no code is before the block.
	Header bool
	// Preamble reports that only imports, attributes and the like are before the block,
	// and that it is no comment on what follows; or that its mark makes it one on the file.
	Preamble bool
	start    int     // in the file, where the text is, unchanged
	pieces   []piece // else; of one line or more each
}

// piece is a stretch of a block that is in the file as it is: where it starts in
// the text and in the file.
type piece struct {
	text, file int32
}

// Unbroken reports whether the text is in the file as it is, so that the offsets of
// the one and the other differ by the same everywhere.
func (b *Block) Unbroken() bool { return len(b.pieces) == 0 }

// Offset returns the offset in the file of the byte at an offset in the text.
func (b *Block) Offset(at int) int {
	if len(b.pieces) == 0 {
		return b.start + at
	}
	i := sort.Search(len(b.pieces), func(i int) bool { return int(b.pieces[i].text) > at }) - 1
	p := b.pieces[max(i, 0)]
	return int(p.file) + at - int(p.text)
}

// Span returns the span in the file of a span in the text, which must not be
// empty. It covers the comment prefixes between its lines.
func (b *Block) Span(s core.Span) core.Span {
	return core.Span{Start: b.Offset(s.Start), End: b.Offset(s.End-1) + 1}
}

// builder collects the lines of a block. Its buffers serve one block after the
// other.
type builder struct {
	kind   Kind
	header bool
	// preamble is as in Block.
	preamble bool
	lines    int // how many there are
	start    int // of the first line in the file
	end      int // of the last line in the file
	// text and pieces are empty as long as the lines are in the file as they are in
	// the block, one after the other.
	text   []byte
	pieces []piece
}

// begin starts a block.
func (b *builder) begin(kind Kind, header bool) {
	*b = builder{kind: kind, header: header, text: b.text[:0], pieces: b.pieces[:0]}
}

// add appends a line of the file, which must come after those before.
func (b *builder) add(file string, l core.Span) {
	switch {
	case b.lines == 0:
		b.start = l.Start
	case len(b.pieces) == 0 && l.Start == b.end+1 && file[b.end] == '\n':
	default:
		b.join(file, l)
	}
	b.lines++
	b.end = l.End
}

// join appends a line to a copy of the lines before. A piece is made only where the
// way back to the file changes: a file may have as many lines as bytes.
func (b *builder) join(file string, l core.Span) {
	if len(b.pieces) == 0 {
		b.pieces = append(b.pieces, piece{file: int32(b.start)})
		b.text = append(b.text, file[b.start:b.end]...)
	}
	b.text = append(b.text, '\n')
	last, next := b.pieces[len(b.pieces)-1], piece{int32(len(b.text)), int32(l.Start)}
	if next.file-next.text != last.file-last.text {
		b.pieces = append(b.pieces, next)
	}
	b.text = append(b.text, file[l.Start:l.End]...)
}

// block joins the lines that were collected.
func (b *builder) block(file string) Block {
	out := Block{Kind: b.kind, Header: b.header, Preamble: b.preamble, start: b.start}
	if len(b.pieces) == 0 {
		out.Text = file[b.start:b.end]
		return out
	}
	out.Text, out.pieces = string(b.text), slices.Clone(b.pieces)
	return out
}
