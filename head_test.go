package pqcite

import (
	"context"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/internal/race"
)

// TestHeadQuestions asks what people ask first, of the documents and of the pack alone: the
// first lines are those of the typed facts, word for word, and proved.
func TestHeadQuestions(t *testing.T) {
	data, err := os.ReadFile("corpus/typed/testdata/head.golden")
	if err != nil {
		t.Fatal(err)
	}
	var entries []string // a question, and below it the answer
	for entry := range slices.Chunk(strings.Split(strings.TrimSpace(string(data)), "\n"), 2) {
		entries = append(entries, strings.Join(entry, ""))
	}
	for name, home := range map[string]func(t *testing.T) string{
		"pack":      func(t *testing.T) string { return t.TempDir() },
		"documents": func(t *testing.T) string { return officialHome(t) },
	} {
		t.Run(name, func(t *testing.T) {
			lib, _ := open(t, Options{Home: home(t)})
			for _, entry := range race.Sample(entries) {
				question, want, _ := strings.Cut(entry, "\t")
				checkHead(t, lib, question, want)
			}
		})
	}
}

func checkHead(t *testing.T, lib *Library, question, want string) {
	t.Helper()
	o, err := lib.Ask(context.Background(), question, AskOptions{})
	if err != nil {
		t.Fatalf("%q: %v", question, err)
	}
	if why, lacks := strings.CutPrefix(want, "none: "); lacks {
		if o.Status != core.Refused || !strings.Contains(o.Detail, why) {
			t.Errorf("%q: %s %q, want the refusal %q", question, o.Status, o.Detail, why)
		}
		return
	}
	if o.ShortAnswer != want {
		t.Errorf("%q: %q, want %q", question, o.ShortAnswer, want)
	}
	if r := lib.VerifyReceipt(o); !r.Holds {
		t.Errorf("%q: the receipt of %q does not hold", question, o.ShortAnswer)
	}
}
