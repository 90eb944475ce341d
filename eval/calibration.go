package eval

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/pqcite/pqcite/core"
)

// taskCalibration is the task of a calibration.
const taskCalibration Task = "calibration"

// Label is what confidence is made to say.
type Label string

// The labels.
const (
	// LabelAnswerable is true of answerable questions: it is for refusing.
	LabelAnswerable Label = "answerable"
	// labelRight is true of answers that are right, and false of all else; an answerable
	// question without facts and gold has none.
	labelRight Label = "right"
)

// The conditions of a fit. The penalty is that of a prior with standard deviation 1
// over weights of standardised signals; neither was searched for.
const (
	calibrationPenalty = 1.0
	calibrationFolds   = 10
)

// keptShares are the shares of the labelled that a threshold is to keep.
var keptShares = []float64{0.95, 0.99}

// Calibration is a logistic model from the signals of an assessment to a
// confidence, with what it is worth on questions that it was not fitted to.
type Calibration struct {
	Format   int       `json:"format"`
	Task     Task      `json:"task"`
	System   System    `json:"system"`
	Set      string    `json:"set"`
	Files    []File    `json:"files"`
	Label    Label     `json:"label"`
	Asked    int       `json:"asked"`
	N        int       `json:"n"`        // questions that it is fitted to
	Positive int       `json:"positive"` // of these, with a true label
	Skipped  []Skipped `json:"skipped"`
	Penalty  float64   `json:"penalty"`
	Folds    int       `json:"folds"`

	Base    float64  `json:"base"` // for signals as they are
	Signals []Signal `json:"signals"`

	// Held out: each question is judged by a model that was fitted without it.
	AUROC     float64     `json:"auroc"`
	Brier     float64     `json:"brier"`
	BrierBase float64     `json:"brier_base"` // of saying the share of true labels each time
	FitAUROC  float64     `json:"fit_auroc"`  // of the model on the questions that it was fitted to
	Keep      []Threshold `json:"keep"`

	names []string // of the signals in the fit
}

// Signal is a signal's part in the model.
type Signal struct {
	Name     string  `json:"name"`
	Weight   float64 `json:"weight"`   // for the signal as it is
	Standard float64 `json:"standard"` // for one standard deviation of it: comparable with the others
	Mean     float64 `json:"mean"`
	Dev      float64 `json:"dev"`
	AUROC    float64 `json:"auroc"` // of the signal alone
}

// Skipped counts the questions of a kind that have no signals or no label.
type Skipped struct {
	Kind QuestionKind `json:"kind"`
	N    int          `json:"n"`
}

// errTooFew is wrapped by the errors for outcomes that nothing can be fitted to.
var errTooFew = errors.New("nothing to calibrate on")

// example is a question as the fit sees it.
type example struct {
	kind  QuestionKind
	x     []float64
	label bool
	held  float64 // the chance by the model that was fitted without it
}

// signalType names the signals, in the order of an example's values.
var signalType = reflect.TypeFor[core.Signals]()

func signalNames() []string {
	var out []string
	for i := range signalType.NumField() {
		out = append(out, signalType.Field(i).Tag.Get("json"))
	}
	return out
}

// values are those of the signals with the names.
func values(s *core.Signals, names []string) []float64 {
	v := reflect.ValueOf(*s)
	var out []float64
	for i := range v.NumField() {
		if slices.Contains(names, signalType.Field(i).Tag.Get("json")) {
			out = append(out, v.Field(i).Float())
		}
	}
	return out
}

// Calibrate fits signals of a report's outcomes to a label: those with the names, all where
// none is named.
func Calibrate(r *AnswerReport, label Label, signals ...string) (*Calibration, error) {
	names := signalNames()
	for _, name := range signals {
		if !slices.Contains(names, name) {
			return nil, fmt.Errorf("%w: signal is %q, want one of %s", errOptions, name, strings.Join(names, ", "))
		}
	}
	if label != LabelAnswerable && label != labelRight {
		return nil, fmt.Errorf("%w: label is %q, want %q or %q", errOptions, label, LabelAnswerable, labelRight)
	}
	c := &Calibration{
		Format: r.Format, Task: taskCalibration, System: r.System, Set: r.Set, Files: r.Files, Label: label,
		Asked: r.Asked, Penalty: calibrationPenalty, Skipped: []Skipped{},
		names: slices.DeleteFunc(names, func(name string) bool { return len(signals) > 0 && !slices.Contains(signals, name) }),
	}
	examples, err := c.examples(r.Questions, slices.Contains(signals, signalFAQ))
	if err != nil {
		return nil, err
	}
	c.Folds = min(calibrationFolds, c.Positive, c.N-c.Positive)
	if c.Folds < 2 {
		return nil, fmt.Errorf("%w: of %d questions with signals the label %q is true of %d; need two of each", errTooFew, c.N, label, c.Positive)
	}
	c.fit(examples)
	holdOut(examples, c.Folds)
	c.measure(examples)
	return c, nil
}

// signalFAQ is the signal of frequently asked questions. It is never 0 where it is
// measured.
const signalFAQ = "fact_odds"

// examples are the questions with signals and a label, and only those with
// frequently asked questions where that is wanted: the others are judged by another model.
func (c *Calibration) examples(results []AnswerResult, faq bool) ([]example, error) {
	skipped := map[QuestionKind]int{}
	var out []example
	for i := range results {
		r := &results[i]
		label := c.labelOf(r)
		if r.Signals == nil || label == nil || faq && r.Signals.FactOdds == 0 {
			skipped[r.Kind]++
			continue
		}
		s := example{kind: r.Kind, x: values(r.Signals, c.names), label: *label}
		for n, v := range s.x {
			if !(v >= 0 && v <= 1) { // NaN fails both
				return nil, fmt.Errorf("%w: question %q has the signal %s at %v", errResults, r.ID, c.names[n], v)
			}
		}
		out = append(out, s)
		if s.label {
			c.Positive++
		}
	}
	for _, kind := range questionKinds {
		if skipped[kind] > 0 {
			c.Skipped = append(c.Skipped, Skipped{kind, skipped[kind]})
		}
	}
	c.N = len(out)
	return out, nil
}

func (c *Calibration) labelOf(r *AnswerResult) *bool {
	answerable := r.Kind == KindAnswerable
	if c.Label == labelRight && answerable {
		return r.Right
	}
	return &answerable
}

// fit fills in the model over all examples.
func (c *Calibration) fit(examples []example) {
	m := fitExamples(examples, nil)
	base, weights := m.raw()
	c.Base = figure(base)
	for i, name := range c.names {
		c.Signals = append(c.Signals, Signal{
			Name: name, Weight: figure(weights[i]), Standard: figure(m.weights[i]), Mean: figure(m.means[i]), Dev: figure(m.devs[i]),
			AUROC: auroc(examples, func(s *example) float64 { return s.x[i] }),
		})
	}
	c.FitAUROC = auroc(examples, func(s *example) float64 { return m.chance(s.x) })
}

// fitExamples fits those examples for which use is true; all where use is nil.
func fitExamples(examples []example, use func(i int) bool) *logistic {
	var xs [][]float64
	var ys []bool
	for i, s := range examples {
		if use == nil || use(i) {
			xs, ys = append(xs, s.x), append(ys, s.label)
		}
	}
	return fitLogistic(xs, ys, calibrationPenalty)
}

// holdOut judges every example by a model that was fitted without its fold. The examples of
// each label are dealt to the folds in turn, as the set has them, so that every fold has
// both.
func holdOut(examples []example, folds int) {
	fold := make([]int, len(examples))
	dealt := map[bool]int{}
	for i, s := range examples {
		fold[i] = dealt[s.label] % folds
		dealt[s.label]++
	}
	for f := range folds {
		m := fitExamples(examples, func(i int) bool { return fold[i] != f })
		for i := range examples {
			if fold[i] == f {
				examples[i].held = figure(m.chance(examples[i].x))
			}
		}
	}
}

// measure fills in what the model is worth, by the chances held out.
func (c *Calibration) measure(examples []example) {
	share := float64(c.Positive) / float64(c.N)
	for _, s := range examples {
		c.Brier += square(s.held-truth(s.label)) / float64(c.N)
		c.BrierBase += square(share-truth(s.label)) / float64(c.N)
	}
	c.AUROC = auroc(examples, func(s *example) float64 { return s.held })
	c.Brier, c.BrierBase = figure(c.Brier), figure(c.BrierBase)
	for _, keep := range keptShares {
		c.Keep = append(c.Keep, newThreshold(examples, keep))
	}
}
