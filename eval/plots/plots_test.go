package plots

import (
	"bytes"
	"context"
	"encoding/xml"
	"errors"
	"hash/fnv"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/eval"
)

// set has 60 answerable questions and 20 others.
func set(t *testing.T) *eval.QuestionSet {
	t.Helper()
	var b strings.Builder
	for i := range 80 {
		answerable := strconv.FormatBool(i < 60)
		b.WriteString(`{"qid":"q` + strconv.Itoa(i) + `","question":"q` + strconv.Itoa(i) + `","answerable":` + answerable + `,"must":["yes"]}` + "\n")
	}
	s, err := eval.ParseQuestions("set.jsonl", strings.NewReader(b.String()))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// askWith makes a system that is the better the more features are on, by the
// hash of a question.
func askWith(f core.Features) eval.Asker {
	on := len(f.On())
	if f.Slots {
		on += 6
	}
	return func(_ context.Context, question string) (eval.Asked, error) {
		h := fnv.New32a()
		h.Write([]byte(question))
		luck := int(h.Sum32()>>8) % 24
		o := core.Outcome{Status: core.Answered, Confidence: float64(luck) / 24, ShortAnswer: "no"}
		switch {
		case luck < on:
			o.ShortAnswer, o.Confidence = "yes", 1-float64(luck)/40
		case luck%3 == 0:
			o = core.Outcome{Status: core.Refused, RefusalReason: core.RefusalMissingFact}
		}
		return eval.Asked{Outcome: o}, nil
	}
}

func ablation(t *testing.T, s *eval.QuestionSet, presetsOnly bool) *eval.Ablation {
	t.Helper()
	a, err := eval.Ablate(t.Context(), s, askWith, eval.AblationOptions{Model: true, PresetsOnly: presetsOnly})
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// PQCITE_TEST_PLOTS names a folder that the plots are written to, to be looked at.
func TestWrite(t *testing.T) {
	dir := os.Getenv("PQCITE_TEST_PLOTS")
	if dir == "" {
		dir = t.TempDir()
	}
	a := ablation(t, set(t), false)
	names, err := Write(dir, a)
	if err != nil {
		t.Fatal(err)
	}
	want := []string{
		"differences-right.svg", "differences-false_refusal.svg", "differences-false_answer.svg", "differences-sound.svg",
		"risk-coverage.svg", "reliability.svg",
	}
	if diff := cmp.Diff(want, names); diff != "" {
		t.Errorf("plots (-want +got):\n%s", diff)
	}
	second := t.TempDir()
	if _, err := Write(second, ablation(t, set(t), false)); err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		first, again := read(t, dir, name), read(t, second, name)
		if !bytes.Equal(first, again) {
			t.Errorf("%s differs from one run to the next", name)
		}
		wellFormed(t, name, first)
	}
	svg := string(read(t, dir, "differences-right.svg"))
	for _, arm := range a.Arms {
		if shown := strings.Contains(svg, ">"+arm.Name+"<"); shown != (arm.Control != nil) {
			t.Errorf("arm %s is shown: %t", arm.Name, shown)
		}
	}
}

func read(t *testing.T, dir, name string) []byte {
	t.Helper()
	raw, err := os.ReadFile(filepath.Join(dir, name))
	if err != nil {
		t.Fatal(err)
	}
	return raw
}

func wellFormed(t *testing.T, name string, svg []byte) {
	t.Helper()
	d := xml.NewDecoder(bytes.NewReader(svg))
	for {
		_, err := d.Token()
		if errors.Is(err, io.EOF) {
			return
		}
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
	}
}

// A set of unanswerable questions has no right answers to draw.
func TestWriteLeavesOutWhatNothingCounts(t *testing.T) {
	s := set(t)
	s.Questions = s.Questions[60:]
	names, err := Write(t.TempDir(), ablation(t, s, true))
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"differences-false_answer.svg", "differences-sound.svg", "risk-coverage.svg", "reliability.svg"}
	if diff := cmp.Diff(want, names); diff != "" {
		t.Errorf("plots (-want +got):\n%s", diff)
	}
}

func TestSignedTicks(t *testing.T) {
	for _, tc := range []struct {
		low, high float64
		want      string
	}{
		{-1.1, 1.1, "-1 -0.5 0 +0.5 +1"},
		{-32.2, 17.2, "-30 -20 -10 0 +10"},
		{-100, 100, "-100 -50 0 +50 +100"},
		{-3, 12, "-2 0 +2 +4 +6 +8 +10 +12"},
	} {
		var labels []string
		for _, tick := range signedTicks(tc.low, tc.high) {
			labels = append(labels, tick.Label)
		}
		if got := strings.Join(labels, " "); got != tc.want {
			t.Errorf("ticks of %v to %v are %q, want %q", tc.low, tc.high, got, tc.want)
		}
	}
}

// What is better is told from the interval and the measure.
func TestRows(t *testing.T) {
	a := ablation(t, set(t), true)
	for measure, want := range map[string]int{"right": -1, "false_refusal": -1, "sound": -1} {
		rows, n := rowsOf(a, measure)
		minimal := rows[1]
		if minimal.name != "preset-minimal" || minimal.better != want || n == 0 {
			t.Errorf("%s: row %+v of %d questions, want preset-minimal to be worse", measure, minimal, n)
		}
		if again := rows[0]; again.better != 0 || again.delta != 0 {
			t.Errorf("%s: the control's second run is %+v", measure, again)
		}
	}
	low, high := bounds([]row{{}})
	if low >= 0 || high <= 0 {
		t.Errorf("rows that are all 0 have the axis %v to %v", low, high)
	}
}
