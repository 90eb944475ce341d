package faq

import "testing"

func TestSimilarity(t *testing.T) {
	m := small()
	s := newSearch(m, &m.negatives.index)
	for _, c := range []struct {
		question string
		from, to float32
	}{
		{"price of a key", 0.999, 1.001},
		{"key", 0.1, 0.95},
		{"blue sky", 0, 0},
	} {
		tokens := m.tokenize(c.question)
		s.nearest(nil, tokens, noList, 3)
		if got := s.similarity(tokens); !(got >= c.from && got <= c.to) {
			t.Errorf("%q: similarity is %v, want %v to %v", c.question, got, c.from, c.to)
		}
	}
}
