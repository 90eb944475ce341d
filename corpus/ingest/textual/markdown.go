package textual

import (
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	gmtext "github.com/yuin/goldmark/text"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/corpus/ingest/build"
)

// errNested is returned for Markdown that is nested deeper than any real text.
var errNested = errors.New("markdown is nested too deep")

const (
	// maxMarkdown is smaller than maxSource: the syntax tree of hostile Markdown
	// takes some hundred times its size.
	maxMarkdown = 4 << 20
	// maxNesting bounds the quotes and list items that a line may open, and half the
	// columns by which a list item may be indented.
	maxNesting = 100
)

// Markdown reads CommonMark with GitHub's tables. The text is that of the source's
// lines without the marks of emphasis, code and links; link targets and attributes of headings are omitted.
// Formulas and HTML are kept as written, and listings with their line breaks. Headings
// are sections, with a number if their text begins with one; list items and quotes are
// paragraphs. The whole file is one page.
func Markdown(meta build.Meta, src []byte) (*core.Document, error) {
	text, err := decode(src, maxMarkdown)
	if err != nil {
		return nil, err
	}
	text = strings.ReplaceAll(text, "\f", "\n")
	front, body := frontMatter(text)
	parts, err := markdownParts(body)
	if err != nil {
		return nil, err
	}
	meta = front.fill(meta)
	if meta.Title == "" {
		meta.Title = firstTitle(parts)
	}
	out := build.New(withDefaults(meta, core.FormatMarkdown, src), build.DefaultLimits())
	out.Page("")
	if len(front) > 0 {
		out.Zone(core.PassageFront)
		out.Paragraph(front...)
	}
	z := newZones(out, core.PassageProse)
	for i := 0; i < len(parts); {
		i += writeParts(z, parts[i:])
	}
	return out.Finish()
}

// part is a leaf of the syntax tree: a heading, a table or lines of text.
type part struct {
	level int // of a heading; otherwise 0
	table *grid
	code  bool
	lines []string
}

func firstTitle(parts []part) string {
	for _, p := range parts {
		if p.level == 1 {
			return strings.Join(p.lines, " ")
		}
	}
	return ""
}

// writeParts writes the first part, with its caption if it is a table, and
// returns how many parts that took.
func writeParts(z *zones, parts []part) int {
	p := &parts[0]
	switch {
	case p.level > 0:
		z.heading(markdownHeading(p), p.lines...)
		return 1
	case p.table != nil:
		if len(parts) > 1 && !captionOfNext(parts[1:]) {
			if c, ok := tableCaption(parts[1].text()); ok {
				p.table.write(z.out, c, nil, parts[1].lines)
				return 2
			}
		}
		p.table.write(z.out, caption{}, nil, nil)
		return 1
	case captionOfNext(parts):
		c, _ := tableCaption(p.lines)
		parts[1].table.write(z.out, c, p.lines, nil)
		return 2
	}
	if p.code {
		z.out.Code(p.lines...)
		return 1
	}
	span := z.paragraph(p.lines)
	if c, ok := readCaption(p.lines); ok {
		z.out.Mark(c.kind, c.number, c.title, span)
	}
	return 1
}

// text is the lines of a part that is neither a heading nor a table.
func (p *part) text() []string {
	if p.level > 0 || p.table != nil || p.code {
		return nil
	}
	return p.lines
}

// captionOfNext reports whether the first part is the caption of the table after it.
func captionOfNext(parts []part) bool {
	if len(parts) < 2 || parts[1].table == nil {
		return false
	}
	_, ok := tableCaption(parts[0].text())
	return ok
}

func markdownHeading(p *part) build.Heading {
	title := strings.Join(p.lines, " ")
	h, ok := numbered(title)
	if !ok {
		h = build.Heading{Kind: core.KindSection, Title: title}
	}
	h.Level = p.level
	return h
}

// blockParser finds blocks only. Inline markup is read by plainLines, in time linear in
// the text, which the library's inline parser does not guarantee.
var blockParser = parser.NewParser(parser.WithBlockParsers(parser.DefaultBlockParsers()...))

// markdownParts parses the body. A panic of the parser becomes an error: its input is
// untrusted.
func markdownParts(body string) (parts []part, err error) {
	if line := tooDeep(body); line > 0 {
		return nil, fmt.Errorf("%w: line %d; flatten it", errNested, line)
	}
	defer func() {
		if r := recover(); r != nil {
			parts, err = nil, fmt.Errorf("parse markdown: %v", r)
		}
	}()
	src := []byte(afterMarks.ReplaceAllString(body, "$1 "))
	l := leaves{src: src, in: inline{labels: linkLabels(body)}}
	l.walk(blockParser.Parse(gmtext.NewReader(src)), false)
	return l.parts, nil
}

// afterMarks matches a no-break space where a heading has a space: keyboards write one where
// the key of its marks is let go late.
var afterMarks = regexp.MustCompile(`(?m)^( {0,3}#{1,6})\x{a0}`)

// attributes matches what Pandoc, kramdown and Bikeshed write after a heading, its closing
// marks before it included: "## {#name .class}".
var attributes = regexp.MustCompile(`(?:[ \t]+#+)?[ \t]*\{:?[ \t]*[#.][A-Za-z][^{}]*\}[ \t]*$`)

var listMarker = regexp.MustCompile(`^(?:[-+*]|\d{1,9}[.)])(?:[ \t]|$)`)

// tooDeep returns the number of the first line that opens too many blocks, or 0.
func tooDeep(body string) int {
	number := 0
	for line := range strings.SplitSeq(body, "\n") {
		number++
		if lineDepth(line) > maxNesting {
			return number
		}
	}
	return 0
}

// lineDepth is how deep the first word of a line may be nested, at most a little more
// than maxNesting.
func lineDepth(line string) int {
	depth, columns := 0, 0
	for line != "" && depth <= maxNesting {
		switch marker := listMarker.FindString(line); {
		case line[0] == ' ':
			columns, line = columns+1, line[1:]
		case line[0] == '\t':
			columns, line = columns+4, line[1:]
		case line[0] == '>':
			depth, line = depth+1, line[1:]
		case marker != "":
			depth, line = max(depth+1, columns/2), line[len(marker):]
		default:
			return depth
		}
	}
	return depth
}

// leaves collects the parts of a syntax tree in order.
type leaves struct {
	src    []byte
	in     inline
	parts  []part
	marker string // of a list item whose first line follows
}

// walk visits a node; inside means that it is in a quote or a list, where a heading
// opens no section. The depth of the tree is bounded by tooDeep.
func (l *leaves) walk(n ast.Node, inside bool) {
	switch n := n.(type) {
	case *ast.Heading:
		lines := l.in.plain(l.lines(n.Lines()))
		if last := len(lines) - 1; last >= 0 {
			lines[last] = attributes.ReplaceAllString(lines[last], "")
		}
		if strings.TrimSpace(strings.Join(lines, "")) == "" {
			return
		}
		if inside {
			l.add(lines)
			return
		}
		l.parts = append(l.parts, part{level: n.Level, lines: lines})
	case *ast.Paragraph, *ast.TextBlock:
		l.paragraph(l.lines(n.Lines()))
	case *ast.CodeBlock, *ast.FencedCodeBlock:
		lines := l.lines(n.Lines())
		for i := range lines {
			lines[i] = expandTabs(lines[i], 4)
		}
		l.code(lines)
	case *ast.HTMLBlock:
		lines := l.lines(n.Lines())
		if n.HasClosure() {
			lines = append(lines, l.line(n.ClosureLine))
		}
		l.add(lines)
	case *ast.List:
		l.list(n)
	default:
		l.children(n, inside || n.Kind() == ast.KindBlockquote)
	}
}

func (l *leaves) children(n ast.Node, inside bool) {
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		l.walk(c, inside)
	}
}

// list visits the items of a list, each after a dash or its number.
func (l *leaves) list(n *ast.List) {
	number := n.Start
	for item := n.FirstChild(); item != nil; item = item.NextSibling() {
		l.marker = "- "
		if n.IsOrdered() {
			l.marker = strconv.Itoa(number) + string(n.Marker) + " "
		}
		l.children(item, true)
		l.marker = ""
		number++
	}
}

func (l *leaves) lines(s *gmtext.Segments) []string {
	out := make([]string, s.Len())
	for i := range out {
		out[i] = l.line(s.At(i))
	}
	return out
}

func (l *leaves) line(s gmtext.Segment) string {
	return strings.TrimRight(string(s.Value(l.src)), "\n")
}

// paragraph adds lines of text, and the table that may end them.
func (l *leaves) paragraph(lines []string) {
	if g, ok := asciiTable(lines); ok && l.marker == "" {
		l.parts = append(l.parts, part{table: g})
		return
	}
	g, at := l.pipeTable(lines)
	if g == nil {
		l.add(l.in.plain(lines))
		return
	}
	l.add(l.in.plain(lines[:at]))
	l.parts = append(l.parts, part{table: g})
}

// code adds a listing. The marker of a list item that begins with it goes above.
func (l *leaves) code(lines []string) {
	if marker := strings.TrimSpace(l.marker); marker != "" {
		l.marker = ""
		l.add([]string{marker})
	}
	if g, ok := asciiTable(lines); ok {
		l.parts = append(l.parts, part{table: g})
	} else if strings.TrimSpace(strings.Join(lines, "")) != "" {
		l.parts = append(l.parts, part{code: true, lines: lines})
	}
}

// add adds lines unchanged, after the marker of their list item.
func (l *leaves) add(lines []string) {
	if len(lines) == 0 {
		return
	}
	lines[0] = l.marker + lines[0]
	l.marker = ""
	l.parts = append(l.parts, part{lines: lines})
}
