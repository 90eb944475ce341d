package layout

import (
	"regexp"
	"strconv"
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
	plain *int // the last equation that is numbered without its section
}

// paragraphGap is the distance of baselines, as a share of the size, above
// which a new paragraph starts.
const paragraphGap = 1.5

var (
	equationNumber = regexp.MustCompile(`\(((?:[A-Z]\.|\d+\.)?\d+)\)$`)
	definitionHead = regexp.MustCompile(`^Definition (\d+(?:\.\d+)*)(?: \(([^)]*)\))?[.:]?(?: |$)`)
	figureCaption  = regexp.MustCompile(`Fig(?:ure|\.) (\d+)[.:] (.*?)(?: Fig(?:ure|\.) \d+[.:]|$)`)
	listItem       = regexp.MustCompile(`^([•–◦]|\(?[a-z0-9]{1,3}[.)]|\[\w{1,12}\]) `)
)

// add appends a line, starting a new paragraph where one begins.
func (p *paragraphs) add(l *line) {
	if n := len(p.lines); n > 0 && p.startsNew(p.lines[n-1], l) {
		p.flush()
	}
	p.lines = append(p.lines, l)
	if p.isEquation(l) {
		p.flushEquation()
	}
}

func (p *paragraphs) startsNew(above, l *line) bool {
	size := max(above.size, l.size)
	if above.y-l.y > paragraphGap*size {
		return true
	}
	change := above.size - l.size
	return change > 0.15*size || change < -0.15*size || listItem.MatchString(l.text())
}

// isEquation reports whether a line ends with an equation number at the right
// edge, set apart from what stands before it: on the line, or, where a formula
// fills its line, above it.
func (p *paragraphs) isEquation(l *line) bool {
	m := equationNumber.FindStringSubmatch(l.text())
	if m == nil || l.x1 < p.body.right-p.body.size || !p.inSequence(m[1]) {
		return false
	}
	if numberAlone(l) {
		return len(p.lines) > 1
	}
	gap := 1.5
	if !strings.Contains(m[1], ".") {
		gap = 0.5 // its place in the sequence says enough
	}
	segments := l.segments(gap)
	return len(segments) > 1 && equationNumber.MatchString(segments[len(segments)-1].text())
}

// inSequence reports whether an equation can have the number: one without a
// section's, which might as well be that of a list or a note, has to follow the
// one before it.
func (p *paragraphs) inSequence(number string) bool {
	return strings.Contains(number, ".") || number == strconv.Itoa(*p.plain+1)
}

func numberAlone(l *line) bool {
	m := equationNumber.FindStringIndex(l.text())
	return m != nil && m[0] == 0 && l.x0 > l.x1-6*l.size
}

// flushEquation writes the numbered equation at the end of the paragraph, with
// the indented lines above it that belong to it.
func (p *paragraphs) flushEquation() {
	first := len(p.lines) - 1
	if numberAlone(p.lines[first]) && first > 0 {
		first--
	}
	for first > 0 && p.lines[first-1].x0 > p.body.left+2*p.body.size {
		first--
	}
	equation := p.lines[first:]
	p.lines = p.lines[:first]
	p.flush()
	span := p.out.Paragraph(texts(equation)...)
	number := equationNumber.FindStringSubmatch(equation[len(equation)-1].text())[1]
	if !strings.Contains(number, ".") {
		*p.plain++
	}
	p.out.Mark(core.KindEquation, number, "", span)
}

func texts(ls []*line) []string {
	out := make([]string, len(ls))
	for i, l := range ls {
		out[i] = l.text()
	}
	return out
}

// flush writes the paragraph.
func (p *paragraphs) flush() {
	if len(p.lines) == 0 {
		return
	}
	ls := p.lines
	p.lines = nil
	ts := texts(ls)
	span := p.out.Paragraph(ts...)
	if m := definitionHead.FindStringSubmatch(ts[0]); m != nil && ls[0].runs[0].font.Bold {
		p.out.Mark(core.KindDefinition, m[1], m[2], span)
	}
	p.markFigures(ts, span)
}

// markFigures marks the captions of figures; two may stand side by side.
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
