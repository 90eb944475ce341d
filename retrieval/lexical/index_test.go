package lexical_test

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/retrieval/analysis"
	"github.com/pqcite/pqcite/retrieval/lexical"
)

var digest = [32]byte{1, 2, 3}

// tiny has three entries whose scores were worked out by hand: the mean lengths
// are 2/3 words of heading, 2/3 of names and 8/3 of body.
var tiny = []lexical.Entry{
	{Heading: "lattice", Body: "kem kem signature"},
	{Heading: "signature", Names: "kem table", Body: "hash"},
	{Body: "hash hash hash hash"},
}

// The scores of single terms in tiny, and the idf of a term in none, one and two
// of its three entries.
const (
	kem0     = 0.2837757761483687
	kem1     = 0.2611131273587420
	hash1    = 0.2870251170966325
	hash2    = 0.3327459322093704
	lattice0 = 0.5604738588638436
	idf0     = 2.0794415416798357
	idf1     = 0.9808292530117263
	idf2     = 0.4700036292457356
)

func load(t testing.TB, entries []lexical.Entry) *lexical.Index {
	t.Helper()
	file, err := lexical.Encode(digest, lexical.DefaultParams(), slices.Values(entries))
	if err != nil {
		t.Fatal(err)
	}
	x, err := lexical.Load(file, digest)
	if err != nil {
		t.Fatal(err)
	}
	return x
}

func search(t testing.TB, x *lexical.Index, query string, k int) []lexical.Hit {
	t.Helper()
	hits, err := x.Search(context.Background(), lexical.Terms(query), k, nil)
	if err != nil {
		t.Fatal(err)
	}
	return hits
}

func TestSearchScores(t *testing.T) {
	tests := []struct {
		name, query string
		k           int
		want        []lexical.Hit
	}{
		{"body and names", "kem", 10, []lexical.Hit{{0, kem0}, {1, kem1}}},
		{"length counts", "hash", 10, []lexical.Hit{{2, hash2}, {1, hash1}}},
		{"heading", "lattices", 10, []lexical.Hit{{0, lattice0}}},
		{"sum over terms", "hash kem", 10, []lexical.Hit{{1, hash1 + kem1}, {2, hash2}, {0, kem0}}},
		{"repeated term counts twice", "hash hash", 1, []lexical.Hit{{2, 2 * hash2}}},
		{"best only", "hash kem", 1, []lexical.Hit{{1, hash1 + kem1}}},
		{"unknown term", "isogeny", 10, nil},
		{"unknown term beside a known one", "isogeny lattice", 10, []lexical.Hit{{0, lattice0}}},
		{"no term", "what is the", 10, nil},
		{"no hits asked for", "kem", 0, nil},
	}
	x := load(t, tiny)
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := search(t, x, tt.query, tt.k)
			if diff := cmp.Diff(tt.want, got, cmpopts.EquateApprox(0, 1e-12), cmpopts.EquateEmpty()); diff != "" {
				t.Errorf("Search(%q, %d) (-want +got):\n%s", tt.query, tt.k, diff)
			}
		})
	}
}

func TestSearchFiltersAndBreaksTiesByEntry(t *testing.T) {
	x := load(t, []lexical.Entry{{Body: "key"}, {Body: "key"}, {Body: "other"}, {Body: "key"}, {Body: "key"}})
	hits, err := x.Search(context.Background(), lexical.Terms("key"), 2, func(e uint32) bool { return e != 0 })
	if err != nil {
		t.Fatal(err)
	}
	var got []uint32
	for _, h := range hits {
		got = append(got, h.Entry)
	}
	if diff := cmp.Diff([]uint32{1, 3}, got); diff != "" {
		t.Errorf("entries (-want +got):\n%s", diff)
	}
}

func TestTerms(t *testing.T) {
	got := lexical.Terms("What is the key of ML-KEM, the key?")
	want := []lexical.Term{{"kem", 0.5}, {"key", 2}, {"ml", 0.5}, {"ml-kem", 1}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("Terms (-want +got):\n%s", diff)
	}
}

func TestSpells(t *testing.T) {
	x := load(t, []lexical.Entry{{Heading: "lattice kem", Body: "signature siege"}})
	for stem, want := range map[string]bool{
		"lattic": true, "latic": true, "lattiic": true, "lettic": true, "latitc": true, "latti": true, "lattica": true,
		"lttc": false, "attic": false, "mattic": false, "kem": false, "kemmm": false, "sieg": false, "seige": false,
		"zebra": false, "": false, "\xff\xfe\xff\xfe\xff": false,
	} {
		if got := x.Spells(stem); got != want {
			t.Errorf("Spells(%q) = %v", stem, got)
		}
	}
	if err := x.Close(); err != nil {
		t.Fatal(err)
	}
	if x.Spells("lattic") {
		t.Error("a closed index spells")
	}
}

func TestTermStatistics(t *testing.T) {
	x := load(t, tiny)
	if x.Len() != 3 || x.DocFreq("kem") != 2 || x.DocFreq("lattic") != 1 || x.DocFreq("isogeny") != 0 {
		t.Errorf("Len %d, DocFreq kem %d, lattic %d, isogeny %d; want 3, 2, 1, 0",
			x.Len(), x.DocFreq("kem"), x.DocFreq("lattic"), x.DocFreq("isogeny"))
	}
	got := []float64{x.IDF("kem"), x.IDF("lattic"), x.IDF("isogeny")}
	want := []float64{idf2, idf1, idf0}
	if diff := cmp.Diff(want, got, cmpopts.EquateApprox(0, 1e-12)); diff != "" {
		t.Errorf("IDF (-want +got):\n%s", diff)
	}
}

// words is a vocabulary whose n-th word occurs about 1/n as often as the first.
func words(rng *rand.Rand, n int) string {
	var b strings.Builder
	for range n {
		fmt.Fprintf(&b, "w%dx ", int(math.Exp(rng.Float64()*9)))
	}
	return b.String()
}

// generate returns n entries of made-up words, of about 800 bytes.
func generate(n int) []lexical.Entry {
	rng := rand.New(rand.NewPCG(1, 2))
	entries := make([]lexical.Entry, n)
	for i := range entries {
		entries[i] = lexical.Entry{Heading: words(rng, 8), Body: words(rng, 80+rng.IntN(80))}
		if i%10 == 0 {
			entries[i].Names = words(rng, 5)
		}
	}
	return entries
}

// reference scores an entry as the formula in the package comment says, from
// the texts.
func reference(entries []lexical.Entry, terms []lexical.Term) []float64 {
	p := lexical.DefaultParams()
	fields := []lexical.FieldParams{p.Heading, p.Names, p.Body}
	n := float64(len(entries))
	tf, length, mean := make([][3]map[string]float64, len(entries)), make([][3]float64, len(entries)), [3]float64{}
	df := map[string]float64{}
	for i, e := range entries {
		seen := map[string]bool{}
		for f, text := range []string{e.Heading, e.Names, e.Body} {
			tf[i][f] = map[string]float64{}
			last := -1
			for t := range analysis.Tokens(text) {
				tf[i][f][t.Text]++
				seen[t.Text] = true
				if t.Position != last {
					length[i][f]++
					mean[f] += 1 / n
				}
				last = t.Position
			}
		}
		for w := range seen {
			df[w]++
		}
	}
	scores := make([]float64, len(entries))
	for i := range entries {
		for _, term := range terms {
			var t float64
			for f, fp := range fields {
				t += tf[i][f][term.Text] * fp.Weight / (1 - fp.B + fp.B*length[i][f]/mean[f])
			}
			idf := math.Log(1 + (n-df[term.Text]+0.5)/(df[term.Text]+0.5))
			scores[i] += term.Boost * idf * t / (p.K1 + t)
		}
	}
	return scores
}

func TestSearchAgreesWithTheFormula(t *testing.T) {
	entries := generate(200)
	entries[17].Body += strings.Repeat("w1x ", 700) // counts and lengths beyond the packed ones
	entries[18].Heading += strings.Repeat("w2x ", 9)
	entries[20].Names += strings.Repeat("w3x ", 3)
	x := load(t, entries)
	rng := rand.New(rand.NewPCG(3, 4))
	for range 50 {
		terms := lexical.Terms(words(rng, 5) + " w1x w2x w3x")
		want := reference(entries, terms)
		hits, err := x.Search(context.Background(), terms, len(entries), nil)
		if err != nil {
			t.Fatal(err)
		}
		got := make([]float64, len(entries))
		for i, h := range hits {
			got[h.Entry] = h.Score
			if i > 0 && hits[i-1].Score < h.Score {
				t.Fatalf("hit %d scores %v, more than the one before", i, h.Score)
			}
		}
		if diff := cmp.Diff(want, got, cmpopts.EquateApprox(1e-12, 0)); diff != "" {
			t.Fatalf("scores of %v (-want +got):\n%s", terms, diff)
		}
		top, err := x.Search(context.Background(), terms, 7, nil)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(hits[:7], top); diff != "" {
			t.Fatalf("7 best of %v (-want +got):\n%s", terms, diff)
		}
	}
}

func TestExplainHasTheBitsOfTheScore(t *testing.T) {
	entries := generate(300)
	x := load(t, entries)
	rng := rand.New(rand.NewPCG(5, 6))
	for range 20 {
		terms := lexical.Terms(words(rng, 6) + " w1x-w2x")
		hits, err := x.Search(context.Background(), terms, 300, nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, h := range hits {
			e, err := x.Explain(terms, h.Entry)
			if err != nil {
				t.Fatal(err)
			}
			if math.Float64bits(e.Value) != math.Float64bits(h.Score) {
				t.Fatalf("Explain(%v, %d) = %v, Search gives %v", terms, h.Entry, e.Value, h.Score)
			}
		}
	}
}

func TestExplain(t *testing.T) {
	got, err := load(t, tiny).Explain(lexical.Terms("kem"), 1)
	if err != nil {
		t.Fatal(err)
	}
	want := &core.Explanation{Value: kem1, What: "BM25F, sum over the terms found", From: []*core.Explanation{{
		Value: kem1, What: `term "kem" = boost × idf × t / (k1 + t)`, From: []*core.Explanation{
			{Value: 1, What: "boost"},
			{Value: idf2, What: "idf, in 2 of 3 entries"},
			{Value: 1.2, What: "k1"},
			{Value: 1.5, What: "t, weighted occurrences", From: []*core.Explanation{
				{Value: 1.5, What: "names: 1 × weight 3, b 0.5, length 2 of 0.6667 on average"},
			}},
		},
	}}}
	if diff := cmp.Diff(want, got, cmpopts.EquateApprox(0, 1e-12)); diff != "" {
		t.Errorf("Explain (-want +got):\n%s", diff)
	}
}

func TestOrderOfTermsDoesNotMatter(t *testing.T) {
	x := load(t, generate(100))
	terms := lexical.Terms("w1x w2x w3x w5x w8x w13x")
	want, err := x.Search(context.Background(), terms, 100, nil)
	if err != nil {
		t.Fatal(err)
	}
	reversed := slices.Clone(terms)
	slices.Reverse(reversed)
	got, err := x.Search(context.Background(), reversed, 100, nil)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("hits of reversed terms (-want +got):\n%s", diff)
	}
}

func TestEncodeIsDeterministic(t *testing.T) {
	var files [2][]byte
	for i := range files {
		file, err := lexical.Encode(digest, lexical.DefaultParams(), slices.Values(generate(50)))
		if err != nil {
			t.Fatal(err)
		}
		files[i] = file
	}
	if !slices.Equal(files[0], files[1]) {
		t.Error("two builds of the same entries differ")
	}
}

func TestEncodeRefusesParams(t *testing.T) {
	for name, change := range map[string]func(*lexical.Params){
		"k1 of zero":      func(p *lexical.Params) { p.K1 = 0 },
		"k1 not a number": func(p *lexical.Params) { p.K1 = math.NaN() },
		"negative weight": func(p *lexical.Params) { p.Body.Weight = -1 },
		"b above one":     func(p *lexical.Params) { p.Names.B = 1.5 },
	} {
		p := lexical.DefaultParams()
		change(&p)
		if _, err := lexical.Encode(digest, p, slices.Values(tiny)); !errors.Is(err, lexical.ErrParams) {
			t.Errorf("%s: error is %v, want ErrParams", name, err)
		}
	}
}

func TestEmptyIndex(t *testing.T) {
	x := load(t, nil)
	if hits := search(t, x, "kem", 5); len(hits) != 0 {
		t.Errorf("hits in an empty index: %v", hits)
	}
	if e, err := x.Explain(lexical.Terms("kem"), 0); err != nil || e.Value != 0 {
		t.Errorf("Explain = %v, %v; want a score of 0", e, err)
	}
}

func TestSearchHonoursTheContext(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	x := load(t, tiny)
	if _, err := x.Search(ctx, lexical.Terms("kem"), 5, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("error is %v, want context.Canceled", err)
	}
	// What a cancelled search had summed up must not reach the next one.
	if diff := cmp.Diff(search(t, load(t, tiny), "kem", 5), search(t, x, "kem", 5)); diff != "" {
		t.Errorf("hits after a cancelled search (-want +got):\n%s", diff)
	}
}

func TestBuildAndOpen(t *testing.T) {
	path := filepath.Join(t.TempDir(), "lexical.idx")
	if _, err := lexical.Open(path, digest); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("Open of no file: error is %v, want fs.ErrNotExist", err)
	}
	if err := lexical.Build(analysis.Standard, path, digest, lexical.DefaultParams(), slices.Values(tiny)); err != nil {
		t.Fatal(err)
	}
	old, err := lexical.Open(path, digest)
	if err != nil {
		t.Fatal(err)
	}
	defer old.Close()
	want := search(t, old, "kem hash", 5)

	// A build over the file leaves those who have it open alone.
	if err := lexical.Build(analysis.Standard, path, [32]byte{9}, lexical.DefaultParams(), slices.Values(tiny[:1])); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, search(t, old, "kem hash", 5)); diff != "" {
		t.Errorf("hits of the old index (-want +got):\n%s", diff)
	}
	if _, err := lexical.Open(path, digest); !errors.Is(err, lexical.ErrStale) {
		t.Errorf("Open with another digest: error is %v, want ErrStale", err)
	}
	assertOnlyFile(t, path)
}

func TestBuildLeavesNothingWhenItFails(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "lexical.idx")
	if err := os.MkdirAll(filepath.Join(path, "in the way"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := lexical.Build(analysis.Standard, path, digest, lexical.DefaultParams(), slices.Values(tiny)); err == nil {
		t.Error("Build over a directory succeeded")
	}
	assertOnlyFile(t, path)
}

func assertOnlyFile(t *testing.T, path string) {
	t.Helper()
	files, err := os.ReadDir(filepath.Dir(path))
	if err != nil {
		t.Fatal(err)
	}
	if len(files) != 1 || files[0].Name() != filepath.Base(path) {
		t.Errorf("directory holds %v, want %q only", files, filepath.Base(path))
	}
}

func TestOpenRefusesWhatIsNoFile(t *testing.T) {
	empty := filepath.Join(t.TempDir(), "empty")
	if err := os.WriteFile(empty, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := lexical.Open(empty, digest); !errors.Is(err, lexical.ErrCorrupt) {
		t.Errorf("empty file: error is %v, want ErrCorrupt", err)
	}
	if _, err := lexical.Open(t.TempDir(), digest); err == nil {
		t.Error("a directory was opened")
	}
}

func TestConcurrentSearches(t *testing.T) {
	path := filepath.Join(t.TempDir(), "lexical.idx")
	if err := lexical.Build(analysis.Standard, path, digest, lexical.DefaultParams(), slices.Values(generate(500))); err != nil {
		t.Fatal(err)
	}
	x, err := lexical.Open(path, digest)
	if err != nil {
		t.Fatal(err)
	}
	queries := []string{"w1x w7x", "w2x w30x w4x", "w100x w1x", "w3x"}
	want := make([][]lexical.Hit, len(queries))
	for i, q := range queries {
		want[i] = search(t, x, q, 10)
	}
	var wg sync.WaitGroup
	for g := range 8 {
		wg.Go(func() {
			for i := range 200 {
				n := (g + i) % len(queries)
				hits, err := x.Search(context.Background(), lexical.Terms(queries[n]), 10, nil)
				switch {
				case errors.Is(err, lexical.ErrClosed) && g > 0:
					return
				case err != nil:
					t.Error(err)
					return
				case !slices.Equal(hits, want[n]):
					t.Errorf("hits of %q differ: %v, want %v", queries[n], hits, want[n])
					return
				}
				if g == 0 && i == 100 { // the others are still at work
					if err := x.Close(); err != nil {
						t.Error(err)
					}
					return
				}
			}
		})
	}
	wg.Wait()
	if _, err := x.Search(context.Background(), lexical.Terms("w1x"), 1, nil); !errors.Is(err, lexical.ErrClosed) {
		t.Errorf("search of a closed index: error is %v, want ErrClosed", err)
	}
	if err := x.Close(); err != nil {
		t.Errorf("second Close: %v", err)
	}
}
