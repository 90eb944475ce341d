package retrieval_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/retrieval"
)

// words draws n words, the k-th of which is about 1/k as frequent as the first.
func words(rng *rand.Rand, n int) string {
	var b strings.Builder
	for range n {
		fmt.Fprintf(&b, "w%dx ", int(math.Exp(rng.Float64()*9)))
	}
	return b.String()
}

// generated makes documents of 500 passages on 250 pages, every fifth of which
// crosses a page.
func generated(t testing.TB, passages int) []*core.Document {
	rng := rand.New(rand.NewPCG(1, 2))
	var docs []*core.Document
	for d := range passages / 500 {
		var ps []passage
		for i := range 500 {
			p := passage{text: words(rng, 120), starts: []core.Anchor{section(fmt.Sprint(i+1), words(rng, 4))}}
			switch {
			case i%5 == 0:
				p.text += "\f" + words(rng, 40)
			case i%2 == 0:
				p.text = "\f" + p.text
			}
			ps = append(ps, p)
		}
		docs = append(docs, document(t, fmt.Sprintf("D%04d", d), fmt.Sprintf("STD %d", d), ps...))
	}
	return docs
}

func BenchmarkSearch(b *testing.B) {
	for _, n := range []int{3_000, 100_000} {
		e, err := retrieval.Open(b.TempDir(), generated(b, n), digest)
		if err != nil {
			b.Fatal(err)
		}
		for _, unit := range []core.Granularity{core.ByPassage, core.ByPage} {
			b.Run(fmt.Sprintf("%d/%s", n, unit), func(b *testing.B) {
				rng := rand.New(rand.NewPCG(7, 8))
				queries := make([]core.Query, 500)
				for i := range queries {
					queries[i] = core.Query{Text: words(rng, 6), K: 8, Granularity: unit}
				}
				queries[0].Anchors = anchor("", core.KindSection, "7")
				var times []time.Duration
				b.ReportAllocs()
				for i := 0; b.Loop(); i++ {
					start := time.Now()
					if _, err := e.Search(context.Background(), queries[i%len(queries)]); err != nil {
						b.Fatal(err)
					}
					times = append(times, time.Since(start))
				}
				slices.Sort(times)
				b.ReportMetric(float64(times[len(times)*99/100].Microseconds()), "p99-us")
			})
		}
		e.Close()
	}
}

func BenchmarkOpen(b *testing.B) {
	dir, docs := b.TempDir(), generated(b, 3_000)
	for b.Loop() {
		e, err := retrieval.Open(dir, docs, digest)
		if err != nil {
			b.Fatal(err)
		}
		e.Close()
	}
}

func BenchmarkMeasure(b *testing.B) {
	e := open(b, library(b))
	b.ReportAllocs()
	for b.Loop() {
		m := e.Measure("What is the failure rate of ML-KEM-768?", false)
		m.Share(m.Marks("ML-KEM-512 has a failure rate of 2^{-138.8}."))
	}
}
