package eval

import (
	"slices"

	"github.com/pqcite/pqcite/core"
)

// answerMeasure is a yes or no that is asked of outcomes.
type answerMeasure struct {
	Name  string
	What  string // as docs/evaluation.md has it, which a test checks
	Lower bool   // a measure of errors: the fewer, the better
	// of is nil where the measure does not count the outcome.
	of func(*AnswerResult) *bool
}

// The measures of an answer report, in its order. Each counts the same questions
// whatever was answered, so that two runs over a set can be paired.
var answerMeasures = []answerMeasure{
	{"right", "answerable questions, with facts or gold, whose answer says every fact and cites a gold page", false,
		func(r *AnswerResult) *bool { return r.Right }},
	{"facts", "answerable questions with facts whose answer says every fact", false,
		func(r *AnswerResult) *bool { return r.Facts }},
	{"first_line", "answerable questions with facts for the first line whose short answer says all of those", false,
		func(r *AnswerResult) *bool { return r.First }},
	{"page", "answerable questions with gold whose answer has a citation that shares a page with a gold span", false,
		func(r *AnswerResult) *bool { return r.Page }},
	{"false_refusal", "answerable questions that were refused", true,
		func(r *AnswerResult) *bool { return when(r.answerable(), !r.answered()) }},
	{"false_answer", "unanswerable questions that were answered", true,
		func(r *AnswerResult) *bool { return when(!r.answerable(), r.answered()) }},
	{"false_answer_near_miss", "unanswerable questions of the kind `near-miss` that were answered", true,
		func(r *AnswerResult) *bool { return when(r.Kind == KindNearMiss, r.answered()) }},
	{"false_answer_off_corpus", "unanswerable questions of the kind `off-corpus` that were answered", true,
		func(r *AnswerResult) *bool { return when(r.Kind == KindOffCorpus, r.answered()) }},
	{"sound", "questions whose outcome is as it should be: `right`, or an unanswerable question refused", false, sound},
}

// rightOfAnswered is no paired measure: which questions it counts depends on what
// was answered.
var rightOfAnswered = answerMeasure{
	"right_of_answered", "of the questions that `right` counts and that were answered, those that are right", false,
	func(r *AnswerResult) *bool {
		if !r.answered() {
			return nil
		}
		return r.Right
	},
}

func (r *AnswerResult) answerable() bool { return r.Kind == KindAnswerable }

func (r *AnswerResult) answered() bool { return r.Status == core.Answered }

func sound(r *AnswerResult) *bool {
	if r.answerable() {
		return r.Right
	}
	refused := !r.answered()
	return &refused
}

// when is the value if it counts, nil otherwise.
func when(counts, value bool) *bool {
	if !counts {
		return nil
	}
	return &value
}

// rates are those of the measures over some results; a measure that counts none
// of them is left out.
func rates(results []AnswerResult) Rates {
	var out Rates
	for _, m := range append(slices.Clone(answerMeasures), rightOfAnswered) {
		count, n := 0, 0
		for i := range results {
			if v := m.of(&results[i]); v != nil {
				n++
				if *v {
					count++
				}
			}
		}
		if n > 0 {
			out = append(out, NewRate(m.Name, count, n))
		}
	}
	return out
}
