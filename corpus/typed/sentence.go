package typed

import (
	"regexp"
	"slices"
	"strings"

	"github.com/pqcite/pqcite/core"
)

var (
	// saysMembers matches the sentences on the sets of a category.
	saysMembers = regexp.MustCompile(`^The (?:(ML-KEM|ML-DSA|SLH-DSA) )?parameter sets? in security category ([1-5]) (?:is|are) `)
	// saysAll matches what a sentence says of all sets of a scheme.
	saysAll = regexp.MustCompile(`\b[Ee]very (.+?) parameter set\b|^The (.+?) .* in every parameter set\.$`)
)

// Places returns the places of all values of a sentence of this package, and false for any
// other text: one that has another value, or a value at another subject or property, is not
// what the facts say.
func (f *Facts) Places(sentence string) ([]core.TypedPlace, bool) {
	if m := saysDocument.FindStringSubmatch(sentence); m != nil {
		a, ok := f.sayDocument(m[2], m[1], m[3] != "was published")
		return a.Places, ok && a.Sentence == sentence
	}
	for _, prove := range []func(string) ([]core.TypedPlace, bool){f.placesOfInterface, f.placesOfWhere, f.placesOfEnd, f.placesOfStanding, f.placesOfOrigin, f.placesOfOID, f.placesOfKnown, f.placesOfSets, f.placesOfCategory, f.placesOfRanges, f.placesOfComparison} {
		if places, ok := prove(sentence); ok {
			return places, true
		}
	}
	fr, ok := readSentence(sentence)
	if !ok {
		return nil, false
	}
	a, ok := f.say(fr)
	if !ok || a.Sentence != sentence {
		return nil, false
	}
	return a.Places, true
}

// listing matches the form of the sentences that list values of parameter sets.
var listing = regexp.MustCompile(`^(?:Every )?[A-Za-z][\w-]*(?: [\w-]+)*: \S[^:]*(?:; [^:]+: [^:]+)*\.$`)

// Denies reports whether a text has the form in which values are listed, and lists others
// than the facts, or lists them of another set or property. The words of such a text may
// all be in the row of its set.
func (f *Facts) Denies(text string) bool {
	if !listing.MatchString(text) {
		return false
	}
	if _, ok := readSentence(text); !ok {
		return false
	}
	_, ok := f.Places(text)
	return !ok
}

// readSentence reads which values a sentence gives. It need not look at the values: the
// sentence is written anew and compared.
func readSentence(sentence string) (frame, bool) {
	if m := saysMembers.FindStringSubmatch(sentence); m != nil {
		fr := frame{number: m[2], sets: setsOf(membersOf)}
		if m[1] != "" {
			fr.sets = setsOf([]string{m[1]})
		}
		return fr, true
	}
	whole := sentence
	meant := saysMeaning.MatchString(sentence)
	sentence = saysWithout.ReplaceAllString(saysMeaning.ReplaceAllString(sentence, "."), ".")
	r := newReading(sentence)
	fr := frame{sets: r.sets, bits: strings.Contains(sentence, " bits)"), total: strings.Contains(sentence, "; together "), meant: meant}
	if saysAll.MatchString(sentence) {
		fr.sets = r.allSets()
	}
	if len(fr.sets) == 0 {
		return fr, false
	}
	for i := range properties {
		p := &properties[i]
		has := func(k kind) bool {
			return p.of(k) && slices.ContainsFunc(fr.sets, func(set string) bool { return schemeOf(set).kind == k })
		}
		if (has(kem) || has(signatures)) && p.isIn(sentence) {
			fr.properties = append(fr.properties, p)
		}
	}
	if m := saysWithout.FindStringSubmatch(whole); m != nil && schemeOf(fr.sets[0]).lacks(m[1]) {
		fr.without = m[1]
	}
	return fr, len(fr.properties) > 0
}

// saysWithout matches the end of a sentence that says what there is not.
var saysWithout = regexp.MustCompile(`; [A-Za-z -]+ has no (.+)\.$`)

// lacks reports whether a property is of the other kind of schemes alone.
func (s *scheme) lacks(label string) bool {
	return slices.ContainsFunc(properties, func(p property) bool { return p.label == label && !p.of(s.kind) })
}

// isIn reports whether a sentence gives a value of the property.
func (p *property) isIn(sentence string) bool {
	if p.symbol() {
		return strings.Contains(" "+sentence, " "+p.label+" = ")
	}
	return strings.Contains(sentence, " "+p.label+" ")
}
