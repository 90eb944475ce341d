// Package quote finds quotes in documents.
//
// A quote is compared in folded form ([Fold]): typographic variants of the same
// character are one, but a superscript stays a superscript, so that 2256 is
// never 2^256. What was found is always returned as bytes of the document.
// A quote that is not found exactly may still be near ([Text.Find]): the two are aligned
// and their differences classified. One that touches a number, an operator, a unit, a
// negation, a comparison, a normative word or an identifier contradicts the quote.
//
// What it trades away: the meaning of words. A quote with an ordinary word replaced is
// reported as altered, not judged.
package quote
