package loop

import (
	"context"
	"fmt"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/core/answer"
)

// write drafts an answer from the best evidence: by the model where one is
// switched on, else by quotes. Where no step is left to verify it, none is drafted.
func (r *run) write(ctx context.Context) (state, error) {
	if !r.affords(stepsOfAnswer) || !r.enter(core.StateAnswer) {
		return nil, nil
	}
	defer r.leave()
	if r.settings.Features.Model && r.ports.Model != nil {
		if d, ok := r.draft(ctx, r.ports.Model); ok && len(d.Claims) > 0 {
			return r.verify(d, true), nil
		}
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return r.extract(ctx)
}

// extract drafts an answer by quotes.
func (r *run) extract(ctx context.Context) (state, error) {
	d, ok := r.draft(ctx, r.ports.Writer)
	if !ok {
		return nil, fmt.Errorf("write an answer: %s", d.Note)
	}
	return r.verify(d, false), nil
}

// draft asks a writer and notes what came of it. It reports false where the writer
// failed.
func (r *run) draft(ctx context.Context, w Writer) (answer.Draft, bool) {
	d, err := w.Write(ctx, r.input())
	if err != nil {
		d.Note = err.Error()
	}
	if d.Exchange != nil {
		r.emitExchange(*d.Exchange)
	}
	r.emit(core.Event{Kind: core.EventDraft, Draft: &core.DraftEvent{Writer: w.Name(), Claims: len(d.Claims), Note: d.Note}})
	return d, err == nil
}

func (r *run) input() answer.Input {
	f := r.settings.Features
	return answer.Input{
		Question: r.question, Plan: r.plan.Plan, Sides: r.plan.Compared, Expand: r.plan.OtherNames(),
		Hits: r.best.evidence.Hits(), Evidence: r.best.evidence, Thesaurus: f.Thesaurus, Context: f.Context,
	}
}
