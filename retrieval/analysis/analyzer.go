package analysis

import (
	"iter"
	"sync"

	"github.com/pqcite/pqcite/internal/lex"
)

// Analyzer cuts text into tokens and drops the words of its lists. It is safe
// for concurrent use. Documents and queries must go through the same one.
type Analyzer struct{ scanners sync.Pool }

// Standard is the analyzer of the library: that of Tokens and QueryTokens.
var Standard = newAnalyzer(stopwords, questionWords)

// Published drops only the 33 words that published runs drop (the default list
// of Lucene's EnglishAnalyzer), in queries as in documents, so that a collection
// can be scored under their conditions.
var Published = newAnalyzer(lex.Set(`a an and are as at be but by for if in into is it no not of
on or such that the their then there these they this to was will with`), nil)

func newAnalyzer(stop, question map[string]bool) *Analyzer {
	return &Analyzer{sync.Pool{New: func() any { return newScanner(stop, question) }}}
}

// Tokens returns the tokens of a document's text; see [Tokens].
func (a *Analyzer) Tokens(text string) iter.Seq[Token] { return a.sequence(text, false) }

// QueryTokens returns the tokens of a query; see [QueryTokens].
func (a *Analyzer) QueryTokens(text string) iter.Seq[Token] { return a.sequence(text, true) }

func (a *Analyzer) sequence(text string, query bool) iter.Seq[Token] {
	return func(yield func(Token) bool) {
		s := a.scanners.Get().(*scanner)
		defer a.scanners.Put(s)
		s.reset(text, query)
		defer s.reset("", false)
		for s.scan() {
			for _, t := range s.tokens {
				if !yield(t) {
					return
				}
			}
		}
	}
}
