// Package textual reads documents that are already text: RFCs and Internet-Drafts,
// Markdown, and plain text.
//
// Each format has one function that takes the bytes of a file and returns a valid
// document or a named error. Everything readable is in the text; what a format repeats
// on each page is furniture of that page.
//
// Structure is recognised only where it is clear, because a false heading would put a
// wrong section into a citation. An unclear heading, table or caption is a paragraph,
// and loses only its anchor.
package textual
