package retrieval

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/pqcite/pqcite/core"
)

// maxTopics bounds the searches of one query.
const maxTopics = 6

// searchTopics searches for the whole query and for each of its topics, and
// fuses the lists by reciprocal rank: a passage that speaks to both sides of a
// comparison comes first, and each side has its best near the top.
func (e *Engine) searchTopics(ctx context.Context, q core.Query) ([]core.Hit, error) {
	topics := q.Topics[:min(len(q.Topics), maxTopics)]
	q.Topics = nil
	lists := make([][]core.Hit, 0, len(topics)+1)
	names := []string{"the whole query"}
	whole, err := e.Search(ctx, q)
	if err != nil {
		return nil, err
	}
	lists = append(lists, whole)
	for _, t := range topics {
		side := q
		side.Text, side.Prefer = t.Text, t.Docs
		hits, err := e.Search(ctx, side)
		if err != nil {
			return nil, err
		}
		lists = append(lists, hits)
		names = append(names, fmt.Sprintf("topic %q", t.Text))
	}
	return e.fuseLists(q, lists, names), nil
}

// hitKey is what counts as one hit: a passage, or a page.
type hitKey struct {
	doc string
	at  int
}

func keyOfHit(h core.Hit, by core.Granularity) hitKey {
	if by == core.ByPage {
		return hitKey{h.Passage.DocID, h.Page}
	}
	return hitKey{h.Passage.DocID, h.Passage.Index}
}

// fuseLists sums reciprocal ranks over lists; the hit of the list that
// ranks it highest represents it.
func (e *Engine) fuseLists(q core.Query, lists [][]core.Hit, names []string) []core.Hit {
	type fused struct {
		core.Hit
		best int // its best rank
	}
	byKey := map[hitKey]*fused{}
	var order []*fused
	for i, list := range lists {
		for rank, h := range list {
			share := 1 / (e.params.Fusion.Smoothing + float64(rank+1))
			explained := &core.Explanation{Value: share, What: fmt.Sprintf("%s: rank %d", names[i], rank+1)}
			if h.Explanation != nil {
				explained.From = []*core.Explanation{h.Explanation}
			}
			key := keyOfHit(h, q.Granularity)
			f := byKey[key]
			if f == nil {
				f = &fused{Hit: h, best: rank}
				f.Score, f.Explanation = 0, nil
				byKey[key] = f
				order = append(order, f)
			} else if rank < f.best {
				f.Passage, f.Page, f.best = h.Passage, h.Page, rank
			}
			f.Score += share
			if q.Explain {
				f.Explanation = add(f.Explanation, explained)
			}
		}
	}
	slices.SortStableFunc(order, func(a, b *fused) int { return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(a.best, b.best)) })
	hits := make([]core.Hit, min(q.K, len(order)))
	for i := range hits {
		hits[i] = order[i].Hit
	}
	return hits
}

// add puts a part under the sum of a fused score.
func add(sum, part *core.Explanation) *core.Explanation {
	if sum == nil {
		sum = &core.Explanation{What: "reciprocal ranks, sum over the topics"}
	}
	sum.Value += part.Value
	sum.From = append(sum.From, part)
	return sum
}
