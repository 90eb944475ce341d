// Package citations decides whether an answer's citations are true: it reads the markers
// of its text, checks each citation against the bytes of its document, and judges claims
// by what the documents say. Package quote finds quotes, package refs finds and resolves
// references to standards in any text, package rules says which of them a check reports.
//
// Everything here and below is a pure function of its arguments: no I/O, no clock, no
// randomness, so that the same bytes give the same verdict on every machine.
//
// A claim in words of its own ([Judge.Prove]) is compared with the sentences, rows or
// steps that cover it best. Its numbers with their units, its names, its "shall" and its
// "not" must be theirs; the rest must be covered by their stems. The rule that decided is
// named, and the words that the evidence lacks are listed.
//
// What it trades away: the meaning of words. A claim that says in quite other words what
// three neighbouring sentences say is partial, not supported; one that says their words
// in another order is supported. English is assumed throughout.
package citations
