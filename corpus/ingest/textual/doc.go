// Package textual reads documents that are text already: RFCs and
// Internet-Drafts, Markdown, and plain text.
//
// Each format has one function that takes the bytes of a file and returns a
// valid document or a named error. Everything that can be read is in the text;
// what a format repeats on each page is furniture of that page.
//
// Structure is recognised only where it is clear, because a heading that is
// none would put a wrong section into a citation. So an unclear heading, table
// or caption is a paragraph, and nothing is lost but its anchor.
package textual
