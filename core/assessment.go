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
	FacetUnit   FacetKind = "unit"   // what is counted or measured, besides what it is asked of
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
	GapMissingName   Gap = "missing_name"   // a name or number is in no passage that was found
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
	// that, that are together in one such run.
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
	// FactOdds is how likely a fact of the frequently asked questions answers it: 0
	// where there are none on the document of the best evidence, and so are the next four.
	FactOdds float64 `json:"fact_odds"`
	// NegativeOdds is how likely it is one that no document answers (a hard negative).
	NegativeOdds float64 `json:"negative_odds"`
	// NeighbourSimilarity is how similar its nearest neighbours with an answer are but
	// the first, NegativeSimilarity how similar the nearest hard negative is, both by
	// sentence embeddings, and NegativeOverlap how similar that is by its words.
	NeighbourSimilarity float64 `json:"neighbour_similarity"`
	NegativeOverlap     float64 `json:"negative_overlap"`
	NegativeSimilarity  float64 `json:"negative_similarity"`
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
