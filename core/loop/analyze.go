package loop

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/core/plan"
	"github.com/pqcite/pqcite/internal/language"
)

// analyze reads the question and refuses what can't be asked of this library.
func (r *run) analyze(context.Context) (core.State, error) {
	cleaned, err := plan.Clean(r.outcome.Question)
	if err != nil {
		return r.endRefused(refusal{core.StopInvalid, core.RefusalInvalidQuestion, err.Error()})
	}
	r.foreign = language.Other(cleaned)
	planner := plan.Planner{Reader: r.ports.Reader, Library: r.ports.Library, Features: r.settings.Features}
	p := planner.Plan(cleaned, r.settings.Context)
	r.outcome.Plan = p.Plan
	r.journal.emit(core.Event{Kind: core.EventPlan, Plan: &p.Plan})
	r.noteSearched(p.Scope)
	if no, is := unanswerable(p, r.ports.Library); is {
		if no.why == core.RefusalMissingAnchor {
			near := p.Dangling[0].Nearest
			r.outcome.Nearest = append(r.outcome.Nearest, near[:min(len(near), maxNearest)]...)
		}
		return r.endRefused(no)
	}
	r.question = newQuestion(p, r.ports, r.settings)
	if r.question.faq != nil {
		r.journal.emit(core.Event{Kind: core.EventFAQ, FAQ: &r.question.match})
	}
	return r.searchFor("", p.Search(r.candidates()))
}

// unanswerable is why a plan can't be asked of a library, if it can't: it names what the
// library does not have.
func unanswerable(p *plan.Plan, l Library) (refusal, bool) {
	switch {
	case len(l.Documents()) == 0:
		return refusal{core.StopInsufficient, core.RefusalEmptyLibrary, "The library holds no documents."}, true
	case len(p.Ambiguous) > 0:
		ref := p.Ambiguous[0]
		return refusal{core.StopInsufficient, core.RefusalAmbiguous,
			fmt.Sprintf("Several documents say that they are what %q names: %s. Name one by its id.", ref.Text, strings.Join(ref.Candidates, ", "))}, true
	case len(p.Dangling) > 0:
		ref := p.Dangling[0]
		return refusal{core.StopInsufficient, core.RefusalMissingAnchor,
			fmt.Sprintf("%s %s does not exist in the documents searched.", ref.Anchor.Kind.Word(), ref.Anchor.Number)}, true
	case len(p.Unknown) > 0 && p.Unknown[0].Anchor.Kind != "":
		return refusal{core.StopInsufficient, core.RefusalOffCorpus, fmt.Sprintf("%s is not in the library.", p.Unknown[0].Text)}, true
	}
	return refusal{}, false
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
