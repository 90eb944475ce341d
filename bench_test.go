package pqcite

import (
	"context"
	"errors"
	"slices"
	"testing"
	"time"
)

// BenchmarkOpen opens the library and its index.
func BenchmarkOpen(b *testing.B) {
	o := Options{Home: officialHome(b)}
	for b.Loop() {
		lib, err := Open(b.Context(), o)
		if err != nil {
			b.Fatal(err)
		}
		if err := errors.Join(lib.Prepare(b.Context()), lib.Close()); err != nil {
			b.Fatal(err)
		}
	}
}

// benchmarked are the questions of the benchmarks, in turn: a cell, a box, a definition, a reason, a refusal.
var benchmarked = []string{
	"How large is a ciphertext of ML-KEM-512?",
	"What are the steps of Algorithm 7 in FIPS 204?",
	"What is a hypertree?",
	"Why must an ephemeral key be destroyed after use?",
	"What does the standard say about QUIC-7?",
}

func BenchmarkAsk(b *testing.B) {
	lib, _ := open(b, Options{Home: officialHome(b)})
	openFAQ("") // once, when the first question is asked
	took := make([]time.Duration, 0, 1<<12)
	for i := 0; b.Loop(); i++ {
		at := time.Now()
		if _, err := lib.Ask(context.Background(), benchmarked[i%len(benchmarked)], AskOptions{}); err != nil {
			b.Fatal(err)
		}
		took = append(took, time.Since(at))
	}
	slices.Sort(took)
	b.ReportMetric(float64(took[len(took)/2].Microseconds()), "p50-µs")
	b.ReportMetric(float64(took[len(took)*99/100].Microseconds()), "p99-µs")
}

func BenchmarkSearch(b *testing.B) {
	lib, _ := open(b, Options{Home: officialHome(b)})
	for i := 0; b.Loop(); i++ {
		if _, err := lib.Search(b.Context(), benchmarked[i%len(benchmarked)], SearchOptions{}); err != nil {
			b.Fatal(err)
		}
	}
}
