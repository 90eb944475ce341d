package plan

import (
	"errors"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// MaxQuestion is the length in bytes above which a question is refused: longer
// text is a document, not a question.
const MaxQuestion = 4 << 10

// ErrQuestion is wrapped by every error that says why text is no question.
var ErrQuestion = errors.New("not a question")

// Comparison is the question for the differences between two things.
func Comparison(a, b string) string {
	return fmt.Sprintf("What are the differences between %s and %s?", a, b)
}

// Clean checks a question and returns it with white space folded.
func Clean(question string) (string, error) {
	switch {
	case len(question) > MaxQuestion:
		return "", fmt.Errorf("%w: it has %d bytes, more than %d", ErrQuestion, len(question), MaxQuestion)
	case !utf8.ValidString(question):
		return "", fmt.Errorf("%w: it is not valid UTF-8 text", ErrQuestion)
	}
	for _, r := range question {
		if unicode.IsControl(r) && !unicode.IsSpace(r) {
			return "", fmt.Errorf("%w: it holds the control character %U", ErrQuestion, r)
		}
	}
	folded := strings.Join(strings.Fields(question), " ")
	if strings.IndexFunc(folded, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }) < 0 {
		return "", fmt.Errorf("%w: it has no word in it", ErrQuestion)
	}
	return folded, nil
}
