// Package lsptest tests a language server from the outside: an Editor talks to
// it over a real pipe with real framing, and a session checks every message that
// the server sends against the LSP meta model and the rules of the protocol.
//
// It shares no code with the server it tests, so that a fault in framing, in
// positions or in the choice of a type can't cancel itself out. That trades away
// brevity: frames, offsets and edits are written a second time here. The model is
// read from the module cache and not copied, so a test needs the go command.
//
// What the model says is checked: members, types, ranges of integers, closed
// enumerations, direction, one answer to each request. What pqcite's server never sends
// is a breach: tuples, partial results, the end of a registration. A few rules that
// are prose in the specification are checked too (see rules.go, progress.go and
// registration.go). Whether an answer is a good one is for the test to say.
package lsptest
