package eval

import (
	"cmp"
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
func newThreshold(samples []labelled, keep float64) Threshold {
	var of []float64
	for _, s := range samples {
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
	t.Kept = rateOf("kept", samples, func(s labelled) bool { return s.label }, func(s labelled) bool { return s.held >= t.At })
	below := func(s labelled) bool { return s.held < t.At }
	t.NearMiss = rateOf("refused", samples, func(s labelled) bool { return s.kind == KindNearMiss }, below)
	t.OffCorpus = rateOf("refused", samples, func(s labelled) bool { return s.kind == KindOffCorpus }, below)
	return t
}

func rateOf(name string, samples []labelled, counts, holds func(labelled) bool) Rate {
	count, n := 0, 0
	for _, s := range samples {
		if counts(s) {
			n++
			if holds(s) {
				count++
			}
		}
	}
	if n == 0 {
		return Rate{Name: name}
	}
	return newRate(name, count, n)
}

// auroc is how often a sample with a true label has the higher confidence than one
// with a false label, over all such pairs; a tie counts half. Without a pair it is
// 1/2.
func auroc(samples []graded) float64 {
	sorted := slices.Clone(samples)
	slices.SortFunc(sorted, func(a, b graded) int { return cmp.Compare(a.confidence, b.confidence) })
	wins, pairs, below := 0.0, 0.0, 0.0 // below: false labels with a lower confidence
	for start := 0; start < len(sorted); {
		end, ofTrue, ofFalse := start, 0.0, 0.0
		for end < len(sorted) && sorted[end].confidence == sorted[start].confidence {
			if sorted[end].right {
				ofTrue++
			} else {
				ofFalse++
			}
			end++
		}
		wins += ofTrue * (below + ofFalse/2)
		below += ofFalse
		pairs += ofTrue
		start = end
	}
	if pairs *= below; pairs == 0 {
		return 0.5
	}
	return figure(wins / pairs)
}
