// Package pdf reads what stands where on the pages of a PDF file: glyphs with
// their Unicode text, position, size and font, ruled lines, the outline and the
// page labels.
//
// Objects, filters, cross-reference tables and encryption come from package
// syntax; the fonts' encodings and the interpreter of content streams are here.
// [Glyph] and [Rule] are the seam to package layout: another engine could be put
// after them.
//
// The text of a glyph is what the file says of it, in this order: its ToUnicode
// map, unless that leads nowhere; the name of the glyph, by the encoding that the
// font dictionary gives or the font program has built in; what the program's own
// tables call it (packages program and charset); for TeX's bitmap fonts, which say
// nothing, what the widths of the glyphs tell. Nothing else is tried: a glyph that
// none of these gives a meaning is core.Unreadable, in its place and as wide as it
// is.
//
// [Glyph.Hidden] marks text that nobody sees: invisible or clipping text, text as
// white as what lies behind it, under a later box or image, smaller than a point,
// off the page or outside of the clip, in optional content that is off, or of glyphs
// without ink. Grounds and covers are boxes; any other dark shape counts as ground
// for white text, and covers nothing.
//
// It fails closed. A file that is cut, a stream that does not decode to its checked
// end, a page whose content stops early or draws what its resources lack, a font
// whose streams do not decode, more unreadable text than readable: each is an error,
// and no part of such a file is returned. A passage that silently lacks a word would
// be worse than no passage. A file whose cross-reference table had to be made anew
// is read if nothing of it is missing, and says so. All work is bounded by [Limits];
// corpus/ingest runs this package in a child process all the same, so that a
// mistake in it takes nothing with it.
package pdf
