package retrieval

import (
	"errors"
	"fmt"

	"github.com/pqcite/pqcite/retrieval/lexical"
	"github.com/pqcite/pqcite/retrieval/rerank"
)

// Params are the constants of retrieval.
type Params struct {
	Lexical lexical.Params
	Fusion  Fusion
	// Expand is what a term of Query.Expand counts, where one of the text counts
	// 1; 0 to 1.
	Expand float64
	// Prefer is the share of its score that a passage of a document in
	// Query.Prefer gets on top, 0 to 1.
	Prefer float64
	Rerank rerank.Weights
	// PageCredit is the share of its second-best passage's score that a page
	// gets on top of its best one's, 0 to 1: two passages that speak to a query
	// are more than one, but many weak ones are no good one.
	PageCredit float64
	// Pool is how many passages the lexical leg gives at first, at least 1. It
	// gives more where that is not four for each result.
	Pool int
}

// Fusion weighs the legs: a result scores weight / (Smoothing + rank) in each.
type Fusion struct {
	// Smoothing is how far the first ranks are alike, above 0. 60 is the
	// customary value: Cormack, Clarke, Büttcher, SIGIR 2009.
	Smoothing float64
	// Lexical, Exact and Ambiguous weigh the lexical leg, the anchors that are
	// named without doubt, and those that several documents have; at least 0.
	Lexical, Exact, Ambiguous float64
}

// DefaultParams returns the parameters of an engine that nobody configured. The
// exact weight puts even the last of 32 sure anchors above a passage that leads
// all other ranks: 5/92 is more than (2+1)/61. The ambiguous weight puts anchors
// that up to sixty documents share above a passage that has none of them: 2/121
// is more than 1/61.
func DefaultParams() Params {
	return Params{
		Lexical:    lexical.DefaultParams(),
		Fusion:     Fusion{Smoothing: 60, Lexical: 1, Exact: 5, Ambiguous: 2},
		Expand:     0.2,
		Prefer:     0.15,
		Rerank:     rerank.DefaultWeights(),
		PageCredit: 0.2,
		Pool:       64,
	}
}

// ErrParams is wrapped by the errors of Validate.
var ErrParams = errors.New("invalid retrieval parameters")

// Validate refuses values outside their ranges.
func (p Params) Validate() error {
	if err := p.Lexical.Validate(); err != nil {
		return fmt.Errorf("%w: %w", ErrParams, err)
	}
	if err := p.Rerank.Validate(); err != nil {
		return fmt.Errorf("%w: %w", ErrParams, err)
	}
	for _, v := range []struct {
		name       string
		value      float64
		least, top float64
	}{
		{"weight of expansions", p.Expand, 0, 1},
		{"credit of preferred documents", p.Prefer, 0, 1},
		{"page credit", p.PageCredit, 0, 1},
		{"smoothing", p.Fusion.Smoothing, 1e-9, 1e6},
		{"lexical weight", p.Fusion.Lexical, 0, 1e6},
		{"exact weight", p.Fusion.Exact, 0, 1e6},
		{"ambiguous weight", p.Fusion.Ambiguous, 0, 1e6},
		{"pool", float64(p.Pool), 1, 1e6},
	} {
		if !(v.value >= v.least && v.value <= v.top) {
			return fmt.Errorf("%w: %s is %v, must be %v to %v", ErrParams, v.name, v.value, v.least, v.top)
		}
	}
	return nil
}

// Option changes how an engine is opened.
type Option func(*Params)

// WithParams replaces the default parameters.
func WithParams(p Params) Option { return func(to *Params) { *to = p } }
