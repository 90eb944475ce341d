package trace

import (
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/google/go-cmp/cmp"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/internal/golden"
)

func TestTimeline(t *testing.T) {
	golden.Check(t, "compared.txt", []byte(Timeline(compared())))
	golden.Check(t, "refused.txt", []byte(Timeline(refused())))
}

// wantPlain fails on text that could drive a terminal.
func wantPlain(t *testing.T, s string) {
	t.Helper()
	for _, r := range s {
		if r != '\n' && !unicode.IsGraphic(r) {
			t.Fatalf("%U reaches the terminal in %q", r, s)
		}
	}
}

// spoil puts text that drives a terminal into every string of a value.
func spoil(v reflect.Value) {
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() {
			spoil(v.Elem())
		}
	case reflect.Struct:
		for i := range v.NumField() {
			spoil(v.Field(i))
		}
	case reflect.Slice:
		for i := range v.Len() {
			spoil(v.Index(i))
		}
	case reflect.String:
		v.SetString(evil + v.String() + evil)
	}
}

// evil clears a screen, rings a bell, breaks a line and turns the direction.
const evil = "\x1b[2J\a\r\n\u2028\u202e\u200b\u009b\xff"

func spoiled() []Run {
	runs := []Run{compared(), refused()}
	for _, r := range runs {
		for i := range r {
			spoil(reflect.ValueOf(&r[i]).Elem())
		}
	}
	return runs
}

func TestNothingDrivesTheTerminal(t *testing.T) {
	for _, r := range spoiled() {
		got := Timeline(r)
		wantPlain(t, got)
		if want := strings.Count(Timeline(r[:1]), "\n"); strings.Count(got, "\n") <= want {
			t.Errorf("the timeline is empty:\n%s", got)
		}
	}
	var table strings.Builder
	if err := summaryOf(spoiled()...).WriteText(&table); err != nil {
		t.Fatal(err)
	}
	wantPlain(t, table.String())
	d, err := Diff(spoiled()[0], compared())
	if err != nil || d == nil {
		t.Fatalf("difference %v, %v", d, err)
	}
	wantPlain(t, d.String())
}

func TestLinesAreBounded(t *testing.T) {
	r := refused()
	r[0].Start.Question = strings.Repeat("wörd ", 1000)
	r[1].Plan.Terms = slices.Repeat([]string{"ML-KEM"}, 1000)
	for line := range strings.Lines(Timeline(r)) {
		if n := len([]rune(line)); n > maxShown+50 {
			t.Errorf("line has %d characters: %s", n, line)
		}
	}
}

// TestOddRuns checks that a run that no reader would return is shown all the same.
func TestOddRuns(t *testing.T) {
	for _, r := range []Run{nil, {{Kind: "odd"}}, compared()[3:5], {{}, {End: &core.End{}}}} {
		Timeline(r)
		summaryOf(r)
		if r.Question() != "" {
			t.Errorf("question %q of a run without start", r.Question())
		}
	}
}

func summaryOf(runs ...Run) *Summary { return Stats(slices.Values(runs)) }

func TestStats(t *testing.T) {
	s := summaryOf(compared(), refused(), refused())
	var table strings.Builder
	if err := s.WriteText(&table); err != nil {
		t.Fatal(err)
	}
	golden.Check(t, "stats.txt", []byte(table.String()))
	data, err := json.MarshalIndent(s, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	golden.Check(t, "stats.json", append(data, '\n'))
	if diff := cmp.Diff(s, summaryOf(refused(), compared(), refused())); diff != "" {
		t.Errorf("another order of runs gives another summary (-want +got):\n%s", diff)
	}
}

func TestStatsOfNothing(t *testing.T) {
	data, err := json.Marshal(summaryOf())
	if err != nil || strings.Contains(string(data), "null") {
		t.Errorf("summary of nothing is %s, %v", data, err)
	}
}

func TestPercentile(t *testing.T) {
	twenty := make([]int64, 20)
	for i := range twenty {
		twenty[i] = int64(i + 1)
	}
	for _, test := range []struct {
		values []int64
		p      int
		want   int64
	}{{twenty, 50, 10}, {twenty, 95, 19}, {twenty[:1], 50, 1}, {twenty[:1], 95, 1}, {twenty[:3], 50, 2}, {twenty[:2], 95, 2}} {
		if got := percentile(test.values, test.p); got != test.want {
			t.Errorf("p%d of %v is %d, want %d", test.p, test.values, got, test.want)
		}
	}
}

func TestDiff(t *testing.T) {
	tests := []struct {
		name   string
		change func(r Run) Run
		want   *Difference
	}{
		{"nothing", func(r Run) Run { return r }, nil},
		{"times", func(r Run) Run {
			for i := range r {
				r[i].AtUS *= 3
			}
			return r
		}, nil},
		{"a score", func(r Run) Run { r[2].Retrieval.Hits[1].Score = 9.25; return r },
			&Difference{3, core.EventRetrieval, "retrieval.hits[1].score", "9.5", "9.25"}},
		{"fewer hits", func(r Run) Run { r[2].Retrieval.Hits = r[2].Retrieval.Hits[:3]; return r },
			&Difference{3, core.EventRetrieval, "retrieval.hits[3]", `{"doc_id":"NIST.FIPS.203","page":11,"passage":3,"score":4,"section":""}`, ""}},
		{"query before hits", func(r Run) Run { r[2].Retrieval.Hits, r[2].Retrieval.Query = nil, "other"; return r },
			&Difference{3, core.EventRetrieval, "retrieval.query", `"ciphertext ML-KEM-768 HQC-192"`, `"other"`}},
		{"another kind", func(r Run) Run { return append(r[:4:4], r[6:]...) },
			&Difference{5, core.EventDecide, "kind", `"decide"`, `"assess"`}},
		{"no list", func(r Run) Run { r[1].Plan.Scope = nil; return r }, &Difference{2, core.EventPlan, "plan.scope", "[]", "null"}},
		{"a new note", func(r Run) Run { r[9].Draft.Note = "x"; return r }, &Difference{10, core.EventDraft, "draft.note", "", `"x"`}},
		{"the outcome", func(r Run) Run { r[len(r)-1].End.OutcomeSHA256 = "x"; return r },
			&Difference{16, core.EventEnd, "end.outcome_sha256", `"` + strings.Repeat("ab", 32) + `"`, `"x"`}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got, err := Diff(compared(), test.change(compared()))
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("difference (-want +got):\n%s", diff)
			}
		})
	}
}

func TestDiffOfLengths(t *testing.T) {
	whole := compared()
	gone, err := Diff(whole, whole[:3])
	if err != nil || gone == nil || !strings.HasPrefix(gone.String(), `event 4 (assess): was {"assessment":`) || !strings.HasSuffix(gone.String(), "is not there") {
		t.Errorf("difference %v, %v", gone, err)
	}
	added, err := Diff(whole[:3], whole)
	if err != nil || added == nil || !strings.HasPrefix(added.String(), "event 4 (assess): was not there, is {") {
		t.Errorf("difference %v, %v", added, err)
	}
	if d, err := Diff(nil, nil); d != nil || err != nil {
		t.Errorf("difference of nothing %v, %v", d, err)
	}
}
