package loop

import (
	"strings"
	"unicode"
)

// minOutside is the share of the content words of a question that one sentence must
// cover which names the document of others that is asked about. Of the 9 such
// questions that were answered before, 5 without an answer and one with one are below.
const minOutside = 2.0 / 3

// outside returns the document that a question asks about and that the library does
// not hold, if no sentence says of it what is asked; "" where all are told of. What
// such a document says is known from sentences that name it, and not from others near
// them.
func (r *run) outside() string {
	for _, ref := range r.plan.Unknown {
		name := lettersAndDigits(ref.Text)
		told := r.best.evidence.Naming(func(text string) bool { return strings.Contains(lettersAndDigits(text), name) }, r.measure.Words().Content)
		if told < minOutside {
			return ref.Text
		}
	}
	return ""
}

// lettersAndDigits is a name as it is compared: "SP 800-208" is "sp800208".
func lettersAndDigits(s string) string {
	return strings.Map(func(c rune) rune {
		if unicode.IsLetter(c) || unicode.IsDigit(c) {
			return unicode.ToLower(c)
		}
		return -1
	}, s)
}
