// Package card makes the card for a place in a text: what the standard says of the
// reference, term, identifier or object identifier there, with document, page and link.
//
// A card is made from memory: no I/O, no search, a few microseconds, since an editor
// asks at every move of the pointer. It adds nothing of its own: its text is the
// document's, or a summary that is called one.
package card

import "github.com/pqcite/pqcite/core"

// Exactness says whose words a card shows.
type Exactness string

// The kinds of exactness.
const (
	Verbatim Exactness = "verbatim" // the document's own, as on the page
	Unread   Exactness = "unread"   // the document's own, with characters that could not be read
	Summary  Exactness = "summary"  // ours, checked against the page
	None     Exactness = "none"     // there is no text to show
)

// Own reports whether the words are the document's.
func (e Exactness) Own() bool { return e == Verbatim || e == Unread }

// Unreadable counts the characters of a card's text that could not be read.
func (c *Card) Unreadable() int { return core.UnreadableIn(c.Text) }

// State is the verdict on what is at the place. The values for references are those of
// package citations.
type State string

// The states of a card.
const (
	Resolved        State = "resolved"
	Dangling        State = "dangling"
	Contradicted    State = "contradicted"
	UnknownDocument State = "unknown_document"
	Misquoted       State = "misquoted"
	WrongValue      State = "wrong_value"
	Superseded      State = "superseded"
	NotInLibrary    State = "not_in_library"
	// Related is the state of what is not what the card shows, and has to do with it:
	// the note says what. Guessed is that of a name that is read by its parts.
	Related State = "related"
	Guessed State = "guessed"
)

// Subject says what kind of thing a card is about.
type Subject string

// The subjects of cards.
const (
	OfReference  Subject = "reference"
	OfTerm       Subject = "term"
	OfIdentifier Subject = "identifier"
	OfOID        Subject = "oid"
	OfAlgorithm  Subject = "algorithm" // named without its document
)

// Card is what is shown for one thing.
type Card struct {
	Subject Subject `json:"subject"`
	State   State   `json:"state"`
	Heading string  `json:"heading"` // one self-contained line
	// Text is a passage or a summary, Exactness says which; More that the passage
	// goes on in the document.
	Text      string    `json:"text"`
	Exactness Exactness `json:"exactness"`
	More      bool      `json:"more"`
	Facts     []Fact    `json:"facts"`
	Grid      Grid      `json:"-"`     // of the rows in the text, where it has some; see Laid
	Value     string    `json:"value"` // the quantity of an identifier, with its unit: "1088 bytes"

	DocID       string      `json:"doc_id"`
	Anchor      string      `json:"anchor"`
	Place       string      `json:"place"`  // as it is cited: "FIPS 203, Table 3"
	Status      core.Status `json:"status"` // of the document
	Date        string      `json:"date"`
	StartPage   int         `json:"start_page"` // PDF pages
	EndPage     int         `json:"end_page"`
	PrintedPage string      `json:"printed_page"`
	URL         string      `json:"url"`

	Vouched string         `json:"vouched,omitempty"` // on whose word the document is what its label says; "" if it is published
	Note    string         `json:"note"`              // what a person should know
	Nearest []core.Nearest `json:"nearest"`           // what may be meant instead
	Span    core.Span      `json:"span"`              // in the text that was asked about
}

// Fact is a line of a card in addition to its text: an input, a size, an old name.
type Fact struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}
