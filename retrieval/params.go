package retrieval

import (
	"fmt"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/retrieval/lexical"
)

// params are the constants of retrieval.
type params struct {
	Lexical lexical.Params
	Fusion  fusion
	// Expand is what a term of Query.Expand counts, where one of the text counts
	// 1; 0 to 1.
	Expand float64
	// Prefer is the share of its score that a passage of a document in
	// Query.Prefer gets on top, 0 to 1.
	Prefer float64
	Rerank rerankWeights
	// PageCredit is the share of its second-best passage's score that a page
	// gets on top of its best one's, 0 to 1: two passages that speak to a query
	// are more than one, but many weak ones are no good one.
	PageCredit float64
	// Thesaurus is what another word for a term of the text counts, 0 to 1.
	Thesaurus float64
	// Words and Meaning weigh the legs for the two profiles.
	Words, Meaning profileParams
}

// profileParams weighs the legs that every query has and those that it can add.
type profileParams struct {
	// Lexical, Notes, Graph and Dense weigh the legs, at least 0.
	Lexical, Notes, Graph, Dense float64
	// Pool is how many passages the lexical leg gives at first, at least 1. It
	// gives more where that is not four for each result.
	Pool int
}

// fusion weighs the legs: a result scores weight / (Smoothing + rank) in each.
type fusion struct {
	// Smoothing is how far the first ranks are alike, above 0. The customary 60
	// (Cormack, Clarke, Büttcher, SIGIR 2009) is for many runs of equal worth; with
	// few legs it lets what two of them have in the middle pass what the best of
	// them has first.
	Smoothing float64
	// Exact and Ambiguous weigh the anchors that are named without doubt, and
	// those that several documents have; at least 0.
	Exact, Ambiguous float64
}

// defaultParams returns the parameters of an engine that nobody configured. The
// exact weight puts even the last of 32 sure anchors above a passage that leads
// all other ranks: 40/42 is more than (9+1+0.4)/11. The ambiguous weight puts
// anchors that up to fifty documents share above a passage that has none of them:
// 9/60 is more than 1.4/11. The smoothing and the weights of notes and of the dense leg were
// chosen on development questions.
func defaultParams() params {
	return params{
		Lexical:    lexical.DefaultParams(),
		Fusion:     fusion{Smoothing: 10, Exact: 40, Ambiguous: 9},
		Expand:     0.2,
		Prefer:     0.15,
		Rerank:     defaultRerankWeights(),
		PageCredit: 0.2,
		Thesaurus:  0.15,
		Words:      profileParams{Lexical: 1, Notes: 0.4, Graph: 0, Dense: 0.6, Pool: 64},
		Meaning:    profileParams{Lexical: 0.5, Notes: 1, Graph: 0.3, Dense: 0.6, Pool: 128},
	}
}

// profile returns the weights for a profile; those of the first for "".
func (p *params) profile(name core.Profile) (profileParams, error) {
	switch name {
	case "", core.ProfileLexical:
		return p.Words, nil
	case core.ProfileMeaning:
		return p.Meaning, nil
	}
	return profileParams{}, fmt.Errorf("%w: profile is %q, must be %q or %q", errQuery, name, core.ProfileLexical, core.ProfileMeaning)
}
