package core

// Known is what earlier questions tell of a question: the facts of standards that
// others like it were answered by. It leads to evidence and is none itself.
type Known struct {
	// Asked are the natural log-odds, by words, that the question asks for the likeliest
	// fact, rather than for nothing that is known.
	Asked float64 `json:"asked"`
	// Unanswered is, from 0 up, how far questions without an answer stand against that:
	// ln(1 + the sum of their odds).
	Unanswered float64 `json:"unanswered"`
	// Agree is how alike as a whole the question and those with an answer are that come
	// behind the nearest one, 0 to 1: whether that one is alone.
	Agree float64 `json:"agree"`
	// Twin is how much the question and one without an answer are alike at the most, by
	// their words, 0 to 1, and Against how much they are as a whole.
	Twin    float64     `json:"twin"`
	Against float64     `json:"against"`
	Facts   []KnownFact `json:"facts"` // the likeliest first
}

// KnownFact is a fact that some questions are known to ask for.
type KnownFact struct {
	Places []KnownPlace `json:"places"` // that state it together, the most telling first
	Chance float64      `json:"chance"` // that the question asks for it, 0 to 1
}

// KnownPlace is a sentence of a document, or a row or a line in it, whatever the
// offsets are that it was ingested at.
type KnownPlace struct {
	DocID  string `json:"doc_id"`
	Page   int    `json:"page"`   // of the PDF file, 1-based
	Anchor string `json:"anchor"` // id of the innermost anchor that holds it; "" if there is none
	Sum    uint32 `json:"sum"`    // of its words: see [sentence.Sum]
}
