package eval

import (
	"math"
	"slices"
)

// Threshold is a confidence below which to refuse.
type Threshold struct {
	Share     float64 `json:"share"` // of the true labels that it is to keep
	At        float64 `json:"at"`
	Kept      Rate    `json:"kept"`       // of the true labels, held out
	NearMiss  Rate    `json:"near_miss"`  // refused, held out
	OffCorpus Rate    `json:"off_corpus"` // refused, held out
}

// newThreshold is the confidence that a share of true labels reaches. Of n chances
// held out it is the one with the rank (1 - share)·(n + 1), rounded down, from
// below (split conformal prediction), so that another question of the same sort
// reaches it about as often as that; with too few it is 0, which keeps all.
func newThreshold(examples []example, keep float64) Threshold {
	var of []float64
	for _, s := range examples {
		if s.label {
			of = append(of, s.held)
		}
	}
	slices.Sort(of)
	t := Threshold{Share: keep}
	// 1 - 0.95 is a little above 0.05: round before rounding down.
	if rank := int(math.Floor(figure((1 - keep) * float64(len(of)+1)))); rank > 0 {
		t.At = of[rank-1]
	}
	below := func(s *example) bool { return s.held < t.At }
	t.Kept = rate("kept", examples, func(s *example) bool { return s.label }, func(s *example) bool { return !below(s) })
	t.NearMiss = rate("refused", examples, func(s *example) bool { return s.kind == KindNearMiss }, below)
	t.OffCorpus = rate("refused", examples, func(s *example) bool { return s.kind == KindOffCorpus }, below)
	return t
}

func rate(name string, examples []example, counts, holds func(*example) bool) Rate {
	count, n := 0, 0
	for i := range examples {
		if s := &examples[i]; counts(s) {
			n++
			count += int(truth(holds(s)))
		}
	}
	return NewRate(name, count, n)
}

// auroc is how often an example with a true label has the higher value than one with a false
// label, over all such pairs; a tie counts half. Without a pair it is 1/2.
func auroc(examples []example, value func(*example) float64) float64 {
	var of [2][]float64
	for i := range examples {
		n := int(truth(examples[i].label))
		of[n] = append(of[n], value(&examples[i]))
	}
	wins := 0.0
	for _, high := range of[1] {
		for _, low := range of[0] {
			switch {
			case high > low:
				wins++
			case high == low:
				wins += 0.5
			}
		}
	}
	pairs := len(of[0]) * len(of[1])
	if pairs == 0 {
		return 0.5
	}
	return figure(wins / float64(pairs))
}
