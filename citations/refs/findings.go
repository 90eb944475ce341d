package refs

import (
	"iter"
	"sort"

	"github.com/pqcite/pqcite/citations/prose"
	"github.com/pqcite/pqcite/core"
)

// Findings are the references of a file with their places. They are kept as the parts
// in which the file was judged, and share those with the [Memory] of the scan: two
// versions of a file share what they have in common. An occurrence is put
// together when it is asked for. Findings are immutable.
type Findings struct {
	// Unread says what was not read; nil if the file was read to its end.
	Unread *Unread
	parts  []placed // with references, in the order of the file
	count  int
}

// placed is a part of a block in a file. There may be one for each line.
type placed struct {
	judged *judgedBlock
	block  *prose.Block // nil where the part is in the file as it is
	from   int32        // of the part in the block's text, which has at most prose.MaxBytes
	age    age
	start  int // of the part in the file
}

// add appends a part that was judged.
func (f *Findings) add(judged *judgedBlock, b *prose.Block, from int, a age) {
	if len(judged.found) == 0 {
		return
	}
	p := placed{judged: judged, from: int32(from), age: a, start: b.Offset(from)}
	if !b.Unbroken() {
		lines := *b
		lines.Text = "" // it is a copy, and of no more use
		p.block = &lines
	}
	f.parts = append(f.parts, p)
	f.count += len(judged.found)
}

// file is a block with the offsets of its file.
var file prose.Block

// addCode appends an occurrence that is in no block.
func (f *Findings) addCode(o Occurrence) {
	f.parts = append(f.parts, placed{judged: &judgedBlock{found: []Occurrence{o}}, block: &file, start: o.Span.Start})
	f.count++
}

// Len is how many references there are.
func (f *Findings) Len() int { return f.count }

// All yields the references in the order of the text.
func (f *Findings) All() iter.Seq[Occurrence] {
	return func(yield func(Occurrence) bool) {
		for i := range f.parts {
			for o := range f.parts[i].occurrences() {
				if !yield(o) {
					return
				}
			}
		}
	}
}

// Within returns the references that a span touches, in order. An empty span touches
// what ends there.
func (f *Findings) Within(s core.Span) []Occurrence {
	var out []Occurrence
	// A part that ends where the span starts is touched.
	for i := max(f.after(s.Start-1)-1, 0); i < len(f.parts) && f.parts[i].start <= s.End; i++ {
		for o := range f.parts[i].occurrences() {
			if o.Span.Start <= s.End && s.Start <= o.Span.End {
				out = append(out, o)
			}
		}
	}
	return out
}

// Before yields the references that start before an offset, the last one first.
func (f *Findings) Before(offset int) iter.Seq[Occurrence] {
	return func(yield func(Occurrence) bool) {
		for i := f.after(offset) - 1; i >= 0; i-- {
			p := &f.parts[i]
			for k := len(p.judged.found) - 1; k >= 0; k-- {
				if o := p.occurrence(k); o.Span.Start < offset && !yield(o) {
					return
				}
			}
		}
	}
}

// after is the index of the first part that starts after an offset.
func (f *Findings) after(offset int) int {
	return sort.Search(len(f.parts), func(i int) bool { return f.parts[i].start > offset })
}

func (p *placed) occurrences() iter.Seq[Occurrence] {
	return func(yield func(Occurrence) bool) {
		for i := range p.judged.found {
			if !yield(p.occurrence(i)) {
				return
			}
		}
	}
}

// occurrence moves a reference from the text of its part to the file.
func (p *placed) occurrence(i int) Occurrence {
	o := p.judged.found[i]
	o.Span = p.in(o.Span)
	if o.DocSpan.Len() > 0 {
		o.DocSpan = p.in(o.DocSpan)
	}
	if o.NumberSpan.Len() > 0 {
		o.NumberSpan = p.in(o.NumberSpan)
	}
	if o.Fix != nil {
		o.Fix = &Fix{p.in(o.Fix.Span), o.Fix.Text}
	}
	p.age.apply(&o)
	return o
}

func (p *placed) in(s core.Span) core.Span {
	if p.block == nil {
		return core.Span{Start: p.start + s.Start, End: p.start + s.End}
	}
	return p.block.Span(core.Span{Start: int(p.from) + s.Start, End: int(p.from) + s.End})
}
