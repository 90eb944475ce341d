// Package typed knows as data what tables, boxes, headings and title pages say: sizes and
// parameters, where an element is, what an algorithm takes and returns, dates, and how far a
// scheme has come. It answers questions that ask for such facts and for nothing else, each in
// one sentence, and reads its sentences back into facts, so that a claim can be held against
// the places that prove it.
//
// Precision comes first: a question with a single word that is neither a subject, a
// property nor a filler is left to others. What that trades away is reach: most wordings
// are answered from statements and quotes.
//
// Numbers are written plainly, without spaces or commas between groups of digits: 49856.
package typed
