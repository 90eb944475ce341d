package retrieval

import (
	"errors"
	"fmt"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/retrieval/lexical"
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
	Rerank RerankWeights
	// PageCredit is the share of its second-best passage's score that a page
	// gets on top of its best one's, 0 to 1: two passages that speak to a query
	// are more than one, but many weak ones are no good one.
	PageCredit float64
	// Thesaurus is what another word for a term of the text counts, 0 to 1.
	Thesaurus float64
	// Words and Meaning weigh the legs for the two profiles.
	Words, Meaning ProfileParams
}

// ProfileParams weighs the legs that every query has and those that it can add.
type ProfileParams struct {
	// Lexical, Notes and Graph weigh the legs, at least 0.
	Lexical, Notes, Graph float64
	// Pool is how many passages the lexical leg gives at first, at least 1. It
	// gives more where that is not four for each result.
	Pool int
}

// Fusion weighs the legs: a result scores weight / (Smoothing + rank) in each.
type Fusion struct {
	// Smoothing is how far the first ranks are alike, above 0. The customary 60
	// (Cormack, Clarke, Büttcher, SIGIR 2009) is for many runs of equal worth; with
	// few legs it lets what two of them have in the middle pass what the best of
	// them has first.
	Smoothing float64
	// Exact and Ambiguous weigh the anchors that are named without doubt, and
	// those that several documents have; at least 0.
	Exact, Ambiguous float64
}

// DefaultParams returns the parameters of an engine that nobody configured. The
// exact weight puts even the last of 32 sure anchors above a passage that leads
// all other ranks: 40/42 is more than (9+1+0.4)/11. The ambiguous weight puts
// anchors that up to fifty documents share above a passage that has none of them:
// 9/60 is more than 1.4/11. The smoothing and the weight of notes were chosen on the
// development questions.
func DefaultParams() Params {
	return Params{
		Lexical:    lexical.DefaultParams(),
		Fusion:     Fusion{Smoothing: 10, Exact: 40, Ambiguous: 9},
		Expand:     0.2,
		Prefer:     0.15,
		Rerank:     defaultRerankWeights(),
		PageCredit: 0.2,
		Thesaurus:  0.15,
		Words:      ProfileParams{Lexical: 1, Notes: 0.4, Graph: 0, Pool: 64},
		Meaning:    ProfileParams{Lexical: 0.5, Notes: 1, Graph: 0.3, Pool: 128},
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
		{"exact weight", p.Fusion.Exact, 0, 1e6},
		{"ambiguous weight", p.Fusion.Ambiguous, 0, 1e6},
		{"weight of the thesaurus", p.Thesaurus, 0, 1},
		{"lexical weight", min(p.Words.Lexical, p.Meaning.Lexical), 0, 1e6},
		{"weight of notes", min(p.Words.Notes, p.Meaning.Notes), 0, 1e6},
		{"weight of the graph", min(p.Words.Graph, p.Meaning.Graph), 0, 1e6},
		{"pool", float64(min(p.Words.Pool, p.Meaning.Pool)), 1, 1e6},
	} {
		if !(v.value >= v.least && v.value <= v.top) {
			return fmt.Errorf("%w: %s is %v, must be %v to %v", ErrParams, v.name, v.value, v.least, v.top)
		}
	}
	return nil
}

// profile returns the weights for a profile; those of the first for "".
func (p *Params) profile(name core.Profile) (ProfileParams, error) {
	switch name {
	case "", core.ProfileLexical:
		return p.Words, nil
	case core.ProfileMeaning:
		return p.Meaning, nil
	}
	return ProfileParams{}, fmt.Errorf("%w: profile is %q, must be %q or %q", ErrQuery, name, core.ProfileLexical, core.ProfileMeaning)
}
