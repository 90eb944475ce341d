package core

// Explanation is the arithmetic of a score as a tree: a value, what it means,
// and the values it was made from. It is built on request only.
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
	Page int
	// Support is the score of the passage in the lexical leg, of the most that the
	// query's words can score: 0 to 1, and 0 where only another leg found it.
	Support     float64
	Explanation *Explanation // nil unless the query asked for it
}

// Measure weighs the words of a question and says how much of it a text covers.
type Measure interface {
	Marks(text string) Marks
	// Share is the share of the question, by idf, that marks cover.
	Share(Marks) float64
	// Within is the same of the words that a second set of marks has alone: 1 if
	// that has none.
	Within(m, of Marks) float64
	// Missing returns the words of the question that marks lack.
	Missing(Marks) []string
	// Words sorts the words of the question by what they are worth to it.
	Words() Words
}

// Words are kinds of the words of a question, as the Own of marks.
type Words struct {
	// Content are the content words, parts of compounds included: all but those of
	// everyday talk, for which documents may use any other.
	Content Marks
	// OutOfVocabulary are the content words that no document has, nor a word spelt
	// nearly like them.
	OutOfVocabulary Marks
	// Mass is the sum of the idf of all the question's words.
	Mass float64
}

// Marks are a set of the words of a question: Own, those that a text has; Near,
// those that it has another word for. The marks of two texts together are their
// union, so that a text is read once however often it is combined.
type Marks struct{ Own, Near uint64 }

// With is the union of two sets of marks.
func (m Marks) With(o Marks) Marks { return Marks{m.Own | o.Own, m.Near | o.Near} }

// Granularity is what retrieval counts as one result.
type Granularity string

// The granularities of retrieval. ByPage counts the passages of one page once.
const (
	ByPassage Granularity = "passage"
	ByPage    Granularity = "page"
)

// Query is what a retrieval engine is asked.
type Query struct {
	Text    string
	Anchors []AnchorRef // found in the text: the exact leg looks them up
	Docs    []string    // ids to keep to; empty means all
	// Expand has other names of what the text asks for, such as what an
	// acronym expands to. They count less than the text's own words.
	Expand []string
	// Prefer has ids of documents that the terms of the text are at home in: a
	// prior, not a filter.
	Prefer []string
	// Topics are the things that the text asks about side by side, two or more:
	// each gets its share of the hits.
	Topics []Topic
	// Subject is what the text asks a definition of, or "".
	Subject string
	// Legs are the legs that search besides the exact and the lexical one.
	Legs Legs
	// Profile weighs the legs; "" is ProfileLexical.
	Profile     Profile
	NoRerank    bool // keep the order of the legs
	K           int  // how many hits, at least 1
	Granularity Granularity
	Explain     bool
}

// Legs are the ways of search that a query can add to the exact and the lexical
// one.
type Legs struct {
	Thesaurus bool // other everyday words of the text, at a lower weight
	Notes     bool // what is said of an anchor elsewhere: summaries and aliases
	Graph     bool // what the best results refer to
}

// AllLegs are all legs that need no model.
func AllLegs() Legs { return Legs{Thesaurus: true, Notes: true, Graph: true} }

// Profile names a set of weights for the legs.
type Profile string

// The profiles. The first trusts the words of the question; the second trusts what
// has its meaning, and looks at more.
const (
	ProfileLexical Profile = "lexical"
	ProfileMeaning Profile = "meaning"
)

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
