// Package pdf reads what stands where on the pages of a PDF file: glyphs with
// their Unicode text, position, size and font, ruled lines, the outline and the
// page labels.
//
// Objects, filters, cross-reference tables and encryption come from pdfcpu; the
// fonts' encodings and the interpreter of content streams are ours, because a
// quote is only as good as the position of every glyph, and no library gives
// that. [Glyph] and [Rule] are the seam to package layout: another engine could
// be put behind them.
//
// It fails closed. A file whose cross-reference table had to be rebuilt, a page
// whose content stops early, a font that does not decode, more than a trace of
// glyphs without a Unicode text: each is an error, and no part of such a file is
// returned. A passage that silently lacks a word would be worse than no passage.
// All work is bounded by [Limits]. Stack and heap of the object layer are not,
// which is why corpus/ingest runs this package in a child process.
package pdf
