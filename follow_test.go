package pqcite

import (
	"bufio"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/core/plan"
	"github.com/pqcite/pqcite/internal/race"
)

// TestFollowUps reads the conversations of testdata/conversations.txt, each question after the
// earlier ones as they were asked and as they are in full.
func TestFollowUps(t *testing.T) {
	p := planner(testReader(t).lib)
	data, err := os.ReadFile("testdata/conversations.txt")
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range strings.Split(strings.TrimSpace(string(data)), "\n\n")[1:] {
		lines := strings.Split(text, "\n")
		asked := []string{lines[0]}  // as people ask
		filled := []string{lines[0]} // as they are understood
		for _, line := range lines[1:] {
			question, want, _ := strings.Cut(line, " | ")
			wantOpen := ""
			switch want {
			case "=":
				want = question
			case "?":
				want, wantOpen = question, question
			}
			for _, before := range [][]string{asked, filled} {
				full, open := p.Follow(question, before)
				if full != want || (open == "") != (wantOpen == "") {
					t.Errorf("after %q: %q is %q, %q open; want %q", before, question, full, open, want)
				}
			}
			asked = append(asked, question)
			if wantOpen == "" {
				filled = append(filled, want)
			}
		}
	}
}

// TestFollowStandalone asks the questions of the development sets in conversations: they
// are whole, and stay as they are. One in a thousand may be taken for one that is not.
func TestFollowStandalone(t *testing.T) {
	p := planner(testReader(t).lib)
	files, err := filepath.Glob("eval/questions/*.jsonl")
	if err != nil || len(files) == 0 {
		t.Fatalf("no question sets: %v", err)
	}
	asked, changed := 0, 0
	for _, before := range [][]string{
		nil,
		{"How big is the ML-KEM-768 encapsulation key?"},
		{"What is hedged signing?", "Does ML-DSA use rejection sampling?"},
		{"What does FIPS 205 say about pre-hashing?", "which section?"},
	} {
		for _, file := range files {
			if strings.Contains(file, "dialogues") {
				continue
			}
			for _, question := range race.Sample(questionsOf(t, file)) {
				asked++
				if full, open := p.Follow(question, before); full != question || open != "" {
					changed++
					t.Logf("after %q: %q is %q, %q open", before, question, full, open)
				}
			}
		}
	}
	if asked < race.Part(9000) || changed*1000 > asked {
		t.Errorf("%d of %d whole questions are changed or asked back", changed, asked)
	}
}

// questionsOf are the questions of a set without conversations.
func questionsOf(t *testing.T, file string) []string {
	t.Helper()
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var out []string
	for lines := bufio.NewScanner(f); lines.Scan(); {
		var q struct{ Question string }
		if err := json.Unmarshal(lines.Bytes(), &q); err != nil {
			t.Fatal(err)
		}
		if clean, err := plan.Clean(q.Question); err == nil {
			out = append(out, clean)
		}
	}
	return out
}

// TestDialogues asks the conversations of testdata/dialogues.txt of the documents and of the
// pack alone, each question with the earlier ones as they were asked.
func TestDialogues(t *testing.T) {
	data, err := os.ReadFile("testdata/dialogues.txt")
	if err != nil {
		t.Fatal(err)
	}
	dialogues := strings.Split(strings.TrimSpace(string(data)), "\n\n")[1:]
	for name, home := range map[string]func(t *testing.T) string{
		"pack":      func(t *testing.T) string { return t.TempDir() },
		"documents": func(t *testing.T) string { return officialHome(t) },
	} {
		t.Run(name, func(t *testing.T) {
			lib, _ := open(t, Options{Home: home(t)})
			for _, dialogue := range race.Sample(dialogues) {
				var earlier []string
				for _, turn := range strings.Split(dialogue, "\n") {
					question, words, _ := strings.Cut(turn, " | ")
					o, err := lib.Ask(context.Background(), question, AskOptions{Context: earlier})
					if err != nil {
						t.Fatalf("%q: %v", question, err)
					}
					checkTurn(t, o, earlier, words)
					earlier = append(earlier, question)
				}
			}
		})
	}
}

func checkTurn(t *testing.T, o core.Outcome, earlier []string, words string) {
	t.Helper()
	if words == "-" {
		if o.Status == core.Answered {
			t.Errorf("after %q: %q says %q, want a refusal", earlier, o.Question, o.ShortAnswer)
		}
		return
	}
	for word := range strings.SplitSeq(words, "; ") {
		if !strings.Contains(o.ShortAnswer, word) {
			t.Errorf("after %q: %q (%q) says %q, want %q", earlier, o.Question, o.Plan.Question, o.ShortAnswer, word)
		}
	}
}
