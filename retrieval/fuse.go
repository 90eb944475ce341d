package retrieval

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/retrieval/lexical"
)

// fuse joins legs by weighted reciprocal rank, best first. What several legs have
// found is one result; the exact leg decides its passage and page.
func (r *request) fuse(legs ...[]*result) []*result {
	var fused []*result
	byKey := make(map[resultKey]*result)
	for _, leg := range legs {
		for _, res := range leg {
			if both := byKey[res.key]; both != nil {
				both.join(res)
				continue
			}
			byKey[res.key] = res
			fused = append(fused, res)
		}
	}
	for _, res := range fused {
		res.score = r.lexicalShare(res) + r.exactShare(res) +
			r.reciprocal(r.weights.Notes, res.notes) + r.reciprocal(r.weights.Graph, res.graph) +
			r.reciprocal(r.weights.Dense, res.dense)
	}
	slices.SortFunc(fused, func(a, b *result) int {
		return cmp.Or(cmp.Compare(b.score, a.score), compareKeys(a.key, b.key))
	})
	return fused
}

// join adds the ranks that another leg gave the same result.
func (res *result) join(other *result) {
	if other.exact.rank > 0 {
		res.entry, res.page, res.exact = other.entry, other.page, other.exact
	}
	if other.lexical.rank > 0 {
		res.lexical = other.lexical
	}
	res.notes, res.graph, res.dense = max(res.notes, other.notes), max(res.graph, other.graph), max(res.dense, other.dense)
}

func (r *request) lexicalShare(res *result) float64 {
	return r.reciprocal(r.weights.Lexical, res.lexical.rank)
}

func (r *request) exactShare(res *result) float64 {
	return r.reciprocal(r.exactWeight(res), res.exact.rank)
}

func (r *request) exactWeight(res *result) float64 {
	if res.exact.match.sure {
		return r.params.Fusion.Exact
	}
	return r.params.Fusion.Ambiguous
}

func (r *request) reciprocal(weight float64, rank int) float64 {
	if rank == 0 {
		return 0
	}
	return weight / (r.params.Fusion.Smoothing + float64(rank))
}

// explain returns the arithmetic of a result's score.
func (r *request) explain(res *result) (*core.Explanation, error) {
	root := &core.Explanation{Value: res.score, What: "reciprocal ranks, sum over the legs"}
	if res.lexical.rank > 0 {
		from, err := r.explainLexical(res)
		if err != nil {
			return nil, err
		}
		root.From = append(root.From, &core.Explanation{
			Value: r.lexicalShare(res), From: []*core.Explanation{from},
			What: r.legWords("lexical", r.weights.Lexical, res.lexical.rank),
		})
	}
	if res.exact.rank > 0 {
		root.From = append(root.From, &core.Explanation{
			Value: r.exactShare(res), From: []*core.Explanation{r.explainExact(res)},
			What: r.legWords("exact", r.exactWeight(res), res.exact.rank),
		})
	}
	for _, side := range []struct {
		leg    string
		weight float64
		rank   int
	}{{"notes", r.weights.Notes, res.notes}, {"graph", r.weights.Graph, res.graph}, {"dense", r.weights.Dense, res.dense}} {
		if side.rank > 0 {
			root.From = append(root.From, &core.Explanation{
				Value: r.reciprocal(side.weight, side.rank), What: r.legWords(side.leg, side.weight, side.rank),
			})
		}
	}
	return explainOrder(res, root), nil
}

func (r *request) legWords(leg string, weight float64, rank int) string {
	return fmt.Sprintf("%s leg: weight %g / (%g + rank %d)", leg, weight, r.params.Fusion.Smoothing, rank)
}

func (r *request) explainExact(res *result) *core.Explanation {
	m := res.exact.match
	what := "in several documents"
	switch {
	case m.ref.DocID != "":
		what = "named with its document"
	case m.sure:
		what = "in one document only"
	}
	return &core.Explanation{Value: float64(res.exact.rank), What: fmt.Sprintf("rank: anchor %q, %s", m.ref.ID(), what)}
}

// explainLexical explains the score that the rank in the lexical leg comes
// from.
func (r *request) explainLexical(res *result) (*core.Explanation, error) {
	best, err := r.explainPassage(res.lexical.best)
	if err != nil || r.Granularity != core.ByPage {
		return best, err
	}
	page := &core.Explanation{Value: res.lexical.score, What: "page: its best passage", From: []*core.Explanation{best}}
	if res.lexical.next.Score == 0 {
		return page, nil
	}
	next, err := r.explainPassage(res.lexical.next)
	if err != nil {
		return nil, err
	}
	page.What = fmt.Sprintf("page: its best passage + %g × the next", r.params.PageCredit)
	page.From = append(page.From, next)
	return page, nil
}

// explainPassage explains the score of a passage in the lexical leg.
func (r *request) explainPassage(h lexical.Hit) (*core.Explanation, error) {
	e, err := r.index.Explain(r.terms, h.Entry)
	if err != nil {
		return nil, err
	}
	if r.isPreferred(h.Entry) {
		e = &core.Explanation{
			Value: r.credited(lexical.Hit{Entry: h.Entry, Score: e.Value}), From: []*core.Explanation{e},
			What: fmt.Sprintf("passage of a preferred document: score × %g", 1+r.params.Prefer),
		}
	}
	if f := r.featuresOf(h.Entry); r.rerankWeights().Score(1, f) != 1 {
		return r.rerankWeights().Explain(e.Value, f, e), nil
	}
	return e, nil
}
