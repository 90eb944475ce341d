package faq

import (
	"slices"

	"github.com/pqcite/pqcite/retrieval/analysis"
)

// circumstanceFacts is how many facts must be asked with a word that none states before it
// counts as a circumstance.
const circumstanceFacts = 3

// circumstancesOf finds the words that questions are asked with and no answer has: the
// hardware, library, or number in passing of those who ask.
func circumstancesOf(m *model) []uint64 {
	set := make([]uint64, (len(m.vocabulary)+63)/64)
	for i, facts := range m.df {
		if facts >= circumstanceFacts {
			set[i/64] |= 1 << (i % 64)
		}
	}
	for _, t := range m.evidence.tokens {
		if i := t.row() - questionTypes; i >= 0 && i < len(m.vocabulary) {
			set[i/64] &^= 1 << (i % 64)
		}
	}
	return set
}

// Circumstance reports whether several facts are asked for with a word, or a whole name,
// that the evidence of none has: it describes the situation of those who ask, and not what
// they ask for.
func (m *Matcher) Circumstance(word string) bool {
	for t := range analysis.QueryTokens(word) {
		i, found := slices.BinarySearch(m.model.vocabulary, t.Text) // the first token is the whole
		return found && m.model.circumstances[i/64]&(1<<(i%64)) != 0
	}
	return false
}
