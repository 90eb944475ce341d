package state

import (
	"fmt"
	"time"
)

// Bounds limit what a store keeps. The oldest goes first.
type Bounds struct {
	// Answers is how many saved answers are kept, 1 to 10,000,000, and AnswerBytes
	// how many bytes of them, 64 KiB to 1 TiB. Save holds both.
	Answers     int
	AnswerBytes int64
	// KeepAnswers is how long an answer is kept, with its votes: 1 hour to 1 year.
	KeepAnswers time.Duration
	// KeepContext is for how long a follow-up question sees what was asked before
	// it: 1 minute to 1 day.
	KeepContext time.Duration
	// Questions is how many unanswered questions are kept, 1 to 1,000,000, and
	// KeepQuestions how long after they were asked last, 1 day to 10 years. Prune
	// holds both.
	Questions     int
	KeepQuestions time.Duration
	// KeepTallies is how long the counts of a day are kept: 1 day to 10 years.
	KeepTallies time.Duration
}

const day = 24 * time.Hour

// DefaultBounds: an answer takes 1 to 3 KiB, so that the bound of bytes holds
// before the number does only where answers are long. Discord's buttons live as
// long as their message; a month covers the threads that people go back to.
func DefaultBounds() Bounds {
	return Bounds{
		Answers: 100_000, AnswerBytes: 512 << 20, KeepAnswers: 30 * day, KeepContext: 30 * time.Minute,
		Questions: 10_000, KeepQuestions: 180 * day, KeepTallies: 400 * day,
	}
}

func (b Bounds) validate() error {
	const year = 365 * day
	for _, c := range []struct {
		key              string
		value, low, high int64
		show             func(int64) string
	}{
		{"Answers", int64(b.Answers), 1, 10_000_000, number},
		{"AnswerBytes", b.AnswerBytes, 64 << 10, 1 << 40, number},
		{"KeepAnswers", int64(b.KeepAnswers), int64(time.Hour), int64(year), span},
		{"KeepContext", int64(b.KeepContext), int64(time.Minute), int64(day), span},
		{"Questions", int64(b.Questions), 1, 1_000_000, number},
		{"KeepQuestions", int64(b.KeepQuestions), int64(day), int64(10 * year), span},
		{"KeepTallies", int64(b.KeepTallies), int64(day), int64(10 * year), span},
	} {
		if c.value < c.low || c.value > c.high {
			return &Invalid{Key: c.key, Got: c.show(c.value), Want: c.show(c.low) + " to " + c.show(c.high)}
		}
	}
	return nil
}

func number(n int64) string { return fmt.Sprint(n) }

func span(n int64) string { return time.Duration(n).String() }

// Invalid is a setting or a field out of its range.
type Invalid struct {
	Key  string // as it is written in JSON, or the name of the field
	Got  string
	Want string // the range
}

func (e *Invalid) Error() string { return fmt.Sprintf("%s is %s, want %s", e.Key, e.Got, e.Want) }
