package core

// FAQMatch is how a question matches the frequently asked questions: the facts that
// answer those like it, and how much it is like those that no document answers (the hard
// negatives). It leads to evidence and is none itself.
type FAQMatch struct {
	// FactOdds are the natural log-odds, by words, that the question asks for the likeliest
	// fact, rather than for none.
	FactOdds float64 `json:"fact_odds"`
	// NegativeOdds is, from 0 up, the weight of the hard negatives against that:
	// ln(1 + the sum of their odds).
	NegativeOdds float64 `json:"negative_odds"`
	// NeighbourSimilarity is the mean cosine between the sentence embeddings of the question
	// and of its nearest neighbours with an answer but the first, 0 to 1: whether that one
	// is alone.
	NeighbourSimilarity float64 `json:"neighbour_similarity"`
	// NegativeOverlap is how similar the question and the nearest hard negative are by their
	// words, 0 to 1, and NegativeSimilarity how similar by their embeddings.
	NegativeOverlap    float64 `json:"negative_overlap"`
	NegativeSimilarity float64 `json:"negative_similarity"`
	Facts              []Fact  `json:"facts"` // the likeliest first
}

// Fact is what some units state together and some questions ask for.
type Fact struct {
	Units   []UnitRef `json:"units"`             // the most telling first
	Chance  float64   `json:"chance"`            // that the question asks for it, 0 to 1
	Wording string    `json:"wording,omitempty"` // the question of the FAQ that comes nearest
	// Statement is what the units state, in our own words; "" where nobody wrote it.
	Statement string `json:"statement,omitempty"`
}

// UnitRef denotes a sentence of a document, a row of a table or a line of an algorithm,
// whatever the offsets are that it was ingested at.
type UnitRef struct {
	DocID  string `json:"doc_id"`
	Page   int    `json:"page"`   // of the PDF file, 1-based
	Anchor string `json:"anchor"` // id of the innermost anchor around it; "" if there is none
	Sum    uint32 `json:"sum"`    // of its words: see [sentence.Sum]
}
