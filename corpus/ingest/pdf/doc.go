// Package pdf reads what is where on the pages of a PDF file: glyphs with their Unicode
// text, position, size and font, ruled lines, the outline and the page labels.
//
// Objects, filters, cross-reference tables and encryption come from package syntax;
// fonts' encodings and the interpreter of content streams are here. [Glyph] and [Rule]
// are the interface to package layout: another engine could provide them.
//
// The text of a glyph is what the file says, in this order: its ToUnicode map, unless
// that leads nowhere; the glyph's name, by the encoding in the font dictionary or built
// into the font program; what the program's own tables call it (package font);
// for TeX's bitmap fonts, which say nothing, what the glyphs' widths imply.
// Nothing else is tried: a glyph without a meaning is core.Unreadable, at its place and
// with its width.
//
// [Glyph.Hidden] marks invisible text: text in an invisible or clipping mode, white on
// white, under a later box or image, smaller than a point, off the page or outside the
// clip, in optional content that is off, or of glyphs without ink. Grounds and covers
// are boxes; any other dark shape counts as ground for white text, and covers nothing.
//
// It fails closed. A file that is cut, a stream that does not decode to its checked
// end, a page whose content stops early or draws missing resources, a font whose
// streams do not decode, more unreadable text than readable: each is an error, and no
// part of such a file is returned. A passage that silently lacks a word would be worse
// than no passage. A file whose cross-reference table had to be rebuilt is read if
// nothing is missing, and marked. All work is bounded by [Limits]; corpus/ingest runs
// this package in a child process as well, so that a fault here has no further
// consequences.
package pdf
