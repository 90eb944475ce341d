package loop

import (
	"context"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/core/plan"
)

// widen searches with the other profile, for more passages, in all documents that the
// context allows.
func (r *run) widen(context.Context) (core.State, error) {
	q := r.question.Search(r.candidates())
	q.Docs, q.Profile, q.K = r.question.Within, core.ProfileMeaning, plan.MaxHits
	q.Text = missingWords(r.question, r.best) + q.Text
	return r.searchFor(core.DecideWiden, q)
}
