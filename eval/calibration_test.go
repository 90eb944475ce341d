package eval

import (
	"bytes"
	"errors"
	"fmt"
	"go/parser"
	"go/token"
	"math"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

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
	m, err := fitLogistic(xs, ys, 1e-12)
	if err != nil {
		t.Fatal(err)
	}
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

// With two samples a deviation to each side, true above and false below, the weight
// solves 4·(1 - sigmoid(w)) = penalty·w; without a penalty it would have no bound.
func TestFitLogisticWithAPenalty(t *testing.T) {
	m, err := fitLogistic([][]float64{{0}, {0}, {1}, {1}}, []bool{false, false, true, true}, 1)
	if err != nil {
		t.Fatal(err)
	}
	w := m.weights[0]
	if got := 4 * (1 - sigmoid(w)); math.Abs(got-w) > 1e-6 || w < 1 || math.Abs(m.base) > 1e-6 {
		t.Errorf("weight %v and base %v; the slope of the loss is %v where the penalty's is %v", w, m.base, got, w)
	}
}

func TestSolve(t *testing.T) {
	got, err := solve([][]float64{{0, 2, 4}, {3, 1, 5}}) // 2y = 4, 3x + y = 5
	if err != nil || !cmp.Equal([]float64{1, 2}, got) {
		t.Errorf("solution is %v, %v; want 1 and 2", got, err)
	}
	if _, err := solve([][]float64{{1, 1, 1}, {1, 1, 2}}); !errors.Is(err, errSingular) {
		t.Errorf("error is %v, want errSingular", err)
	}
}

func TestAUROC(t *testing.T) {
	for _, tc := range []struct {
		name string
		in   []graded
		want float64
	}{
		{"none", nil, 0.5},
		{"one label", []graded{{1, true}, {0, true}}, 0.5},
		{"in order", []graded{{0.1, false}, {0.9, true}}, 1},
		{"the wrong way round", []graded{{0.9, false}, {0.1, true}}, 0},
		{"three of four pairs", []graded{{0.9, true}, {0.8, false}, {0.7, true}, {0.1, false}}, 0.75},
		{"a tie", []graded{{0.5, true}, {0.5, false}}, 0.5},
		{"a tie of four pairs", []graded{{0.5, true}, {0.5, false}, {0.9, true}, {0.1, false}}, 0.875},
	} {
		if got := auroc(tc.in); got != tc.want {
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
		var in []labelled
		for i := range tc.n {
			in = append(in, labelled{kind: KindAnswerable, label: true, held: float64(i+1) / 100})
		}
		in = append(in, labelled{kind: KindNearMiss, held: 0.015}, labelled{kind: KindNearMiss, held: 0.5})
		got := newThreshold(in, tc.keep)
		if got.At != tc.at || got.Kept.Count != tc.kept || got.Kept.N-got.Kept.Count != tc.below {
			t.Errorf("of %d, to keep %v: at %v with %s kept; want %v with %d kept", tc.n, tc.keep, got.At, got.Kept.ratio(), tc.at, tc.kept)
		}
		if want := int(truth(tc.at > 0.015)); got.NearMiss.Count != want || got.NearMiss.N != 2 || got.OffCorpus.N != 0 {
			t.Errorf("of %d, to keep %v: near misses refused %s", tc.n, tc.keep, got.NearMiss.ratio())
		}
	}
}

// Every signal of core is in the model, in one order.
func TestSignalNames(t *testing.T) {
	var s core.Signals
	v := reflect.ValueOf(&s).Elem()
	var names []string
	for i := range v.NumField() {
		names = append(names, v.Type().Field(i).Tag.Get("json"))
		v.Field(i).SetFloat(float64(i + 1))
	}
	if diff := cmp.Diff(names, signalNames); diff != "" {
		t.Errorf("names (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]float64{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13}, signalValues(&s)); diff != "" {
		t.Errorf("values (-want +got):\n%s", diff)
	}
}

// signalled is a report of 60 answerable questions, whose window is mostly wide, 20
// near misses and 10 off-corpus ones; every tenth has no signals.
func signalled() *AnswerReport {
	r := &AnswerReport{Set: "set.jsonl", Files: []File{{"set.jsonl", strings.Repeat("ab", 32)}}, Asked: 90}
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

func TestCalibrate(t *testing.T) {
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
	if _, err := Calibrate(signalled(), LabelAnswerable, "luck"); !errors.Is(err, ErrOptions) {
		t.Errorf("error for an unknown signal is %v, want ErrOptions", err)
	}
}

// The label "right" is false of unanswerable questions, and left out where nothing
// tells.
func TestCalibrateToRight(t *testing.T) {
	r := signalled()
	r.Questions[1].Right = nil
	c, err := Calibrate(r, LabelRight)
	if err != nil {
		t.Fatal(err)
	}
	// Of 54 with signals 36 are right; one of these has no label now.
	if c.N != 80 || c.Positive != 35 || c.Skipped[0] != (Skipped{KindAnswerable, 7}) {
		t.Errorf("fitted to %d questions, %d of them right, left out %+v; want 80, 35", c.N, c.Positive, c.Skipped)
	}
}

func TestCalibrateRefuses(t *testing.T) {
	if _, err := Calibrate(signalled(), "nice"); !errors.Is(err, ErrOptions) {
		t.Errorf("error for an unknown label is %v, want ErrOptions", err)
	}
	r := signalled()
	r.Questions = r.Questions[:60]
	if _, err := Calibrate(r, LabelAnswerable); !errors.Is(err, ErrCalibration) {
		t.Errorf("error for one label is %v, want ErrCalibration", err)
	}
	if _, err := Calibrate(&AnswerReport{}, LabelAnswerable); !errors.Is(err, ErrCalibration) {
		t.Errorf("error for no question is %v, want ErrCalibration", err)
	}
	for _, bad := range []float64{math.NaN(), math.Inf(1), 1.5, -0.1} {
		r := signalled()
		r.Questions[0].Signals.OutOfVocabulary = bad
		if _, err := Calibrate(r, LabelAnswerable); !errors.Is(err, ErrResults) {
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
	if err := errors.Join(c.WriteText(&text), c.WriteJSON(&json)); err != nil {
		t.Fatal(err)
	}
	golden.Check(t, "calibration.txt", text.Bytes())
	golden.Check(t, "calibration.json", json.Bytes())
	if c, err = Calibrate(signalled(), LabelAnswerable); err != nil || c.WriteJSON(&again) != nil || !bytes.Equal(json.Bytes(), again.Bytes()) {
		t.Errorf("a second fit differs: %v", err)
	}
	_, constants, _ := strings.Cut(text.String(), "// Fitted")
	if _, err := parser.ParseFile(token.NewFileSet(), "", "package loop\n\n// Fitted"+constants, 0); err != nil {
		t.Errorf("the constants are no Go source: %v", err)
	}
}
