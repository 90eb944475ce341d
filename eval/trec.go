package eval

import (
	"math"
	"slices"
)

// The measures of a test collection take a ranked list of item ids without repeats and the
// judgements of one query: item id to grade. A grade above zero is relevant; an item
// without a judgement counts as not relevant. They agree with trec_eval: lists are not
// padded, and a list shorter than k is divided by k all the same.

// gradesOf are the grades of the first k items of a list, 0 of what is not relevant, and
// those of all relevant items, the best first.
func gradesOf(ranked []string, judged map[string]int, k int) (list, best []int) {
	for _, id := range ranked[:min(k, len(ranked))] {
		list = append(list, max(judged[id], 0))
	}
	for _, g := range judged {
		if g > 0 {
			best = append(best, g)
		}
	}
	slices.SortFunc(best, func(a, b int) int { return b - a })
	return list, best
}

func relevant(grades []int) (n int) {
	for _, g := range grades {
		if g > 0 {
			n++
		}
	}
	return n
}

// share is a part of a whole, 0 of none.
func share(part, whole float64) float64 {
	if whole == 0 {
		return 0
	}
	return part / whole
}

// averagePrecision is the mean, over the relevant items, of the precision at the
// rank of each; a relevant item below depth adds 0. Its mean over queries is
// MAP, for which trec_eval's usual depth is 1000.
func averagePrecision(ranked []string, judged map[string]int, depth int) float64 {
	list, best := gradesOf(ranked, judged, depth)
	sum := 0.0
	for i, g := range list {
		if g > 0 {
			sum += float64(relevant(list[:i+1])) / float64(i+1)
		}
	}
	return share(sum, float64(len(best)))
}

// precisionAt is the share of k ranks that hold a relevant item.
func precisionAt(ranked []string, judged map[string]int, k int) float64 {
	list, _ := gradesOf(ranked, judged, k)
	return float64(relevant(list)) / float64(k)
}

// recallAt is the share of the relevant items that are among the first k.
func recallAt(ranked []string, judged map[string]int, k int) float64 {
	list, best := gradesOf(ranked, judged, k)
	return share(float64(relevant(list)), float64(len(best)))
}

// reciprocalRankAt is one over the rank of the first relevant item among the
// first k; 0 if there is none.
func reciprocalRankAt(ranked []string, judged map[string]int, k int) float64 {
	list, _ := gradesOf(ranked, judged, k)
	if i := slices.IndexFunc(list, func(g int) bool { return g > 0 }); i >= 0 {
		return 1 / float64(i+1)
	}
	return 0
}

// ndcgAt is the discounted gain of the first k items over that of the best order
// of the judged ones.
func ndcgAt(ranked []string, judged map[string]int, k int) float64 {
	list, best := gradesOf(ranked, judged, k)
	return share(discountedGain(list), discountedGain(best[:min(k, len(best))]))
}

// discountedGain is that of a ranked list of grades. The gain is the grade itself (linear,
// as trec_eval and so BEIR have it, not 2^grade-1); the discount at rank r is log2(r+1).
func discountedGain(grades []int) float64 {
	sum := 0.0
	for i, g := range grades {
		sum += float64(g) / math.Log2(float64(i+2))
	}
	return sum
}
