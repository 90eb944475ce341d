package eval

import (
	"context"
	"errors"
	"math"
	"strings"
	"testing"
)

func sampleCollection() *Collection {
	return &Collection{
		Name:    "sample",
		Files:   []File{{Name: "corpus.jsonl", SHA256: strings.Repeat("0", 64)}},
		Items:   []Item{{ID: "a"}, {ID: "b"}, {ID: "c"}, {ID: "d"}},
		Queries: []Topic{{"1", "one"}, {"2", "two"}},
		Qrels:   Qrels{"1": {"a": 2, "b": 1, "c": 0}, "2": {"d": 1}},
	}
}

// rankings answers from a table of queries.
type rankings map[string][]string

func (r rankings) rank(_ context.Context, query string, _ int) ([]string, error) {
	return r[query], nil
}

func TestRanking(t *testing.T) {
	engine := rankings{"one": {"b", "c", "a"}, "two": {"a", "d"}}
	r, err := Ranking(t.Context(), sampleCollection(), engine.rank, Options{Engine: "table", Now: ticking()})
	if err != nil {
		t.Fatal(err)
	}
	// Query one: relevant at 1 and 3; query two: at 2.
	want := map[string]float64{
		"map@1000":  ((1+2.0/3)/2 + 0.5) / 2,
		"mrr@10":    (1 + 0.5) / 2,
		"p@10":      (0.2 + 0.1) / 2,
		"recall@10": 1,
		"ndcg@10":   ((1+2*d3)/(2+d2) + d2) / 2,
	}
	for _, m := range r.Means {
		if w, ok := want[m.String()]; ok && math.Abs(m.Value-w) > 1e-8 {
			t.Errorf("%s is %v, want %v", m.Measure, m.Value, w)
		}
		delete(want, m.String())
	}
	if len(want) > 0 {
		t.Errorf("measures are missing: %v", want)
	}
	checkGolden(t, "ranking", r)
}

func TestRankingRefusesResults(t *testing.T) {
	for name, ids := range map[string][]string{
		`rank 2 has the unknown item "z"`: {"a", "z"},
		`rank 3 repeats the item "a"`:     {"a", "b", "a"},
		"1001 items, at most 1000":        make([]string, 1001),
	} {
		_, err := Ranking(t.Context(), sampleCollection(), rankings{"one": ids}.rank, Options{})
		if !errors.Is(err, errResults) || !strings.Contains(err.Error(), name) {
			t.Errorf("error is %v, want ErrResults with %q", err, name)
		}
	}
}

func TestRankingFails(t *testing.T) {
	broken := errors.New("index is broken")
	rank := func(context.Context, string, int) ([]string, error) { return nil, broken }
	if _, err := Ranking(t.Context(), sampleCollection(), rank, Options{}); !errors.Is(err, broken) {
		t.Errorf("error is %v, want the engine's", err)
	}
	c := sampleCollection()
	c.Queries = nil
	if _, err := Ranking(t.Context(), c, rankings{}.rank, Options{}); !errors.Is(err, errNothingScored) {
		t.Errorf("error without queries is %v, want ErrNothingScored", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Ranking(ctx, sampleCollection(), rankings{}.rank, Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("error after cancelling is %v, want context.Canceled", err)
	}
}
