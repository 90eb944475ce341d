package eval

import (
	"context"
	"fmt"
	"time"

	"github.com/pqcite/pqcite/core"
)

// AblationOptions are the conditions of [Ablate].
type AblationOptions struct {
	Library     string // digest of the documents
	PresetsOnly bool
	Now         func() time.Time // the clock for latencies; nil means time.Now
}

// Ablation is the outcome of running every arm over one set.
type Ablation struct {
	set     File
	library string
	arms    []result // the control first
}

// result is an arm with what it did.
type result struct {
	arm
	report  *AnswerReport     // nil if another arm has the same features
	control *AnswerComparison // with the control as its baseline; nil for the control
	minimal *AnswerComparison // with the preset minimal, of arms with one feature only
}

// Ablate asks the set in every arm, one after the other, so that a latency is that of an
// otherwise idle machine. The control runs twice, so that noise is seen. askWith makes the
// asker of an arm.
func Ablate(ctx context.Context, set *QuestionSet, askWith func(core.Features) Asker, o AblationOptions) (*Ablation, error) {
	arms, err := armsOf(o.PresetsOnly)
	if err != nil {
		return nil, err
	}
	r := &Ablation{set: set.File, library: o.Library}
	for _, a := range arms {
		ran := result{arm: a}
		if a.same == "" {
			ran.report, err = Answers(ctx, set, askWith(a.features), AnswerOptions{
				System: System{Preset: a.preset, Features: a.features.On(), Library: o.Library}, Now: o.Now,
			})
			if err != nil {
				return nil, fmt.Errorf("run arm %q: %w", a.name, err)
			}
		}
		r.arms = append(r.arms, ran)
	}
	return r, r.compare()
}

// compare pairs every arm that ran with those that it is compared with.
func (r *Ablation) compare() error {
	control, minimal := r.arm(controlArm), r.arm(minimalArm)
	for i := range r.arms {
		a := &r.arms[i]
		if a.report == nil || a.name == controlArm {
			continue
		}
		var err error
		if a.control, err = compareAnswers(control.report, a.report); err != nil {
			return err
		}
		if a.role != only {
			continue
		}
		if a.minimal, err = compareAnswers(minimal.report, a.report); err != nil {
			return err
		}
	}
	return nil
}

// arm returns the arm of a name, or the one that ran with the same features; nil if there is none.
func (r *Ablation) arm(name string) *result {
	for i := range r.arms {
		switch a := &r.arms[i]; {
		case a.name != name:
		case a.same != "":
			return r.arm(a.same)
		default:
			return a
		}
	}
	return nil
}
