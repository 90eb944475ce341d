package typed

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/pqcite/pqcite/core"
)

// asksMembers matches a question for the parameter sets of a security category.
var asksMembers = regexp.MustCompile(`\b(?:category|level) ([1-5])\b`)

// membersOf are the schemes whose sets have a category that a document of the library
// says in a cell or a sentence.
var membersOf = []string{"ML-KEM", "ML-DSA", "SLH-DSA"}

// readMembers reads a question for the sets of a category: "which sets are category 5".
func readMembers(question string) (frame, bool) {
	r := newReading(question)
	m := asksMembers.FindStringSubmatchIndex(r.rest)
	if m == nil || len(r.sets) > 0 || !strings.Contains(r.rest, " set") && !strings.Contains(r.rest, " variant") {
		return frame{}, false
	}
	fr := frame{number: r.rest[m[2]:m[3]]}
	r.rest = r.rest[:m[0]] + " " + r.rest[m[1]:]
	for _, w := range []string{"security", "claim", "claimed", "approved", "belong", "to", "at", "fall", "offer", "target"} {
		r.take(w)
	}
	if _, ok := r.onlyFillers(); !ok || counting.MatchString(r.rest) {
		return frame{}, false
	}
	for _, s := range r.schemes {
		if !slices.Contains(membersOf, s.name) {
			return frame{}, false
		}
		fr.sets = append(fr.sets, s.sets()...)
	}
	if len(r.schemes) == 0 {
		fr.sets = setsOf(membersOf)
	}
	return fr, true
}

func setsOf(names []string) []string {
	var out []string
	for i := range schemes {
		if slices.Contains(names, schemes[i].name) {
			out = append(out, schemes[i].sets()...)
		}
	}
	return out
}

// sayMembers names the sets of a frame that are in its category.
func (f *Facts) sayMembers(fr frame) (core.TypedAnswer, bool) {
	var a core.TypedAnswer
	var members []string
	p := &properties[slices.IndexFunc(properties, func(p property) bool { return p.label == category })]
	for _, set := range fr.sets {
		v, ok := f.value(set, p)
		if !ok {
			return a, false
		}
		if v.text == fr.number {
			members, a.Places = append(members, set), append(a.Places, v.place)
		}
	}
	of := ""
	if s := schemeOf(fr.sets[0]); schemeOf(fr.sets[len(fr.sets)-1]) == s {
		of = s.name + " "
	}
	switch len(members) {
	case 0:
		a.Lacks = fmt.Sprintf("No %sparameter set of the standards is in security category %s.", of, fr.number)
		if fr.number == "4" || of == "" {
			return a, false // a near miss that the documents speak of
		}
		return a, true
	case 1:
		a.Sentence = fmt.Sprintf("The %sparameter set in security category %s is %s.", of, fr.number, members[0])
	default:
		last := len(members) - 1
		a.Sentence = fmt.Sprintf("The %sparameter sets in security category %s are %s and %s.", of, fr.number, strings.Join(members[:last], ", "), members[last])
	}
	return a, true
}
