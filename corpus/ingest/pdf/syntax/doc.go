// Package syntax reads the syntax of PDF files (ISO 32000-1, clause 7; ISO 32000-2):
// objects, streams and their filters, cross-reference tables and streams, hybrid and
// linearized files, incremental updates, object streams, encryption with an empty
// password, and the page tree.
//
// It is strict where text is at stake, because a reader that repairs what it reads may
// show another text than the file's. A file is read twice, by its cross-reference
// sections and by a scan of all its bytes, and the two must agree: each object where
// the table says, with its number and its end, and every byte between them accounted
// for. A stream must have its stated length, decode to its last byte, and pass its
// checksum. The newest revision is read, or none: data after the last %%EOF, a
// linearized file shorter than it says, or an unreachable section make the file
// unreadable.
//
// Where the two differ, the table is rebuilt from the scan, as for files of old
// producers with wrong offsets, and [File.Repaired] is set. Then the file must be
// complete by an independent count; see complete.
//
// Trade-offs: image streams are never decoded, files with a password are refused, and
// so are files that other readers repair by guessing. All work and memory is bounded by
// [Limits]. No error has the words of the runtime or of a library.
package syntax
