package eval

import "slices"

// The measures of a test collection take a ranked list of item ids without
// repeats and the judgements of one query: item id to grade. A grade above zero
// is relevant; an item without a judgement counts as not relevant. They agree
// with trec_eval: lists are not padded, and a list shorter than k is divided by
// k all the same.

// averagePrecision is the mean, over the relevant items, of the precision at the
// rank of each; a relevant item below depth adds 0. Its mean over queries is
// MAP, for which trec_eval's usual depth is 1000.
func averagePrecision(ranked []string, judged map[string]int, depth int) float64 {
	total := relevant(judged)
	if total == 0 {
		return 0
	}
	var found int
	var sum float64
	for i, id := range ranked[:min(depth, len(ranked))] {
		if judged[id] > 0 {
			found++
			sum += float64(found) / float64(i+1)
		}
	}
	return sum / float64(total)
}

// precisionAt is the share of k ranks that hold a relevant item.
func precisionAt(ranked []string, judged map[string]int, k int) float64 {
	return float64(found(ranked, judged, k)) / float64(k)
}

// recallAt is the share of the relevant items that stand among the first k.
func recallAt(ranked []string, judged map[string]int, k int) float64 {
	total := relevant(judged)
	if total == 0 {
		return 0
	}
	return float64(found(ranked, judged, k)) / float64(total)
}

// reciprocalRankAt is one over the rank of the first relevant item among the
// first k; 0 if there is none.
func reciprocalRankAt(ranked []string, judged map[string]int, k int) float64 {
	for i, id := range ranked[:min(k, len(ranked))] {
		if judged[id] > 0 {
			return 1 / float64(i+1)
		}
	}
	return 0
}

// ndcgAt is the discounted gain of the first k items over that of the best order
// of the judged ones. The gain is the grade itself (linear, as trec_eval and so
// BEIR have it, not 2^grade-1); the discount at rank r is log2(r+1).
func ndcgAt(ranked []string, judged map[string]int, k int) float64 {
	var gain, ideal float64
	for i, id := range ranked[:min(k, len(ranked))] {
		gain += float64(max(judged[id], 0)) * discount(i+1)
	}
	for i, grade := range bestGrades(judged, k) {
		ideal += float64(grade) * discount(i+1)
	}
	if ideal == 0 {
		return 0
	}
	return gain / ideal
}

func bestGrades(judged map[string]int, k int) []int {
	var grades []int
	for _, g := range judged {
		if g > 0 {
			grades = append(grades, g)
		}
	}
	slices.SortFunc(grades, func(a, b int) int { return b - a })
	return grades[:min(k, len(grades))]
}

func relevant(judged map[string]int) int {
	n := 0
	for _, g := range judged {
		if g > 0 {
			n++
		}
	}
	return n
}

func found(ranked []string, judged map[string]int, k int) int {
	n := 0
	for _, id := range ranked[:min(k, len(ranked))] {
		if judged[id] > 0 {
			n++
		}
	}
	return n
}
