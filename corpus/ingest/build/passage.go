package build

import (
	"strings"

	"github.com/pqcite/pqcite/core"
)

// pack groups the blocks into passages.
func (b *Builder) pack() {
	var group []block
	size := 0
	flush := func() {
		if len(group) > 0 {
			b.passage(group)
		}
		group, size = nil, 0
	}
	for _, k := range b.blocks {
		if len(group) > 0 && b.breaksBefore(group, &k, size) {
			flush()
		}
		group = append(group, k)
		size += k.span.Len()
	}
	flush()
	b.linkAnchors()
}

// breaksBefore reports whether a new passage starts with the block. A heading
// goes with the text that follows it, so that no passage is a bare heading.
func (b *Builder) breaksBefore(group []block, k *block, size int) bool {
	last := &group[len(group)-1]
	if k.kind != last.kind || k.kind == core.PassageAlgorithm || k.kind == core.PassageTable {
		return true
	}
	if last.heading {
		return false
	}
	return k.heading || size+k.span.Len() > b.limits.TargetBytes && size >= b.limits.TargetBytes/4
}

// passage adds a group as a passage; prose that is too long for one is split
// between lines.
func (b *Builder) passage(group []block) {
	first, last := &group[0], &group[len(group)-1]
	p := core.Passage{Kind: first.kind, Section: last.section, Span: core.Span{Start: first.span.Start, End: last.span.End}}
	if p.Kind == core.PassageAlgorithm || p.Kind == core.PassageTable {
		b.addPassage(p)
		return
	}
	for p.Span.Len() > b.limits.MaxBytes {
		head := p
		head.Span.End = p.Span.Start + b.cut(b.doc.Quote(p.Span))
		b.addPassage(head)
		p.Span.Start = head.Span.End
	}
	b.addPassage(p)
}

// cut returns where to split text that is longer than a passage may be: after a
// line, else after a word, else between two characters.
func (b *Builder) cut(text string) int {
	head := text[:b.limits.MaxBytes]
	for _, at := range []string{"\n", " "} {
		if i := strings.LastIndex(head, at); i > 0 && strings.TrimSpace(text[i:]) != "" {
			return i + 1
		}
	}
	for i := len(head); i > 0; i-- {
		if text[i]&0xC0 != 0x80 {
			return i
		}
	}
	return len(head)
}

func (b *Builder) addPassage(p core.Passage) {
	if p.Span.Len() == 0 {
		return
	}
	p.StartPage = b.doc.PageAt(p.Span.Start).Number
	p.EndPage = b.doc.PageAt(p.Span.End - 1).Number
	b.doc.Passages = append(b.doc.Passages, p)
}

// linkAnchors tells each passage which anchors start inside it.
func (b *Builder) linkAnchors() {
	for i := range b.doc.Anchors {
		a := &b.doc.Anchors[i]
		p := &b.doc.Passages[b.doc.PassageAt(a.Span.Start)]
		p.Anchors = append(p.Anchors, a.ID)
	}
}
