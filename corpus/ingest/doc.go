// Package ingest turns a file into a document: it detects the format, gives the
// document an id and a title, and calls the format's reader.
//
// PDF files are read in a child process with bounds on memory and time, because a
// hostile file can drive the reader out of memory or into a stack overflow, and a
// process can recover from neither. The price is one process start per file, about 20
// ms.
//
// Ingest is deterministic: the same bytes under the same name give the same document.
// It fails closed: a damaged file gives an error that names it, never part of a
// document.
package ingest
