package state

import (
	"fmt"
	"time"
)

// Bounds limit what a store keeps. The oldest goes first.
type Bounds struct {
	// Answers is how many saved answers are kept, and AnswerBytes how many bytes of them. Save keeps to both.
	Answers     int
	AnswerBytes int64
	// KeepAnswers is how long an answer is kept, with its votes.
	KeepAnswers time.Duration
	// KeepContext is for how long a follow-up question sees what was asked before
	// it.
	KeepContext time.Duration
	// Questions is how many unanswered questions are kept, and
	// KeepQuestions how long after they were asked last. Prune
	// keeps to both.
	Questions     int
	KeepQuestions time.Duration
	// KeepTallies is how long the counts of a day are kept.
	KeepTallies time.Duration
}

const day = 24 * time.Hour

// DefaultBounds: an answer takes 1 to 3 KiB, so that the bound of bytes takes effect
// before the number does only where answers are long. Discord's buttons live as
// long as their message; a month covers the threads that people go back to.
func DefaultBounds() Bounds {
	return Bounds{
		Answers: 100_000, AnswerBytes: 512 << 20, KeepAnswers: 30 * day, KeepContext: 30 * time.Minute,
		Questions: 10_000, KeepQuestions: 180 * day, KeepTallies: 400 * day,
	}
}

// Invalid is a setting or a field out of its range.
type Invalid struct {
	Key  string // as it is written in JSON, or the name of the field
	Got  string
	Want string // the range
}

func (e *Invalid) Error() string { return fmt.Sprintf("%s is %s, want %s", e.Key, e.Got, e.Want) }
