// Package ablation measures what each feature is worth: it asks one question set with
// features switched one by one, pairs every arm with the control question by question, and
// writes the report with its figures.
//
// [Run] trades time for certainty: the control runs twice, so that noise is seen, and arms
// run one after the other, so that a latency is that of an otherwise idle machine. Six
// figures of lines, circles and words are drawn here: a plotting library needed more code
// than that, and brought its fonts along.
package ablation

import (
	"context"
	"fmt"
	"time"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/eval"
)

// Options are the conditions of a run of [Run].
type Options struct {
	Library     string // digest of the documents
	Model       bool   // a language model is configured
	PresetsOnly bool
	Now         func() time.Time // the clock for latencies; nil means time.Now
}

// Report is the outcome of running every arm over one set.
type Report struct {
	set     eval.File
	library string
	arms    []result // the control first
}

// result is an arm with what it did.
type result struct {
	arm
	report  *eval.AnswerReport     // nil where another arm stands for it
	control *eval.AnswerComparison // with the control as its baseline; nil for the control
	minimal *eval.AnswerComparison // with the preset minimal, of arms with one feature only
}

// Run asks the set in every arm, one after the other. askWith makes the asker of an arm.
func Run(ctx context.Context, set *eval.QuestionSet, askWith func(core.Features) eval.Asker, o Options) (*Report, error) {
	arms, err := armsOf(o.Model, o.PresetsOnly)
	if err != nil {
		return nil, err
	}
	r := &Report{set: set.File, library: o.Library}
	for _, a := range arms {
		ran := result{arm: a}
		if a.same == "" {
			ran.report, err = eval.Answers(ctx, set, askWith(a.features), eval.AnswerOptions{
				System: eval.System{Preset: a.preset, Features: a.features.On(), Library: o.Library}, Now: o.Now,
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
func (r *Report) compare() error {
	control, minimal := r.arm(controlArm), r.arm(minimalArm)
	for i := range r.arms {
		a := &r.arms[i]
		if a.report == nil || a.name == controlArm {
			continue
		}
		var err error
		if a.control, err = eval.CompareAnswers(control.report, a.report); err != nil {
			return err
		}
		if a.role != only {
			continue
		}
		if a.minimal, err = eval.CompareAnswers(minimal.report, a.report); err != nil {
			return err
		}
	}
	return nil
}

// arm returns the arm of a name, or the one that stands for it; nil if there is none.
func (r *Report) arm(name string) *result {
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
