// Package loop runs a question: analyze, retrieve, write, verify, and answer or
// refuse. Everything it touches comes through ports, so that it can be run over
// any engine and any library, and tested without either.
//
// This is the straight form of the loop: one round of retrieval, one writer. It
// spends its budget all the same, so that a caller sees the same contract when
// rounds are added. A run never says what the verifier has not passed.
package loop
