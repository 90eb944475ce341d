package lexical_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/pqcite/pqcite/retrieval/analysis"
	"github.com/pqcite/pqcite/retrieval/lexical"
)

var sizes = []int{3_000, 100_000}

func BenchmarkBuild(b *testing.B) {
	for _, n := range sizes {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			entries := generate(n)
			b.ReportAllocs()
			for b.Loop() {
				file, err := lexical.Encode(digest, lexical.DefaultParams(), slices.Values(entries))
				if err != nil {
					b.Fatal(err)
				}
				b.ReportMetric(float64(len(file))/1e6, "MB")
			}
		})
	}
}

func built(b *testing.B, n int) string {
	b.Helper()
	path := filepath.Join(b.TempDir(), "lexical.idx")
	if err := lexical.Build(analysis.Standard, path, digest, lexical.DefaultParams(), slices.Values(generate(n))); err != nil {
		b.Fatal(err)
	}
	return path
}

func BenchmarkOpen(b *testing.B) {
	for _, n := range sizes {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			path := built(b, n)
			b.ReportAllocs()
			for b.Loop() {
				x, err := lexical.Open(path, digest)
				if err != nil {
					b.Fatal(err)
				}
				if err := x.Close(); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkSearch asks for ten hits of six words that are drawn as the entries'
// own are, the most frequent among them.
func BenchmarkSearch(b *testing.B) {
	for _, n := range sizes {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			x, err := lexical.Open(built(b, n), digest)
			if err != nil {
				b.Fatal(err)
			}
			defer x.Close()
			rng := rand.New(rand.NewPCG(7, 8))
			queries := make([]string, 500)
			for i := range queries {
				queries[i] = words(rng, 6)
			}
			var times []time.Duration
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				start := time.Now()
				terms := lexical.Terms(queries[i%len(queries)])
				if _, err := x.Search(context.Background(), terms, 10, nil); err != nil {
					b.Fatal(err)
				}
				times = append(times, time.Since(start))
			}
			slices.Sort(times)
			b.ReportMetric(float64(times[len(times)*99/100].Microseconds()), "p99-us")
		})
	}
}
