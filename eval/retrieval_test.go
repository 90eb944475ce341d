package eval

import (
	"bytes"
	"context"
	"errors"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/internal/golden"
)

// searcher answers from a table of questions.
type searcher map[string][]PageSpan

func (s searcher) search(_ context.Context, q core.Query) ([]Ranked, error) {
	var out []Ranked
	for i, h := range s[q.Text] {
		if len(out) < q.K {
			out = append(out, Ranked{PageSpan: h, Score: 10 / float64(i+1)})
		}
	}
	return out, nil
}

// ticking is a clock that is 250 µs later at every reading.
func ticking() func() time.Time {
	at := time.Unix(0, 0)
	return func() time.Time {
		at = at.Add(250 * time.Microsecond)
		return at
	}
}

const sampleSet = `{"qid":"q1","question":"one","answerable":true,"gold":[{"doc_id":"A","start_page":5,"end_page":5}]}
{"qid":"q2","question":"two","answerable":true,"gold":[{"doc_id":"A","start_page":8,"end_page":9},{"doc_id":"B","start_page":2,"end_page":2}]}
{"qid":"q3","question":"three","answerable":true,"gold":[{"doc_id":"C","start_page":1,"end_page":1}]}
{"qid":"q4","question":"four","answerable":false,"gold":[]}
{"qid":"q5","question":"five","answerable":true,"gold":[]}
`

func sample(t testing.TB) *QuestionSet {
	t.Helper()
	set, err := parseQuestions("sample.jsonl", strings.NewReader(sampleSet))
	if err != nil {
		t.Fatal(err)
	}
	return set
}

var (
	firstEngine  = searcher{"one": spans(p("A", 5)), "two": spans(p("B", 1), p("A", 9)), "four": spans(p("A", 1))}
	secondEngine = searcher{"one": spans(p("A", 4), p("A", 5)), "two": spans(p("B", 2), p("B", 3), p("A", 8)), "three": spans(p("C", 1))}
)

func pageOptions(engine string) Options {
	return Options{Engine: engine, K: 4, Unit: core.ByPage, Now: ticking()}
}

func run(t *testing.T, s searcher, engine string) *Report {
	t.Helper()
	r, err := Retrieval(t.Context(), sample(t), s.search, pageOptions(engine))
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestRetrieval(t *testing.T) {
	r := run(t, firstEngine, "first")
	if r.Asked != 5 || r.N != 3 {
		t.Errorf("asked %d, scored %d; want 5 and 3", r.Asked, r.N)
	}
	// Recall at 4 is 1, 1/2 and 0; at 1 it is 1, 0 and 0. MRR at 4 is 1, 1/2, 0.
	want := map[string]float64{
		"recall@1": 1.0 / 3, "recall@3": 0.5, "recall@4": 0.5, "mrr@4": 0.5,
		"strict_hit@1": 1.0 / 3, "near_hit@1": 2.0 / 3, "doc_hit@4": 2.0 / 3,
	}
	for _, m := range r.Means {
		if w, ok := want[m.String()]; ok && math.Abs(m.Value-w) > 1e-8 {
			t.Errorf("%s is %v, want %v", m.Measure, m.Value, w)
		}
		if m.Low > m.Value || m.High < m.Value {
			t.Errorf("%s is %v, outside its interval %v to %v", m.Measure, m.Value, m.Low, m.High)
		}
		delete(want, m.String())
	}
	if len(want) > 0 {
		t.Errorf("measures are missing: %v", want)
	}
	if r.Latency != (Latency{P50: 250, P99: 250}) {
		t.Errorf("latency is %+v, want that of the clock, 250 µs", r.Latency)
	}
	wantHits := []Hit{
		{Rank: 1, DocID: "B", StartPage: 1, EndPage: 1, Score: 10, Match: matchNear},
		{Rank: 2, DocID: "A", StartPage: 9, EndPage: 9, Score: 5, Match: matchStrict, Claimed: true},
	}
	if diff := cmp.Diff(wantHits, r.Questions[1].Hits); diff != "" {
		t.Errorf("hits of q2 (-want +got):\n%s", diff)
	}
	if q4 := r.Questions[3]; q4.Scored || q4.Scores != nil || len(q4.Hits) != 1 {
		t.Errorf("an unanswerable question gives %+v, want its hit and no scores", q4)
	}
}

func TestRetrievalGolden(t *testing.T) {
	first, second := run(t, firstEngine, "first"), run(t, secondEngine, "second")
	var err error
	if second.Comparison, err = compare(first, second); err != nil {
		t.Fatal(err)
	}
	checkGolden(t, "retrieval", first)
	checkGolden(t, "compared", second)
}

func checkGolden(t *testing.T, name string, r *Report) {
	t.Helper()
	var text, json bytes.Buffer
	if err := errors.Join(r.WriteText(&text), WriteJSON(&json, r)); err != nil {
		t.Fatal(err)
	}
	golden.Check(t, name+".txt", text.Bytes())
	golden.Check(t, name+".json", json.Bytes())
}

func TestRetrievalIsRepeatable(t *testing.T) {
	var a, b bytes.Buffer
	if err := errors.Join(WriteJSON(&a, run(t, firstEngine, "x")), WriteJSON(&b, run(t, firstEngine, "x"))); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(a.Bytes(), b.Bytes()) {
		t.Error("two runs over the same hits wrote different bytes")
	}
}

// An engine is asked for Depth results in the unit of the report.
func TestRetrievalAsksForTheDepth(t *testing.T) {
	var got []core.Query
	s := Search(func(_ context.Context, q core.Query) ([]Ranked, error) {
		got = append(got, q)
		return nil, nil
	})
	opt := pageOptions("x")
	opt.K, opt.Depth, opt.Unit = 4, 20, core.ByPassage
	if _, err := Retrieval(t.Context(), sample(t), s, opt); err != nil {
		t.Fatal(err)
	}
	want := core.Query{Text: "one", K: 20, Granularity: core.ByPassage}
	if len(got) != 5 {
		t.Fatalf("%d searches, want 5", len(got))
	}
	if diff := cmp.Diff(want, got[0]); diff != "" {
		t.Errorf("query (-want +got):\n%s", diff)
	}
}

func TestRetrievalRefusesResults(t *testing.T) {
	for _, tc := range []struct {
		name string
		hits []Ranked
		unit core.Granularity
		want string
	}{
		{"too many", make([]Ranked, 5), core.ByPage, "5 hits, at most 4"},
		{"page 0", []Ranked{{PageSpan: PageSpan{DocID: "A"}}}, core.ByPage, "pages 0 to 0"},
		{"no number", []Ranked{{p("A", 1), math.NaN()}}, core.ByPage, "hit 1 has the score NaN"},
		{"infinite", []Ranked{{p("A", 1), math.Inf(1)}}, core.ByPage, "hit 1 has the score +Inf"},
		{"a span where pages are counted", []Ranked{{p("A", 1, 2), 1}}, core.ByPage, "no page of its own"},
		{"a page twice where pages are counted", []Ranked{{p("A", 1), 2}, {p("A", 1), 1}}, core.ByPage, "hit 2"},
		{"the same of passages", []Ranked{{p("A", 1, 2), 2}, {p("A", 1, 2), 1}}, core.ByPassage, ""},
	} {
		t.Run(tc.name, func(t *testing.T) {
			opt := pageOptions("x")
			opt.Unit = tc.unit
			s := Search(func(context.Context, core.Query) ([]Ranked, error) { return tc.hits, nil })
			_, err := Retrieval(t.Context(), sample(t), s, opt)
			if tc.want == "" {
				if err != nil {
					t.Errorf("error is %v, want none", err)
				}
				return
			}
			if !errors.Is(err, errResults) || !strings.Contains(err.Error(), tc.want) || !strings.Contains(err.Error(), `question "q1"`) {
				t.Errorf("error is %v, want ErrResults for q1 with %q", err, tc.want)
			}
		})
	}
}

func TestRetrievalFails(t *testing.T) {
	broken := errors.New("index is broken")
	s := Search(func(context.Context, core.Query) ([]Ranked, error) { return nil, broken })
	if _, err := Retrieval(t.Context(), sample(t), s, pageOptions("x")); !errors.Is(err, broken) {
		t.Errorf("error is %v, want the engine's", err)
	}
	empty := &QuestionSet{File: File{Name: "empty"}}
	if _, err := Retrieval(t.Context(), empty, firstEngine.search, pageOptions("x")); !errors.Is(err, errNothingScored) {
		t.Errorf("error for an empty set is %v, want ErrNothingScored", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Retrieval(ctx, sample(t), firstEngine.search, pageOptions("x")); !errors.Is(err, context.Canceled) {
		t.Errorf("error after cancelling is %v, want context.Canceled", err)
	}
	hang := Search(func(ctx context.Context, _ core.Query) ([]Ranked, error) {
		<-ctx.Done()
		return nil, ctx.Err()
	})
	opt := pageOptions("x")
	opt.Timeout = time.Millisecond
	if _, err := Retrieval(t.Context(), sample(t), hang, opt); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("error of an engine that hangs is %v, want context.DeadlineExceeded", err)
	}
}

func TestOptions(t *testing.T) {
	for _, tc := range []struct {
		k, depth int
		unit     core.Granularity
		ok       bool
	}{
		{8, 0, core.ByPage, true},
		{8, 40, core.ByPassage, true},
		{maxDepth, maxDepth, core.ByPage, true},
		{0, 0, core.ByPage, false},
		{8, 7, core.ByPage, false},
		{8, maxDepth + 1, core.ByPage, false},
		{8, 0, "", false},
		{8, 0, byDocument, false},
	} {
		_, err := Retrieval(t.Context(), sample(t), firstEngine.search, Options{K: tc.k, Depth: tc.depth, Unit: tc.unit})
		if tc.ok != (err == nil) || !tc.ok && !errors.Is(err, errOptions) {
			t.Errorf("k %d, depth %d, unit %q gives %v", tc.k, tc.depth, tc.unit, err)
		}
	}
	for _, tc := range []struct {
		k    int
		want []int
	}{{1, []int{1}}, {3, []int{1, 3}}, {4, []int{1, 3, 4}}, {8, []int{1, 3, 5, 8}}} {
		if diff := cmp.Diff(tc.want, Options{K: tc.k}.cutoffs()); diff != "" {
			t.Errorf("cutoffs of k %d (-want +got):\n%s", tc.k, diff)
		}
	}
}

func TestPercentile(t *testing.T) {
	var took []time.Duration
	for i := 1; i <= 200; i++ {
		took = append(took, time.Duration(i)*time.Microsecond)
	}
	for _, tc := range []struct {
		n, p int
		want int64
	}{{200, 50, 100}, {200, 99, 198}, {1, 50, 1}, {1, 99, 1}, {3, 50, 2}} {
		if got := percentile(took[:tc.n], tc.p); got != tc.want {
			t.Errorf("percentile %d of %d is %d, want %d", tc.p, tc.n, got, tc.want)
		}
	}
}
