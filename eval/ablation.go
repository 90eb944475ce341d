package eval

import (
	"context"
	"fmt"
	"time"

	"github.com/pqcite/pqcite/core"
)

// AblationOptions are the conditions of a run of [Ablate].
type AblationOptions struct {
	Library     string // digest of the documents
	Model       bool   // a language model is configured
	PresetsOnly bool
	Timeout     time.Duration    // for one question; 0 means DefaultTimeout
	Now         func() time.Time // the clock for latencies; nil means time.Now
}

// Ablation is the outcome of running every arm over one set.
type Ablation struct {
	Set     string
	Files   []File
	Library string
	Arms    []ArmResult // the control first
}

// ArmResult is an arm with what it did.
type ArmResult struct {
	Arm
	Report  *AnswerReport     // nil where another arm stands for it
	Control *AnswerComparison // with the control as its baseline; nil for the control
	Minimal *AnswerComparison // with the preset minimal, of arms with one feature only
}

// Ablate asks the set in every arm, one after the other. askWith makes the asker
// of an arm.
func Ablate(ctx context.Context, set *QuestionSet, askWith func(core.Features) Asker, opt AblationOptions) (*Ablation, error) {
	arms, err := Arms(opt.Model, opt.PresetsOnly)
	if err != nil {
		return nil, err
	}
	a := &Ablation{Set: set.File.Name, Files: []File{set.File}, Library: opt.Library}
	for _, arm := range arms {
		r, err := runArm(ctx, set, arm, askWith, opt)
		if err != nil {
			return nil, fmt.Errorf("run arm %q: %w", arm.Name, err)
		}
		a.Arms = append(a.Arms, r)
	}
	return a, a.compare()
}

func runArm(ctx context.Context, set *QuestionSet, arm Arm, askWith func(core.Features) Asker, opt AblationOptions) (ArmResult, error) {
	if arm.Same != "" {
		return ArmResult{Arm: arm}, nil
	}
	report, err := Answers(ctx, set, askWith(arm.Features), AnswerOptions{
		System:  System{Preset: arm.Preset, Features: arm.Features.On(), Library: opt.Library},
		Timeout: opt.Timeout, Now: opt.Now,
	})
	return ArmResult{Arm: arm, Report: report}, err
}

// compare pairs every arm that ran with those that it is held against.
func (a *Ablation) compare() error {
	control, minimal := a.Arm(controlArm), a.Arm(minimalArm)
	for i := range a.Arms {
		arm := &a.Arms[i]
		if arm.Report == nil || arm.Name == controlArm {
			continue
		}
		var err error
		if arm.Control, err = CompareAnswers(control.Report, arm.Report); err != nil {
			return err
		}
		if arm.Role != RoleOnly || minimal == nil {
			continue
		}
		if arm.Minimal, err = CompareAnswers(minimal.Report, arm.Report); err != nil {
			return err
		}
	}
	return nil
}

// Arm returns the arm of a name, or the one that stands for it; nil if there is
// none.
func (a *Ablation) Arm(name string) *ArmResult {
	for i := range a.Arms {
		switch arm := &a.Arms[i]; {
		case arm.Name != name:
		case arm.Same != "":
			return a.Arm(arm.Same)
		default:
			return arm
		}
	}
	return nil
}
