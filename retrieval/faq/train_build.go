package faq

import (
	"cmp"
	"fmt"
	"iter"
	"maps"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/pqcite/pqcite/retrieval/analysis"
)

// build makes an untrained model of the entries, whose texts are normalised.
func build(entries []Entry, seed uint64) *model {
	m := &model{weights: initialWeights()}
	m.vocabulary, m.df = vocabulary(entries)
	m.vectors, m.gains = directions(m.rows(), seed), make([]float32, m.rows())
	facts := factsOf(entries)
	m.prepare(len(facts)) // for the frequencies by which the heaviest tokens are chosen
	m.read(entries)
	m.readEvidence(facts)
	m.index()
	return m
}

// readEvidence fills in the evidence of the facts; those with the same share it.
func (m *model) readEvidence(facts []Entry) {
	at := map[string]uint32{}
	for i := range facts {
		list := m.tokenizeEvidence(facts[i].Evidence, facts[i].Headings)
		key := fmt.Sprint(list)
		if _, ok := at[key]; !ok {
			at[key] = uint32(m.evidence.len())
			m.evidence.add(list)
		}
		m.facts[i].evidence = at[key]
	}
}

// vocabulary returns the tokens that have a vector of their own, in byte order,
// and how many facts ask with each: the most used, where there are too many.
func vocabulary(entries []Entry) (words []string, df []uint32) {
	uses, facts := map[string]int{}, map[string]uint32{}
	for i := range entries {
		e := &entries[i]
		asked := set{}
		for _, text := range e.Wordings {
			t := distinct(analysis.QueryTokens, text)
			countAll(uses, t)
			maps.Copy(asked, t)
		}
		for t := range asked {
			facts[t]++
		}
		for _, text := range e.Negatives {
			countAll(uses, distinct(analysis.QueryTokens, text))
		}
		countAll(uses, distinct(analysis.Tokens, e.Evidence...))
		countAll(uses, distinct(analysis.Tokens, e.Headings...))
	}
	words = slices.SortedFunc(maps.Keys(uses), func(a, b string) int {
		return cmp.Or(cmp.Compare(uses[b], uses[a]), cmp.Compare(a, b))
	})
	words = words[:min(len(words), maxVocabulary)]
	slices.Sort(words)
	df = make([]uint32, len(words))
	for i, word := range words {
		df[i] = facts[word]
	}
	return words, df
}

// distinct returns the tokens of texts.
func distinct(tokens func(string) iter.Seq[analysis.Token], texts ...string) set {
	found := set{}
	for _, text := range texts {
		for t := range tokens(text) {
			found[t.Text] = true
		}
	}
	return found
}

func countAll(uses map[string]int, tokens set) {
	for t := range tokens {
		uses[t]++
	}
}

// directions returns random unit vectors.
func directions(rows int, seed uint64) []float32 {
	r := rand.New(rand.NewPCG(seed, 0))
	all := make([]float32, rows*dim)
	for row := 0; row < len(all); row += dim {
		v := all[row : row+dim]
		for i := range v {
			v[i] = float32(r.NormFloat64())
		}
		normalize(v)
	}
	return all
}

// normalize brings a vector to length 1 and returns the length that it had.
func normalize(v []float32) float32 {
	var square float32
	for _, x := range v {
		square += float32(x * x)
	}
	length := float32(math.Sqrt(float64(square)))
	for i := range v {
		v[i] /= length
	}
	return length
}
