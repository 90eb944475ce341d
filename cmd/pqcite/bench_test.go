package main

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/pqcite/pqcite/core/loop"
	"github.com/pqcite/pqcite/corpus/ingest"
	"github.com/pqcite/pqcite/corpus/store"
)

// officialLibrary ingests the official documents into a home of its own.
func officialLibrary(b testing.TB) *app {
	b.Helper()
	dir := os.Getenv(corpusEnv)
	if dir == "" {
		b.Skipf("set %s to the folder with the six official PDF files", corpusEnv)
	}
	a := &app{home: b.TempDir(), streams: streams{err: io.Discard}}
	paths, err := filepath.Glob(filepath.Join(dir, "*.pdf"))
	if err != nil {
		b.Fatal(err)
	}
	err = store.Update(b.Context(), a.home, func(tx *store.Tx) error {
		for _, path := range paths {
			data, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			d, err := ingest.Document(b.Context(), ingest.File{Name: filepath.Base(path), Data: data})
			if err != nil {
				return err
			}
			if _, err := tx.Put(d, data, filepath.Base(path)); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		b.Fatal(err)
	}
	return a
}

// BenchmarkOpen opens the library and its index.
func BenchmarkOpen(b *testing.B) {
	a := officialLibrary(b)
	for b.Loop() {
		_, engine, err := a.openEngine(b.Context())
		if err != nil {
			b.Fatal(err)
		}
		engine.Close()
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
	a := officialLibrary(b)
	lib, engine, err := a.openEngine(b.Context())
	if err != nil {
		b.Fatal(err)
	}
	defer engine.Close()
	p := ports(lib, engine)
	openFAQ() // once, when the first question is asked
	took := make([]time.Duration, 0, 1<<12)
	for i := 0; b.Loop(); i++ {
		at := time.Now()
		if _, err := loop.Ask(context.Background(), benchmarked[i%len(benchmarked)], p, loop.DefaultSettings()); err != nil {
			b.Fatal(err)
		}
		took = append(took, time.Since(at))
	}
	slices.Sort(took)
	b.ReportMetric(float64(took[len(took)/2].Microseconds()), "p50-µs")
	b.ReportMetric(float64(took[len(took)*99/100].Microseconds()), "p99-µs")
}

func BenchmarkSearch(b *testing.B) {
	a := officialLibrary(b)
	lib, engine, err := a.openEngine(b.Context())
	if err != nil {
		b.Fatal(err)
	}
	defer engine.Close()
	for i := 0; b.Loop(); i++ {
		if _, err := search(b.Context(), lib, engine, benchmarked[i%len(benchmarked)], searchOptions{k: 8, unit: "passage"}); err != nil {
			b.Fatal(err)
		}
	}
}
