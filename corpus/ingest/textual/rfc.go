package textual

import (
	"regexp"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/corpus/ingest/build"
)

// maxRFC is smaller than maxSource because a tab becomes up to eight spaces. The
// longest RFCs have less than 2 MB.
const maxRFC = 8 << 20

// RFC reads the text form of an RFC or an Internet-Draft, paginated or not. Number,
// title and date come from the title block unless meta has them. The usual indentation
// of three spaces is removed.
func RFC(meta build.Meta, src []byte) (*core.Document, error) {
	text, err := decode(src, maxRFC)
	if err != nil {
		return nil, err
	}
	sheets := rfcSheets(text)
	meta = readTitleBlock(sheets[0].blocks).fill(meta)
	out := build.New(withDefaults(meta, core.FormatRFC, src), build.DefaultLimits())
	r := rfcReader{out: out, zones: newZones(out, core.PassageFront), indented: indented(sheets)}
	for _, s := range sheets {
		out.Page(s.label)
		for _, f := range s.furniture {
			out.Furniture(f.Kind, f.Text)
		}
		for i := 0; i < len(s.blocks); {
			i += r.element(s.blocks, i)
		}
	}
	return out.Finish()
}

// indented reports whether the body is indented, as in all but the oldest RFCs: then a
// line at the margin is a heading.
func indented(sheets []rfcSheet) bool {
	in, all := 0, 0
	for _, s := range sheets {
		for _, b := range s.blocks {
			for _, l := range b {
				if all++; indent(l) > 0 {
					in++
				}
			}
		}
	}
	return 2*in > all
}

func indent(line string) int { return len(line) - len(strings.TrimLeft(line, " ")) }

// rfcReader writes the blocks of an RFC.
type rfcReader struct {
	out      *build.Builder
	zones    *zones
	indented bool
	art      *core.Span // the drawing directly above, which a caption may name
}

// element writes what starts at block i and returns how many blocks it took.
func (r *rfcReader) element(bs [][]string, i int) int {
	block := bs[i]
	art := r.art
	r.art = nil
	if n := r.table(bs[i:]); n > 0 {
		return n
	}
	if h, n, ok := r.heading(bs, i); ok {
		r.zones.heading(h, block[:n]...)
		if n < len(block) {
			r.zones.paragraph(outdent(block[n:]))
		}
		return 1
	}
	if n := listing(bs[i:], bodyIndent); n > 0 && r.zones.kind == core.PassageProse {
		span := r.out.Code(outdent(joined(bs[i : i+n]))...)
		r.art = &span
		return n
	}
	span := r.zones.paragraph(outdent(block))
	if c, ok := readCaption(block); ok {
		if art != nil {
			span.Start = art.Start
		}
		r.out.Mark(c.kind, c.number, c.title, span)
	} else if isDrawing(block) {
		r.art = &span
	}
	return 1
}

// table writes a drawn table with its caption above or below, and returns how
// many blocks it took: 0 if there is none.
func (r *rfcReader) table(bs [][]string) int {
	if c, ok := tableCaption(bs[0]); ok && len(bs) > 1 {
		g, ok := asciiTable(bs[1])
		if !ok {
			return 0
		}
		if len(bs) == 2 || !startsCaption(bs[2]) {
			g.write(r.out, c, trimmed(bs[0]), nil)
			return 2
		}
		return 0 // the table below has its caption below
	}
	g, ok := asciiTable(bs[0])
	if !ok {
		return 0
	}
	if len(bs) > 1 {
		if c, ok := tableCaption(bs[1]); ok {
			g.write(r.out, c, nil, trimmed(bs[1]))
			return 2
		}
	}
	g.write(r.out, caption{}, nil, nil)
	return 1
}

func startsCaption(block []string) bool {
	_, ok := tableCaption(block)
	return ok
}

// bodyIndent is the indentation of the text of an RFC.
const bodyIndent = 3

// outdent removes the indentation that every RFC has.
func outdent(lines []string) []string {
	out := make([]string, len(lines))
	for i, l := range lines {
		out[i] = l[min(indent(l), bodyIndent):]
	}
	return out
}

// trimmed is a caption without the white space that centres it.
func trimmed(lines []string) []string {
	out := make([]string, len(lines))
	for i, l := range lines {
		out[i] = strings.TrimSpace(l)
	}
	return out
}

// isDrawing reports whether a block is set in columns rather than as text: a figure or
// code.
func isDrawing(block []string) bool {
	drawn := 0
	for _, l := range block {
		if strings.Contains(strings.TrimSpace(l), "   ") || strings.ContainsAny(l, "|{}=") || strings.Contains(l, "--") {
			drawn++
		}
	}
	return 2*drawn >= len(block)
}

// titleWords matches a heading without a number: a short line in title case.
var titleWords = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[A-Z][\pL\pN ,/'’()&-]{2,60}$`) }) // it takes milliseconds

// heading reads block i as a heading and returns how many of its lines that
// takes.
func (r *rfcReader) heading(bs [][]string, i int) (build.Heading, int, bool) {
	block := bs[i]
	if indent(block[0]) > 0 || isContents(block) || r.inContents(block[0]) {
		return build.Heading{}, 0, false
	}
	if !r.indented {
		return oldHeading(bs, i)
	}
	h, ok := numbered(block[0])
	if !ok {
		return unnumbered(block)
	}
	n := headingLines(block, h.Title)
	for _, l := range block[1:n] {
		h.Title += " " + strings.TrimSpace(l)
	}
	return h, n, true
}

// inContents reports whether a line at the margin is an entry of the open contents
// list: it ends with a page number.
func (r *rfcReader) inContents(line string) bool {
	return r.zones.kind == core.PassageContents && contentsEntry.MatchString(strings.TrimRight(line, " \t"))
}

// oldHeading reads a heading where the body is at the margin too.
func oldHeading(bs [][]string, i int) (build.Heading, int, bool) {
	if h, ok := standsAsHeading(bs, i); ok {
		return h, 1, true
	}
	title := strings.TrimSpace(bs[i][0])
	if contentsTitle.MatchString(title) || referencesTitle.MatchString(title) {
		return unnumbered(bs[i])
	}
	return build.Heading{}, 0, false
}

func unnumbered(block []string) (build.Heading, int, bool) {
	title := strings.TrimSpace(block[0])
	if len(block) > 1 || !titleWords().MatchString(title) {
		return build.Heading{}, 0, false
	}
	return build.Heading{Kind: core.KindSection, Title: title, Level: 1}, 1, true
}

// headingLines counts the lines of a heading: those after the first are aligned with
// its title. Old RFCs start the text directly below, in another column.
func headingLines(block []string, title string) int {
	column := utf8.RuneCountInString(strings.TrimRight(block[0], " \t")) - utf8.RuneCountInString(title)
	n := 1
	for n < len(block) && n < maxCaption && title != "" && indent(block[n]) == column {
		n++
	}
	return n
}
