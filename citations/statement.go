package citations

import (
	"maps"
	"slices"
	"strings"

	"github.com/blevesearch/snowballstem"

	"github.com/pqcite/pqcite/citations/quote"
)

// statement is a claim made ready for comparison.
type statement struct {
	text       string
	stems      map[string]bool
	order      []string // the stems, sorted, so that sums never differ in their last bit
	quantities []quantity
	names      []string
}

func newStatement(claim string) *statement {
	stems := stemsOf(claim, snowballstem.NewEnv(""))
	return &statement{claim, stems, slices.Sorted(maps.Keys(stems)), numbersIn(claim), identifiers(claim)}
}

// numbersIn reads the numbers of a claim, each once.
func numbersIn(claim string) []quantity {
	return once(quantities(quote.Fold(strings.NewReplacer("\u2009", "", "\u202f", "").Replace(claim))))
}

func once(quantities []quantity) []quantity {
	seen := make(map[quantity]bool)
	return slices.DeleteFunc(quantities, func(q quantity) bool {
		again := seen[q]
		seen[q] = true
		return again
	})
}

// coverage is the share of the claim's content that some stems have, and the words
// that they lack.
func (c *statement) coverage(e *evidence, have map[string]bool) (share float64, uncovered []string) {
	found, total := 0.0, 0.0
	for _, s := range c.order {
		total += e.weight(s)
		if have[s] {
			found += e.weight(s)
		}
	}
	env := snowballstem.NewEnv("")
	seen := make(map[string]bool)
	for _, word := range words(c.text) {
		if s := stem(strings.ToLower(word), env); c.stems[s] && !have[s] && !seen[s] {
			seen[s] = true
			uncovered = append(uncovered, word)
		}
	}
	if total == 0 {
		return 0, uncovered
	}
	return found / total, uncovered
}

// without returns the claim less the content of some words.
func (c *statement) without(words []string) *statement {
	gone := stemsOf(strings.Join(words, " "), snowballstem.NewEnv(""))
	order := slices.DeleteFunc(slices.Clone(c.order), func(s string) bool { return gone[s] })
	return &statement{text: c.text, stems: c.stems, order: order}
}

// words are the words of a claim that carry content.
func words(text string) []string {
	var out []string
	for _, w := range slotWords(text) {
		if !functionWords[strings.ToLower(w)] {
			out = append(out, w)
		}
	}
	return out
}
