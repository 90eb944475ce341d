package faq

import (
	"slices"

	"github.com/pqcite/pqcite/retrieval/analysis"
)

// circumstanceFacts is how many facts must be asked with a word that none states before
// it counts as one of those in which people only tell where they stand.
const circumstanceFacts = 3

// Circumstances are the words of questions with an answer that no answer has: the
// hardware, library, or number in passing of those who ask. By name.
type Circumstances []uint64

// CircumstancesOf collects them.
func CircumstancesOf(m *Model) Circumstances {
	c := make(Circumstances, (len(m.Names)+63)/64)
	for i, facts := range m.Spread {
		if facts >= circumstanceFacts {
			c[i/64] |= 1 << (i % 64)
		}
	}
	for _, evidence := range m.Evidence {
		for _, t := range evidence {
			if i := t.Row() - kindCount; i >= 0 && i < len(m.Names) {
				c[i/64] &^= 1 << (i % 64)
			}
		}
	}
	return c
}

// Has reports whether the i-th name is one.
func (c Circumstances) Has(i int) bool { return c[i/64]&(1<<(i%64)) != 0 }

// Circumstance reports whether several facts are asked for with a word, or a whole name, that
// the evidence of none has: it tells where people stand who ask, and not what they
// ask for.
func (b *Matcher) Circumstance(word string) bool {
	for t := range analysis.QueryTokens(word) {
		i, named := slices.BinarySearch(b.model.Names, t.Text) // the first token is the whole
		return named && b.circumstances.Has(i)
	}
	return false
}
