package loop

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/core/answer"
	"github.com/pqcite/pqcite/core/plan"
	"github.com/pqcite/pqcite/internal/language"
)

// run is one question on its way.
type run struct {
	ports    Ports
	settings Settings
	question string // cleaned
	foreign  bool   // the question is not in English
	plan     *plan.Plan
	measure  core.Measure  // of the question
	slots    core.Marks    // what the question names, and what it asks of that
	faq      core.FAQMatch // what frequently asked questions like it were answered by

	best  *round // the better of the rounds so far
	tried map[core.Decision]bool

	spent   core.Spent
	outcome core.Outcome
	state   core.State
	seq     int
	began   time.Time
	mark    time.Time
}

// state is what a run does next; nil where it has ended.
type state func(context.Context) (state, error)

// Ask runs a question. The outcome is an answer or a refusal; an error means
// that neither could be made: the context ended or an engine failed.
func Ask(ctx context.Context, question string, ports Ports, settings Settings) (core.Outcome, error) {
	if err := settings.Budget.Validate(); err != nil {
		return core.Outcome{}, err
	}
	now := time.Now()
	r := &run{ports: ports, settings: settings, tried: map[core.Decision]bool{}, state: core.StateAnalyze, began: now, mark: now}
	r.outcome = core.Outcome{
		Question: echo(question), Claims: []core.Claim{}, Citations: []core.Citation{}, Nearest: []core.Nearest{},
		Plan: core.NewPlan(), Searched: []string{}, Missing: []core.Facet{}, TimingUS: map[string]int64{},
	}
	r.emit(core.Event{Kind: core.EventStart, Start: &core.Start{
		Question: r.outcome.Question, Budget: settings.Budget, Features: settings.Features.On(), Scope: settings.Scope, Confined: settings.Confined, Library: ports.Library.Digest(),
	}})
	var err error
	for next := state(r.analyze); next != nil && err == nil; {
		if err = ctx.Err(); err == nil {
			next, err = next(ctx)
		}
	}
	if err != nil {
		return core.Outcome{}, err
	}
	return r.end(), nil
}

// end closes the books.
func (r *run) end() core.Outcome {
	o := &r.outcome
	o.Budget = r.spent
	if r.best != nil {
		o.Assessment = &r.best.assessment
	}
	if o.Status == core.Refused {
		o.RefusalKind = o.RefusalReason.Kind()
	}
	r.emit(core.Event{Kind: core.EventEnd, End: &core.End{
		StopReason: o.StopReason, RefusalReason: o.RefusalReason, Confidence: o.Confidence, Budget: r.spent,
		Claims: len(o.Claims), Citations: len(o.Citations), OutcomeSHA256: r.digest(o),
	}})
	return *o
}

// echo is the question as an outcome repeats it: what is too long to be one is
// cut.
func echo(question string) string {
	if len(question) <= plan.MaxQuestion {
		return question
	}
	return strings.ToValidUTF8(question[:plan.MaxQuestion], "") + "…"
}

// affords reports whether the budget has so many steps left; a run that needs more
// ends.
func (r *run) affords(steps int) bool {
	if r.spent.Steps+steps > r.settings.Budget.Steps {
		r.refuse(core.StopSteps, core.RefusalMissingFact, "The run used up its steps before the evidence was enough.")
		r.nearestHits()
		return false
	}
	return true
}

// enter counts the entry into a state; it reports false where the budget has no
// step left for it.
func (r *run) enter(s core.State) bool {
	if !r.affords(1) {
		return false
	}
	r.spent.Steps++
	r.state = s
	return true
}

// leave notes the time that the present state took.
func (r *run) leave() {
	now := time.Now()
	r.outcome.TimingUS[string(r.state)] += now.Sub(r.mark).Microseconds()
	r.mark = now
}

// analyze reads the question and refuses what can't be asked of this library.
func (r *run) analyze(context.Context) (state, error) {
	if !r.enter(core.StateAnalyze) {
		return nil, nil
	}
	defer r.leave()
	cleaned, err := plan.Clean(r.outcome.Question)
	if err != nil {
		r.refuse(core.StopInvalid, core.RefusalInvalidQuestion, err.Error())
		return nil, nil
	}
	r.question, r.foreign = cleaned, language.Other(cleaned)
	planner := plan.Planner{Reader: r.ports.Reader, Library: r.ports.Library, Features: r.settings.Features}
	r.plan = planner.Plan(cleaned, r.settings.Context)
	r.outcome.Plan = r.plan.Plan
	r.emit(core.Event{Kind: core.EventPlan, Plan: &r.plan.Plan})
	r.searching(r.plan.Scope)
	if r.refusePlan() {
		return nil, nil
	}
	r.question = r.plan.Query
	r.measure = r.ports.Relevance.Measure(r.question, r.settings.Features.Thesaurus)
	r.slots = r.measure.Marks(r.plan.Slots())
	r.recall()
	return r.retrieve("", r.plan.Search(r.candidates())), nil
}

// retrieve searches for the query and goes on to assess what it finds. What asked
// for it is the decision, "" for the first round.
func (r *run) retrieve(why core.Decision, q core.Query) state {
	return func(ctx context.Context) (state, error) {
		if !r.enter(core.StateRetrieve) {
			return nil, nil
		}
		defer r.leave()
		hits, err := r.search(ctx, q)
		if err != nil {
			return nil, err
		}
		r.spent.Rounds++
		r.emit(core.Event{Kind: core.EventRetrieval, Retrieval: &core.Retrieval{
			Round: r.spent.Rounds, For: why, Query: q.Text, Profile: string(q.Profile), Hits: r.hitRefs(hits),
		}})
		if r.best != nil && why != core.DecideWiden {
			hits = join(r.best.evidence.Hits(), hits)
		}
		hits = r.onOwn(r.withFacts(hits))
		return r.assess(&round{number: r.spent.Rounds, hits: hits}), nil
	}
}

// candidates is how many passages to ask for: twice as many where they are
// reordered.
func (r *run) candidates() int {
	if r.settings.Features.Rerank {
		return 2 * evidenceHits
	}
	return evidenceHits
}

// searching notes the documents that a search keeps to, all of them where it keeps
// to none.
func (r *run) searching(scope []string) {
	for _, d := range r.ports.Library.Documents() {
		if (len(scope) == 0 || slices.Contains(scope, d.ID)) && !slices.Contains(r.outcome.Searched, d.ID) {
			r.outcome.Searched = append(r.outcome.Searched, d.ID)
		}
	}
}

func (r *run) search(ctx context.Context, q core.Query) ([]core.Hit, error) {
	r.spent.ToolCalls++
	r.searching(q.Docs)
	hits, err := r.ports.Retriever.Search(ctx, q)
	if err != nil {
		return nil, fmt.Errorf("retrieve evidence: %w", err)
	}
	return hits, nil
}

// assess holds a round's evidence against the question, keeps the better of the
// rounds, and decides what follows.
func (r *run) assess(now *round) state {
	return func(ctx context.Context) (state, error) {
		if !r.enter(core.StateAssess) {
			return nil, nil
		}
		defer r.leave()
		now.evidence = answer.NewEvidence(r.ports.Library, r.ports.Passages, r.notes(), r.faq, now.hits, r.measure)
		if r.settings.Features.Rerank {
			now.evidence.Rerank(evidenceHits)
			now.hits = now.evidence.Hits()
		}
		now.assessment = r.assessment(now)
		r.grade(ctx, now)
		r.emit(core.Event{Kind: core.EventAssess, Assessment: &now.assessment})
		if r.best == nil || now.betterThan(r.best, r.minHits()) {
			r.best = now
		}
		c := r.decide()
		r.emit(core.Event{Kind: core.EventDecide, Choice: &c.Choice})
		return r.follow(c), nil
	}
}

// notes are the notes on what was found, where that is switched on.
func (r *run) notes() answer.Notes {
	if !r.settings.Features.Notes {
		return nil
	}
	return r.ports.Notes
}

// follow turns a choice into the next state.
func (r *run) follow(c choice) state {
	switch c.Decision {
	case core.DecideComplete:
		r.outcome.StopReason = core.StopSufficient
		return r.write
	case core.DecideAccept:
		r.outcome.StopReason = core.StopBest
		return r.write
	case core.DecideRefuse:
		return func(context.Context) (state, error) {
			r.state = core.StateRefuse
			r.refuseEvidence(c.stop)
			return nil, nil
		}
	}
	return r.again(c)
}

// again searches in the way that was decided.
func (r *run) again(c choice) state {
	return func(ctx context.Context) (state, error) {
		states := map[core.Decision]core.State{
			core.DecideRefine: core.StateRefine, core.DecideDecompose: core.StateDecompose, core.DecideWiden: core.StateWiden,
		}
		if !r.enter(states[c.Decision]) {
			return nil, nil
		}
		defer r.leave()
		r.tried[c.Decision] = true
		return r.retrieve(c.Decision, r.nextQuery(ctx, c.Decision)), nil
	}
}
