package eval

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
)

// manyQuestions are 60 answerable ones and 20 others.
func manyQuestions(t *testing.T) *QuestionSet {
	t.Helper()
	var b strings.Builder
	for i := range 80 {
		answerable := strconv.FormatBool(i < 60)
		b.WriteString(`{"qid":"q` + strconv.Itoa(i) + `","question":"q` + strconv.Itoa(i) + `","answerable":` + answerable + `,"must":["yes"]}` + "\n")
	}
	s, err := parseQuestions("set.jsonl", strings.NewReader(b.String()))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// lucky makes a system that is the better the more features are on, by the
// hash of a question.
func lucky(f core.Features) Asker {
	on := len(f.On())
	if f.Slots {
		on += 6
	}
	return func(_ context.Context, q *Question, _ core.Observer) (core.Outcome, error) {
		h := fnv.New32a()
		h.Write([]byte(q.Text))
		luck := int(h.Sum32()>>8) % 24
		o := core.Outcome{Status: core.Answered, Confidence: float64(luck) / 24, ShortAnswer: "no"}
		switch {
		case luck < on:
			o.ShortAnswer, o.Confidence = "yes", 1-float64(luck)/40
		case luck%3 == 0:
			o = core.Outcome{Status: core.Refused, RefusalReason: core.RefusalMissingFact}
		}
		return o, nil
	}
}

// PQCITE_TEST_PLOTS names a folder that the files are written to, to be looked at.
func TestWriteFiles(t *testing.T) {
	dir := os.Getenv("PQCITE_TEST_PLOTS")
	if dir == "" {
		dir = t.TempDir()
	}
	a := ablate(t, manyQuestions(t), lucky, false)
	if err := a.WriteFiles(dir); err != nil {
		t.Fatal(err)
	}
	second := t.TempDir()
	if err := ablate(t, manyQuestions(t), lucky, false).WriteFiles(second); err != nil {
		t.Fatal(err)
	}
	report := string(read(t, dir, "report.md"))
	for _, name := range []string{
		"differences-right.svg", "differences-false_refusal.svg", "differences-false_answer.svg", "differences-sound.svg",
		"risk-coverage.svg", "reliability.svg",
	} {
		first := read(t, dir, name)
		if !bytes.Equal(first, read(t, second, name)) {
			t.Errorf("%s differs from one run to the next", name)
		}
		wellFormed(t, name, first)
		if !strings.Contains(report, "]("+name+")") {
			t.Errorf("the report does not show %s", name)
		}
	}
	svg := string(read(t, dir, "differences-right.svg"))
	for _, arm := range a.arms {
		if shown := strings.Contains(svg, ">"+arm.name+"<"); shown != (arm.control != nil) {
			t.Errorf("arm %s is shown: %t", arm.name, shown)
		}
		_, err := os.Stat(filepath.Join(dir, "arms", arm.name+".jsonl"))
		if (err == nil) != (arm.report != nil) {
			t.Errorf("questions of arm %s: %v", arm.name, err)
		}
	}
	f, err := os.Open(filepath.Join(dir, "arms", "control.json"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if _, err := ReadAnswerReport(f); err != nil {
		t.Errorf("the report of an arm is no baseline: %v", err)
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
func TestChartsLeaveOutWhatNothingCounts(t *testing.T) {
	set := manyQuestions(t)
	set.Questions = set.Questions[60:]
	var names []string
	for _, c := range ablate(t, set, lucky, true).charts() {
		names = append(names, c.name)
	}
	want := []string{"differences-false_answer.svg", "differences-sound.svg", "risk-coverage.svg", "reliability.svg"}
	if diff := cmp.Diff(want, names); diff != "" {
		t.Errorf("charts (-want +got):\n%s", diff)
	}
}

func TestDifferenceAxis(t *testing.T) {
	for _, tc := range []struct {
		low, high float64
		want      string
	}{
		{0, 0, "-1 -0.5 0 +0.5 +1"},
		{-30, 15, "-30 -20 -10 0 +10"},
		{-90, 90, "-50 0 +50"},
		{-1, 11, "0 +2 +4 +6 +8 +10"},
	} {
		a := differenceAxis([]row{{low: tc.low, high: tc.high}})
		var labels []string
		for _, tick := range a.ticks {
			labels = append(labels, tick.label)
		}
		if got := strings.Join(labels, " "); got != tc.want {
			t.Errorf("ticks of %v to %v are %q, want %q", tc.low, tc.high, got, tc.want)
		}
		if a.low >= tc.low || a.high <= tc.high || a.low >= 0 || a.high <= 0 {
			t.Errorf("axis of %v to %v goes from %v to %v", tc.low, tc.high, a.low, a.high)
		}
	}
}

// What is better follows from the interval and the measure.
func TestRows(t *testing.T) {
	r := ablate(t, manyQuestions(t), lucky, true)
	for _, m := range AnswerMeasures() {
		switch m.Name {
		case "right", "false_refusal", "sound":
		default:
			continue
		}
		rows, n := r.rows(m)
		if minimal := rows[1]; minimal.name != "preset-minimal" || minimal.better != -1 || n == 0 {
			t.Errorf("%s: row %+v of %d questions, want preset-minimal to be worse", m.Name, minimal, n)
		}
		if again := rows[0]; again.better != 0 || again.delta != 0 {
			t.Errorf("%s: the control's second run is %+v", m.Name, again)
		}
	}
}
