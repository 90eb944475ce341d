package core

import "slices"

// FacetKind names what a facet asks of an answer.
type FacetKind string

// The kinds of facets.
const (
	FacetTerm   FacetKind = "term"   // a term that the question names, by any of its names
	FacetAnchor FacetKind = "anchor" // an element that it names, in its right document
	FacetName   FacetKind = "name"   // a number, identifier or proper name in it that is no term
	FacetSide   FacetKind = "side"   // one side of a comparison
	FacetPart   FacetKind = "part"   // one of several questions in one
	FacetKindOf FacetKind = "kind"   // the kind of answer: a date, a number, a reason, a rule
	FacetUnit   FacetKind = "unit"   // what is counted or measured, beside what it is asked of
)

// Facet is one line of the checklist of what an answer must contain.
type Facet struct {
	Kind FacetKind `json:"kind"`
	Text string    `json:"text"` // as a person would read it: "FIPS 203 Algorithm 13"
}

// Gap says in what way evidence is not enough. The set is closed.
type Gap string

// The gaps that an assessment can find.
const (
	GapNoHits        Gap = "no_hits"        // no passage has a word of the question
	GapFewHits       Gap = "few_hits"       // fewer passages than the budget's minimum
	GapMissingAnchor Gap = "missing_anchor" // an element that is named is not among the evidence
	GapMissingName   Gap = "missing_name"   // a name or number stands in no passage that was found
	GapMissingSide   Gap = "missing_side"   // one side of a comparison has no evidence
	GapMissingPart   Gap = "missing_part"   // one of several questions has no evidence
	GapMissingKind   Gap = "missing_kind"   // no date where one is asked for, and the like
	GapWrongDocument Gap = "wrong_document" // nothing in the documents that the question names
	GapLowSupport    Gap = "low_support"    // what was found covers too little of the question
)

// Signals are what confidence is made of, each from 0 to 1. They compare the
// evidence with the question and nothing else: no length, no count of sources, no
// words of an answer.
type Signals struct {
	// Window is the share of the question, by idf, that the best run of
	// neighbouring sentences covers with its headings.
	Window float64 `json:"window"`
	// Slots is the share of what is named in the question, and of what it asks of
	// that, which stands in one such run together.
	Slots float64 `json:"slots"`
	// Facets is the share of the checklist that was found.
	Facets float64 `json:"facets"`
	// Score is the score of the best passage, of the most that the question's
	// words could score.
	Score float64 `json:"score"`
	// Unit is the share of its content words that the best single unit covers with
	// its headings.
	Unit float64 `json:"unit"`
	// OutOfVocabulary is the share of the question that no document has a word for.
	OutOfVocabulary float64 `json:"out_of_vocabulary"`
	// Mass says how much the best run covers by the question's own words, and Near
	// how much by other words for them: idf / (idf + 15), whatever the question's
	// length.
	Mass float64 `json:"mass"`
	Near float64 `json:"near"`
	// Asked is how likely a place is known to answer such a question; 0 where no
	// questions are known on the documents that were found.
	Asked float64 `json:"asked"`
	// Unanswered is how much it is like questions that have no answer.
	Unanswered float64 `json:"unanswered"`
	// Agree is how alike several questions with an answer are, and Twin, by words, and
	// Against, as a whole, how alike the nearest one without is.
	Agree   float64 `json:"agree"`
	Twin    float64 `json:"twin"`
	Against float64 `json:"against"`
}

// Assessment says whether evidence is enough to answer from.
type Assessment struct {
	Confidence float64 `json:"confidence"` // 0 to 1, calibrated: see docs/evaluation.md
	Signals    Signals `json:"signals"`
	Found      []Facet `json:"found"`
	Missing    []Facet `json:"missing"`
	Gaps       []Gap   `json:"gaps"` // why it is not enough; empty if it is
	Hits       int     `json:"hits"`
}

// Decision is what follows an assessment. The set is closed.
type Decision string

// The decisions.
const (
	DecideComplete  Decision = "complete"    // the evidence is enough: answer
	DecideRefine    Decision = "refine"      // search for what is missing
	DecideDecompose Decision = "decompose"   // search for the parts one by one
	DecideWiden     Decision = "widen"       // search in another way
	DecideAccept    Decision = "accept_best" // nothing better is to be had, and it will do: answer
	DecideRefuse    Decision = "refuse"
)

// AddGap notes a gap, once.
func (a *Assessment) AddGap(g Gap) {
	if !slices.Contains(a.Gaps, g) {
		a.Gaps = append(a.Gaps, g)
	}
}
