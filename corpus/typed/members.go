package typed

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/corpus/standards"
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
			members, a.Places = append(members, set), append(a.Places, v.places...)
		}
	}
	of := ""
	if s := schemeOf(fr.sets[0]); schemeOf(fr.sets[len(fr.sets)-1]) == s {
		of = s.name + " "
	}
	switch len(members) {
	case 0:
		if of == "" {
			return a, false // a near miss that the documents speak of
		}
		return f.say(frame{sets: fr.sets, properties: []*property{p}})
	case 1:
		a.Sentence = fmt.Sprintf("The %sparameter set in security category %s is %s.", of, fr.number, members[0])
	default:
		last := len(members) - 1
		a.Sentence = fmt.Sprintf("The %sparameter sets in security category %s are %s and %s.", of, fr.number, strings.Join(members[:last], ", "), members[last])
	}
	return a, true
}

var (
	// asksSets matches a question for the parameter sets of a scheme, or for how many
	// they are.
	asksSets = regexp.MustCompile(`(?i)^(?:list|name|enumerate|give me|show(?: me)?|what are|which are|which|what)?(?: all)?(?: (?:of )?the)? ?(?:approved |available |different |possible )*(?:parameter sets?|variants|sets)(?: of| for| in| does| do| are (?:there |approved |defined |specified )?(?:for|in|of)?| has)? (ML-KEM|ML-DSA|SLH-DSA|HQC|BIKE|Classic McEliece)(?: have| define| specify| offer| has)?$|^(?:(?:list|name|enumerate|give me|show(?: me)?|what are|which are)(?: all)?(?: the)? )?(ML-KEM|ML-DSA|SLH-DSA|HQC|BIKE|Classic McEliece)(?:'s)? (?:parameter sets|variants)(?: are there)?$|^(?:how many|what is the number of|number of) (?:different |approved )?(?:parameter sets?|variants|sets)(?: does| do| are there (?:in|of|for)| are in| has| of| in| for)? (ML-KEM|ML-DSA|SLH-DSA|HQC|BIKE|Classic McEliece)(?: have| define| specify| has)?$|^how many (ML-KEM|ML-DSA|SLH-DSA|HQC|BIKE|Classic McEliece) (?:parameter sets|variants|sets)(?: are there)?$`)
	// extreme matches what asks for the least or the most.
	extreme = regexp.MustCompile(`\b(?:(smallest|shortest|least|minimum|min|minimal|tiniest)|(?:largest|biggest|longest|greatest|maximum|max|maximal))\b`)
)

// answerSets answers a question for the parameter sets of a scheme.
func (f *Facts) answerSets(question string, _ []string) (core.TypedAnswer, bool) {
	m := asksSets.FindStringSubmatch(standards.Plain(withoutDocuments(question)))
	if m == nil {
		return core.TypedAnswer{}, false
	}
	return f.saySets(schemeNamed(strings.Join(m[1:], "")))
}

// schemeNamed is the scheme of a name, whatever its case; nil for others.
func schemeNamed(name string) *scheme {
	i := slices.IndexFunc(schemes, func(s scheme) bool { return strings.EqualFold(s.name, name) })
	if i < 0 {
		return nil
	}
	return &schemes[i]
}

// numerals are the numbers of parameter sets in words.
var numerals = map[int]string{3: "three", 10: "ten", 12: "twelve"}

// saySets counts and names the parameter sets of a scheme, which its tables list.
func (f *Facts) saySets(s *scheme) (core.TypedAnswer, bool) {
	var a core.TypedAnswer
	if s == nil {
		return a, false
	}
	var ok bool
	sets := s.sets()
	if a.Places, ok = f.tablesOf(sets, nil); !ok || numerals[len(sets)] == "" {
		return a, false
	}
	a.Sentence = fmt.Sprintf("%s has %s parameter sets: %s.", s.name, numerals[len(sets)], listed(sets))
	return a, true
}

// tablesOf finds the tables with the values of a property of sets, or the first that
// name them where it is nil. All of the sets must be in them.
func (f *Facts) tablesOf(sets []string, p *property) ([]core.TypedPlace, bool) {
	var out []core.TypedPlace
	for _, set := range sets {
		place := core.TypedPlace{}
		for _, r := range standards.ParametersOf(set) {
			doc := f.docs[r.At.DocID()]
			for i := range r.Values {
				if doc == nil || place.DocID != "" || p != nil && !slices.Contains(p.columns, symbolOf(r.Values[i].Name)) {
					continue
				}
				if cell, ok := cellPlace(doc, &r, &r.Values[i]); ok {
					place = core.TypedPlace{DocID: doc.ID, Spans: []core.Span{trimmed(doc, doc.Table(cell.Table).Span)}}
				}
			}
		}
		if place.DocID == "" {
			return nil, false
		}
		if !slices.ContainsFunc(out, func(o core.TypedPlace) bool { return o.DocID == place.DocID && o.Spans[0] == place.Spans[0] }) {
			out = append(out, place)
		}
	}
	return out, true
}

// answerExtreme answers a question for the least or the largest size: "smallest SLH-DSA
// signature".
func (f *Facts) answerExtreme(question string, _ []string) (core.TypedAnswer, bool) {
	r := newReading(standards.Plain(question))
	m := extreme.FindStringSubmatchIndex(r.rest)
	if m == nil || len(r.sets) > 0 || len(r.schemes) > 1 {
		return core.TypedAnswer{}, false
	}
	r.rest = r.rest[:m[0]] + " " + r.rest[m[1]:]
	var asked []string
	for _, p := range saidLongest() {
		if r.take(p.said) {
			asked = append(asked, p.said)
		}
	}
	if _, ok := r.onlyFillers(); !ok || len(asked) != 1 {
		return core.TypedAnswer{}, false
	}
	var s *scheme
	if len(r.schemes) == 1 {
		s = r.schemes[0]
	}
	for i := range properties {
		p := &properties[i]
		if p.sized && slices.Contains(p.said, asked[0]) && (s == nil && !slices.Contains(p.said, "public key") && !slices.Contains(p.said, "private key") || s != nil && p.of(s.kind)) {
			return f.sayExtreme(p, s, m[2] >= 0)
		}
	}
	return core.TypedAnswer{}, false
}

// sayExtreme says which sets of a scheme, or of all standards, have the least or the
// largest size.
func (f *Facts) sayExtreme(p *property, s *scheme, least bool) (core.TypedAnswer, bool) {
	var a core.TypedAnswer
	var sets, best []string
	for i := range schemes {
		if of := &schemes[i]; of == s || s == nil && p.of(of.kind) && slices.Contains(membersOf, of.name) {
			sets = append(sets, of.sets()...)
		}
	}
	most := -1
	for _, set := range sets {
		v, ok := f.value(set, p)
		n, err := strconv.Atoi(v.text)
		if !ok || err != nil {
			return a, false
		}
		switch {
		case most < 0, n < most && least, n > most && !least:
			most, best = n, []string{set}
		case n == most:
			best = append(best, set)
		}
	}
	if len(best) == 0 || len(best) == len(sets) {
		return a, false
	}
	word, of := "largest", "the standards"
	if least {
		word = "smallest"
	}
	if s != nil {
		of = s.name
	}
	var ok bool
	a.Places, ok = f.tablesOf(sets, p)
	a.Sentence = fmt.Sprintf("The %s %s of %s has %d bytes: that of %s.", word, p.label, of, most, listed(best))
	return a, ok && len(strings.Fields(a.Sentence)) <= maxWords
}

var (
	saysSets    = regexp.MustCompile(`^(.+?) has [a-z]+ parameter sets: `)
	saysExtreme = regexp.MustCompile(`^The (smallest|largest) (.+?) of (.+?) has [0-9]+ bytes: that of `)
)

// placesOfSets proves a sentence on the parameter sets of a scheme.
func (f *Facts) placesOfSets(sentence string) ([]core.TypedPlace, bool) {
	var a core.TypedAnswer
	ok := false
	if m := saysSets.FindStringSubmatch(sentence); m != nil {
		a, ok = f.saySets(schemeNamed(m[1]))
	} else if m := saysExtreme.FindStringSubmatch(sentence); m != nil {
		s := schemeNamed(m[3])
		for i := range properties {
			if p := &properties[i]; p.label == m[2] && p.sized && (s != nil || m[3] == "the standards") && !ok {
				a, ok = f.sayExtreme(p, s, m[1] == "smallest")
			}
		}
	}
	return a.Places, ok && a.Sentence == sentence
}
