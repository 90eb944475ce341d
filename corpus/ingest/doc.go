// Package ingest turns a file into a document: it tells what the file is, gives
// it an id and a title, and hands it to the reader of its format.
//
// PDF files are read in a child process with bounds on memory and time, because
// the object layer can be driven out of memory or into a stack overflow by a
// hostile file, and neither can be recovered from inside a process. The price is
// one process start, about 20 ms, a file.
//
// Ingest is deterministic: the same bytes under the same name give the same
// document. It fails closed: a damaged file gives an error that names it, never
// a part of a document.
package ingest
