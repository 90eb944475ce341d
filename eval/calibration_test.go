package eval

import (
	"bytes"
	"errors"
	"fmt"
	"go/parser"
	"go/token"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/internal/golden"
)

// Where the value is 0 the label is true of one in four, where it is 1 of three
// in four. Without a penalty the model says just that: log 3 a deviation of 1/2.
func TestFitLogistic(t *testing.T) {
	var xs [][]float64
	var ys []bool
	for i := range 8 {
		xs = append(xs, []float64{float64(i / 4), 0.3})
		ys = append(ys, i%4 == 0 != (i/4 == 1))
	}
	m := fitLogistic(xs, ys, 1e-12)
	base, weights := m.raw()
	near := cmp.Comparer(func(a, b float64) bool { return math.Abs(a-b) < 1e-6 })
	if diff := cmp.Diff([]float64{-math.Log(3), 2 * math.Log(3), 0}, append([]float64{base}, weights...), near); diff != "" {
		t.Errorf("base and weights (-want +got):\n%s", diff)
	}
	if low, high := m.chance([]float64{0, 0.3}), m.chance([]float64{1, 0.9}); !cmp.Equal([]float64{0.25, 0.75}, []float64{low, high}, near) {
		t.Errorf("chances are %v and %v, want 1/4 and 3/4: a value that never varies says nothing", low, high)
	}
	for i, w := range weights {
		if i == 1 && w != 0 {
			t.Errorf("the weight of a value that never varies is %v", w)
		}
	}
}

// With two examples a deviation to each side, true above and false below, the weight
// solves 4·(1 - sigmoid(w)) = penalty·w; without a penalty it would have no bound.
func TestFitLogisticWithAPenalty(t *testing.T) {
	m := fitLogistic([][]float64{{0}, {0}, {1}, {1}}, []bool{false, false, true, true}, 1)
	w := m.weights[0]
	if got := 4 * (1 - sigmoid(w)); math.Abs(got-w) > 1e-6 || w < 1 || math.Abs(m.base) > 1e-6 {
		t.Errorf("weight %v and base %v; the slope of the loss is %v where the penalty's is %v", w, m.base, got, w)
	}
}

func TestSolve(t *testing.T) {
	got := solve([][]float64{{4, 0}, {2, 5}}, []float64{2, -7}) // 4x + 2y = 2, 2x + 5y = -7
	if want := []float64{1.5, -2}; !cmp.Equal(want, got, cmpopts.EquateApprox(0, 1e-12)) {
		t.Errorf("solution is %v, want %v", got, want)
	}
}

func TestAUROC(t *testing.T) {
	for _, tc := range []struct {
		name string
		in   []example
		want float64
	}{
		{"none", nil, 0.5},
		{"one label", []example{{held: 1, label: true}, {held: 0, label: true}}, 0.5},
		{"in order", []example{{held: 0.1, label: false}, {held: 0.9, label: true}}, 1},
		{"the wrong way round", []example{{held: 0.9, label: false}, {held: 0.1, label: true}}, 0},
		{"three of four pairs", []example{{held: 0.9, label: true}, {held: 0.8, label: false}, {held: 0.7, label: true}, {held: 0.1, label: false}}, 0.75},
		{"a tie", []example{{held: 0.5, label: true}, {held: 0.5, label: false}}, 0.5},
		{"a tie of four pairs", []example{{held: 0.5, label: true}, {held: 0.5, label: false}, {held: 0.9, label: true}, {held: 0.1, label: false}}, 0.875},
	} {
		if got := auroc(tc.in, func(s *example) float64 { return s.held }); got != tc.want {
			t.Errorf("%s: %v, want %v", tc.name, got, tc.want)
		}
	}
}

func TestThreshold(t *testing.T) {
	for _, tc := range []struct {
		n           int
		keep        float64
		at          float64
		kept, below int
	}{
		{19, 0.95, 0.01, 19, 0}, // rank 1 of 19
		{18, 0.95, 0, 18, 0},    // too few: rank 0
		{39, 0.95, 0.02, 38, 1}, // rank 2: one of 39 is lower
		{99, 0.99, 0.01, 99, 0},
		{99, 0.95, 0.05, 95, 4},
	} {
		var in []example
		for i := range tc.n {
			in = append(in, example{kind: KindAnswerable, label: true, held: float64(i+1) / 100})
		}
		in = append(in, example{kind: KindNearMiss, held: 0.015}, example{kind: KindNearMiss, held: 0.5})
		got := newThreshold(in, tc.keep)
		if got.At != tc.at || got.Kept.Count != tc.kept || got.Kept.N-got.Kept.Count != tc.below {
			t.Errorf("of %d, to keep %v: at %v with %s kept; want %v with %d kept", tc.n, tc.keep, got.At, got.Kept.ratio(), tc.at, tc.kept)
		}
		if want := int(truth(tc.at > 0.015)); got.NearMiss.Count != want || got.NearMiss.N != 2 || got.OffCorpus.N != 0 {
			t.Errorf("of %d, to keep %v: near misses refused %s", tc.n, tc.keep, got.NearMiss.ratio())
		}
	}
}

// The signals have names, and values in the order of the names.
func TestSignals(t *testing.T) {
	names := signalNames()
	if len(names) < 10 || slices.Contains(names, "") || len(slices.Compact(slices.Sorted(slices.Values(names)))) != len(names) {
		t.Errorf("names are %q, want one for each signal", names)
	}
	s := core.Signals{Window: 1, Score: 2, FactOdds: 3}
	if diff := cmp.Diff([]float64{1, 2, 3}, values(&s, []string{"fact_odds", "score", "window"})); diff != "" {
		t.Errorf("values (-want +got):\n%s", diff)
	}
}

// signalled is a report of 60 answerable questions, whose window is mostly wide, 20
// near misses and 10 off-corpus ones; every tenth has no signals.
func signalled() *AnswerReport {
	r := &AnswerReport{Format: 1, Set: "set.jsonl", Files: []File{{Name: "set.jsonl", SHA256: strings.Repeat("ab", 32)}}, Asked: 90}
	for i := range 90 {
		q := AnswerResult{ID: fmt.Sprint("q", i), Kind: KindAnswerable, Status: core.Answered}
		s := core.Signals{Window: 0.6 + 0.004*float64(i*7%100), Slots: 0.9, OutOfVocabulary: 0.01 * float64(i*13%50), Facets: 1, Score: 0.01 * float64(i*31%100)}
		right := i%3 > 0
		switch {
		case i >= 80:
			q.Kind, s.Window = KindOffCorpus, 0.003*float64(i*7%100)
		case i >= 60:
			q.Kind, s.Window = KindNearMiss, 0.3+0.005*float64(i*7%100)
		default:
			q.Right = &right
		}
		if i%10 != 9 {
			q.Signals = &s
		}
		r.Questions = append(r.Questions, q)
	}
	return r
}

func TestFit(t *testing.T) {
	c, err := Calibrate(signalled(), LabelAnswerable)
	if err != nil {
		t.Fatal(err)
	}
	if c.N != 81 || c.Positive != 54 || c.Folds != 10 {
		t.Errorf("fitted to %d questions, %d of them answerable, in %d folds; want 81, 54, 10", c.N, c.Positive, c.Folds)
	}
	if diff := cmp.Diff([]Skipped{{KindAnswerable, 6}, {KindNearMiss, 2}, {KindOffCorpus, 1}}, c.Skipped); diff != "" {
		t.Errorf("left out (-want +got):\n%s", diff)
	}
	window, slots := c.Signals[0], c.Signals[1]
	if window.Weight <= 0 || slots.Weight != 0 || slots.AUROC != 0.5 {
		t.Errorf("window is %+v and slots %+v; want what separates the labels to weigh, and what never varies not to", window, slots)
	}
	if c.AUROC < 0.9 || c.AUROC > c.FitAUROC || c.Brier >= c.BrierBase {
		t.Errorf("AUROC is %v held out and %v fitted, Brier %v and %v by the share alone", c.AUROC, c.FitAUROC, c.Brier, c.BrierBase)
	}
	// 54 answerable: rank 2 of 55·0.05 = 2.75, and rank 0.
	if c.Keep[0].Kept.ratio() != "53/54" || c.Keep[1].At != 0 {
		t.Errorf("thresholds are %+v", c.Keep)
	}
}

// A fit to some of the signals leaves the others out, whatever order they are named
// in.
func TestCalibrateSomeSignals(t *testing.T) {
	c, err := Calibrate(signalled(), LabelAnswerable, "score", "window")
	if err != nil {
		t.Fatal(err)
	}
	if len(c.Signals) != 2 || c.Signals[0].Name != "window" || c.Signals[1].Name != "score" {
		t.Errorf("fitted %+v, want window and score", c.Signals)
	}
	if _, err := Calibrate(signalled(), LabelAnswerable, "luck"); !errors.Is(err, errOptions) {
		t.Errorf("error for an unknown signal is %v, want ErrOptions", err)
	}
}

// The label "right" is false of unanswerable questions, and left out where nothing
// tells.
func TestCalibrateToRight(t *testing.T) {
	r := signalled()
	r.Questions[1].Right = nil
	c, err := Calibrate(r, labelRight)
	if err != nil {
		t.Fatal(err)
	}
	// Of 54 with signals 36 are right; one of these has no label now.
	if c.N != 80 || c.Positive != 35 || c.Skipped[0] != (Skipped{KindAnswerable, 7}) {
		t.Errorf("fitted to %d questions, %d of them right, left out %+v; want 80, 35", c.N, c.Positive, c.Skipped)
	}
}

func TestCalibrateRefuses(t *testing.T) {
	if _, err := Calibrate(signalled(), "nice"); !errors.Is(err, errOptions) {
		t.Errorf("error for an unknown label is %v, want ErrOptions", err)
	}
	r := signalled()
	r.Questions = r.Questions[:60]
	if _, err := Calibrate(r, LabelAnswerable); !errors.Is(err, errTooFew) {
		t.Errorf("error for one label is %v, want ErrTooFew", err)
	}
	if _, err := Calibrate(&AnswerReport{}, LabelAnswerable); !errors.Is(err, errTooFew) {
		t.Errorf("error for no question is %v, want ErrTooFew", err)
	}
	for _, bad := range []float64{math.NaN(), math.Inf(1), 1.5, -0.1} {
		r := signalled()
		r.Questions[0].Signals.OutOfVocabulary = bad
		if _, err := Calibrate(r, LabelAnswerable); !errors.Is(err, errResults) {
			t.Errorf("error for a signal at %v is %v, want ErrResults", bad, err)
		}
	}
}

func TestCalibrationGolden(t *testing.T) {
	var text, json, again bytes.Buffer
	c, err := Calibrate(signalled(), LabelAnswerable)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(c.WriteText(&text), WriteJSON(&json, c)); err != nil {
		t.Fatal(err)
	}
	golden.Check(t, "calibration.txt", text.Bytes())
	golden.Check(t, "calibration.json", json.Bytes())
	if c, err = Calibrate(signalled(), LabelAnswerable); err != nil || WriteJSON(&again, c) != nil || !bytes.Equal(json.Bytes(), again.Bytes()) {
		t.Errorf("a second fit differs: %v", err)
	}
	_, constants, _ := strings.Cut(text.String(), "// Fitted")
	if _, err := parser.ParseFile(token.NewFileSet(), "", "package loop\n\n// Fitted"+constants, 0); err != nil {
		t.Errorf("the constants are no Go source: %v", err)
	}
}
