package eval

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"
)

// Fault says what is wrong with an outcome, from the worst to the mildest.
type Fault string

// The faults. A right outcome, and one that nothing can be told of, has none.
const (
	FaultFalseAnswer  Fault = "answered what the documents do not answer"
	FaultWrong        Fault = "answered, but not right"
	FaultFalseRefusal Fault = "refused what the documents answer"
)

var faults = []Fault{FaultFalseAnswer, FaultWrong, FaultFalseRefusal}

// Case is an outcome with its fault, for a person to read.
type Case struct {
	Fault  Fault
	Result *AnswerResult
}

// Worst returns at most n outcomes that are not as they should be: answers to
// unanswerable questions first, then wrong answers, then refusals of what can be
// answered; each by falling confidence, then as the set has them.
func (r *AnswerReport) Worst(n int) []Case {
	var out []Case
	for i := range r.Questions {
		if f := r.Questions[i].fault(); f != "" {
			out = append(out, Case{f, &r.Questions[i]})
		}
	}
	slices.SortStableFunc(out, func(a, b Case) int {
		return cmp.Or(
			cmp.Compare(slices.Index(faults, a.Fault), slices.Index(faults, b.Fault)),
			cmp.Compare(b.Result.Confidence, a.Result.Confidence),
		)
	})
	return out[:min(max(n, 0), len(out))]
}

func (r *AnswerResult) fault() Fault {
	switch {
	case !r.answerable() && r.answered():
		return FaultFalseAnswer
	case !r.answerable():
		return ""
	case !r.answered():
		return FaultFalseRefusal
	case r.Right != nil && !*r.Right:
		return FaultWrong
	}
	return ""
}

// WriteWorst writes at most n of the worst cases. Texts of questions and answers
// are quoted, so that they can't drive a terminal.
func (r *AnswerReport) WriteWorst(w io.Writer, n int) error {
	var b bytes.Buffer
	cases := r.Worst(n)
	fmt.Fprintf(&b, "the %d worst cases\n", len(cases))
	for i, c := range cases {
		c.write(&b, i+1)
	}
	_, err := w.Write(b.Bytes())
	return err
}

func (c Case) write(b *bytes.Buffer, rank int) {
	r := c.Result
	fmt.Fprintf(b, "\n%d. %s: %s (%s), confidence %.3f\n", rank, r.ID, c.Fault, r.Kind, r.Confidence)
	fmt.Fprintf(b, "   asked    %q\n", r.Text)
	if !r.answered() {
		fmt.Fprintf(b, "   refused  %s: %q\n", r.Refusal, r.Detail)
		return
	}
	fmt.Fprintf(b, "   said     %q\n", r.Short)
	if len(r.Missing) > 0 {
		fmt.Fprintf(b, "   lacks    %q\n", r.Missing)
	}
	cited := make([]string, len(r.Cited))
	for i, s := range r.Cited {
		cited[i] = s.String()
	}
	mark := ""
	if r.Page != nil && !*r.Page {
		mark = ", none of them gold"
	}
	fmt.Fprintf(b, "   cites    %s%s\n", strings.Join(cited, "; "), mark)
}

// String is the span for people: "NIST.FIPS.203 p48-49".
func (s PageSpan) String() string {
	if s.StartPage == s.EndPage {
		return fmt.Sprintf("%s p%d", s.DocID, s.StartPage)
	}
	return fmt.Sprintf("%s p%d-%d", s.DocID, s.StartPage, s.EndPage)
}
