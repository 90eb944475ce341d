// Package dense finds texts by vectors that a model on a server makes of them: texts of like
// meaning have vectors of like direction, whatever their words.
//
// Vectors of texts are made once, in batches, and kept in a file; each is known by the hash of
// its text, so that a run that was interrupted goes on where it ended, and a document that was
// added costs its own passages only. A search compares the vector of the query with all of them.
//
// What it trades away: the scan is flat, some 8 ms for 100,000 vectors of 256 numbers on one
// core, where an approximate index would be faster and find less. All vectors are in memory,
// four bytes a number. A file has vectors of one model and one dimension, never of two.
package dense
