package known

import (
	"slices"

	"github.com/pqcite/pqcite/retrieval/analysis"
)

// Circumstance reports whether several facts are asked for with a word, or a whole name, that
// the evidence of none has: it tells where people stand who ask, and not what they
// ask for.
func (b *Bank) Circumstance(word string) bool {
	for t := range analysis.QueryTokens(word) {
		i, named := slices.BinarySearch(b.model.Names, t.Text) // the first token is the whole
		return named && b.circumstances.Has(i)
	}
	return false
}
