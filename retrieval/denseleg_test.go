package retrieval_test

import (
	"context"
	"errors"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/retrieval"
	"github.com/pqcite/pqcite/retrieval/dense"
)

// meanings is a model that knows what is meant by some words, in whatever text.
type meanings struct {
	mu    sync.Mutex
	asked []string
	err   error
	hang  bool
}

// concepts are the dimensions of its vectors.
var concepts = [][]string{{"seed", "randomness"}, {"signature", "autograph"}, {"bytes", "length"}, {"."}}

func (m *meanings) Name() string { return "meanings" }

func (m *meanings) Embed(ctx context.Context, texts []string) ([][]float32, error) {
	m.mu.Lock()
	m.asked = append(m.asked, texts...)
	err, hang := m.err, m.hang
	m.mu.Unlock()
	if hang {
		<-ctx.Done()
		return nil, ctx.Err()
	}
	if err != nil {
		return nil, err
	}
	out := make([][]float32, len(texts))
	for i, t := range texts {
		out[i] = make([]float32, len(concepts))
		for n, words := range concepts {
			for _, w := range words {
				out[i][n] += float32(strings.Count(t, w))
			}
		}
		out[i][len(concepts)-1] += 0.1 // each text has a direction
	}
	return out, nil
}

// faults collects what an engine says of its models.
type faults struct {
	mu   sync.Mutex
	said []string
}

func (f *faults) say(err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.said = append(f.said, err.Error())
}

// withMeanings are options with the model and a weight of the dense leg.
func withMeanings(m dense.Embedder, f *faults) []retrieval.Option {
	p := retrieval.DefaultParams()
	p.Rerank = retrieval.NoRerank
	p.Words.Dense, p.Meaning.Dense = 0.5, 0.5
	return []retrieval.Option{retrieval.WithParams(p), retrieval.WithEmbedder(m), retrieval.WithFailed(f.say)}
}

func embedAll(t *testing.T, e *retrieval.Engine) {
	t.Helper()
	if made, err := e.Embed(t.Context(), false, func(int, int) {}); err != nil || made != 6 {
		t.Fatalf("Embed() = %d, %v", made, err)
	}
}

func TestDenseLeg(t *testing.T) {
	m, f := &meanings{}, &faults{}
	dir, docs := t.TempDir(), library(t)
	embedAll(t, openIn(t, dir, docs, digest, withMeanings(m, f)...))
	e := openIn(t, dir, docs, digest, withMeanings(m, f)...)
	for name, tt := range map[string]struct {
		query core.Query
		want  string // the first hit
	}{
		"by other words":  {core.Query{Text: "autograph"}, "SIG/1 p2"},
		"pages":           {core.Query{Text: "randomness", Granularity: core.ByPage}, "KEM/2 p2"},
		"in scope":        {core.Query{Text: "autograph", Docs: []string{"KEM"}}, "KEM/1 p2"},
		"words and both":  {core.Query{Text: "seed"}, "KEM/2 p3"},
		"a named anchor":  {core.Query{Text: "length", Anchors: anchor("SIG", core.KindAlgorithm, "2")}, "SIG/2 p3"},
		"in no document":  {core.Query{Text: "autograph", Docs: []string{"RSA"}}, ""},
		"a very long one": {core.Query{Text: strings.Repeat("autograph ", 1000)}, "SIG/1 p2"},
	} {
		t.Run(name, func(t *testing.T) {
			tt.query.K = 5
			got := append(show(ask(t, e, tt.query)), "")
			if got[0] != tt.want {
				t.Errorf("the first hit is %q, want %q", got[0], tt.want)
			}
		})
	}
	if len(f.said) > 0 {
		t.Errorf("it said %q", f.said)
	}
	if i := slices.IndexFunc(m.asked, func(s string) bool { return len(s) > 2000 }); i >= 0 {
		t.Errorf("the model got %d bytes", len(m.asked[i]))
	}
	if v := e.Vector(0); len(v) != len(concepts) {
		t.Errorf("the first passage has the vector %v", v)
	}
}

func TestDenseLegIsExplained(t *testing.T) {
	f := &faults{}
	dir, docs := t.TempDir(), library(t)
	embedAll(t, openIn(t, dir, docs, digest, withMeanings(&meanings{}, f)...))
	hits := ask(t, openIn(t, dir, docs, digest, withMeanings(&meanings{}, f)...), core.Query{Text: "autograph", K: 1, Explain: true})
	if from := hits[0].Explanation.From; len(from) != 1 || from[0].What != "dense leg: weight 0.5 / (10 + rank 1)" {
		t.Errorf("the explanation is %+v", hits[0].Explanation)
	}
}

// TestSearchWithoutVectors asks a library for which none were made, and one whose file is damaged.
func TestSearchWithoutVectors(t *testing.T) {
	docs := library(t)
	want := show(ask(t, open(t, docs), core.Query{Text: "signature key", K: 5}))
	for name, tt := range map[string]struct{ file, said string }{
		"none made": {"", "search by vectors: 6 of 6 passages have no vector by model \"meanings\""},
		"damaged":   {"oops", "corrupt file of vectors"},
	} {
		t.Run(name, func(t *testing.T) {
			dir, m, f := t.TempDir(), &meanings{}, &faults{}
			if tt.file != "" {
				if err := os.WriteFile(dense.Path(dir, m.Name()), []byte(tt.file), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			e := openIn(t, dir, docs, digest, withMeanings(m, f)...)
			for range 2 {
				if diff := cmp.Diff(want, show(ask(t, e, core.Query{Text: "signature key", K: 5}))); diff != "" {
					t.Errorf("hits (-want +got):\n%s", diff)
				}
			}
			if len(f.said) != 1 || !strings.Contains(f.said[0], tt.said) || len(m.asked) != 0 {
				t.Errorf("it said %q and asked %q", f.said, m.asked)
			}
		})
	}
}

// TestSearchWithoutItsModel lets the model fail and hang: the hits are those of the words, this
// is said once, and the next searches don't wait for it.
func TestSearchWithoutItsModel(t *testing.T) {
	dir, docs := t.TempDir(), library(t)
	embedAll(t, openIn(t, dir, docs, digest, withMeanings(&meanings{}, &faults{})...))
	want := show(ask(t, open(t, docs), core.Query{Text: "signature key", K: 5}))
	for name, m := range map[string]*meanings{
		"down": {err: errors.New("refused")},
		"slow": {hang: true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := &faults{}
			e := openIn(t, dir, docs, digest, withMeanings(m, f)...)
			start := time.Now()
			for range 5 {
				if diff := cmp.Diff(want, show(ask(t, e, core.Query{Text: "signature key", K: 5}))); diff != "" {
					t.Errorf("hits (-want +got):\n%s", diff)
				}
			}
			if took := time.Since(start); took > 4*time.Second {
				t.Errorf("five searches took %v", took)
			}
			if len(f.said) != 1 || !strings.HasPrefix(f.said[0], "search by vectors: ") || len(m.asked) != 1 {
				t.Errorf("it said %q after %d requests", f.said, len(m.asked))
			}
		})
	}
}

// TestVectorsOfOtherDocuments adds a document after the vectors were made.
func TestVectorsOfOtherDocuments(t *testing.T) {
	m, f := &meanings{}, &faults{}
	dir, docs := t.TempDir(), library(t)
	embedAll(t, openIn(t, dir, docs, digest, withMeanings(m, f)...))
	more := append(docs, document(t, "ADD", "Added",
		passage{text: "A new autograph."}))
	e := openIn(t, dir, more, strings.Repeat("cd", 32), withMeanings(m, f)...)
	if got := show(ask(t, e, core.Query{Text: "autograph", K: 5})); len(got) < 2 || got[0] != "ADD/0 p1" {
		t.Errorf("hits %q", got)
	}
	if len(f.said) != 1 || !strings.Contains(f.said[0], "1 of 7 passages have no vector") {
		t.Errorf("it said %q", f.said)
	}
	if made, err := e.Embed(t.Context(), false, func(int, int) {}); err != nil || made != 1 {
		t.Errorf("Embed() = %d, %v", made, err)
	}
}

// backwards is a reranker that turns the order round.
type backwards struct {
	err   error
	short bool
	asked [][]string
}

func (b *backwards) Rank(_ context.Context, _ string, texts []string) ([]int, error) {
	b.asked = append(b.asked, texts)
	if b.err != nil {
		return nil, b.err
	}
	order := make([]int, len(texts))
	for i := range order {
		order[i] = len(texts) - 1 - i
	}
	if b.short {
		order = order[1:]
	}
	return order, nil
}

func TestReranker(t *testing.T) {
	docs := library(t)
	q := core.Query{Text: "encapsulation key", K: 9}
	named := core.Query{Text: "encapsulation key", K: 9, Anchors: anchor("SIG", core.KindAlgorithm, "2")}
	plain := open(t, docs)
	want, wantNamed := show(ask(t, plain, q)), show(ask(t, plain, named))
	slices.Reverse(want)
	slices.Reverse(wantNamed[1:])
	b := &backwards{}
	e := open(t, docs, append(bareLegs(), retrieval.WithReranker(b))...)
	if diff := cmp.Diff(want, show(ask(t, e, q))); diff != "" || len(want) < 3 {
		t.Errorf("hits (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(wantNamed, show(ask(t, e, named))); diff != "" {
		t.Errorf("hits with a named anchor (-want +got):\n%s", diff)
	}
	if got := b.asked[0][len(want)-1]; !strings.HasPrefix(got, "STD 20") || !strings.Contains(got, "\n") {
		t.Errorf("it read %q", got)
	}
	q.NoRerank, q.Explain = true, false
	if before := len(b.asked); !slices.Equal(show(ask(t, e, q)), show(ask(t, plain, q))) || len(b.asked) != before {
		t.Error("it was asked although the query wants no rerank")
	}
}

func TestRerankerExplains(t *testing.T) {
	e := open(t, library(t), append(bareLegs(), retrieval.WithReranker(&backwards{}))...)
	hits := ask(t, e, core.Query{Text: "encapsulation key", K: 3, Explain: true})
	if got := hits[0].Explanation.What; !strings.HasPrefix(got, "rank by the rerank server; it was ") {
		t.Errorf("the explanation is %q", got)
	}
}

func TestRerankerFails(t *testing.T) {
	docs := library(t)
	q := core.Query{Text: "encapsulation key", K: 9}
	want := show(ask(t, open(t, docs), q))
	for name, b := range map[string]*backwards{
		"down":             {err: errors.New("refused")},
		"no whole order":   {short: true},
		"its own deadline": {err: context.DeadlineExceeded},
	} {
		t.Run(name, func(t *testing.T) {
			f := &faults{}
			e := open(t, docs, append(bareLegs(), retrieval.WithReranker(b), retrieval.WithFailed(f.say))...)
			for range 3 {
				if diff := cmp.Diff(want, show(ask(t, e, q))); diff != "" {
					t.Errorf("hits (-want +got):\n%s", diff)
				}
			}
			if len(f.said) != 1 || !strings.HasPrefix(f.said[0], "rerank: ") || len(b.asked) != 1 {
				t.Errorf("it said %q after %d requests", f.said, len(b.asked))
			}
		})
	}
}
