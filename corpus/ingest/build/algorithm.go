package build

import (
	"strings"

	"github.com/pqcite/pqcite/core"
)

// AlgorithmLine is one line of an algorithm box, its text as it is printed, the
// step number included.
type AlgorithmLine struct {
	Kind   core.AlgorithmLineKind
	Step   string
	Indent int
	Text   string
}

// indentWidth is how many spaces one level of nesting takes.
const indentWidth = 2

// Algorithm adds a box as one passage. The nesting of a step is written as
// spaces after its number.
func (b *Builder) Algorithm(number, title, name string, lines []AlgorithmLine) {
	b.needPage()
	start := b.text.Len()
	a := core.Algorithm{Name: tidy(name), Span: core.Span{Start: start, End: start}}
	for _, l := range lines {
		span := b.line(indented(l))
		a.Lines = append(a.Lines, core.AlgorithmLine{Kind: l.Kind, Step: l.Step, Indent: l.Indent, Span: span})
		a.Span.End = span.End
	}
	i, ok := b.anchor(core.Anchor{Kind: core.KindAlgorithm, Number: tidy(number), Title: tidy(title), Parent: b.section(), Span: a.Span})
	if !ok {
		return
	}
	a.Anchor = b.doc.Anchors[i].ID
	b.doc.Algorithms = append(b.doc.Algorithms, a)
	b.endBlock(start, core.PassageAlgorithm, false)
}

func indented(l AlgorithmLine) string {
	head := l.Step + ":"
	rest, ok := strings.CutPrefix(l.Text, head)
	if l.Kind != core.LineStep || l.Indent <= 0 || !ok {
		return l.Text
	}
	return head + " " + strings.Repeat(" ", indentWidth*min(l.Indent, 32)) + strings.TrimLeft(rest, " ")
}
