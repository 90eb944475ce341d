package loop

import (
	"context"
	"fmt"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/core/answer"
)

// draft is an answer under verification.
type draft struct {
	answer.Draft
	byModel bool
	checked bool         // its claims are in kept or failed
	kept    []core.Claim // proved
	failed  []core.Claim // not proved
}

// answer drafts an answer from the best evidence: by typed facts where they have all that
// is asked for, by the model where one is switched on, else by quotes.
func (r *run) answer(ctx context.Context) (core.State, error) {
	if r.settings.Features.Model && r.ports.Model != nil && r.question.typed.Sentence == "" {
		if d, ok := r.write(ctx, r.ports.Model); ok && len(d.Claims) > 0 {
			r.draft = draft{Draft: d, byModel: true}
			return core.StateVerify, nil
		}
	}
	return core.StateVerify, r.extract(ctx)
}

// extract drafts an answer by quotes.
func (r *run) extract(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	d, ok := r.write(ctx, r.ports.Writer)
	if !ok {
		return fmt.Errorf("write an answer: %s", d.Note)
	}
	r.draft = draft{Draft: d}
	return nil
}

// write asks a writer and notes what came of it. It reports false where the writer
// failed.
func (r *run) write(ctx context.Context, w Writer) (answer.Draft, bool) {
	p, f := r.question.Plan, r.settings.Features
	d, err := w.Write(ctx, answer.Input{
		Question: p.Query, Plan: p.Plan, Sides: p.Compared, Expand: p.OtherNames(),
		Hits: r.best.evidence.Hits(), Evidence: r.best.evidence, Facts: r.question.match.Facts, PartFacts: r.question.parts, Typed: r.question.typed, Detail: r.settings.Detail, Thesaurus: f.Thesaurus, Context: f.Context,
	})
	if err != nil {
		d.Note = err.Error()
	}
	if d.Exchange != nil {
		r.journal.exchange(*d.Exchange)
	}
	r.journal.emit(core.Event{Kind: core.EventDraft, Draft: &core.DraftEvent{Writer: w.Name(), Claims: len(d.Claims), Note: d.Note}})
	return d, err == nil
}
