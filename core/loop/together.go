package loop

import (
	"regexp"
	"slices"
	"strings"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/core/answer"
)

var (
	// counted matches a number that stands by itself, or in words.
	counted = regexp.MustCompile(`(?i)(^|[^\w.-])[0-9][0-9 .,\x{2009}\x{202f}]*([^\w-]|$)|\b[0-9]+-(bytes?|bits?)\b|[0-9]\^|\^[0-9{]|\b(one|two|three|four|five|six|seven|eight|nine|ten|twelve|twice|no)\b`)
	// labels matches numbers that only say where something stands: references,
	// footnotes, and what is called by its number.
	labels = regexp.MustCompile(`\[[0-9, –-]+\]|\^\{[0-9]+\}|\b(Sections?|Sec\.|Tables?|Algorithms?|Figures?|Lines?|FIPS|SP|IR|RFC|Appendix|Equations?|Eq\.)\s*[0-9A-Z][\w.-]*`)
	// howMany matches what a question wants counted.
	howMany = regexp.MustCompile(`(?i)\bhow many\s+((?:[\w-]+\s+)?[\w-]+)`)
	// storage matches the units of sizes, by name.
	storage = regexp.MustCompile(`(?i)\b(bytes?|bits?|octets?|[kmg]i?b)\b`)
)

// states reports whether one of the claims states the kind of thing that is asked
// for: a date or a number, of what the question names, in one place. A number of
// something else beside the name of this is none. Other intents ask for nothing
// that could be told by its looks. Of an exact answer the table says what is counted.
// Who asks for bytes is not answered by a number of rows.
func (r *run) states(claims []core.Claim, cs []core.Citation, exact bool) bool {
	intent := r.plan.Intent
	if intent != core.IntentDate && intent != core.IntentSize {
		return true
	}
	sized := intent == core.IntentSize && !exact && storage.MatchString(r.question)
	var units core.Marks
	if m := howMany.FindStringSubmatch(r.question); m != nil && !exact {
		units = r.measure.Marks(m[1])
	}
	return slices.ContainsFunc(claims, func(c core.Claim) bool {
		holds, _ := answer.HoldsKind(intent, c.Text)
		if intent == core.IntentSize {
			holds = counted.MatchString(labels.ReplaceAllString(c.Text, " "))
		}
		if !holds {
			return false
		}
		context := r.context(c, cs)
		if sized && !storage.MatchString(context) {
			return false
		}
		return r.measure.Within(r.measure.Marks(context), units) >= minPart && r.namesAll(context, c, cs)
	})
}

// context is what a claim is read with: its quotes and where they stand.
func (r *run) context(c core.Claim, cs []core.Citation) string {
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

// namesAll reports whether the one thing that a question names is named beside a
// claim. A claim of the document that specifies a scheme is about that scheme.
func (r *run) namesAll(context string, c core.Claim, cs []core.Citation) bool {
	named := r.plan.Schemes()
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
