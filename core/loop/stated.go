package loop

import (
	"regexp"
	"slices"
	"strings"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/core/answer"
	"github.com/pqcite/pqcite/core/plan"
	"github.com/pqcite/pqcite/internal/lex"
)

var (
	// counted matches a number by itself, or in words.
	counted = regexp.MustCompile(`(?i)(^|[^\w.-])[0-9][0-9 .,\x{2009}\x{202f}]*([^\w-]|$)|\b[0-9]+-(bytes?|bits?)\b|[0-9]\^|\^[0-9{]|\b(one|two|three|four|five|six|seven|eight|nine|ten|twelve|twice|no)\b`)
	// labels matches numbers that only say where something is: references,
	// footnotes, and what is called by its number.
	labels = regexp.MustCompile(`\[[0-9, –-]+\]|\^\{[0-9]+\}|\b(Sections?|Sec\.|Tables?|Algorithms?|Figures?|Lines?|FIPS|SP|IR|RFC|Appendix|Equations?|Eq\.)\s*[0-9A-Z][\w.-]*`)
	// howMany matches what a question wants counted.
	howMany = regexp.MustCompile(`(?i)\bhow many\s+((?:[\w-]+\s+)?[\w-]+)`)
	// storage matches the units of sizes, by name.
	storage = regexp.MustCompile(`(?i)\b(bytes?|bits?|octets?|[kmg]i?b)\b`)
	// serial matches what asks for the number that a thing of a kind is known by: "which
	// FIPS number", "patent numbers", "what RFC".
	serial = regexp.MustCompile(`(?i)\b(?:(?:what|which)\s+(rfc|cve|iso|patent)s?\b|([a-z]{3,})\s+(?:numbers?|ids?)\b)`)
)

// unnumbered are words before "number" that name no kind of thing with serial numbers:
// they say what sort of number it is, or ask for it, or are parts of documents, which are
// cited by their numbers.
var unnumbered = lex.Set(`what which the this that any some every each one same total whole maximum minimum max min
exact large small big low high average mean expected random prime natural real complex rational integer odd even binary
decimal hexadecimal magic single and its their our your for with has have how
page section chapter appendix algorithm table figure line step equation`)

// states reports whether one of the claims states the kind of thing that is asked
// for: a date or a number, of what the question names, in one place. A number of
// something else next to the name of this is none. Other intents ask for nothing
// that has a look of its own. Of an exact answer the table says what is counted.
// A question for bytes is not answered by a number of rows.
func states(q *question, claims []core.Claim, cs []core.Citation, exact bool) bool {
	if q.Intent != core.IntentDate && q.Intent != core.IntentSize {
		return true
	}
	sized := q.Intent == core.IntentSize && !exact && storage.MatchString(q.Query)
	var units core.Marks
	if m := howMany.FindStringSubmatch(q.Query); m != nil && !exact {
		units = q.measure.Marks(m[1])
	}
	return slices.ContainsFunc(claims, func(c core.Claim) bool {
		if !looksLike(q.Intent, c.Text) {
			return false
		}
		context := contextOf(c, cs)
		if sized && !storage.MatchString(context) {
			return false
		}
		return q.measure.Within(q.measure.Marks(context), units) >= minPart && namesAll(q.Plan, context, c, cs)
	})
}

// looksLike reports whether a text has a date or a number in it.
func looksLike(i core.Intent, text string) bool {
	if i == core.IntentSize {
		return counted.MatchString(labels.ReplaceAllString(text, " "))
	}
	has, _ := answer.HoldsKind(i, text)
	return has
}

// contextOf is what a claim is read with: its quotes and their sections and titles.
func contextOf(c core.Claim, cs []core.Citation) string {
	var b strings.Builder
	b.WriteString(c.Text + "\n")
	for _, key := range c.Citations {
		for i := range cs {
			if cs[i].Key == key {
				b.WriteString(cs[i].Quote + "\n" + cs[i].Section + "\n" + cs[i].Title + "\n")
			}
		}
	}
	return b.String()
}

// namesAll reports whether the one scheme that a question names is named where a claim
// is read. A claim of the document that specifies a scheme is about that scheme.
func namesAll(p *plan.Plan, context string, c core.Claim, cs []core.Citation) bool {
	named := p.Schemes()
	if len(named) != 1 {
		return true
	}
	t, low := named[0], strings.ToLower(context)
	for _, n := range t.Names() {
		if n != "" && strings.Contains(low, strings.ToLower(n)) {
			return true
		}
	}
	return t.Standard != "" && slices.ContainsFunc(cs, func(x core.Citation) bool {
		return slices.Contains(c.Citations, x.Key) && x.DocID == t.Standard
	})
}

// statesSerial reports whether one of the claims states the number that a question
// asks for, where it asks for the number of a patent, a standard and the like: the kind
// with a number of two digits at least after it, and what it is asked of.
func statesSerial(p *plan.Plan, claims []core.Claim) bool {
	m := serial.FindStringSubmatch(p.Query)
	if m == nil || unnumbered[strings.ToLower(m[2])] {
		return true
	}
	numbered := regexp.MustCompile(`(?i)\b` + m[1] + m[2] + `[a-z]*\b[^.;]{0,16}?[0-9]{2}`)
	return slices.ContainsFunc(claims, func(c core.Claim) bool {
		return numbered.MatchString(c.Text) && namesAll(p, c.Text, core.Claim{}, nil)
	})
}
