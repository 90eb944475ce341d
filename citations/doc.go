// Package citations decides whether a citation is true: it reads the markers of
// an answer, finds quotes in documents, shows where something stands, and finds
// and resolves references to standards in a text.
//
// Everything here is a pure function of its arguments: no I/O, no clock, no
// randomness, so that the same bytes give the same verdict on every machine.
//
// # Quotes
//
// A quote is compared in folded form ([Fold]): typographic variants of the same
// character are one, but a superscript stays a superscript, so that 2256 is
// never 2^256. What was found is always handed back as bytes of the document.
// A quote that is not found exactly may still be near ([Text.Find]); the edits
// between the two are then classified, and one that touches a number, an
// operator, a unit, a negation, a comparison, a normative word or an identifier
// contradicts the quote.
//
// # Claims
//
// A claim in words of its own (Text.Prove) is held against the sentences, rows or
// steps that cover it best. Its numbers with their units, its names, its "shall"
// and its "not" must be theirs; the rest must be covered by their stems. The rule
// that decided is named, and the words that the evidence lacks are listed.
//
// # References
//
// The grammar of references ([References]) prefers to miss one over inventing
// one: it reads named series of standards only, and numbers only behind the word
// that says what they number.
//
// What it trades away: the meaning of words. A quote with an ordinary word
// replaced is reported as altered, not judged; a claim that says what three
// neighbouring sentences say in quite other words is partial, not supported; and
// one that says their words in another order is supported. English is assumed
// throughout.
package citations
