package build

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/pqcite/pqcite/core"
)

// Heading is the heading of a section or appendix.
type Heading struct {
	Kind          core.AnchorKind // KindSection or KindAppendix
	Number, Title string
	Level         int // 1 outermost
}

// Heading opens a section and closes those of the same or a deeper level. The
// lines are the heading as it is printed.
func (b *Builder) Heading(h Heading, lines ...string) {
	b.needPage()
	level := max(h.Level, 1)
	for len(b.open) > 0 && b.levels[len(b.levels)-1] >= level {
		b.closeSection()
	}
	start := b.text.Len()
	parent := b.section()
	span := b.lines(lines)
	i, ok := b.anchor(core.Anchor{Kind: h.Kind, Number: tidy(h.Number), Title: tidy(h.Title), Parent: parent, Span: span})
	if !ok {
		return
	}
	b.open, b.levels = append(b.open, i), append(b.levels, level)
	b.endBlock(start, b.zone, true)
}

func (b *Builder) closeSection() {
	n := len(b.open) - 1
	b.doc.Anchors[b.open[n]].Span.End = b.text.Len()
	b.open, b.levels = b.open[:n], b.levels[:n]
}

// Mark anchors an equation, definition or figure on text that Paragraph
// returned.
func (b *Builder) Mark(kind core.AnchorKind, number, title string, s core.Span) {
	if s.Start < 0 || s.End < s.Start || s.End > b.text.Len() {
		b.fail(fmt.Errorf("%w: %s %q is marked at %d to %d of %d bytes", errOrder, kind, number, s.Start, s.End, b.text.Len()))
		return
	}
	b.anchor(core.Anchor{Kind: kind, Number: tidy(number), Title: tidy(title), Parent: b.section(), Span: s})
}

// anchor adds an anchor under a unique id and returns its index.
func (b *Builder) anchor(a core.Anchor) (int, bool) {
	if b.err != nil {
		return 0, false
	}
	if len(b.doc.Anchors) >= b.limits.MaxAnchors {
		b.fail(fmt.Errorf("%w: more than %d anchors", ErrLimit, b.limits.MaxAnchors))
		return 0, false
	}
	a.ID = b.uniqueID(&a)
	b.doc.Anchors = append(b.doc.Anchors, a)
	return len(b.doc.Anchors) - 1, true
}

// uniqueID is the id of an anchor; a number that the document uses twice gets
// "~2", as page labels and figures do repeat in real documents.
func (b *Builder) uniqueID(a *core.Anchor) string {
	id := core.AnchorID(a.Kind, a.Number)
	if a.Number == "" {
		id = core.AnchorID(a.Kind, slug(a.Title))
	}
	for base, n := id, b.ids[id]; ; {
		n++
		b.ids[base] = n
		if n > 1 {
			id = fmt.Sprintf("%s~%d", base, n)
		}
		if id == base || b.ids[id] == 0 {
			b.ids[id] = max(b.ids[id], 1)
			return id
		}
	}
}

// slug makes an id of a title: its letters and digits in lower case, joined by
// dashes, at most 60 bytes.
func slug(title string) string {
	words := strings.FieldsFunc(strings.ToLower(title), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	s := strings.Join(words, "-")
	for len(s) > 60 {
		cut := strings.LastIndexByte(s[:60], '-')
		if cut <= 0 {
			return strings.ToValidUTF8(s[:60], "")
		}
		s = s[:cut]
	}
	if s == "" {
		return "untitled"
	}
	return s
}

func tidy(s string) string { return strings.Join(strings.Fields(clean(s)), " ") }

// sortAnchors puts the anchors into reading order: Mark may come late.
func (b *Builder) sortAnchors() {
	slices.SortStableFunc(b.doc.Anchors, func(x, y core.Anchor) int { return cmp.Compare(x.Span.Start, y.Span.Start) })
}

// setAnchorPages gives each anchor the pages of its text; blank lines at its end
// do not count.
func (b *Builder) setAnchorPages() {
	d := &b.doc
	for i := range d.Anchors {
		a := &d.Anchors[i]
		end := a.Span.Start + len(strings.TrimRight(d.Quote(a.Span), " \t\n"))
		a.StartPage = d.PageAt(a.Span.Start).Number
		a.EndPage = max(a.StartPage, d.PageAt(max(a.Span.Start, end-1)).Number)
	}
}
