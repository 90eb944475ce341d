package core

// FAQMatch is how a question matches the frequently asked questions: the facts that
// answer those like it, and how much it is like those that no document answers (the hard
// negatives). It leads to evidence and is none itself.
type FAQMatch struct {
	// Asked are the natural log-odds, by words, that the question asks for the likeliest
	// fact, rather than for none.
	Asked float64 `json:"asked"`
	// Unanswered is, from 0 up, the weight of the hard negatives against that:
	// ln(1 + the sum of their odds).
	Unanswered float64 `json:"unanswered"`
	// Agree is the mean cosine between the question and its nearest neighbours with an
	// answer but the first, 0 to 1: whether that one is alone.
	Agree float64 `json:"agree"`
	// Twin is how alike the question and the nearest hard negative are by their words,
	// 0 to 1, and Against how alike by their embeddings.
	Twin    float64 `json:"twin"`
	Against float64 `json:"against"`
	Facts   []Fact  `json:"facts"` // the likeliest first
}

// Fact is what some units state together and some questions ask for.
type Fact struct {
	Units  []UnitRef `json:"units"`  // the most telling first
	Chance float64   `json:"chance"` // that the question asks for it, 0 to 1
}

// UnitRef denotes a sentence of a document, a row of a table or a line of an algorithm,
// whatever the offsets are that it was ingested at.
type UnitRef struct {
	DocID  string `json:"doc_id"`
	Page   int    `json:"page"`   // of the PDF file, 1-based
	Anchor string `json:"anchor"` // id of the innermost anchor around it; "" if there is none
	Sum    uint32 `json:"sum"`    // of its words: see [sentence.Sum]
}
