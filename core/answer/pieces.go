package answer

import "github.com/pqcite/pqcite/core"

// Piece is the smallest thing of a document that can be claimed, a sentence, a row of
// a table or a line of an algorithm box, with what it is known by.
type Piece struct {
	Place   core.UnitRef
	Heading string // what stands above it: the document, its sections, the caption and head of its table
	Text    string // as it is claimed
}

// Pieces cuts a document into what a question can be bound to, in reading order. A
// piece that holds a character that could not be read is among them: the same
// document binds the same questions, and no answer claims it.
func Pieces(doc *core.Document) []Piece {
	var out []Piece
	for i := range doc.Passages {
		r := cut(doc, i)
		for _, p := range r.pieces {
			at := doc.Locate(p.span)
			out = append(out, Piece{
				Place:   core.UnitRef{DocID: doc.ID, Page: at.StartPage, Anchor: at.Anchor, Sum: p.sum},
				Heading: r.heading, Text: p.text,
			})
		}
	}
	return out
}
