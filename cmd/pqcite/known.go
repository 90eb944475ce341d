package main

import (
	"sync"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/corpus/standards/questions"
	"github.com/pqcite/pqcite/retrieval/known"
)

// openBank opens the bank of known questions, once for the process: it is only read,
// and only by who asks.
var openBank = sync.OnceValue(func() *known.Bank {
	bank, err := known.Open(questions.Bank())
	if err != nil {
		panic(err) // the program carries it; a test opens it
	}
	return bank
})

// knownQuestions recalls questions from the bank, which it opens when it is first
// asked: an editor that only hovers never pays for it.
type knownQuestions struct{}

// Match tells which known questions a question is like.
func (knownQuestions) Match(question string) core.Known { return openBank().Match(question) }

// Circumstance reports whether questions are asked with a word that no answer has.
func (knownQuestions) Circumstance(word string) bool { return openBank().Circumstance(word) }

// Documents are the ids of the documents that questions are known on.
func (knownQuestions) Documents() []string { return openBank().Documents() }
