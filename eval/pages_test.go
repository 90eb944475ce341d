package eval

import (
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func p(doc string, pages ...int) PageSpan {
	return PageSpan{DocID: doc, StartPage: pages[0], EndPage: pages[len(pages)-1]}
}

func spans(s ...PageSpan) []PageSpan { return s }

// The discounts of ranks 2 to 4, worked out by hand: 1/log2(3), 1/log2(4),
// 1/log2(5).
const (
	d2 = 0.630929754
	d3 = 0.5
	d4 = 0.430676558
)

func TestJudgement(t *testing.T) {
	for _, tc := range []struct {
		name              string
		hits, gold        []PageSpan
		k                 int
		recall, mrr, ndcg float64
		strict, near, doc bool
	}{
		{
			name: "the only span at rank 1", k: 8,
			hits: spans(p("A", 5)), gold: spans(p("A", 5)),
			recall: 1, mrr: 1, ndcg: 1, strict: true, near: true, doc: true,
		},
		{
			name: "the only span at rank 2", k: 8,
			hits: spans(p("A", 1), p("A", 5)), gold: spans(p("A", 5)),
			recall: 1, mrr: 0.5, ndcg: d2, strict: true, near: true, doc: true,
		},
		{
			name: "cut off before the span", k: 1,
			hits: spans(p("A", 1), p("A", 5)), gold: spans(p("A", 5)),
			recall: 0, mrr: 0, ndcg: 0, doc: true,
		},
		{
			name: "two of three spans, at ranks 1 and 3", k: 3,
			hits: spans(p("A", 5), p("B", 1), p("C", 9)), gold: spans(p("A", 5), p("C", 9), p("D", 2)),
			// (1 + 1/2) / (1 + d2 + 1/2)
			recall: 2.0 / 3, mrr: 1, ndcg: 1.5 / (1 + d2 + d3), strict: true, near: true, doc: true,
		},
		{
			name: "the ideal stops at k", k: 2,
			hits: spans(p("A", 5), p("B", 5)), gold: spans(p("A", 5), p("B", 5), p("C", 5), p("D", 5)),
			recall: 0.5, mrr: 1, ndcg: 1, strict: true, near: true, doc: true,
		},
		{
			name: "a page that is claimed already gains nothing and keeps its rank", k: 3,
			hits: spans(p("A", 5), p("A", 5), p("B", 7)), gold: spans(p("A", 5), p("B", 7)),
			recall: 1, mrr: 1, ndcg: 1.5 / (1 + d2), strict: true, near: true, doc: true,
		},
		{
			name: "a span listed twice wants two hits", k: 3,
			hits: spans(p("A", 5)), gold: spans(p("A", 5), p("A", 5)),
			recall: 0.5, mrr: 1, ndcg: 1 / (1 + d2), strict: true, near: true, doc: true,
		},
		{
			name: "a span listed twice and two hits on its page", k: 3,
			hits: spans(p("A", 5), p("A", 5)), gold: spans(p("A", 5), p("A", 5)),
			recall: 1, mrr: 1, ndcg: 1, strict: true, near: true, doc: true,
		},
		{
			name: "a hit over many pages claims one span", k: 3,
			hits: spans(p("A", 1, 9)), gold: spans(p("A", 2), p("A", 4), p("A", 6)),
			recall: 1.0 / 3, mrr: 1, ndcg: 1 / (1 + d2 + d3), strict: true, near: true, doc: true,
		},
		{
			name: "greedy: the wide hit takes the first span, in page order, that the narrow one needed", k: 2,
			hits: spans(p("A", 1, 9), p("A", 2)), gold: spans(p("A", 6), p("A", 2)),
			recall: 0.5, mrr: 1, ndcg: 1 / (1 + d2), strict: true, near: true, doc: true,
		},
		{
			name: "a span of many pages is claimed by any of them, once", k: 3,
			hits: spans(p("A", 12), p("A", 10)), gold: spans(p("A", 10, 12)),
			recall: 1, mrr: 1, ndcg: 1, strict: true, near: true, doc: true,
		},
		{
			name: "fewer hits than k", k: 8,
			hits: spans(p("B", 1), p("A", 5)), gold: spans(p("A", 5), p("C", 5)),
			recall: 0.5, mrr: 0.5, ndcg: d2 / (1 + d2), strict: true, near: true, doc: true,
		},
		{
			name: "no hits", k: 8, gold: spans(p("A", 5)),
		},
		{
			name: "one page before the span is near", k: 8,
			hits: spans(p("A", 9)), gold: spans(p("A", 10, 12)), near: true, doc: true,
		},
		{
			name: "one page after the span is near", k: 8,
			hits: spans(p("A", 13, 20)), gold: spans(p("A", 10, 12)), near: true, doc: true,
		},
		{
			name: "two pages off is only the document", k: 8,
			hits: spans(p("A", 8), p("A", 14)), gold: spans(p("A", 10, 12)), doc: true,
		},
		{
			name: "the page of another document is nothing", k: 8,
			hits: spans(p("B", 10)), gold: spans(p("A", 10)),
		},
		{
			name: "mrr counts the first strict hit, not a near one before it", k: 8,
			hits: spans(p("A", 4), p("B", 1), p("C", 1), p("A", 5)), gold: spans(p("A", 5)),
			recall: 1, mrr: 0.25, ndcg: d4, strict: true, near: true, doc: true,
		},
		{
			name: "the worked example of docs/evaluation.md", k: 4,
			hits: spans(p("A", 10), p("A", 9), p("A", 8), p("B", 2)), gold: spans(p("B", 2), p("A", 8, 9)),
			recall: 1, mrr: 0.5, ndcg: 0.6509, strict: true, near: true, doc: true,
		},
		{
			name: "no gold", k: 8, hits: spans(p("A", 1)),
		},
	} {
		t.Run(tc.name, func(t *testing.T) {
			j := judge(tc.hits, tc.gold)
			for _, m := range []struct {
				name      string
				got, want float64
			}{
				{"recall", j.recall(tc.k), tc.recall},
				{"mrr", j.reciprocalRank(tc.k), tc.mrr},
				{"ndcg", j.ndcg(tc.k), tc.ndcg},
			} {
				if math.Abs(m.got-m.want) > 5e-5 {
					t.Errorf("%s@%d is %v, want %v", m.name, tc.k, m.got, m.want)
				}
			}
			got := []bool{j.hit(tc.k, matchStrict), j.hit(tc.k, matchNear), j.hit(tc.k, matchDoc)}
			if diff := cmp.Diff([]bool{tc.strict, tc.near, tc.doc}, got); diff != "" {
				t.Errorf("strict, near and document hits (-want +got):\n%s", diff)
			}
		})
	}
}

// A claimed span is spent for recall, while MRR asks only whether a hit matches.
func TestJudgementMarksEachHit(t *testing.T) {
	j := judge(spans(p("A", 5), p("A", 5), p("A", 6), p("A", 9), p("B", 5)), spans(p("A", 5)))
	if diff := cmp.Diff([]bool{true, false, false, false, false}, j.claims); diff != "" {
		t.Errorf("claims (-want +got):\n%s", diff)
	}
	want := []Match{matchStrict, matchStrict, matchNear, matchDoc, matchNone}
	if diff := cmp.Diff(want, j.matches); diff != "" {
		t.Errorf("matches (-want +got):\n%s", diff)
	}
}

func TestJudgeLeavesTheGoldAsItWas(t *testing.T) {
	gold := spans(p("B", 1), p("A", 1))
	judge(spans(p("A", 1)), gold)
	if diff := cmp.Diff(spans(p("B", 1), p("A", 1)), gold); diff != "" {
		t.Errorf("gold was changed (-want +got):\n%s", diff)
	}
}

func TestMatchText(t *testing.T) {
	for m := matchNone; m <= matchStrict; m++ {
		text, err := m.MarshalText()
		if err != nil {
			t.Fatal(err)
		}
		var back Match
		if err := back.UnmarshalText(text); err != nil || back != m || string(text) != m.String() {
			t.Errorf("%v is written %q and read as %v, %v", m, text, back, err)
		}
	}
	if _, err := Match(9).MarshalText(); err == nil {
		t.Error("an unknown match was written")
	}
	var m Match
	if err := m.UnmarshalText([]byte("exact")); err == nil {
		t.Error("an unknown match was read")
	}
}
