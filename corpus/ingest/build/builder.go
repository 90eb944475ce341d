package build

import (
	"errors"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/pqcite/pqcite/core"
)

// Errors of Finish that callers distinguish.
var (
	ErrNoText = errors.New("document has no text")
	ErrLimit  = errors.New("limit exceeded")
	errOrder  = errors.New("calls out of order")
)

// Meta is what a reader knows of a document before its text.
type Meta struct {
	ID, Title, Label  string
	Status            core.Status
	Date, URL, SHA256 string
	Format            core.Format
}

// Limits bounds a document. A field that is not positive takes its default.
type Limits struct {
	TargetBytes int // of a prose passage: paragraphs are added up to here
	MaxBytes    int // of a prose passage, the blank line at its end not counted
	MaxText     int // bytes of the document, furniture included
	MaxAnchors  int
	MaxPages    int
}

// DefaultLimits returns the limits for documents of a few thousand pages. A
// passage of 1,400 bytes is about half a page of a NIST standard; on the
// development questions (docs/evaluation.md) it finds pages better than 700 and
// 1,000, and as well as 1,700 and 2,200.
func DefaultLimits() Limits {
	return Limits{TargetBytes: 1400, MaxBytes: 2400, MaxText: 64 << 20, MaxAnchors: 100_000, MaxPages: 10_000}
}

// orDefaults puts defaults where a limit is not positive. A passage always has
// room for one character, so that every split makes progress.
func (l Limits) orDefaults() Limits {
	d := DefaultLimits()
	for _, f := range []struct{ value, byDefault *int }{
		{&l.TargetBytes, &d.TargetBytes}, {&l.MaxBytes, &d.MaxBytes}, {&l.MaxText, &d.MaxText},
		{&l.MaxAnchors, &d.MaxAnchors}, {&l.MaxPages, &d.MaxPages},
	} {
		if *f.value < 1 {
			*f.value = *f.byDefault
		}
	}
	l.MaxBytes = max(l.MaxBytes, utf8.UTFMax)
	l.TargetBytes = min(l.TargetBytes, l.MaxBytes)
	return l
}

// Builder assembles one document. Create it with New.
type Builder struct {
	doc    core.Document
	limits Limits
	text   strings.Builder
	margin int // bytes of furniture
	blocks []block
	zone   core.PassageKind
	open   []int // indexes of the open sections' anchors, outermost first
	levels []int // their levels
	ids    map[string]int
	table  *openTable
	err    error
}

// block is a part of the text that is never divided between passages, unless it
// is prose longer than a passage may be.
type block struct {
	kind    core.PassageKind
	section string
	heading bool
	span    core.Span // the blank line after it included
}

// New starts a document.
func New(m Meta, l Limits) *Builder {
	return &Builder{limits: l.orDefaults(), zone: core.PassageProse, ids: map[string]int{}, doc: core.Document{
		ID: m.ID, Title: tidy(m.Title), Label: tidy(m.Label), Status: m.Status, Date: m.Date,
		URL: m.URL, SHA256: m.SHA256, Format: m.Format,
	}}
}

func (b *Builder) fail(err error) {
	if b.err == nil {
		b.err = err
	}
}

// Page starts the next page; the label is what is printed on it.
func (b *Builder) Page(label string) {
	if len(b.doc.Pages) >= b.limits.MaxPages {
		b.fail(fmt.Errorf("%w: more than %d pages", ErrLimit, b.limits.MaxPages))
		return
	}
	at := b.text.Len()
	if n := len(b.doc.Pages); n > 0 {
		b.doc.Pages[n-1].Span.End = at
	}
	b.doc.Pages = append(b.doc.Pages, core.Page{Number: len(b.doc.Pages) + 1, Label: clean(label), Span: core.Span{Start: at, End: at}})
}

// needPage starts the first page of a document that has no pages of its own.
func (b *Builder) needPage() {
	if len(b.doc.Pages) == 0 {
		b.Page("")
	}
}

// Furniture adds a line of furniture to the current page.
func (b *Builder) Furniture(kind core.FurnitureKind, text string) {
	b.needPage()
	text = strings.TrimSpace(clean(text))
	if text == "" || !b.fits(len(text)) {
		return
	}
	b.margin += len(text) + 1
	p := &b.doc.Pages[len(b.doc.Pages)-1]
	p.Furniture = append(p.Furniture, core.Furniture{Kind: kind, Text: text})
}

// fits reports whether a line of n bytes and the line breaks after it are within
// the limit; if not, the builder fails.
func (b *Builder) fits(n int) bool {
	if b.err == nil && b.text.Len()+b.margin+n+2 > b.limits.MaxText {
		b.fail(fmt.Errorf("%w: text has more than %d bytes", ErrLimit, b.limits.MaxText))
	}
	return b.err == nil
}

// Zone sets the kind of the prose passages from here on.
func (b *Builder) Zone(kind core.PassageKind) { b.zone = kind }

// line appends one line and returns its span without the line break.
func (b *Builder) line(text string) core.Span {
	return b.rawLine(strings.TrimRightFunc(clean(text), unicode.IsSpace))
}

// rawLine appends a line that is clean already and may have tabs.
func (b *Builder) rawLine(text string) core.Span {
	start := b.text.Len()
	if !b.fits(len(text)) {
		return core.Span{Start: start, End: start}
	}
	b.text.WriteString(text)
	b.text.WriteByte('\n')
	return core.Span{Start: start, End: start + len(text)}
}

// endBlock closes the block that started at start. What is added while a table
// is open is a part of the table's block.
func (b *Builder) endBlock(start int, kind core.PassageKind, heading bool) {
	if b.err != nil || b.table != nil || b.text.Len() == start {
		return
	}
	b.text.WriteByte('\n')
	b.blocks = append(b.blocks, block{kind: kind, section: b.section(), heading: heading, span: core.Span{Start: start, End: b.text.Len()}})
}

// section is the id of the innermost open section.
func (b *Builder) section() string {
	if len(b.open) == 0 {
		return ""
	}
	return b.doc.Anchors[b.open[len(b.open)-1]].ID
}

// Paragraph adds one paragraph, list item or displayed formula and returns its
// span, without the line break after it.
func (b *Builder) Paragraph(lines ...string) core.Span {
	b.needPage()
	start := b.text.Len()
	span := b.lines(lines)
	b.endBlock(start, b.zone, false)
	return span
}

// Code adds a listing or a drawing as one passage and returns its span. Its lines are
// kept with their indentation and the blank ones between them.
func (b *Builder) Code(lines ...string) core.Span {
	b.needPage()
	start := b.text.Len()
	span := b.lines(lines)
	kind := core.PassageCode
	if b.zone != core.PassageProse {
		kind = b.zone
	}
	b.endBlock(start, kind, false)
	return span
}

// lines appends lines, but not the blank ones before the first and after the
// last one that has text.
func (b *Builder) lines(lines []string) core.Span {
	for len(lines) > 0 && strings.TrimSpace(lines[0]) == "" {
		lines = lines[1:]
	}
	for len(lines) > 0 && strings.TrimSpace(lines[len(lines)-1]) == "" {
		lines = lines[:len(lines)-1]
	}
	span := core.Span{Start: b.text.Len(), End: b.text.Len()}
	for _, l := range lines {
		span.End = b.line(l).End
	}
	return span
}

// Finish returns the document, or the first error of the stream, or the error
// of its validation.
func (b *Builder) Finish() (*core.Document, error) {
	if b.table != nil {
		b.EndTable()
	}
	if b.err != nil {
		return nil, b.err
	}
	b.doc.Text = b.text.String()
	if strings.TrimSpace(b.doc.Text) == "" {
		return nil, ErrNoText
	}
	b.doc.Pages[len(b.doc.Pages)-1].Span.End = len(b.doc.Text)
	for len(b.open) > 0 {
		b.closeSection()
	}
	b.sortAnchors()
	b.pack()
	b.setAnchorPages()
	b.doc.Cut()
	if err := b.doc.Validate(); err != nil {
		return nil, err
	}
	return &b.doc, nil
}

// clean makes text safe to store as a line: valid UTF-8 without control
// characters; a line break, tab or form feed becomes a space.
func clean(s string) string {
	if utf8.ValidString(s) && !hasControl(s) {
		return s
	}
	return strings.Map(func(r rune) rune {
		switch {
		case !unicode.IsControl(r):
			return r
		case unicode.IsSpace(r):
			return ' '
		}
		return utf8.RuneError
	}, strings.ToValidUTF8(s, string(utf8.RuneError)))
}

// hasControl reports whether text that is UTF-8 has a control character: C0,
// DEL or C1, which is 0xC2 followed by 0x80 to 0x9F.
func hasControl(s string) bool {
	for i := range len(s) {
		if s[i] < ' ' || s[i] == 0x7F || s[i] == 0xC2 && s[i+1] < 0xA0 {
			return true
		}
	}
	return false
}
