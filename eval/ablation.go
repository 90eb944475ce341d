package eval

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
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
	Set     string      `json:"set"`
	Files   []File      `json:"files"`
	Library string      `json:"library"`
	Arms    []ArmResult `json:"arms"` // the control first
}

// ArmResult is an arm with what it did.
type ArmResult struct {
	Arm
	Report  *AnswerReport     `json:"report,omitempty"`     // nil where another arm stands for it
	Control *AnswerComparison `json:"to_control,omitempty"` // with the control as its baseline; nil for the control
	Minimal *AnswerComparison `json:"to_minimal,omitempty"` // with the preset minimal, of arms with one feature only
}

// WriteJSON writes the ablation whole, for [ReadAblation].
func (a *Ablation) WriteJSON(w io.Writer) error { return writeIndented(w, a) }

// ReadAblation reads what WriteJSON wrote.
func ReadAblation(rd io.Reader) (*Ablation, error) {
	raw, err := io.ReadAll(&boundedReader{r: rd, left: maxAblationBytes})
	if err != nil {
		return nil, fmt.Errorf("read ablation: %w", err)
	}
	var a Ablation
	if err := json.Unmarshal(raw, &a); err != nil {
		return nil, fmt.Errorf("parse ablation: %w", err)
	}
	if control := a.Arm(controlArm); control == nil || control.Report == nil {
		return nil, fmt.Errorf("parse ablation: it has no arm %q that ran", controlArm)
	}
	return &a, nil
}

// maxAblationBytes bounds the file of an ablation: about 40 arms of 2,000 questions.
const maxAblationBytes = 512 << 20

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
