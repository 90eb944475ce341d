package retrieval

import (
	"context"
	"fmt"
	"slices"

	"github.com/pqcite/pqcite/core"
)

// Reranker is a model that orders texts by how well they answer a query.
type Reranker interface {
	// Rank returns the indexes of the texts, each once, the best first.
	Rank(ctx context.Context, query string, texts []string) ([]int, error)
}

// maxReranked is how many results a reranker orders: what Text Embeddings Inference takes
// at once unless it is configured otherwise. What comes after them keeps its place.
const maxReranked = 32

// inServerOrder puts the first results in the order of the reranker. Anchors that the query
// names without doubt stay first: who names one wants it.
func (r *request) inServerOrder(ctx context.Context, results []*result) []*result {
	named := 0
	for named < len(results) && results[named].exact.match.sure {
		named++
	}
	head := results[named:min(len(results), named+maxReranked)]
	if r.reranker == nil || r.NoRerank || len(head) < 2 {
		return results
	}
	order, answered := r.serverOrder(ctx, head)
	if !answered {
		return results
	}
	ordered := slices.Clone(results)
	for to, from := range order {
		// The scores stay where they are: the order is all that counts of what a model says.
		res := *head[from]
		res.score, res.before = head[to].score, named+from+1
		ordered[named+to] = &res
	}
	return ordered
}

// serverOrder asks for the order of results, as indexes.
func (r *request) serverOrder(ctx context.Context, results []*result) (order []int, answered bool) {
	texts := make([]string, len(results))
	for i, res := range results {
		texts[i] = r.modelText(res.entry)
	}
	answered = r.rerankAid.ask(ctx, func(ctx context.Context) (err error) {
		order, err = r.reranker.Rank(ctx, cutForModel(r.Text), texts)
		switch {
		case err != nil:
			return fmt.Errorf("rerank: %w", err)
		case !isPermutation(order, len(texts)):
			return fmt.Errorf("rerank: %d texts came back as %v", len(texts), order)
		}
		return nil
	})
	return order, answered
}

func isPermutation(order []int, n int) bool {
	sorted := slices.Sorted(slices.Values(order))
	for i, at := range sorted {
		if i != at {
			return false
		}
	}
	return len(sorted) == n
}

// explainOrder says where a result was before the reranker.
func explainOrder(res *result, before *core.Explanation) *core.Explanation {
	if res.before == 0 {
		return before
	}
	return &core.Explanation{Value: res.score, What: fmt.Sprintf("rank by the rerank server; it was %d", res.before), From: []*core.Explanation{before}}
}
