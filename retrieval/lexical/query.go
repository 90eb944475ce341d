package lexical

import (
	"cmp"
	"slices"

	"github.com/pqcite/pqcite/retrieval/analysis"
)

// Term is a term of a query: a token's text and its boost, the factor of what
// it scores. A term with a boost that is not positive counts for nothing.
type Term struct {
	Text  string
	Boost float64
}

// PartBoost is what a part of a compound counts in a query, where the compound
// and a word count 1. The choice moves a mean by less than one point on the
// development questions, SciFact and CACM alike; docs/evaluation.md has the figures.
const PartBoost = 0.5

// Terms returns the terms of a query in the order of their text, each once,
// with the sum of the boosts of its tokens: 1 for a first reading, PartBoost for
// a part.
func Terms(query string) []Term { return TermsWith(analysis.Standard, query) }

// TermsWith is Terms for an index that was built with another analyzer.
func TermsWith(a *analysis.Analyzer, query string) []Term {
	var terms []Term
	for t := range a.QueryTokens(query) {
		boost := 1.0
		if t.Kind == analysis.Part {
			boost = PartBoost
		}
		terms = append(terms, Term{Text: t.Text, Boost: boost})
	}
	return merge(terms)
}

// merge sorts terms and joins the equal ones. The order fixes the order of
// additions, and with it every bit of a score.
func merge(terms []Term) []Term {
	slices.SortStableFunc(terms, func(a, b Term) int { return cmp.Compare(a.Text, b.Text) })
	out := terms[:0]
	for _, t := range terms {
		if n := len(out); n > 0 && out[n-1].Text == t.Text {
			out[n-1].Boost += t.Boost
			continue
		}
		out = append(out, t)
	}
	return out
}
