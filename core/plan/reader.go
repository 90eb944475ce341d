package plan

import "github.com/pqcite/pqcite/core"

// Reader finds what a question names: references to anchors and documents, and terms.
type Reader interface {
	// Plain returns a question in the names that the documents use, where it has
	// older ones, other spellings or typos of them.
	Plain(question string) string
	References(question string) []Reference
	Terms(question string) []Term
}

// Library gives the documents that a question may name parts of.
type Library interface {
	Documents() []*core.Document
}

// Term is a term that a question names.
type Term struct {
	Name    string   // canonical
	Written string   // as the question writes it
	Expand  []string // what to search for as well: the name if the question used another, an expansion
	Aliases []string // what tables and older texts call it
	Docs    []string // ids of the documents that it is at home in
	Rank    Rank     // what it can be compared with
	// Standard is the id of the document that specifies it and nothing else; "" if
	// there is none.
	Standard string
	At       core.AnchorRef // the anchor that explains it; zero where none does
}

// Names are all names of a term, the canonical one first. Some may be empty.
func (t *Term) Names() []string {
	return append(append([]string{t.Name, t.Written}, t.Expand...), t.Aliases...)
}

// Rank is what a term can be compared with in a question that has no word for
// comparing.
type Rank int

// The ranks of terms.
const (
	RankNone   Rank = iota
	RankScheme      // "ML-KEM", "HQC"
	RankSet         // a parameter set: "ML-KEM-768"
)

// Reference is what a question names and what the library knows of it.
type Reference struct {
	Text     string         // as the question writes it
	Doc      string         // id of the document; "" if none is named
	Known    bool           // the document is in the library
	Anchor   core.AnchorRef // zero Kind where only a document is named
	Dangling bool           // the document is known and has no such anchor
	Nearest  []core.Nearest // what comes near an anchor that does not exist
	// Candidates are the ids of several documents that say that they are the one that
	// is named, none of them vouched for.
	Candidates []string
}
