package eval

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"
)

// The faults of outcomes, from the worst to the mildest. A right outcome, and one that
// can't be judged, has none.
const (
	faultNone = iota
	faultFalseAnswer
	faultWrong
	faultFalseRefusal
)

var faultWords = [...]string{"", "answered what the documents do not answer", "answered, but not right", "refused what the documents answer"}

// worst returns at most n outcomes that are not as they should be, by fault, then by
// falling confidence, then as the set has them.
func (r *AnswerReport) worst(n int) []*AnswerResult {
	var out []*AnswerResult
	for i := range r.Questions {
		if q := &r.Questions[i]; q.fault() != faultNone {
			out = append(out, q)
		}
	}
	slices.SortStableFunc(out, func(a, b *AnswerResult) int {
		return cmp.Or(cmp.Compare(a.fault(), b.fault()), cmp.Compare(b.Confidence, a.Confidence))
	})
	return out[:min(max(n, 0), len(out))]
}

func (r *AnswerResult) fault() int {
	switch {
	case !r.answerable() && r.answered():
		return faultFalseAnswer
	case !r.answerable():
		return faultNone
	case !r.answered():
		return faultFalseRefusal
	case r.Right != nil && !*r.Right:
		return faultWrong
	}
	return faultNone
}

// WriteWorst writes at most n of the worst cases. Texts of questions and answers
// are quoted, so that they can do nothing to a terminal.
func (r *AnswerReport) WriteWorst(w io.Writer, n int) error {
	var b bytes.Buffer
	cases := r.worst(n)
	fmt.Fprintf(&b, "the %d worst cases\n", len(cases))
	for i, c := range cases {
		c.writeCase(&b, i+1)
	}
	_, err := w.Write(b.Bytes())
	return err
}

func (r *AnswerResult) writeCase(b *bytes.Buffer, rank int) {
	fmt.Fprintf(b, "\n%d. %s: %s (%s), confidence %.3f\n", rank, r.ID, faultWords[r.fault()], r.Kind, r.Confidence)
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
