package core

// Explanation is the arithmetic of a score as a tree: a value, what it stands
// for, and the values it was made from. It is built on request only.
type Explanation struct {
	Value float64        `json:"value"`
	What  string         `json:"what"`
	From  []*Explanation `json:"from,omitempty"`
}

// Hit is a passage with its score.
type Hit struct {
	Passage PassageRef
	Score   float64
	// Page is the page of the passage that supports the query best; it lies
	// between the passage's start and end page.
	Page        int
	Explanation *Explanation // nil unless the query asked for it
}

// Unit is what retrieval counts as one result.
type Unit string

// The units of retrieval. With UnitPage, passages of one page count once.
const (
	UnitPassage Unit = "passage"
	UnitPage    Unit = "page"
)

// Query is what a retrieval engine is asked.
type Query struct {
	Text    string
	Anchors []AnchorRef // found in the text: the exact leg looks them up
	Docs    []string    // ids to keep to; empty means all
	// Expand holds other names of what the text asks for, such as what an
	// acronym stands for. They count less than the text's own words.
	Expand []string
	// Prefer holds ids of documents that the terms of the text are at home in: a
	// prior, not a filter.
	Prefer []string
	// Topics are the things that the text asks about side by side, two or more:
	// each gets its share of the hits.
	Topics []Topic
	// Subject is what the text asks a definition of, or "".
	Subject string
	K       int // how many hits, at least 1
	Unit    Unit
	Explain bool
}

// Topic is one side of a comparison, or one of several things asked about.
type Topic struct {
	Text string   // the query's text without the other topics
	Docs []string // ids of the documents that it is at home in
}

// AnchorRef names an anchor of a document. An empty DocID means that the text
// named no document: the anchor of every document is meant.
type AnchorRef struct {
	DocID  string     `json:"doc_id,omitempty"`
	Kind   AnchorKind `json:"kind"`
	Number string     `json:"number"`
}

// ID is the anchor's id inside its document.
func (r AnchorRef) ID() string { return AnchorID(r.Kind, r.Number) }
