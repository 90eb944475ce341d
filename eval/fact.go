package eval

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/pqcite/pqcite/citations/quote"
)

// Fact is a string that a right answer contains: one of these alternatives will
// do.
type Fact []string

// parseFact reads a fact, with "|" between its alternatives. An alternative of
// which nothing is left once it is folded would be in every text, and is an error.
func parseFact(s string) (Fact, error) {
	var f Fact
	for a := range strings.SplitSeq(s, "|") {
		a = strings.TrimSpace(a)
		if folded(a) == "" {
			return nil, fmt.Errorf("fact %q has an empty alternative", s)
		}
		f = append(f, a)
	}
	return f, nil
}

func parseFacts(list []string) ([]Fact, error) {
	var out []Fact
	for _, s := range list {
		f, err := parseFact(s)
		if err != nil {
			return nil, err
		}
		out = append(out, f)
	}
	return out, nil
}

// String is the fact as a set writes it.
func (f Fact) String() string { return strings.Join(f, "|") }

// In reports whether a text says the fact: an alternative is in it once both
// are folded as quotes are ([quote.Fold]) and in lower case. It must begin
// where a word or number begins. A number must end where one ends, so that 17 is
// not found in 3.17 or 170; so must what ends in a capital, since DER is not in
// "derived". Any other word may go on: "private key" is in "private keys".
func (f Fact) In(text string) bool {
	// Whether the hyphen at the end of a line belongs to the word is left open.
	text = folded(text)
	joined := strings.ReplaceAll(text, "-\n", "")
	text = strings.ReplaceAll(text, "-\n", "-")
	for _, a := range f {
		if says(text, a) || joined != text && says(joined, a) {
			return true
		}
	}
	return false
}

func folded(s string) string { return strings.ToLower(quote.Fold(s)) }

// says reports whether a folded text has an alternative.
func says(text, alternative string) bool {
	needle := strings.ReplaceAll(folded(alternative), "-\n", "-")
	last, _ := utf8.DecodeLastRuneInString(quote.Fold(alternative))
	whole := unicode.IsUpper(last) || unicode.IsDigit(last)
	for from := 0; ; {
		i := strings.Index(text[from:], needle)
		if i < 0 {
			return false
		}
		start, end := from+i, from+i+len(needle)
		if begins(text, start) && (!whole || ends(text, end)) {
			return true
		}
		_, size := utf8.DecodeRuneInString(text[start:])
		from = start + size
	}
}

// begins reports whether no word or number is cut at the start of what follows.
func begins(text string, at int) bool {
	first, _ := utf8.DecodeRuneInString(text[at:])
	before, size := utf8.DecodeLastRuneInString(text[:at])
	if !isWord(first) || size == 0 {
		return true
	}
	if unicode.IsDigit(first) && (before == '.' || before == ',') {
		before, _ = utf8.DecodeLastRuneInString(text[:at-size])
		return !unicode.IsDigit(before)
	}
	return !isWord(before)
}

// ends reports whether no word or number is cut at the end of what precedes.
func ends(text string, at int) bool {
	last, _ := utf8.DecodeLastRuneInString(text[:at])
	after, size := utf8.DecodeRuneInString(text[at:])
	if unicode.IsDigit(last) && (after == '.' || after == ',') {
		after, _ = utf8.DecodeRuneInString(text[at+size:])
		return !unicode.IsDigit(after)
	}
	return size == 0 || !isWord(after)
}

func isWord(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }
