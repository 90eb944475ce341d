package eval

import (
	"math"
	"testing"
)

func TestItemMeasures(t *testing.T) {
	// Relevant are a (grade 3), b (1) and c (2); x was judged not relevant, j as
	// junk, and y was not judged.
	judged := map[string]int{"a": 3, "b": 1, "c": 2, "x": 0, "j": -1}
	// Best order: 3·1 + 2·d2 + 1·d3.
	const ideal = 3 + 2*d2 + d3
	for _, tc := range []struct {
		name      string
		got, want float64
	}{
		// Precisions at the relevant ranks 1, 3 and 5: 1, 2/3, 3/5.
		{"average precision", averagePrecision([]string{"a", "x", "b", "y", "c"}, judged, 1000), (1 + 2.0/3 + 3.0/5) / 3},
		{"average precision, one relevant item never found", averagePrecision([]string{"x", "a", "b"}, judged, 1000), (1.0/2 + 2.0/3) / 3},
		{"average precision, cut at its depth", averagePrecision([]string{"a", "x", "b"}, judged, 2), 1.0 / 3},
		{"average precision, nothing found", averagePrecision([]string{"x", "y"}, judged, 1000), 0},
		{"average precision, nothing relevant", averagePrecision([]string{"x"}, map[string]int{"x": 0}, 1000), 0},
		{"precision", precisionAt([]string{"a", "x", "b", "c"}, judged, 3), 2.0 / 3},
		{"precision of a list shorter than k", precisionAt([]string{"a", "b"}, judged, 10), 0.2},
		{"recall", recallAt([]string{"x", "a", "b", "c"}, judged, 3), 2.0 / 3},
		{"recall, nothing relevant", recallAt([]string{"x"}, nil, 3), 0},
		{"reciprocal rank", reciprocalRankAt([]string{"x", "y", "b"}, judged, 10), 1.0 / 3},
		{"reciprocal rank below k", reciprocalRankAt([]string{"x", "y", "b"}, judged, 2), 0},
		{"ndcg of the best order", ndcgAt([]string{"a", "c", "b"}, judged, 10), 1},
		{"ndcg has a linear gain", ndcgAt([]string{"b", "a", "x", "c"}, judged, 10), (1 + 3*d2 + 2*d4) / ideal},
		{"ndcg, junk neither gains nor costs", ndcgAt([]string{"j", "a"}, judged, 10), 3 * d2 / ideal},
		{"ndcg, ideal cut at k", ndcgAt([]string{"a", "x"}, judged, 1), 1},
		{"ndcg, nothing relevant", ndcgAt([]string{"x"}, map[string]int{"x": 0}, 10), 0},
	} {
		if math.Abs(tc.got-tc.want) > 1e-8 {
			t.Errorf("%s is %v, want %v", tc.name, tc.got, tc.want)
		}
	}
}
