package core

// PassageKind names what a passage is.
type PassageKind string

// The kinds of passages.
const (
	PassageProse     PassageKind = "prose"
	PassageAlgorithm PassageKind = "algorithm" // one box, whole
	PassageTable     PassageKind = "table"     // one table, whole
	PassageCode      PassageKind = "code"      // one listing or drawing, whole: its line breaks and indentation count
	PassageFront     PassageKind = "front"     // cover, authority, foreword: before the body
	PassageContents  PassageKind = "contents"  // contents pages and lists of tables or figures
	PassageReference PassageKind = "reference" // bibliography
)

// Passage is the unit of retrieval: a run of one section, a whole algorithm box,
// table or listing. The passages of a document partition its text.
type Passage struct {
	Kind      PassageKind
	Section   string   // id of the innermost section; "" before the first heading
	Anchors   []string // ids of the anchors that start inside it
	Span      Span
	StartPage int
	EndPage   int
	Units     []Unit // as Document.Cut left them; ask Document.Units for them
}

// Retrieved reports whether the passage is offered as evidence. Contents pages
// are not: they repeat every heading and prove nothing.
func (p *Passage) Retrieved() bool { return p.Kind != PassageContents }

// PassageRef names a passage of a library.
type PassageRef struct {
	DocID string
	Index int // into Document.Passages
}

// Locator is where something is in a document.
type Locator struct {
	DocID       string `json:"doc_id"`
	Title       string `json:"title"`
	Section     string `json:"section"` // headings joined by " > "
	Anchor      string `json:"anchor"`
	StartPage   int    `json:"start_page"` // PDF pages, 1-based
	EndPage     int    `json:"end_page"`
	PrintedPage string `json:"printed_page"` // label on the start page
	Span        Span   `json:"span"`
	URL         string `json:"url"`
}
