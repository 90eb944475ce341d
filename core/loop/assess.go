package loop

import (
	"context"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/core/answer"
)

// assess compares the evidence that was found with the question, keeps the better of the
// rounds, and decides what follows.
func (r *run) assess(ctx context.Context) (core.State, error) {
	n, q := r.now, r.question
	n.evidence = answer.NewEvidence(r.ports.Library, r.ports.Passages, r.notes(), q.match, n.hits, q.measure)
	if r.settings.Features.Rerank {
		n.evidence.Rerank(evidenceHits)
		n.hits = n.evidence.Hits()
	}
	n.window, n.all = n.evidence.Window(q.slots)
	n.assessment = assess(q, n)
	r.grade(ctx, n)
	r.journal.emit(core.Event{Kind: core.EventAssess, Assessment: &n.assessment})
	if r.best == nil || n.betterThan(r.best, q.minHits) {
		r.best = n
	}
	c := decide(q, r.best, r.settings.Features, r.tried, r.account.exhausted())
	r.journal.emit(core.Event{Kind: core.EventDecide, Choice: &c.Choice})
	r.tried[c.Decision], r.outcome.StopReason = true, c.stop
	return follows[c.Decision], nil
}

// follows is the state that a decision leads to.
var follows = map[core.Decision]core.State{
	core.DecideComplete: core.StateAnswer, core.DecideAccept: core.StateAnswer, core.DecideRefuse: core.StateRefuse,
	core.DecideRefine: core.StateRefine, core.DecideDecompose: core.StateDecompose, core.DecideWiden: core.StateWiden,
}

// notes are the notes on what was found, where that is switched on.
func (r *run) notes() answer.Notes {
	if !r.settings.Features.Notes {
		return nil
	}
	return r.ports.Notes
}

// grade lets a model lower the confidence, where that is switched on.
func (r *run) grade(ctx context.Context, n *round) {
	if !r.settings.Features.Grade || r.ports.Judge == nil || len(n.hits) == 0 {
		return
	}
	grade, exchange, err := r.ports.Judge.Grade(ctx, r.question.Query, n.quotes(r.ports.Library))
	r.journal.exchange(exchange)
	if err == nil && grade < n.assessment.Confidence {
		n.assessment.Confidence = max(0, grade)
	}
}
