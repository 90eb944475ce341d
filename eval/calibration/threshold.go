package calibration

import (
	"math"
	"slices"

	"github.com/pqcite/pqcite/eval"
)

// Threshold is a confidence below which to refuse.
type Threshold struct {
	Share     float64   `json:"share"` // of the true labels that it is to keep
	At        float64   `json:"at"`
	Kept      eval.Rate `json:"kept"`       // of the true labels, held out
	NearMiss  eval.Rate `json:"near_miss"`  // refused, held out
	OffCorpus eval.Rate `json:"off_corpus"` // refused, held out
}

// newThreshold is the confidence that a share of true labels reaches. Of n chances
// held out it is the one with the rank (1 - share)·(n + 1), rounded down, from
// below (split conformal prediction), so that another question of the same sort
// reaches it about as often as that; with too few it is 0, which keeps all.
func newThreshold(samples []sample, keep float64) Threshold {
	var of []float64
	for _, s := range samples {
		if s.label {
			of = append(of, s.held)
		}
	}
	slices.Sort(of)
	t := Threshold{Share: keep}
	// 1 - 0.95 is a little above 0.05: round before rounding down.
	if rank := int(math.Floor(eval.Figure((1 - keep) * float64(len(of)+1)))); rank > 0 {
		t.At = of[rank-1]
	}
	below := func(s *sample) bool { return s.held < t.At }
	t.Kept = rate("kept", samples, func(s *sample) bool { return s.label }, func(s *sample) bool { return !below(s) })
	t.NearMiss = rate("refused", samples, func(s *sample) bool { return s.kind == eval.KindNearMiss }, below)
	t.OffCorpus = rate("refused", samples, func(s *sample) bool { return s.kind == eval.KindOffCorpus }, below)
	return t
}

func rate(name string, samples []sample, counts, holds func(*sample) bool) eval.Rate {
	count, n := 0, 0
	for i := range samples {
		if s := &samples[i]; counts(s) {
			n++
			count += int(truth(holds(s)))
		}
	}
	return eval.NewRate(name, count, n)
}

// auroc is how often a sample with a true label has the higher value than one with a false
// label, over all such pairs; a tie counts half. Without a pair it is 1/2.
func auroc(samples []sample, value func(*sample) float64) float64 {
	var of [2][]float64
	for i := range samples {
		n := int(truth(samples[i].label))
		of[n] = append(of[n], value(&samples[i]))
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
	return eval.Figure(wins / float64(pairs))
}
