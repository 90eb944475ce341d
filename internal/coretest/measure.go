// Package coretest has test doubles of core's ports, for tests of the packages built on
// them. They are plain and in memory, and do only what the tests need.
package coretest

import (
	"strings"

	"github.com/pqcite/pqcite/core"
)

// Words measures questions by their words, each worth the same, without regard to
// case or a plural s. The words that only make it a question count nothing.
type Words struct{}

// Measure returns a measure of at most 64 words. There is no thesaurus.
func (Words) Measure(query string, _ bool) core.Measure { return measure(split(query)) }

// MeasureAny is Measure: there are no synonyms.
func (w Words) MeasureAny(query string) core.Measure { return w.Measure(query, true) }

type measure []string

func split(text string) []string {
	words := strings.FieldsFunc(strings.ToLower(text), func(r rune) bool {
		return !(r >= 'a' && r <= 'z' || r >= '0' && r <= '9' || r == '-')
	})
	var out []string
	for _, w := range words {
		if !stop[w] && len(out) < 64 {
			out = append(out, strings.TrimSuffix(w, "s"))
		}
	}
	return out
}

var stop = map[string]bool{
	"what": true, "is": true, "are": true, "the": true, "a": true, "an": true, "of": true, "for": true, "and": true,
	"or": true, "by": true, "in": true, "does": true, "do": true, "how": true, "please": true, "show": true,
}

// Marks are the words of the question that a text has.
func (m measure) Marks(text string) core.Marks {
	have := map[string]bool{}
	for _, w := range split(text) {
		have[w] = true
	}
	var marks core.Marks
	for i, w := range m {
		if have[w] {
			marks.Own |= 1 << i
		}
	}
	return marks
}

func (m measure) Share(marks core.Marks) float64 {
	if len(m) == 0 {
		return 0
	}
	return m.Within(marks, core.Marks{Own: 1<<len(m) - 1})
}

func (m measure) Within(marks, of core.Marks) float64 {
	has, all := 0, 0
	for i := range m {
		if of.Own>>i&1 == 1 {
			all++
			has += int(marks.Own >> i & 1)
		}
	}
	if all == 0 {
		return 1
	}
	return float64(has) / float64(all)
}

func (m measure) Missing(marks core.Marks) []string {
	var missing []string
	for i, w := range m {
		if marks.Own>>i&1 == 0 {
			missing = append(missing, w)
		}
	}
	return missing
}

// Words are all content words, and none is out of vocabulary.
func (m measure) Words() core.Words {
	return core.Words{Content: core.Marks{Own: 1<<len(m) - 1}, Mass: float64(len(m))}
}
