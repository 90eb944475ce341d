package retrieval

import (
	"slices"

	"github.com/pqcite/pqcite/retrieval/analysis"
	"github.com/pqcite/pqcite/retrieval/lexical"
)

// QueryTerm is a term of a query and what it is worth.
type QueryTerm struct {
	Text    string // as it is indexed
	Surface string // as it is written, folded
	// Part is set on a part of a compound, and on a compound of plain words.
	Part     bool
	Boost    float64 // 1, or lexical.PartBoost for a part
	IDF      float64 // from 0 up; largest for a term of no passage
	Passages int     // how many passages have it
}

// Mass is what the term is worth: boost · idf. A part that no passage has is
// worth nothing, for the words that it is made of are terms too.
func (t QueryTerm) Mass() float64 {
	if t.Part && t.Passages == 0 {
		return 0
	}
	return t.Boost * t.IDF
}

// Terms returns the terms of the query, each once, in the order they first stand
// in it. A term that is both a word and a part of a compound is a word.
func (e *Engine) Terms(query string) []QueryTerm {
	var terms []QueryTerm
	at := make(map[string]int)
	for t := range analysis.QueryTokens(query[:min(len(query), maxQueryBytes)]) {
		part := t.Kind == analysis.Part
		i, twice := at[t.Text]
		if !twice {
			i = len(terms)
			at[t.Text] = i
			n := e.index.DocFreq(t.Text)
			terms = append(terms, QueryTerm{
				Text: t.Text, Surface: t.Surface, Part: true, Boost: lexical.PartBoost,
				IDF: e.index.IDF(t.Text), Passages: n,
			})
		}
		if !part {
			terms[i].Part, terms[i].Boost = false, 1
		}
	}
	return terms
}

// IDF is how much a term, a token's text, tells the passages apart: from 0 up,
// and largest for a term of none.
func (e *Engine) IDF(term string) float64 { return e.index.IDF(term) }

// Mass is what all terms of the query are worth together.
func (e *Engine) Mass(query string) float64 { return mass(e.Terms(query)) }

func mass(terms []QueryTerm) float64 {
	var sum float64
	for _, t := range terms {
		sum += t.Mass()
	}
	return sum
}

// Coverage returns the share of the query's mass, 0 to 1, that the text has the
// terms of, and the words, identifiers and numbers of the query that it lacks,
// as they are written there. A query without terms is covered by nothing: its
// share is 0.
func (e *Engine) Coverage(query, text string) (share float64, missing []string) {
	terms := e.Terms(query)
	total := mass(terms)
	if total == 0 {
		return 0, nil
	}
	has := make(map[string]bool, len(terms))
	for _, t := range terms {
		has[t.Text] = false
	}
	for t := range analysis.Tokens(text) {
		if _, asked := has[t.Text]; asked {
			has[t.Text] = true
		}
	}
	covered := slices.DeleteFunc(slices.Clone(terms), func(t QueryTerm) bool { return !has[t.Text] })
	for _, t := range terms {
		if !has[t.Text] && !t.Part {
			missing = append(missing, t.Surface)
		}
	}
	return mass(covered) / total, missing
}
