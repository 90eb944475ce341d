package pqcite

import (
	"context"
	"encoding/json"
	"os"
	"strings"
	"sync"
	"testing"

	"github.com/pqcite/pqcite/internal/race"
)

// TestSameBytes asks questions again and again, one after the other and all at
// once, through one engine and through another: the outcomes are the same bytes
// but for the times that they took.
func TestSameBytes(t *testing.T) {
	for name, home := range map[string]func(t *testing.T) string{
		"pack":      func(t *testing.T) string { return t.TempDir() },
		"documents": func(t *testing.T) string { return officialHome(t) },
	} {
		t.Run(name, func(t *testing.T) {
			o, asked := Options{Home: home(t)}, race.Sample(fifty(t))
			lib, _ := open(t, o)
			other, _ := open(t, o)
			want := outcomes(t, lib, asked)
			sameAs(t, "again", want, outcomes(t, lib, asked))
			sameAs(t, "by another engine", want, outcomes(t, other, asked))
			var wg sync.WaitGroup
			for range 4 {
				wg.Go(func() { sameAs(t, "at the same time", want, outcomes(t, lib, asked)) })
			}
			wg.Wait()
		})
	}
}

// fifty returns every third question of the dev set, so that all sorts are asked.
func fifty(t *testing.T) []string {
	t.Helper()
	data, err := os.ReadFile("eval/questions/dev.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(string(data)), "\n")
	var out []string
	for i := 0; i < len(lines) && len(out) < 50; i += len(lines) / 50 {
		var q struct{ Question string }
		if err := json.Unmarshal([]byte(lines[i]), &q); err != nil || q.Question == "" {
			t.Fatalf("%q is no question: %v", lines[i], err)
		}
		out = append(out, q.Question)
	}
	if len(out) != 50 {
		t.Fatalf("the set has %d questions of 50", len(out))
	}
	return out
}

// outcomes are the outcomes as JSON, less the times.
func outcomes(t *testing.T, lib *Library, asked []string) []string {
	out := make([]string, len(asked))
	for i, q := range asked {
		o, err := lib.Ask(context.Background(), q, AskOptions{})
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
