package plan

import (
	"strings"
	"testing"

	"github.com/pqcite/pqcite/core"
)

// TestFollowPlanned plans a follow-up by the question that it is in full.
func TestFollowPlanned(t *testing.T) {
	p := Planner{Reader: lexicon{}, Library: shelf{widgets()}, Features: core.DefaultFeatures()}
	got := p.Plan("and for 512?", Context{Earlier: []string{"How big is the ML-KEM-768 key?"}})
	if want := "How big is the ML-KEM-512 key?"; got.Question != want || got.Query != want || got.Open != "" {
		t.Errorf("asks %q, searches for %q, %q open; want %q", got.Question, got.Query, got.Open, want)
	}
	if got := p.Plan("and for 512?", Context{}); got.Question != "and for 512?" || got.Open == "" {
		t.Errorf("asks %q, %q open; want it open", got.Question, got.Open)
	}
	if got := p.Plan("What does MakeWidget do?", Context{Earlier: []string{"How big is the ML-KEM-768 key?"}}); got.Question != "What does MakeWidget do?" {
		t.Errorf("asks %q, want it as it is", got.Question)
	}
}

// FuzzFollow follows arbitrary text with arbitrary text: what comes out is a question, and
// is not changed once more by the same conversation.
func FuzzFollow(f *testing.F) {
	p := Planner{Reader: lexicon{}, Library: shelf{widgets()}, Features: core.DefaultFeatures()}
	for _, s := range [][2]string{
		{"How big is the ML-KEM-768 key?", "and 512?"}, {"What is NTT?", "its size?"}, {"", "why?"}, {"Is HQC approved?", "why not?"}, {"x", "and \xff"},
		{"MakeWidget in W 1?", "who calls it?"}, {"Compare ML-KEM and HQC", "which is bigger?"}, {"?", "not that, this"}, {"a ML-KEM-", "and -"}, {"What is İ?", "and for ſ's it?"},
	} {
		f.Add(s[0], s[1])
	}
	f.Fuzz(func(t *testing.T, before, question string) {
		question, err := Clean(question)
		if err != nil || len(question)+len(before) > 500 {
			t.Skip()
		}
		full, open := p.Follow(question, strings.Split(before, "\n"))
		if again, _ := p.Follow(question, strings.Split(before, "\n")); again != full {
			t.Fatalf("%q after %q is %q, then %q", question, before, full, again)
		}
		if _, err := Clean(full); err != nil {
			t.Fatalf("%q after %q is %q: %v", question, before, full, err)
		}
		if open != "" && full != question {
			t.Fatalf("%q after %q is open (%q) and changed to %q", question, before, open, full)
		}
	})
}
