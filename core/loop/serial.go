package loop

import (
	"regexp"
	"slices"
	"strings"

	"github.com/pqcite/pqcite/core"
)

// serial matches what asks for the number that a thing of a kind is known by: "which
// FIPS number", "patent numbers", "what RFC".
var serial = regexp.MustCompile(`(?i)\b(?:(?:what|which)\s+(rfc|cve|iso|patent)s?\b|([a-z]{3,})\s+(?:numbers?|ids?)\b)`)

// noKinds are words before "number" that name no kind of thing with a number of its
// own: they say what sort of number it is, or ask for it, or are parts of documents,
// which are cited by theirs.
var noKinds = wordSet(`what which the this that any some every each one same total whole maximum minimum max min
exact large small big low high average mean expected random prime natural real complex rational integer odd even binary
decimal hexadecimal magic single and its their our your for with has have how
page section chapter appendix algorithm table figure line step equation`)

func wordSet(list string) map[string]bool {
	set := make(map[string]bool)
	for w := range strings.FieldsSeq(list) {
		set[w] = true
	}
	return set
}

// statesSerial reports whether one of the claims states the number that a question
// asks for, where it asks for the number of a patent, a standard and the like: the kind
// with a number of two digits at least behind it, and what it is asked of.
func (r *run) statesSerial(claims []core.Claim) bool {
	m := serial.FindStringSubmatch(r.question)
	if m == nil || noKinds[strings.ToLower(m[2])] {
		return true
	}
	numbered := regexp.MustCompile(`(?i)\b` + m[1] + m[2] + `[a-z]*\b[^.;]{0,16}?[0-9]{2}`)
	return slices.ContainsFunc(claims, func(c core.Claim) bool {
		return numbered.MatchString(c.Text) && r.namesAll(c.Text, core.Claim{}, nil)
	})
}
