package core

// TypedAnswer is what typed facts say to a question that asks for nothing else: a
// sentence with the places of its values, or why there is none.
type TypedAnswer struct {
	Sentence string
	Places   []TypedPlace // never empty where there is a sentence
	Cells    []TypedCell  // of a comparison, property by property
	Lacks    string       // a sentence that says what there is not; "" where there is an answer
}

// Found reports whether typed facts decide about the question.
func (a *TypedAnswer) Found() bool { return a.Sentence != "" || a.Lacks != "" }

// TypedCell is a value of one side of a comparison.
type TypedCell struct {
	Side, Aspect string
	Text         string // a claim: "ML-KEM-512, ciphertext: 768 bytes"
	Places       []TypedPlace
}

// TypedPlace is where a document says a value.
type TypedPlace struct {
	DocID string
	// Spans have the value and all that makes it one: of a cell the label of its row and
	// the header of its column too. A claim of the value cites all of them.
	Spans []Span
	Table string // id of the table, "" where the value is in none
	Row   int    // of the table
}

// TypedRuling is what typed facts say of a claim that they decide.
type TypedRuling struct {
	Holds     bool
	Sentence  string // what they say
	Says, Not string // where it differs; "" where the sentence says it
	Places    []TypedPlace
}
