// Package store keeps the library on disk: the ingested documents, a copy of each
// source file, and a manifest that lists them.
//
//	library.json                    the manifest, the only commit point
//	lock                            held by the process that changes the library
//	documents/ID-0123456789abcdef.doc  one encoded document each
//	sources/SHA256.pdf              the source files' bytes, for Verify
//	cache/                          derived data of other packages
//
// A change writes its files under new names, syncs them, and then renames a new
// manifest over the old one. A reader gets one or the other, whole, whatever crashes in
// between; opening takes no lock and needs no write access. Files of the previous
// generation are kept, so that a reader that has just read the old manifest still finds
// them.
//
// Trade-offs: the library is read whole, about 2 ms for the six standards, and every
// change rewrites the manifest, which suits thousands of documents, not millions.
// Checksums detect accidents; they do not stop somebody with write access from forging
// a library.
//
// # Manifest
//
// The manifest is JSON. In all versions its last member is the SHA-256 of every byte
// before that member's line, so that damage can be distinguished from another version.
//
// # Document file
//
//	magic "pqcitdoc" · CRC-32C of all that follows u32 · version u32 · fields
//
// The two integers are little-endian. Fields follow each other in the order of the
// functions in document.go: an integer is a zigzag varint, a span its start and its
// length, a string its length as uvarint and its bytes, a list 0 for nil or its length
// + 1 as uvarint and its items. Every varint has its shortest form, so a document has
// exactly one encoding, and a decoded document shares the bytes of its file; encoding/gob has neither property.
package store
