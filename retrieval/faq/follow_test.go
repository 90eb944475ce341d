package faq_test

import (
	"testing"

	"github.com/pqcite/pqcite/internal/lex"
)

// TestFollow finds what a follow-up asks of the last question's subject, and leaves one alone
// that is about something else.
func TestFollow(t *testing.T) {
	matcher := newMatcher(t, entries(), 5)
	const last = "When does the gate close?"
	for _, c := range []struct {
		question string
		evidence string // of the best fact; "" if it doesn't follow
	}{
		{"at what time?", "The gate is closed at ten."},
		{"How deep is the well?", ""},
		{"how far is the moon", ""},
	} {
		alone, both, follows := matcher.Follow(c.question, last+" "+c.question, last)
		if follows != (c.evidence != "") {
			t.Errorf("%q follows: %v", c.question, follows)
			continue
		}
		if follows {
			checkMatch(t, c.question, both)
			if want := lex.Sum(c.evidence); both.Facts[0].Units[0].Sum != want || alone.Facts[0].Units[0].Sum != want {
				t.Errorf("%q asks for %v, want %q", c.question, both.Facts, c.evidence)
			}
		}
	}
}
