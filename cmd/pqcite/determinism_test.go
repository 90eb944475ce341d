package main

import (
	"context"
	"encoding/json"
	"io"
	"sync"
	"testing"

	"github.com/pqcite/pqcite/core/loop"
	"github.com/pqcite/pqcite/eval"
)

// TestSameBytes asks 50 questions again and again, one after the other and all at
// once, through one engine and through another: the outcomes are the same bytes
// but for the times that they took.
func TestSameBytes(t *testing.T) {
	for name, home := range map[string]func(t *testing.T) *app{
		"pack":      func(t *testing.T) *app { return &app{home: t.TempDir(), streams: streams{err: io.Discard}} },
		"documents": func(t *testing.T) *app { return officialLibrary(t) },
	} {
		t.Run(name, func(t *testing.T) {
			a, asked := home(t), fifty(t)
			p := openPorts(t, a)
			want := outcomes(t, p, asked)
			sameAs(t, "again", want, outcomes(t, p, asked))
			sameAs(t, "by another engine", want, outcomes(t, openPorts(t, a), asked))
			var wg sync.WaitGroup
			for range 4 {
				wg.Go(func() { sameAs(t, "at the same time", want, outcomes(t, p, asked)) })
			}
			wg.Wait()
		})
	}
}

// fifty returns every third question of the dev set, so that all sorts are asked.
func fifty(t *testing.T) []string {
	t.Helper()
	set, err := eval.ReadQuestions("../../eval/questions/dev.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for i := 0; i < len(set.Questions) && len(out) < 50; i += len(set.Questions) / 50 {
		out = append(out, set.Questions[i].Text)
	}
	if len(out) != 50 {
		t.Fatalf("the set has %d questions of 50", len(out))
	}
	return out
}

func openPorts(t *testing.T, a *app) loop.Ports {
	t.Helper()
	lib, engine, err := a.openEngine(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { engine.Close() })
	return ports(lib, engine)
}

// outcomes are the outcomes as JSON, less the times.
func outcomes(t *testing.T, p loop.Ports, asked []string) []string {
	out := make([]string, len(asked))
	for i, q := range asked {
		o, err := loop.Ask(context.Background(), q, p, loop.DefaultSettings())
		if err != nil {
			t.Errorf("%q: %v", q, err)
			continue
		}
		o.TimingUS = nil
		data, err := json.Marshal(o)
		if err != nil {
			t.Errorf("%q: %v", q, err)
		}
		out[i] = string(data)
	}
	return out
}

func sameAs(t *testing.T, when string, want, got []string) {
	t.Helper()
	for i := range want {
		if got[i] != want[i] {
			t.Errorf("asked %s, the outcome differs:\n%s\n%s", when, want[i], got[i])
		}
	}
}
