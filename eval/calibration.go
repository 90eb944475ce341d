package eval

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/pqcite/pqcite/core"
)

// TaskCalibration is the task of a calibration.
const TaskCalibration Task = "calibration"

// Label is what a calibration makes confidence say.
type Label string

// The labels.
const (
	// LabelAnswerable is true of answerable questions: it is for refusing.
	LabelAnswerable Label = "answerable"
	// LabelRight is true of answers that are right, and false of all else; an
	// answerable question without facts and gold has none.
	LabelRight Label = "right"
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

	Base    float64      `json:"base"` // for signals as they are
	Signals []SignalForm `json:"signals"`

	// Held out: each question is judged by a model that was fitted without it.
	AUROC     float64     `json:"auroc"`
	Brier     float64     `json:"brier"`
	BrierBase float64     `json:"brier_base"` // of saying the share of true labels each time
	FitAUROC  float64     `json:"fit_auroc"`  // of the model on the questions that it was fitted to
	Keep      []Threshold `json:"keep"`

	names []string // of the signals in the fit
}

// SignalForm is a signal's part in the model.
type SignalForm struct {
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

// ErrCalibration is wrapped by the errors for outcomes that nothing can be fitted
// to.
var ErrCalibration = errors.New("nothing to calibrate on")

// labelled is a question as the fit sees it.
type labelled struct {
	kind  QuestionKind
	x     []float64
	label bool
	held  float64 // the chance by the model that was fitted without it
}

// signalNames are the signals in the order of a sample's values.
var signalNames = []string{"window", "slots", "facets", "score", "unit", "out_of_vocabulary", "mass", "near", signalAsked, "unanswered", "agree", "twin", "against"}

func signalValues(s *core.Signals) []float64 {
	return []float64{s.Window, s.Slots, s.Facets, s.Score, s.Unit, s.OutOfVocabulary, s.Mass, s.Near, s.Asked, s.Unanswered, s.Agree, s.Twin, s.Against}
}

// chosen are the values of the signals with the names, in the order of signalNames.
func chosen(s *core.Signals, names []string) []float64 {
	var out []float64
	for i, v := range signalValues(s) {
		if slices.Contains(names, signalNames[i]) {
			out = append(out, v)
		}
	}
	return out
}

// Calibrate fits signals of a report's outcomes to a label: those with the names,
// all where none is named.
func Calibrate(r *AnswerReport, label Label, signals ...string) (*Calibration, error) {
	for _, name := range signals {
		if !slices.Contains(signalNames, name) {
			return nil, fmt.Errorf("%w: signal is %q, want one of %s", ErrOptions, name, strings.Join(signalNames, ", "))
		}
	}
	if label != LabelAnswerable && label != LabelRight {
		return nil, fmt.Errorf("%w: label is %q, want %q or %q", ErrOptions, label, LabelAnswerable, LabelRight)
	}
	c := &Calibration{
		Format: reportFormat, Task: TaskCalibration, System: r.System, Set: r.Set, Files: r.Files, Label: label,
		Asked: r.Asked, Penalty: calibrationPenalty, Skipped: []Skipped{}, names: slices.DeleteFunc(slices.Clone(signalNames), func(name string) bool {
			return len(signals) > 0 && !slices.Contains(signals, name)
		}),
	}
	samples, err := c.samples(r.Questions, slices.Contains(signals, signalAsked))
	if err != nil {
		return nil, err
	}
	c.Folds = min(calibrationFolds, c.Positive, c.N-c.Positive)
	if c.Folds < 2 {
		return nil, fmt.Errorf("%w: of %d questions with signals the label %q is true of %d; need two of each", ErrCalibration, c.N, label, c.Positive)
	}
	if err := c.fit(samples); err != nil {
		return nil, err
	}
	if err := holdOut(samples, c.Folds); err != nil {
		return nil, err
	}
	c.measure(samples)
	return c, nil
}

// signalAsked is the signal of known questions. It is never 0 where it is measured.
const signalAsked = "asked"

// samples are the questions with signals and a label, and only those with known
// questions where that is wanted: the others are judged by another model.
func (c *Calibration) samples(results []AnswerResult, known bool) ([]labelled, error) {
	skipped := map[QuestionKind]int{}
	var out []labelled
	for i := range results {
		r := &results[i]
		label := c.labelOf(r)
		if r.Signals == nil || label == nil || known && r.Signals.Asked == 0 {
			skipped[r.Kind]++
			continue
		}
		s := labelled{kind: r.Kind, x: chosen(r.Signals, c.names), label: *label}
		for n, v := range s.x {
			if !(v >= 0 && v <= 1) { // NaN fails both
				return nil, fmt.Errorf("%w: question %q has the signal %s at %v", ErrResults, r.ID, c.names[n], v)
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
	if c.Label == LabelRight && r.answerable() {
		return r.Right
	}
	answerable := r.answerable()
	return &answerable
}

// fit fills in the model over all samples.
func (c *Calibration) fit(samples []labelled) error {
	m, err := fitSamples(samples, nil)
	if err != nil {
		return err
	}
	base, weights := m.raw()
	c.Base = figure(base)
	for i, name := range c.names {
		alone := make([]graded, len(samples))
		for n, s := range samples {
			alone[n] = graded{s.x[i], s.label}
		}
		c.Signals = append(c.Signals, SignalForm{
			Name: name, Weight: figure(weights[i]), Standard: figure(m.weights[i]),
			Mean: figure(m.means[i]), Dev: figure(m.devs[i]), AUROC: auroc(alone),
		})
	}
	fitted := make([]graded, len(samples))
	for n, s := range samples {
		fitted[n] = graded{m.chance(s.x), s.label}
	}
	c.FitAUROC = auroc(fitted)
	return nil
}

// fitSamples fits those samples for which use is true; all where use is nil.
func fitSamples(samples []labelled, use func(i int) bool) (*logistic, error) {
	var xs [][]float64
	var ys []bool
	for i, s := range samples {
		if use == nil || use(i) {
			xs, ys = append(xs, s.x), append(ys, s.label)
		}
	}
	return fitLogistic(xs, ys, calibrationPenalty)
}

// holdOut judges every sample by a model that was fitted without its fold. The
// samples of each label are dealt to the folds in turn, as the set has them, so
// that every fold has both.
func holdOut(samples []labelled, folds int) error {
	fold := make([]int, len(samples))
	var dealt [2]int
	for i, s := range samples {
		n := int(truth(s.label))
		fold[i] = dealt[n] % folds
		dealt[n]++
	}
	for f := range folds {
		m, err := fitSamples(samples, func(i int) bool { return fold[i] != f })
		if err != nil {
			return err
		}
		for i := range samples {
			if fold[i] == f {
				samples[i].held = figure(m.chance(samples[i].x))
			}
		}
	}
	return nil
}

// measure fills in what the model is worth, by the chances held out.
func (c *Calibration) measure(samples []labelled) {
	held := make([]graded, len(samples))
	share := float64(c.Positive) / float64(c.N)
	for i, s := range samples {
		held[i] = graded{s.held, s.label}
		c.Brier += square(s.held-truth(s.label)) / float64(c.N)
		c.BrierBase += square(share-truth(s.label)) / float64(c.N)
	}
	c.AUROC, c.Brier, c.BrierBase = auroc(held), figure(c.Brier), figure(c.BrierBase)
	for _, keep := range keptShares {
		c.Keep = append(c.Keep, newThreshold(samples, keep))
	}
}
