// Package pdf reads what stands where on the pages of a PDF file: glyphs with
// their Unicode text, position, size and font, ruled lines, the outline and the
// page labels.
//
// Objects, filters, cross-reference tables and encryption come from package
// syntax; the fonts' encodings and the interpreter of content streams are here.
// [Glyph] and [Rule] are the seam to package layout: another engine could be put
// behind them.
//
// It fails closed. A file that is cut, a stream that does not decode to its checked
// end, a page whose content stops early, a font that does not decode: each is an
// error, and no part of such a file is returned. A passage that silently lacks a
// word would be worse than no passage. A file whose cross-reference table had to
// be made anew is read if nothing of it is missing, and says so. All work is
// bounded by [Limits]; corpus/ingest runs this package in a child process all the
// same, so that a mistake in it takes nothing with it.
package pdf
