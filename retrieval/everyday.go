package retrieval

import (
	_ "embed"
	"strings"
	"sync"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/retrieval/analysis"
)

// everydayText lists the words of everyday talk. It is our own, made by part of
// speech.
//
//go:embed everyday.txt
var everydayText string

// everyday are those words as they are indexed.
var everyday = sync.OnceValue(func() map[string]bool {
	set := make(map[string]bool)
	for line := range strings.Lines(everydayText) {
		line, _, _ = strings.Cut(line, "#")
		for t := range analysis.Tokens(line) {
			set[t.Text] = true
		}
	}
	return set
})

// words sorts the terms of a query by what they are worth to it. Neither a compound
// of words that documents have nor a misspelling of one is out of vocabulary.
func (e *Engine) words(terms []weightedTerm, mass float64) core.Words {
	w := core.Words{Mass: mass}
	known := func(part string) bool { return e.index.DocFreq(part) > 0 }
	for i, t := range terms {
		if everyday()[t.Text] {
			continue
		}
		w.Content.Own |= 1 << i
		if t.Part || t.Passages > 0 || isCompoundOf(t.Surface, known) || e.index.Spells(t.Text) {
			continue
		}
		w.OutOfVocabulary.Own |= 1 << i
	}
	return w
}

// isCompoundOf reports whether a word is made of several that are all known.
func isCompoundOf(word string, known func(part string) bool) bool {
	parts := strings.FieldsFunc(word, func(r rune) bool { return strings.ContainsRune("-/_.", r) })
	for _, p := range parts {
		if first := indexed(p); len(first) == 0 || !known(first[0]) {
			return false
		}
	}
	return len(parts) > 1
}
