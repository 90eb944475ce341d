package typed

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/corpus/standards"
)

// asksSet matches a question for the parameter set that has a value.
var asksSet = regexp.MustCompile(`(?i)\b(?:which|what|whose)\b(?: (?:\S+ )?(?:parameter set|set|variant|version|algorithm|scheme|kem|signature scheme|one|level)s?)?\b`)

// numberSaid matches a value, with its unit.
var numberSaid = regexp.MustCompile(` =? ?([0-9]+)(?:[- ](?:bytes?|octets?))?\b`)

// aroundValue are the words around a value that belong to no property.
var aroundValue = []string{"parameter set", "set", "variant", "algorithm", "scheme", "kem", "version", "equal to", "equals", "equal", "of", "with", "that", "=", "is it", "from", "belongs to"}

// answerReverse answers a question for the sets with a value: "which ML-KEM parameter set
// uses eta1 = 3".
func (f *Facts) answerReverse(question string, _ []string) (core.TypedAnswer, bool) {
	question = standards.Plain(question)
	if !asksSet.MatchString(question) && (asksInWords.MatchString(question) || !strings.Contains(question, "byte")) {
		return core.TypedAnswer{}, false
	}
	sets, said, number, ok := readReverse(question)
	if !ok {
		return core.TypedAnswer{}, false
	}
	var fr frame
	for i := range properties {
		p := &properties[i]
		if !slices.Contains(p.said, said) || p.label == category {
			continue
		}
		if with := f.setsWith(sets, p, number); len(with) > 0 {
			fr.sets, fr.properties = append(fr.sets, with...), append(fr.properties, p)
		}
	}
	if len(fr.properties) != 1 {
		return core.TypedAnswer{}, false
	}
	return f.say(fr)
}

// readReverse reads which sets a question asks of, by which property and which value.
func readReverse(question string) (sets []string, said, number string, ok bool) {
	r := newReading(question)
	m := numberSaid.FindStringSubmatchIndex(r.rest)
	if m == nil || len(r.sets) > 0 || len(r.schemes) > 1 {
		return nil, "", "", false
	}
	number = r.rest[m[2]:m[3]]
	r.rest = r.rest[:m[0]] + " " + r.rest[m[1]:]
	asked, keys := r.takeProperties()
	for _, w := range aroundValue {
		r.take(w)
	}
	r.rest = strings.ReplaceAll(r.rest, "=", " ")
	if sized, ok := r.onlyFillers(); !ok || len(asked) != 1 || keys || sized && propertySaid(asked[0]).symbol() {
		return nil, "", "", false
	}
	if sets = r.allSets(); len(sets) == 0 {
		sets = setsOf(membersOf)
	}
	return sets, asked[0], number, true
}

// propertySaid is the first property that people call so.
func propertySaid(said string) *property {
	return &properties[slices.IndexFunc(properties, func(p property) bool { return slices.Contains(p.said, said) })]
}

// setsWith are the sets that have a value of a property.
func (f *Facts) setsWith(sets []string, p *property, number string) []string {
	return slices.DeleteFunc(slices.Clone(sets), func(set string) bool {
		v, ok := f.value(set, p)
		return !ok || !p.of(schemeOf(set).kind) || v.text != number
	})
}

var (
	// asksCategory matches a question whether a set is of a category, by its number or by
	// the primitive that it is compared with.
	asksCategory = regexp.MustCompile(`(?i)^(?:is|are|does) (.+?) (?:really )?(?:(?:in|at|of|a|an|provide|reach|claim|offer|have) )?(?:(?:nist |security )*(?:category|level) ([1-5])|(?:(?:as (?:strong|secure|hard to break|hard) as|equivalent to|equal to|comparable to|like|the same as|at) )?(AES-?(?:128|192|256)|SHA-?256|SHA3-?384)(?: level| security| strength| equivalent| secure)*)$`)
	// asksStrength matches a question for what the strength of a set compares with.
	asksStrength = regexp.MustCompile(`(?i)^(?:what|which) (?:aes|symmetric) (?:security |key )?(?:strength|level|size|security|key)(?: level)? (?:is|does|has) (.+?)(?: (?:have|match|correspond to|provide|offer|equivalent to|comparable to))?$|^what (?:is|are) (.+?) (?:equivalent|comparable) to(?: in (?:aes|security))?$|^how (?:strong|secure) is (.+?)(?: in (?:aes|symmetric) terms| compared (?:to|with) aes)?$`)
	// exampleOf are the primitives that IR 8547 ties the categories to.
	exampleOf = map[string]string{"1": "AES-128", "2": "SHA-256", "3": "AES-192", "4": "SHA3-384", "5": "AES-256"}
)

// answerCategory answers a question whether parameter sets are of a category.
func (f *Facts) answerCategory(question string, _ []string) (core.TypedAnswer, bool) {
	question = strings.TrimRight(bareSLHDSA.ReplaceAllString(standards.Plain(question), "SLH-DSA-SHA2-${1}s"), " ?.")
	if m := asksStrength.FindStringSubmatch(question); m != nil {
		if r := newReading(strings.Join(m[1:], "")); len(r.sets) == 1 && strings.TrimSpace(r.rest) == "" {
			return f.sayCategory("", r.sets[0], true)
		}
	}
	m := asksCategory.FindStringSubmatch(question)
	if m == nil {
		return core.TypedAnswer{}, false
	}
	r := newReading(m[1])
	if _, ok := r.onlyFillers(); !ok || len(r.sets) == 0 || len(r.schemes) > 0 {
		return core.TypedAnswer{}, false
	}
	asked := m[2]
	for number, primitive := range exampleOf {
		if nameKey(primitive) == nameKey(m[3]) {
			asked = number
		}
	}
	p := propertyOf(category)
	v, ok := f.value(r.sets[0], p)
	if !ok {
		return core.TypedAnswer{}, false
	}
	begin := "No: "
	if v.text == asked {
		begin = "Yes: "
	}
	return f.sayCategory(begin, r.sets[0], m[3] != "")
}

// bareSLHDSA matches a set of SLH-DSA without its last letter: its category is that of both.
var bareSLHDSA = regexp.MustCompile(`(?i)\bslh-?dsa-?(128|192|256)\b`)

// propertyOf is the property with a label.
func propertyOf(label string) *property {
	return &properties[slices.IndexFunc(properties, func(p property) bool { return p.label == label })]
}

// sayCategory says which category a set is in, and what it compares with.
func (f *Facts) sayCategory(begin, set string, compared bool) (core.TypedAnswer, bool) {
	v, ok := f.value(set, propertyOf(category))
	a := core.TypedAnswer{Sentence: fmt.Sprintf("%s%s is in security category %s.", begin, set, v.text), Places: v.places}
	if !ok || !compared {
		return a, ok
	}
	primitive := exampleOf[v.text]
	place, ok := f.place(&proof{transitions, [][]string{{v.text + "\tKey search", primitive}, {v.text + "\tCollision search", primitive}, {"ties each post-quantum security category to an attack", primitive}}})
	a.Sentence = fmt.Sprintf("%s%s is in security category %s, whose example is an attack on %s (draft IR 8547, Table 1).", begin, set, v.text, primitive)
	a.Places = append(slices.Clone(a.Places), place)
	return a, ok
}

// saysCategory matches the sentences of sayCategory.
var saysCategory = regexp.MustCompile(`^(Yes: |No: )?(\S+) is in security category [1-5](, whose)?`)

// placesOfCategory proves a sentence on the category of a set.
func (f *Facts) placesOfCategory(sentence string) ([]core.TypedPlace, bool) {
	m := saysCategory.FindStringSubmatch(sentence)
	if m == nil || schemeOf(m[2]) == nil {
		return nil, false
	}
	a, ok := f.sayCategory(m[1], m[2], m[3] != "")
	return a.Places, ok && a.Sentence == sentence
}
