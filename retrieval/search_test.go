package retrieval_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/retrieval"
	"github.com/pqcite/pqcite/retrieval/lexical"
)

// show writes hits as document, passage and page: "KEM/2 p3".
func show(hits []core.Hit) (s []string) {
	for _, h := range hits {
		s = append(s, fmt.Sprintf("%s/%d p%d", h.Passage.DocID, h.Passage.Index, h.Page))
	}
	return s
}

func ask(t testing.TB, e *retrieval.Engine, q core.Query) []core.Hit {
	t.Helper()
	hits, err := e.Search(context.Background(), q)
	if err != nil {
		t.Fatal(err)
	}
	for i := 1; i < len(hits); i++ {
		if hits[i-1].Score < hits[i].Score {
			t.Errorf("hit %d scores %v, more than the one before", i, hits[i].Score)
		}
	}
	return hits
}

func anchor(doc string, kind core.AnchorKind, number string) []core.AnchorRef {
	return []core.AnchorRef{{DocID: doc, Kind: kind, Number: number}}
}

func TestSearch(t *testing.T) {
	tests := []struct {
		name  string
		query core.Query
		want  []string
	}{
		{"lexical", core.Query{Text: "What is the failure rate?", K: 5}, []string{"KEM/4 p5"}},
		{"parameter set", core.Query{Text: "ML-KEM-768", K: 1}, []string{"KEM/4 p5"}},
		{"name of an algorithm", core.Query{Text: "ML-KEM.Encaps", K: 1}, []string{"KEM/3 p4"}},
		{"label of a document", core.Query{Text: "STD 202 key", K: 2}, []string{"SIG/1 p2", "SIG/2 p3"}},
		{"contents are not found", core.Query{Text: "contents", K: 5}, nil},
		{"nothing", core.Query{Text: "isogeny", K: 5}, nil},
		{"empty", core.Query{K: 5}, nil},
		{"scope", core.Query{Text: "key", Docs: []string{"SIG"}, K: 5}, []string{"SIG/1 p2", "SIG/2 p3"}},
		{"scope of no document", core.Query{Text: "key", Docs: []string{"RSA"}, K: 5}, nil},
		{"k bounds", core.Query{Text: "key", K: 2, Docs: []string{"KEM"}}, []string{"KEM/2 p2", "KEM/1 p2"}},
		{"page that supports best", core.Query{Text: "seed hashed", K: 1}, []string{"KEM/2 p3"}},

		{
			"exact with its document comes first",
			core.Query{Text: "signature message", Anchors: anchor("KEM", core.KindAlgorithm, "2"), K: 2},
			[]string{"KEM/3 p4", "SIG/1 p2"},
		},
		{
			"exact without text", core.Query{Anchors: anchor("KEM", core.KindAlgorithm, "2"), K: 5},
			[]string{"KEM/3 p4"},
		},
		{
			"unambiguous comes first",
			core.Query{Text: "signature message", Anchors: anchor("", core.KindAlgorithm, "1"), K: 2},
			[]string{"KEM/2 p2", "SIG/1 p2"},
		},
		{
			"ambiguous is raised in each, the likelier first",
			core.Query{Text: "key pair of a message and signature", Anchors: anchor("", core.KindAlgorithm, "2"), K: 2},
			[]string{"SIG/2 p3", "KEM/3 p4"},
		},
		{
			"scope makes it unambiguous",
			core.Query{Text: "key", Docs: []string{"SIG"}, Anchors: anchor("", core.KindAlgorithm, "2"), K: 1},
			[]string{"SIG/2 p3"},
		},
		{
			"scope is stronger than the anchor",
			core.Query{Docs: []string{"SIG"}, Anchors: anchor("KEM", core.KindAlgorithm, "2"), K: 1}, nil,
		},
		{
			"number as people write it", core.Query{Anchors: anchor("KEM", core.KindAlgorithm, " 02. "), K: 1},
			[]string{"KEM/3 p4"},
		},
		{
			"appendix called a section", core.Query{Anchors: anchor("", core.KindSection, "a.1"), K: 1},
			[]string{"KEM/4 p5"},
		},
		{"no such anchor", core.Query{Anchors: anchor("KEM", core.KindAlgorithm, "99"), K: 1}, nil},
		{
			"anchors in the order of the query",
			core.Query{Anchors: append(anchor("SIG", core.KindSection, "1"), anchor("KEM", core.KindSection, "2")...), K: 2},
			[]string{"SIG/1 p2", "KEM/4 p5"},
		},

		{
			"pages count once", core.Query{Text: "encapsulation key", Docs: []string{"KEM"}, K: 9, Granularity: core.ByPage},
			[]string{"KEM/1 p2", "KEM/3 p4"},
		},
		{
			"exact page", core.Query{Text: "seed", Anchors: anchor("KEM", core.KindAlgorithm, "1"), K: 9, Granularity: core.ByPage},
			[]string{"KEM/2 p2", "KEM/2 p3"},
		},
	}
	e := open(t, library(t))
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, show(ask(t, e, tt.query))); diff != "" {
				t.Errorf("hits of %+v (-want +got):\n%s", tt.query, diff)
			}
		})
	}
}

func TestOrderOfDocumentsDoesNotMatter(t *testing.T) {
	docs := library(t)
	q := core.Query{Text: "key pair", K: 9, Anchors: anchor("", core.KindAlgorithm, "2")}
	want := ask(t, open(t, docs), q)
	got := ask(t, open(t, []*core.Document{docs[1], docs[0]}), q)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("hits with the documents reversed (-want +got):\n%s", diff)
	}
}

func TestSearchRefusesQueries(t *testing.T) {
	e := open(t, library(t))
	for name, q := range map[string]core.Query{
		"k of zero":    {Text: "key"},
		"k of minus":   {Text: "key", K: -1},
		"another unit": {Text: "key", K: 1, Granularity: "chapter"},
	} {
		if _, err := e.Search(context.Background(), q); !errors.Is(err, retrieval.ErrQuery) {
			t.Errorf("%s: error is %v, want ErrQuery", name, err)
		}
	}
}

func TestSearchBoundsWhatItReads(t *testing.T) {
	e := open(t, library(t))
	q := core.Query{Text: strings.Repeat("key ", 1<<18) + "seed", K: math.MaxInt}
	for range 1000 {
		q.Anchors = append(q.Anchors, core.AnchorRef{Kind: core.KindAlgorithm, Number: strings.Repeat("9", 50)})
	}
	q.Anchors = append(q.Anchors, anchor("SIG", core.KindSection, "1")...)
	want := ask(t, e, core.Query{Text: "key", K: 99})
	if diff := cmp.Diff(show(want), show(ask(t, e, q))); diff != "" {
		t.Errorf("hits (-want +got):\n%s", diff)
	}
}

// A page gets a credit for its second passage, which here decides.
func TestPageCredit(t *testing.T) {
	doc := document(t, "D", "D",
		passage{text: "lattice reduction costs time and a few other things"},
		passage{text: "lattice reduction costs money and a few other things"},
		passage{text: "\flattice reduction costs, and things"},
		passage{text: "nothing to see"},
	)
	q := core.Query{Text: "lattice reduction", K: 2, Granularity: core.ByPage}
	got := show(ask(t, open(t, []*core.Document{doc}), q))
	if diff := cmp.Diff([]string{"D/0 p1", "D/2 p2"}, got); diff != "" {
		t.Errorf("pages with credit (-want +got):\n%s", diff)
	}
	p := retrieval.DefaultParams()
	p.PageCredit = 0
	got = show(ask(t, open(t, []*core.Document{doc}, retrieval.WithParams(p)), q))
	if diff := cmp.Diff([]string{"D/2 p2", "D/0 p1"}, got); diff != "" {
		t.Errorf("pages without credit (-want +got):\n%s", diff)
	}
}

func TestPreferIsAPriorAndNoFilter(t *testing.T) {
	e := open(t, []*core.Document{
		document(t, "A", "A", passage{text: "lattice reduction in time"}, passage{text: "other words only"}),
		document(t, "B", "B", passage{text: "lattice reduction in space"}, passage{text: "lattice and more words"}),
	})
	tests := []struct {
		name   string
		prefer []string
		want   []string
	}{
		{"none", nil, []string{"A/0 p1", "B/0 p1", "B/1 p1"}},
		{"the second of equals", []string{"B"}, []string{"B/0 p1", "A/0 p1", "B/1 p1"}},
		{"the first of equals", []string{"A"}, []string{"A/0 p1", "B/0 p1", "B/1 p1"}},
		{"a document that is not there", []string{"C"}, []string{"A/0 p1", "B/0 p1", "B/1 p1"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			hits := ask(t, e, core.Query{Text: "lattice reduction", Prefer: tt.prefer, K: 9, Explain: true})
			if diff := cmp.Diff(tt.want, show(hits)); diff != "" {
				t.Errorf("hits (-want +got):\n%s", diff)
			}
		})
	}
	hits := ask(t, e, core.Query{Text: "lattice reduction", Prefer: []string{"B"}, K: 1, Explain: true})
	passage := hits[0].Explanation.From[0].From[0]
	if want := passage.From[0].Value * 1.15; passage.Value != want {
		t.Errorf("preferred passage scores %v, want %v", passage.Value, want)
	}
}

func TestExpandCountsLessThanTheText(t *testing.T) {
	e := open(t, []*core.Document{document(t, "D", "D",
		passage{text: "kyber wins the day"}, passage{text: "mlkem wins the day"}, passage{text: "falcon wins the day"},
	)})
	got := show(ask(t, e, core.Query{Text: "mlkem", Expand: []string{"Kyber", "Crystals Kyber", "mlkem"}, K: 9}))
	if diff := cmp.Diff([]string{"D/1 p1", "D/0 p1"}, got); diff != "" {
		t.Errorf("hits (-want +got):\n%s", diff)
	}
	own := ask(t, e, core.Query{Text: "mlkem", K: 1, Explain: true})
	both := ask(t, e, core.Query{Text: "mlkem", Expand: []string{"mlkem"}, K: 1, Explain: true})
	if diff := cmp.Diff(own, both); diff != "" {
		t.Errorf("an expansion that the text has changes a score (-want +got):\n%s", diff)
	}
}

// The first pool holds passages of one page only: the search must go deeper.
func TestPagesAreFoundBehindTheFirstPool(t *testing.T) {
	var passages []passage
	for range 200 {
		passages = append(passages, passage{text: "lattice lattice lattice"})
	}
	for i := range 3 {
		passages = append(passages, passage{text: fmt.Sprintf("\flattice and %d other words that make it longer", i)})
	}
	e := open(t, []*core.Document{document(t, "D", "D", passages...)})
	got := ask(t, e, core.Query{Text: "lattice", K: 4, Granularity: core.ByPage})
	var pages []int
	for _, h := range got {
		pages = append(pages, h.Page)
	}
	if diff := cmp.Diff([]int{1, 2, 3, 4}, pages); diff != "" {
		t.Errorf("pages (-want +got):\n%s", diff)
	}
}

// sum adds the values of the children as the root does.
func sum(e *core.Explanation) (s float64) {
	for _, c := range e.From {
		s += c.Value
	}
	return s
}

func TestExplanations(t *testing.T) {
	e := open(t, library(t))
	for _, unit := range []core.Granularity{core.ByPassage, core.ByPage} {
		hits := ask(t, e, core.Query{
			Text: "encapsulation key", Anchors: anchor("", core.KindAlgorithm, "2"), K: 9, Granularity: unit, Explain: true,
		})
		if len(hits) < 3 {
			t.Fatalf("%s: %d hits, want at least 3", unit, len(hits))
		}
		for _, h := range hits {
			if x := h.Explanation; x == nil || x.Value != h.Score || sum(x) != h.Score {
				t.Errorf("%s: explanation of %s does not add up to %v: %+v", unit, show([]core.Hit{h}), h.Score, x)
			}
		}
	}
	if hits := ask(t, e, core.Query{Text: "key", K: 1}); hits[0].Explanation != nil {
		t.Error("an explanation that nobody asked for")
	}
}

func TestExplanationTree(t *testing.T) {
	e := open(t, library(t))
	hits := ask(t, e, core.Query{
		Text: "encapsulation", Anchors: anchor("KEM", core.KindAlgorithm, "1"), K: 1, Granularity: core.ByPage, Explain: true,
	})
	var b strings.Builder
	var write func(x *core.Explanation, depth int)
	write = func(x *core.Explanation, depth int) {
		if depth < 4 {
			fmt.Fprintf(&b, "%s%s\n", strings.Repeat("  ", depth), x.What)
			for _, c := range x.From {
				write(c, depth+1)
			}
		}
	}
	write(hits[0].Explanation, 0)
	want := `reciprocal ranks, sum over the legs
  lexical leg: weight 1 / (10 + rank 1)
    page: its best passage + 0.2 × the next
      BM25F, sum over the terms found
      BM25F, sum over the terms found
  exact leg: weight 40 / (10 + rank 1)
    rank: anchor "algorithm-1", named with its document
`
	if diff := cmp.Diff(want, b.String()); diff != "" {
		t.Errorf("explanation (-want +got):\n%s", diff)
	}
}

func TestConcurrentSearches(t *testing.T) {
	e := open(t, library(t))
	queries := []core.Query{
		{Text: "encapsulation key", K: 5, Granularity: core.ByPage, Explain: true},
		{Text: "signature", K: 3, Anchors: anchor("", core.KindAlgorithm, "2")},
		{Text: "failure rate 2^{-138.8}", K: 2, Docs: []string{"KEM"}},
	}
	var want [][]core.Hit
	for _, q := range queries {
		want = append(want, ask(t, e, q))
	}
	var wg sync.WaitGroup
	for g := range 6 {
		wg.Go(func() {
			for i := range 50 {
				n := (g + i) % len(queries)
				hits, err := e.Search(context.Background(), queries[n])
				if diff := cmp.Diff(want[n], hits); diff != "" || err != nil {
					t.Errorf("query %d: error %v, hits (-want +got):\n%s", n, err, diff)
					return
				}
			}
		})
	}
	wg.Wait()
}

func TestSearchHonoursTheContext(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, err := open(t, library(t)).Search(ctx, core.Query{Text: "key", K: 1})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("error is %v, want context.Canceled", err)
	}
}

func TestSearchOfAClosedEngine(t *testing.T) {
	e := open(t, library(t))
	if err := e.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := e.Search(context.Background(), core.Query{Text: "key", K: 1}); !errors.Is(err, lexical.ErrClosed) {
		t.Errorf("error is %v, want ErrClosed", err)
	}
}

func TestCoverage(t *testing.T) {
	e := open(t, library(t))
	const rate = "What is the failure rate of ML-KEM-768?"
	tests := []struct {
		name, query, text string
		least, most       float64
		missing           []string
	}{
		{"all of it", rate, "ML-KEM-768 has a failure rate of 2^{-164.8}", 1, 1, nil},
		{"another inflection", "failures rated", "failure rate", 1, 1, nil},
		{"another parameter set", rate, "ML-KEM-512 has a failure rate of 2^{-138.8}", 0.3, 0.9, []string{"ml-kem-768"}},
		{"none of it", rate, "A signature binds a message", 0, 0, []string{"failure", "rate", "ml-kem-768"}},
		{"a word that no passage has", "isogeny failure", "failure", 0.3, 0.6, []string{"isogeny"}},
		{"a compound of words that no passage has", "rate-failure", "failure rate", 1, 1, nil},
		{"no terms", "what is it?", "what is it?", 0, 0, nil},
		{"no text", "seed", "", 0, 0, []string{"seed"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			m := e.Measure(tt.query, false)
			marks := m.Marks(tt.text)
			share, missing := m.Share(marks), m.Missing(marks)
			if share < tt.least || share > tt.most {
				t.Errorf("share of %q that %q covers is %v, want %v to %v", tt.query, tt.text, share, tt.least, tt.most)
			}
			if diff := cmp.Diff(tt.missing, missing, cmpopts.EquateEmpty()); diff != "" {
				t.Errorf("missing (-want +got):\n%s", diff)
			}
		})
	}
}

func TestWeightedTerms(t *testing.T) {
	e := open(t, library(t))
	const query = "seed of ML-KEM-768, kem"
	type term struct {
		Text     string
		Part     bool
		Boost    float64
		Passages int
	}
	var got []term
	var mass float64
	for _, q := range e.WeightedTerms(query) {
		got = append(got, term{q.Text, q.Part, q.Boost, q.Passages})
		mass += q.Boost * q.IDF
	}
	want := []term{
		{"seed", false, 1, 1}, {"ml-kem-768", false, 1, 1}, {"ml-kem", true, 0.5, 3},
		{"ml", true, 0.5, 3}, {"kem", false, 1, 3}, {"768", true, 0.5, 1},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("terms of %q (-want +got):\n%s", query, diff)
	}
	if got := e.Measure(query, false).Words().Mass; got != mass {
		t.Errorf("mass of %q is %v, want %v", query, got, mass)
	}
}
