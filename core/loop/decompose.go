package loop

import (
	"context"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/core/plan"
)

// decompose searches for the parts of the question one by one.
func (r *run) decompose(context.Context) (core.State, error) {
	q := r.question.Search(r.candidates())
	q.K, q.Topics = plan.MaxHits, nil
	for _, part := range r.question.Parts {
		q.Topics = append(q.Topics, core.Topic{Text: part, Docs: q.Prefer})
	}
	return r.searchFor(core.DecideDecompose, q)
}
