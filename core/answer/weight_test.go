package answer

import "testing"

func TestAsksChange(t *testing.T) {
	for question, want := range map[string]bool{
		"what did the round 3 version hash": true, "why did they drop it": true, "how was it in the initial public draft": true,
		"is the seed still used, or no longer?": true, "What changed in the final version?": true, "which version was replaced": true,
		"what is a widget": false, "how large is the ground": false, "may I use a threshold": false, "is the draft in force": false,
	} {
		if got := changing.MatchString(question); got != want {
			t.Errorf("changing matches %q: %v", question, got)
		}
	}
}

// TestWeightOfChanges holds that sections on changes count more for a question that asks
// for one, and no more for others.
func TestWeightOfChanges(t *testing.T) {
	u := &unit{text: "The hint is no part of it."}
	for _, tt := range []struct {
		question, heading string
		want              float64
	}{
		{"what changed since the older version", "STD 1 Appendix C Differences From the Submission", changeFactor},
		{"what changed since the older version", "STD 1 2 Hints", 1},
		{"what is a hint", "STD 1 Appendix C Changes From the Draft", 1},
	} {
		in := Input{Question: tt.question}
		if got := in.weight()(&passage{heading: tt.heading}, u); got != tt.want {
			t.Errorf("%q under %q weighs %v, want %v", tt.question, tt.heading, got, tt.want)
		}
	}
}
