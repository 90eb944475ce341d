package plan

import (
	"slices"
	"strings"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/internal/lex"
)

// Bounds in bytes of a row label that can name something in a question.
const (
	minLabel = 3
	maxLabel = 40
)

// terms returns the terms that a question names, its row labels among them. With the
// feature off each is just what is written.
func (p Planner) terms(question string) []Term {
	terms := p.Reader.Terms(question)
	terms = append(terms, labelsNamed(question, p.Library.Documents(), terms)...)
	if p.Features.Terms {
		return terms
	}
	written := make([]Term, len(terms))
	for i, t := range terms {
		written[i] = Term{Name: t.Written, Written: t.Written, Docs: t.Docs}
	}
	return written
}

// labelsNamed returns the row labels of tables that a question names, as terms:
// "hqc-128" is a parameter set even if no lexicon has it. Those that are terms
// already are left out.
func labelsNamed(question string, docs []*core.Document, known []Term) []Term {
	low := " " + strings.ToLower(question) + " "
	var out []Term
	for _, d := range docs {
		for i := range d.Tables {
			for _, label := range rowLabels(d, &d.Tables[i]) {
				same := func(t Term) bool { return strings.EqualFold(t.Name, label) }
				if lex.HasWord(low, strings.ToLower(label)) && !slices.ContainsFunc(known, same) && !slices.ContainsFunc(out, same) {
					out = append(out, Term{Name: label, Written: label})
				}
			}
		}
	}
	return out
}

// rowLabels are the labels of a table's rows that can't be ordinary words or a
// bare number: they have a letter and a digit.
func rowLabels(d *core.Document, t *core.Table) []string {
	var out []string
	for row := t.HeaderRows; row < len(t.Rows); row++ {
		cell := t.At(row, 0)
		if cell == nil || cell.Span.Len() < minLabel || cell.Span.Len() > maxLabel {
			continue
		}
		label := d.Quote(cell.Span)
		if strings.ContainsAny(label, "0123456789") && strings.ContainsAny(strings.ToLower(label), "abcdefghijklmnopqrstuvwxyz") {
			out = append(out, label)
		}
	}
	return out
}
