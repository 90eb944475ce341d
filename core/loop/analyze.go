package loop

import (
	"context"
	"slices"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/core/plan"
	"github.com/pqcite/pqcite/internal/lex"
)

// analyze reads the question and refuses what can't be asked of this library.
func (r *run) analyze(ctx context.Context) (core.State, error) {
	cleaned, err := plan.Clean(r.outcome.Question)
	if err != nil {
		return r.endRefused(ctx, refusal{core.StopInvalid, core.RefusalInvalidQuestion, err.Error()})
	}
	r.foreign = lex.OtherLanguage(cleaned)
	planner := plan.Planner{Reader: r.ports.Reader, Library: r.ports.Library, Features: r.settings.Features}
	q := following(newQuestion(r.planned(planner, cleaned), r.ports, r.settings), r.ports, r.settings)
	p := q.Plan
	r.outcome.Plan = p.Plan
	r.journal.emit(core.Event{Kind: core.EventPlan, Plan: &p.Plan})
	r.noteSearched(p.Scope)
	if no, is := unanswerable(p, r.ports.Library); is {
		if no.why == core.RefusalMissingAnchor {
			near := p.Dangling[0].Nearest
			r.outcome.Nearest = append(r.outcome.Nearest, near[:min(len(near), maxNearest)]...)
		}
		return r.endRefused(ctx, no)
	}
	r.question = q
	if r.question.faq != nil {
		r.journal.emit(core.Event{Kind: core.EventFAQ, FAQ: &r.question.match})
	}
	if lacks := r.question.typed.Lacks; lacks != "" {
		return r.endRefused(ctx, refusal{core.StopInsufficient, core.RefusalMissingFact, lacks})
	}
	return r.searchFor("", p.Search(r.candidates()))
}

// planned is the plan of a question. One for the place of the last answer searches for that place.
func (r *run) planned(planner plan.Planner, question string) *plan.Plan {
	if r.place.where == "" {
		return planner.Plan(question, r.settings.Context)
	}
	c := r.settings.Context
	c.Earlier = nil
	p := planner.Plan(r.place.where, c)
	p.Question, p.Last = "Where is it specified: "+r.place.of, r.place.of
	return p
}

// noteSearched adds the documents that a search keeps to, all of them where it keeps
// to none, to those that the outcome names.
func (r *run) noteSearched(scope []string) {
	for _, d := range r.ports.Library.Documents() {
		if (len(scope) == 0 || slices.Contains(scope, d.ID)) && !slices.Contains(r.outcome.Searched, d.ID) {
			r.outcome.Searched = append(r.outcome.Searched, d.ID)
		}
	}
}
