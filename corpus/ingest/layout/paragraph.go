package layout

import (
	"regexp"
	"strings"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/corpus/ingest/build"
)

// paragraphs groups the lines between the other elements of a page, and marks
// the equations, definitions and figures among them.
type paragraphs struct {
	out   *build.Builder
	body  margins
	lines []*line
	plain *int // the last equation numbered without its section
}

// paragraphGap is the distance of baselines, as a share of the size, above which a new
// paragraph starts.
const paragraphGap = 1.5

var (
	definitionHead = regexp.MustCompile(`^Definition (\d+(?:\.\d+)*)(?: \(([^)]*)\))?[.:]?(?: |$)`)
	figureCaption  = regexp.MustCompile(`Fig(?:ure|\.) (\d+)[.:] (.*?)(?: Fig(?:ure|\.) \d+[.:]|$)`)
	listItem       = regexp.MustCompile(`^([•–◦]|\(?[a-z0-9]{1,3}[.)]|\[\w{1,12}\]) `)
)

// add appends a line.
func (p *paragraphs) add(l *line) { p.lines = append(p.lines, l) }

// flush writes the lines: the numbered formulas among them, and the paragraphs
// between.
func (p *paragraphs) flush() {
	ls := p.lines
	p.lines = nil
	numbers := p.numbers(ls)
	for len(ls) > 0 {
		first, end := p.nextDisplay(ls, numbers)
		p.prose(ls[:first])
		p.display(ls[first:end], numbers[first:end])
		ls, numbers = ls[end:], numbers[end:]
	}
}

// prose writes paragraphs.
func (p *paragraphs) prose(ls []*line) {
	first := 0
	for i := range ls {
		if i > first && startsNew(ls[i-1], ls[i]) {
			p.paragraph(ls[first:i])
			first = i
		}
	}
	if first < len(ls) {
		p.paragraph(ls[first:])
	}
}

func startsNew(above, l *line) bool {
	size := max(above.size, l.size)
	if above.y-l.y > paragraphGap*size {
		return true
	}
	change := above.size - l.size
	return change > 0.15*size || change < -0.15*size || listItem.MatchString(l.text())
}

func texts(ls []*line) []string {
	out := make([]string, len(ls))
	for i, l := range ls {
		out[i] = l.text()
	}
	return out
}

func (p *paragraphs) paragraph(ls []*line) {
	ts := texts(ls)
	span := p.out.Paragraph(ts...)
	if m := definitionHead.FindStringSubmatch(ts[0]); m != nil && ls[0].runs[0].font.Bold {
		p.out.Mark(core.KindDefinition, m[1], m[2], span)
	}
	p.markFigures(ts, span)
}

// markFigures marks the captions of figures; two may be side by side.
func (p *paragraphs) markFigures(ts []string, span core.Span) {
	if !strings.HasPrefix(ts[0], "Fig") {
		return
	}
	for rest := strings.Join(ts, " "); ; {
		m := figureCaption.FindStringSubmatchIndex(rest)
		if m == nil {
			return
		}
		p.out.Mark(core.KindFigure, rest[m[2]:m[3]], rest[m[4]:m[5]], span)
		rest = rest[m[5]:]
	}
}
