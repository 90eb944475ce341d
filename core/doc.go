// Package core is the contract of pqcite: the words that every other package
// speaks, and nothing else.
//
// It has the domain types (Document, Anchor, Passage, Hit, Claim, Citation,
// Answer, Refusal), the bounds of a run as data (Budget) and the closed sets of
// reasons that a run can end with. It has no I/O and imports only the standard
// library, so that the corpus, the retrieval engines, the citation checks and
// the three doors can depend on it without depending on each other.
//
// What it trades away: a Document is whole in memory. The six standards
// together are about 1.5 MB of text, and a reader that never has to ask for a
// page twice is worth more than the memory.
//
// # Offsets
//
// All offsets are byte offsets into [Document.Text], half open. Pages are
// 1-based indexes of the PDF file ("PDF page"); the label that is printed on
// the page is a string of its own and is never computed with.
package core
