// Package text has the text of an open document: its lines, positions and edits.
//
// # Coordinates
//
// Five coordinate systems meet here, and only this package converts between them:
//
//   - a byte offset into the text, 0-based, as in [core.Span]: used by the rest of
//     the project;
//   - a line and the bytes before the place on that line, both 0-based: a
//     [Position] in [UTF8];
//   - a line and the UTF-16 code units before it, both 0-based: a [Position] in
//     [UTF16], the protocol's default. A character beyond U+FFFF is two units, a
//     surrogate pair;
//   - a line and the code points before it, both 0-based: a [Position] in
//     [UTF32]. A combining mark is a code point of its own;
//   - the line and column that people read, both 1-based. Nothing here takes or
//     returns them: add one to both numbers of a Position in UTF32 to print it.
//
// # Lines
//
// A line ends with \n, \r\n or \r, as in the protocol, and with nothing else: U+2028
// and U+0085 are characters of their line. The break is not part of the line, so no
// position is after it, and an offset between \r and \n is the end of its line. A byte
// order mark is a character like any other.
//
// # Invalid UTF-8
//
// A text may contain bytes that are not UTF-8. Each counts as one unit in every
// encoding, so that every text has positions and every position leads back. Such a text
// comes from a file: clients send UTF-8.
//
// # Costs
//
// A [Text] is immutable: a request may keep reading one while the next edit makes
// another. The price is that an edit copies the text and its line table, 8 bytes a
// line; it reads only what it inserts and the lines that it touches. A position on a
// line of ASCII costs the search for the line; on any other line, everything before it
// on that line is decoded each time. A tree of pieces would edit large texts faster and
// make everything else slower.
package text
