package lexical

import (
	"cmp"
	"slices"
)

// topHits keeps the best hits of those added in ascending order of entries: a
// heap with the worst at the root.
type topHits struct {
	limit int
	heap  []Hit
}

// wants reports whether the hit is among the best so far. A later entry must
// score more to push out an earlier one.
func (t *topHits) wants(h Hit) bool {
	return h.Score > 0 && (len(t.heap) < t.limit || h.Score > t.heap[0].Score)
}

func (t *topHits) add(h Hit) {
	if len(t.heap) < t.limit {
		t.heap = append(t.heap, h)
		t.up(len(t.heap) - 1)
		return
	}
	t.heap[0] = h
	t.down(0)
}

// byRank orders hits best first.
func byRank(a, b Hit) int {
	return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(a.Entry, b.Entry))
}

func (t *topHits) worse(i, j int) bool { return byRank(t.heap[i], t.heap[j]) > 0 }

func (t *topHits) up(i int) {
	for i > 0 {
		parent := (i - 1) / 2
		if !t.worse(i, parent) {
			return
		}
		t.heap[i], t.heap[parent] = t.heap[parent], t.heap[i]
		i = parent
	}
}

func (t *topHits) down(i int) {
	for {
		worst := i
		for child := 2*i + 1; child <= 2*i+2 && child < len(t.heap); child++ {
			if t.worse(child, worst) {
				worst = child
			}
		}
		if worst == i {
			return
		}
		t.heap[i], t.heap[worst] = t.heap[worst], t.heap[i]
		i = worst
	}
}

func (t *topHits) sorted() []Hit {
	slices.SortFunc(t.heap, byRank)
	return t.heap
}
