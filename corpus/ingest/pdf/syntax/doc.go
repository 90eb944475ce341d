// Package syntax reads the syntax of PDF files (ISO 32000-1, clause 7; ISO
// 32000-2): objects, streams and their filters, cross-reference tables and
// streams, hybrid and linearized files, incremental updates, object streams,
// encryption with an empty password, and the page tree.
//
// It is strict where text is at stake, because a reader that mends what it reads
// may show another text than the file's. A file is read twice, by its
// cross-reference sections and by a scan of all its bytes, and the two must find
// the same: each object where the table says, with its number and its end, and no
// byte between them that belongs to none. A stream must have the length that it
// says, decode to its last byte, and pass its checksum. The newest revision is
// read, or none: what follows the last %%EOF, a linearized file that is shorter
// than it says, a section that nothing leads to, are each the end of the matter.
//
// Where the two counts differ, the table is made anew from the scan, as for files
// of old producers whose offsets are off, and [File.Repaired] says so. Then the
// file must be complete by the count of what it should have; see complete.
//
// What it trades away: streams that are pictures are never decoded, files with a
// password are refused, and so are files that other readers mend by a guess. All
// work and memory is bounded by [Limits]. No error has the words of the runtime or
// of a library.
package syntax
