package plan

import (
	"regexp"
	"strings"

	"github.com/pqcite/pqcite/core"
)

// focus matches what a question asks of the things that it names: the words after
// its question word.
var focus = regexp.MustCompile(`(?i)\b(?:how many|how much|number of|count of|which|what|whose|what kind of)\s+((?:[\w-]+\s+){0,2}[\w-]+)`)

// Slots are the words of the question without which no text can answer it: what it
// names, what it asks of that, and its numbers.
func (p *Plan) Slots() string {
	var out []string
	for _, t := range p.Mentioned {
		out = append(out, t.Name)
	}
	for _, f := range p.Facets {
		if f.Kind == core.FacetName {
			out = append(out, f.Text)
		}
	}
	for _, m := range focus.FindAllStringSubmatch(p.Query, -1) {
		out = append(out, m[1])
	}
	out = append(out, unitWords.FindAllString(p.Query, -1)...)
	for w := range strings.FieldsSeq(p.Query) {
		if strings.ContainsAny(w, "0123456789") {
			out = append(out, w)
		}
	}
	return strings.Join(out, " \n")
}
