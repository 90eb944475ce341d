package eval

import (
	"bytes"
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestCompare(t *testing.T) {
	first, second := run(t, firstEngine, "first"), run(t, secondEngine, "second")
	c, err := compare(first, second)
	if err != nil {
		t.Fatal(err)
	}
	// Recall at 4: 1, 1/2, 0 before and 1, 1, 1 now. MRR: 1, 1/2, 0 and 1/2, 1, 1.
	wants := []Delta{
		{Measure: Measure{"recall", 4}, Baseline: 0.5, Now: 1, Delta: 0.5, Better: 2, Equal: 1, P: 0.5},
		{Measure: Measure{"mrr", 4}, Baseline: 0.5, Now: 2.5 / 3, Delta: 1.0 / 3, Better: 2, Worse: 1, P: 1},
	}
	for i, want := range wants {
		got := c.Measures[i]
		if got.Low > got.Delta || got.High < got.Delta {
			t.Errorf("%s changed by %v, outside its interval %v to %v", got.Measure, got.Delta, got.Low, got.High)
		}
		got.Low, got.High = 0, 0
		near := cmp.Comparer(func(a, b float64) bool { return math.Abs(a-b) < 1e-8 })
		if diff := cmp.Diff(want, got, near); diff != "" {
			t.Errorf("%s (-want +got):\n%s", want.Measure, diff)
		}
	}
	for _, d := range c.Measures {
		if d.K != 4 {
			t.Errorf("compared %s, want only the headline cutoff", d.Measure)
		}
	}
	wantChange := Score{Measure{"mrr", 4}, -0.5}
	if c.Questions[0].ID != "q1" || c.Questions[0].Deltas[0] != wantChange {
		t.Errorf("first change is %+v, want q1 with %+v", c.Questions[0], wantChange)
	}
}

func TestCompareWithItself(t *testing.T) {
	r := run(t, firstEngine, "first")
	c, err := compare(r, r)
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range c.Measures {
		if d.Delta != 0 || d.Low != 0 || d.High != 0 || d.P != 1 || d.Equal != 3 {
			t.Errorf("%s against itself is %+v", d.Measure, d)
		}
	}
	if c.Questions == nil || len(c.Questions) != 0 {
		t.Errorf("changed questions are %v, want an empty list", c.Questions)
	}
}

func TestCompareRefuses(t *testing.T) {
	for _, tc := range []struct {
		name   string
		change func(*Report)
		want   string
	}{
		{"task", func(r *Report) { r.Task = TaskRanking }, "one is of retrieval, the other of ranking"},
		{"set", func(r *Report) { r.Files = []File{{Name: "sample.jsonl", SHA256: "0"}} }, "different files"},
		{"unit", func(r *Report) { r.Unit = "passage" }, "one counts by page, the other by passage"},
		{"depth", func(r *Report) { r.Depth = 40 }, "depth 4, the other 4 and 40"},
		{"measures", func(r *Report) {
			r.Means = r.Means[1:]
			for i := range r.Questions {
				if q := &r.Questions[i]; q.Scored {
					q.Scores = q.Scores[1:]
				}
			}
		}, "measures differ"},
		{"questions", func(r *Report) { r.Questions[0].ID = "other" }, "scored questions differ"},
		{"scores left out", func(r *Report) { r.Questions[0].Scores = nil }, `"q1" has 0 scores`},
		{"scores in another order", func(r *Report) {
			s := r.Questions[0].Scores
			s[0], s[1] = s[1], s[0]
		}, `"q1" has recall@3 where the means have recall@1`},
		{"count", func(r *Report) { r.N = 2 }, "3 questions are scored, the report says 2"},
		{"format", func(r *Report) { r.Format = 0 }, "format is 0, want 1"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			now := run(t, firstEngine, "now")
			tc.change(now)
			_, err := compare(run(t, firstEngine, "first"), now)
			if !errors.Is(err, errNotComparable) || !strings.Contains(err.Error(), tc.want) {
				t.Errorf("error is %v, want ErrNotComparable with %q", err, tc.want)
			}
		})
	}
}

func TestReadReport(t *testing.T) {
	r := run(t, firstEngine, "first")
	var b bytes.Buffer
	if err := WriteJSON(&b, r); err != nil {
		t.Fatal(err)
	}
	back, err := ReadReport(&b)
	if err != nil {
		t.Fatal(err)
	}
	// An empty gold list is left out of the JSON form.
	for i := range r.Questions {
		if len(r.Questions[i].Gold) == 0 {
			r.Questions[i].Gold = nil
		}
	}
	if diff := cmp.Diff(r, back); diff != "" {
		t.Errorf("report after a round trip (-want +got):\n%s", diff)
	}
	for in, want := range map[string]string{
		"{":            "parse report",
		`{"format":1}`: "0 questions are scored",
		`{"format":2}`: "format is 2, want 1",
		`{"questions":[{"hits":[{"match":"exact"}]}]}`: `unknown match "exact"`,
	} {
		if _, err := ReadReport(strings.NewReader(in)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error for %s is %v, want it to say %q", in, err, want)
		}
	}
}

func FuzzReadReport(f *testing.F) {
	set, err := parseQuestions("sample.jsonl", strings.NewReader(sampleSet))
	if err != nil {
		f.Fatal(err)
	}
	r, err := Retrieval(f.Context(), set, firstEngine.search, pageOptions("x"))
	if err != nil {
		f.Fatal(err)
	}
	var b bytes.Buffer
	if err := WriteJSON(&b, r); err != nil {
		f.Fatal(err)
	}
	f.Add(b.Bytes())
	f.Add([]byte(`{"format":1,"n":1,"questions":[{"qid":"q","scored":true}]}`))
	f.Fuzz(func(t *testing.T, in []byte) {
		r, err := ReadReport(bytes.NewReader(in))
		if err != nil {
			return
		}
		c, err := compare(r, r)
		if err != nil {
			t.Fatalf("a report that was read does not compare with itself: %v", err)
		}
		if len(c.Questions) != 0 {
			t.Fatalf("a report differs from itself in %v", c.Questions)
		}
		r.Comparison = c
		var text bytes.Buffer
		if err := r.WriteText(&text); err != nil {
			t.Fatalf("write text: %v", err)
		}
	})
}
