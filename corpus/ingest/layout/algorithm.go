package layout

import (
	"math"
	"regexp"
	"strings"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/corpus/ingest/build"
)

// algorithmBox is a pseudocode box: its place on the sheet and its lines.
type algorithmBox struct {
	number, name string
	first, last  int // lines of the sheet
	lines        []build.AlgorithmLine
}

var (
	algorithmCaption = regexp.MustCompile(`^Algorithm (\d+)[.:]? (\S.*)$`)
	inputLine        = regexp.MustCompile(`^(?:\w+ )?[Ii]nputs?:`) // "Checked input:" too
	outputLine       = regexp.MustCompile(`^(?:\w+ )?[Oo]utputs?:`)
	algorithmStep    = regexp.MustCompile(`^(\d+):\s?(.*)$`)
)

// algorithms finds the boxes of a sheet: a bold caption directly under a wide rule, a
// second rule under the caption, and a third at the end.
func (s *sheet) algorithms(m margins) []algorithmBox {
	var out []algorithmBox
	for i := range s.lines {
		l := &s.lines[i]
		match := algorithmCaption.FindStringSubmatch(l.text())
		if match == nil || !l.runs[0].font.Bold {
			continue
		}
		bottom, ok := s.boxBottom(l, 0.6*(m.right-m.left))
		if !ok {
			continue
		}
		out = append(out, s.readAlgorithm(i, bottom, match[1], match[2]))
	}
	return out
}

// boxBottom returns the y of the rule that ends the box of a caption.
func (s *sheet) boxBottom(caption *line, width float64) (float64, bool) {
	above := false
	var below []float64
	for _, h := range s.ruling.horizontal {
		switch {
		case h.length() < width:
		case h.at > caption.y && h.at < caption.y+2*caption.size:
			above = true
		case h.at < caption.y:
			below = append(below, h.at)
		}
	}
	// Strokes are sorted by y: the last two below are the nearest ones.
	if n := len(below); above && n >= 2 && below[n-1] > caption.y-2.5*caption.size {
		return below[n-2], true
	}
	return 0, false
}

func (s *sheet) readAlgorithm(first int, bottom float64, number, caption string) algorithmBox {
	name, _, _ := strings.Cut(caption, "(")
	box := algorithmBox{number: number, name: strings.TrimSpace(name), first: first, last: first}
	box.lines = append(box.lines, build.AlgorithmLine{Kind: core.LineCaption, Text: s.lines[first].text()})
	var indents []float64
	for i := first + 1; i < len(s.lines) && s.lines[i].y > bottom; i++ {
		l := &s.lines[i]
		box.last = i
		text := l.text()
		line := build.AlgorithmLine{Kind: lineKind(text, box.lines), Text: text}
		indent := l.x0
		if m := algorithmStep.FindStringSubmatch(text); m != nil {
			line.Kind, line.Step = core.LineStep, m[1]
			if len(l.runs) > 1 {
				indent = l.runs[1].x0
			}
		}
		box.lines = append(box.lines, line)
		indents = append(indents, indent)
	}
	setIndents(box.lines[1:], indents)
	return box
}

// lineKind classifies a line that is not a numbered step.
func lineKind(text string, before []build.AlgorithmLine) core.AlgorithmLineKind {
	switch {
	case inputLine.MatchString(text):
		return core.LineInput
	case outputLine.MatchString(text):
		return core.LineOutput
	}
	switch before[len(before)-1].Kind {
	case core.LineCaption, core.LineProse:
		return core.LineProse
	}
	return core.LineMore
}

// setIndents turns the x of steps into nesting depths: each distinct x, in order, is
// one level.
func setIndents(lines []build.AlgorithmLine, xs []float64) {
	var stepXs []float64
	for i := range lines {
		if lines[i].Kind == core.LineStep {
			stepXs = append(stepXs, xs[i])
		}
	}
	if len(stepXs) == 0 {
		return
	}
	levels := clusterValues(stepXs, 3)
	for i := range lines {
		if lines[i].Kind != core.LineStep {
			continue
		}
		for k, x := range levels {
			if math.Abs(x-xs[i]) <= 6 {
				lines[i].Indent = k
				break
			}
		}
	}
}
