package build

import (
	"strings"
	"unicode/utf8"

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
	if k.kind != last.kind || k.kind == core.PassageAlgorithm || k.kind == core.PassageTable || k.kind == core.PassageCode {
		return true
	}
	if last.heading {
		return k.heading && size+k.span.Len() > b.limits.TargetBytes
	}
	sum := size + k.span.Len()
	// A short lead-in stays with what it leads to, if both fit into a passage.
	leadIn := size < b.limits.TargetBytes/4 && sum <= b.limits.MaxBytes
	return k.heading || sum > b.limits.TargetBytes && !leadIn
}

// maxCode is the length in bytes up to which a listing is one passage: some two
// hundred lines. An answer quotes it whole.
const maxCode = 8 << 10

// passage adds a group as a passage; prose and listings that are too long for one
// are split between lines.
func (b *Builder) passage(group []block) {
	first, last := &group[0], &group[len(group)-1]
	p := core.Passage{Kind: first.kind, Section: last.section, Span: core.Span{Start: first.span.Start, End: last.span.End}}
	if p.Kind == core.PassageAlgorithm || p.Kind == core.PassageTable {
		b.addPassage(p)
		return
	}
	most := b.limits.MaxBytes
	if p.Kind == core.PassageCode {
		most = max(most, maxCode)
	}
	for {
		text := strings.TrimRight(b.doc.Quote(p.Span), "\n")
		if len(text) <= most {
			break
		}
		head := p
		head.Span.End = p.Span.Start + cut(text, most)
		b.addPassage(head)
		p.Span.Start = head.Span.End
	}
	b.addPassage(p)
}

// cut returns where to split text that is longer than limit: after a line, else
// after a word, else between two characters. The parts are about equal, so that
// no passage is a mere rest.
func cut(text string, limit int) int {
	parts := (len(text) + limit - 1) / limit
	even := len(text) / parts
	head := text[:min(limit, even+even/8)]
	for _, end := range []string{"\n", " "} {
		i := strings.LastIndex(head, end) + 1
		if i <= even/2 {
			continue
		}
		for i < limit && text[i] == end[0] {
			i++
		}
		return i
	}
	for i := even; i < limit; i++ {
		if utf8.RuneStart(text[i]) {
			return i
		}
	}
	for i := limit; i > 1; i-- {
		if utf8.RuneStart(text[i]) {
			return i
		}
	}
	return 1
}

func (b *Builder) addPassage(p core.Passage) {
	p.StartPage = b.doc.PageAt(p.Span.Start).Number
	p.EndPage = b.doc.PageAt(p.Span.End - 1).Number
	b.doc.Passages = append(b.doc.Passages, p)
}

// linkAnchors records in each passage the anchors that start inside it.
func (b *Builder) linkAnchors() {
	for i := range b.doc.Anchors {
		a := &b.doc.Anchors[i]
		p := &b.doc.Passages[b.doc.PassageAt(a.Span.Start)]
		p.Anchors = append(p.Anchors, a.ID)
	}
}
