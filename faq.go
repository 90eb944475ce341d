package pqcite

import (
	"sync"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/corpus/standards/questions"
	"github.com/pqcite/pqcite/retrieval/faq"
)

// openFAQ opens the frequently asked questions, once for the process: it is only read,
// and only by who asks.
var openFAQ = sync.OnceValue(func() *faq.Matcher {
	matcher, err := faq.Open(questions.Bank())
	if err != nil {
		panic(err) // the program carries it; a test opens it
	}
	return matcher
})

// frequentQuestions matches questions against the frequently asked ones, which it opens when it
// is first asked: an editor that only hovers never pays for it.
type frequentQuestions struct{}

// Match returns the facts that a question asks for.
func (frequentQuestions) Match(question string) core.FAQMatch { return openFAQ().Match(question) }

// Circumstance reports whether questions are asked with a word that no answer has.
func (frequentQuestions) Circumstance(word string) bool { return openFAQ().Circumstance(word) }

// Documents are the ids of the documents of the facts.
func (frequentQuestions) Documents() []string { return openFAQ().Documents() }
