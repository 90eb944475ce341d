package pqcite

import (
	"os"
	"path/filepath"
	"sync"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/corpus/standards/questions"
	"github.com/pqcite/pqcite/retrieval/faq"
)

var (
	faqOnce    sync.Once
	faqMatcher *faq.Matcher
)

// openFAQ opens the frequently asked questions, once for the process: they are only read,
// and only when somebody asks. What is derived is the same for every library, so that the
// user's cache folder comes before the given one of the first caller's library.
func openFAQ(cache string) *faq.Matcher {
	faqOnce.Do(func() {
		caches := []string{cache}
		if user, err := os.UserCacheDir(); err == nil {
			caches = []string{filepath.Join(user, "pqcite"), cache}
		}
		var err error
		if faqMatcher, err = faq.Open(questions.Weights(), questions.StatementsSum(), frequentlyAsked, caches...); err != nil {
			panic(err) // the program carries it; a test opens it
		}
	})
	return faqMatcher
}

// frequentlyAsked are the texts that the weights were trained from.
func frequentlyAsked() ([]faq.Entry, error) {
	facts, err := questions.All()
	out := make([]faq.Entry, len(facts))
	for i, f := range facts {
		out[i] = faq.Entry{Units: f.Units, Wordings: f.Wordings, Negatives: f.Negatives, Statement: f.Statement}
	}
	return out, err
}

// frequentQuestions matches questions against the frequently asked ones, which it opens when
// it is first asked: an editor that only hovers never pays for it. It is the folder of the
// cache.
type frequentQuestions string

// Match returns the facts that a question asks for.
func (f frequentQuestions) Match(question string) core.FAQMatch {
	return openFAQ(string(f)).Match(question)
}

// Follow returns the facts that a follow-up asks for.
func (f frequentQuestions) Follow(alone, together, last string) (byItself, both core.FAQMatch, follows bool) {
	return openFAQ(string(f)).Follow(alone, together, last)
}

// Circumstance reports whether questions are asked with a word that no answer has.
func (f frequentQuestions) Circumstance(word string) bool {
	return openFAQ(string(f)).Circumstance(word)
}

// Documents are the ids of the documents of the facts.
func (f frequentQuestions) Documents() []string { return openFAQ(string(f)).Documents() }
