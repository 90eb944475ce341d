package faq

import "testing"

func TestLikeness(t *testing.T) {
	m := small()
	s := NewSearch(IndexUnanswered(m))
	for _, c := range []struct {
		question string
		from, to float32
	}{
		{"price of a key", 0.999, 1.001},
		{"key", 0.1, 0.95},
		{"blue sky", 0, 0},
	} {
		tokens := m.Question(c.question)
		s.Nearest(nil, tokens, None, 3)
		if got := s.Likeness(tokens); !(got >= c.from && got <= c.to) {
			t.Errorf("%q: likeness is %v, want %v to %v", c.question, got, c.from, c.to)
		}
	}
}
