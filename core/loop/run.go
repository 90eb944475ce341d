package loop

import (
	"context"
	"strings"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/core/answer"
	"github.com/pqcite/pqcite/core/plan"
)

// run is one question on its way through the states: what each leaves for the next.
type run struct {
	ports    Ports
	settings Settings
	journal  journal
	account  account

	place    place                  // what a question for the place of the last answer asks
	question *question              // nil until it was analyzed
	foreign  bool                   // the question is not in English
	query    core.Query             // what is searched for next
	because  core.Decision          // what asked for that; "" for the first round
	now      *round                 // the evidence that was found last
	best     *round                 // the better of the rounds so far; nil before the first was assessed
	tried    map[core.Decision]bool // searches that were decided on
	draft    draft                  // the answer under verification
	own      []answer.Excerpt       // what the user's own documents say that may answer; nil before it was read

	outcome core.Outcome
}

// machine is the states of a run: what each does, which returns the next state, and how
// many steps of the budget must be left to enter it. Entering takes one of them; refusing
// takes none.
var machine = map[core.State]struct {
	do    func(*run, context.Context) (core.State, error)
	needs int
}{
	core.StateAnalyze:   {(*run).analyze, 1},            // → retrieve, or the end
	core.StateRetrieve:  {(*run).retrieve, 1},           // → assess
	core.StateAssess:    {(*run).assess, 1},             // → answer, refine, decompose, widen, refuse
	core.StateRefine:    {(*run).refine, 1},             // → retrieve
	core.StateDecompose: {(*run).decompose, 1},          // → retrieve
	core.StateWiden:     {(*run).widen, 1},              // → retrieve
	core.StateAnswer:    {(*run).answer, stepsOfAnswer}, // → verify, which is the second step
	core.StateVerify:    {(*run).verify, 1},             // → repair, or the end
	core.StateRepair:    {(*run).repair, 1},             // → verify
	core.StateRefuse:    {(*run).refuse, 0},             // → the end
}

// ended is the state that follows the last one.
const ended core.State = ""

// Ask runs a question. The outcome is an answer or a refusal; an error means
// that neither could be made: the context ended or an engine failed.
func Ask(ctx context.Context, question string, ports Ports, settings Settings) (core.Outcome, error) {
	if err := settings.Budget.Validate(); err != nil {
		return core.Outcome{}, err
	}
	r := &run{
		ports: ports, settings: settings, journal: newJournal(settings.Observer), account: account{budget: settings.Budget},
		tried: map[core.Decision]bool{}, outcome: newOutcome(question),
	}
	r.journal.emit(core.Event{Kind: core.EventStart, Start: &core.Start{
		Question: r.outcome.Question, Budget: settings.Budget, Features: settings.Features.On(), Scope: settings.Scope, Confined: settings.Confined, Earlier: settings.Earlier, Detail: settings.Detail, Library: ports.Library.Digest(),
	}})
	var err error
	if r.place, err = placed(ctx, r.outcome.Question, ports, settings); err != nil {
		return core.Outcome{}, err
	}
	for state := core.StateAnalyze; state != ended; {
		if err := ctx.Err(); err != nil {
			return core.Outcome{}, err
		}
		next, err := r.step(ctx, state)
		if err != nil {
			return core.Outcome{}, err
		}
		state = next
	}
	return r.end(), nil
}

// step enters a state and returns the next. Where the budget does not allow it, the run
// ends with a refusal in the state before.
func (r *run) step(ctx context.Context, s core.State) (core.State, error) {
	needs := machine[s].needs
	if !r.account.affords(needs) {
		return r.endRefused(ctx, refusal{core.StopSteps, core.RefusalMissingFact, saysOutOfSteps})
	}
	r.journal.state = s
	if needs > 0 {
		r.account.spent.Steps++
		defer func() { r.outcome.TimingUS[string(s)] += r.journal.lap() }()
	}
	return machine[s].do(r, ctx)
}

// end closes the books.
func (r *run) end() core.Outcome {
	o := &r.outcome
	o.Budget = r.account.spent
	if r.best != nil {
		o.Assessment = &r.best.assessment
	}
	if o.Status == core.Refused {
		o.RefusalKind = o.RefusalReason.Kind()
	}
	r.journal.emit(core.Event{Kind: core.EventEnd, End: &core.End{
		StopReason: o.StopReason, RefusalReason: o.RefusalReason, Confidence: o.Confidence, Budget: o.Budget,
		Claims: len(o.Claims), Citations: len(o.Citations), OutcomeSHA256: r.journal.digest(o),
	}})
	return *o
}

// newOutcome is the outcome of a run that has not begun. A question that is too long to
// be one is repeated in part.
func newOutcome(question string) core.Outcome {
	if len(question) > plan.MaxQuestion {
		question = strings.ToValidUTF8(question[:plan.MaxQuestion], "") + "…"
	}
	return core.Outcome{
		Question: question, Claims: []core.Claim{}, Citations: []core.Citation{}, Nearest: []core.Nearest{},
		Plan: core.NewPlan(), Searched: []string{}, Missing: []core.Facet{}, TimingUS: map[string]int64{},
	}
}
