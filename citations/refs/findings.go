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

// placed is a part of a block in a file, or a constant. There may be one for each line.
// Offsets are at most prose.MaxBytes.
type placed struct {
	judged *judgedBlock
	block  *prose.Block // nil where the part is in the file as it is
	from   int32        // of the part in the block's text
	start  int32        // of the part in the file
	moved  int32        // by how much the block is after where it was when it was read
	age    age
}

// add appends a part that was judged.
func (f *Findings) add(judged *judgedBlock, b *prose.Block, from int, a age) {
	if len(judged.found) == 0 {
		return
	}
	p := placed{judged: judged, from: int32(from), age: a, start: int32(b.Offset(from))}
	if !b.Unbroken() {
		lines := *b
		lines.Text = "" // it is a copy, and of no more use
		p.block = &lines
	}
	f.append(p)
}

func (f *Findings) append(p placed) {
	f.parts = append(f.parts, p)
	f.count += len(p.judged.found)
}

// addCode appends an occurrence that is in no block.
func (f *Findings) addCode(o Occurrence) {
	start := o.Span.Start
	o.move(-start)
	o.Fix = &Fix{core.Span{Start: o.Fix.Span.Start - start, End: o.Fix.Span.End - start}, o.Fix.Text}
	f.append(placed{judged: &judgedBlock{found: []Occurrence{o}}, start: int32(start)})
}

// movedBy is the part after the text before it has grown.
func (p placed) movedBy(by int) placed {
	p.start += int32(by)
	p.moved += int32(by)
	return p
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
	for i := max(f.after(s.Start-1)-1, 0); i < len(f.parts) && int(f.parts[i].start) <= s.End; i++ {
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
	return sort.Search(len(f.parts), func(i int) bool { return int(f.parts[i].start) > offset })
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
	by := int(p.start)
	if p.block != nil {
		s = p.block.Span(core.Span{Start: int(p.from) + s.Start, End: int(p.from) + s.End})
		by = int(p.moved)
	}
	return core.Span{Start: by + s.Start, End: by + s.End}
}
