package loop

import (
	"regexp"
	"strings"

	"github.com/pqcite/pqcite/core"
)

// focus matches what a question asks of the things that it names: the words behind
// its question word.
var focus = regexp.MustCompile(`(?i)\b(?:how many|how much|number of|count of|which|what|whose|what kind of)\s+((?:[\w-]+\s+){0,2}[\w-]+)`)

// unitWords matches words for a measure or a thing that texts rarely speak of by
// another name: who asks for cycles is not answered by bytes.
var unitWords = regexp.MustCompile(`(?i)\b((kilo|mega)?cycles?|(milli|micro|nano)seconds?|seconds|per second|(milli|micro)?joules?|watts?|dollars?|euros?|usd|luts?|patents?|licen[sc]ors?|releases?|round[- ]?trips?|oids?|object identifiers?|code ?points?|test vectors?|known answer|price|energy|throughput|latency)\b`)

// slots are the words of a question without which no text can answer it: what it
// names, what it asks of that, and its numbers.
func (a *analysis) slots(question string) string {
	var out []string
	for _, t := range a.terms {
		out = append(out, t.Name)
	}
	for _, f := range a.plan.Facets {
		if f.Kind == core.FacetName {
			out = append(out, f.Text)
		}
	}
	for _, m := range focus.FindAllStringSubmatch(question, -1) {
		out = append(out, m[1])
	}
	out = append(out, unitWords.FindAllString(question, -1)...)
	for w := range strings.FieldsSeq(question) {
		if strings.ContainsAny(w, "0123456789") {
			out = append(out, w)
		}
	}
	return strings.Join(out, " \n")
}
