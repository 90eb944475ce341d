// Package store keeps the library on disk: the ingested documents, a copy of
// each source file, and a manifest that says which of them belong together.
//
//	library.json                    the manifest, the only commit point
//	lock                            held by the process that changes the library
//	documents/ID-0123456789abcdef.doc  one encoded document each
//	sources/SHA256.pdf              the source files' bytes, for Verify
//	cache/                          what can be made again, for others to fill
//
// A change writes its files under new names, syncs them, and then renames a new
// manifest over the old one. Whoever opens the library gets the one or the
// other, whole, whatever crashes in between; opening takes no lock and needs no
// right to write. Files of the generation before the current one are kept, so
// that a reader who has just read the old manifest still finds them.
//
// What it trades away: the library is read whole, about 2 ms for the six
// standards, and every change writes the manifest anew, which is fine for
// thousands of documents and wrong for millions. Checksums find accidents;
// nobody is kept from forging a library that he may write to.
//
// # Manifest
//
// The manifest is JSON. Its last member is the SHA-256 of every byte before
// that member's line, in all versions, so that damage is told from another
// version.
//
// # Document file
//
//	magic "pqcitdoc" · CRC-32C of all that follows u32 · version u32 · fields
//
// The two integers are little-endian. Fields follow each other in the order of
// the functions in document.go: an integer is a zigzag varint, a span its start
// and its length, a string its length as uvarint and its bytes, a list 0 for nil
// or its length + 1 as uvarint and its items. Every varint has its shortest
// form, so that a document has exactly one encoding.
package store
