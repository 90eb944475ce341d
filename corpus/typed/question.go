package typed

import (
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/corpus/standards"
	"github.com/pqcite/pqcite/internal/lex"
)

// reading is what is left of a question while it is read.
type reading struct {
	rest string // in lower case; what was read is blanked

	sets    []string // parameter sets that it names
	schemes []*scheme
	bits    bool
}

// fillers are the words that ask for a value without saying which, or of what.
var fillers = lex.Set(`what what's whats which is are the a an of for in on with by and or both its their each every all any respective
how many big large long wide does do did has have give me us tell show list please exact exactly value values number get need i
size sizes length lengths len byte bytes bit bits octets octet use uses used set sets parameter parameters variant variants
it that be there s nist standard fips sp ir will can you kind measured vs versus one ones
hi hello hey pls thanks so then ok okay again just quick question remind know want looking wondering actually currently really
must from take takes occupy occupies come our my your we raw encoded serialized wire resulting`)

// sizeWords ask for a size.
var sizeWords = lex.Set(`size sizes length lengths len byte bytes bit bits octet octets big large long`)

// Answer returns what typed facts say to a question that asks for them and for nothing
// else, from the documents with the ids, or from all where there are none.
func (f *Facts) Answer(asked string, scope []string) core.TypedAnswer {
	question := standards.Plain(asked)
	for _, answer := range []func(string, []string) (core.TypedAnswer, bool){f.answerEnd, f.answerDocument, f.answerStanding, f.answerOrigin, f.answerOID, f.answerKnown, f.answerSets, f.answerCount, f.answerExtreme, f.answerCategory, f.answerReverse, f.answerInterface, f.answerWhere} {
		if a, ok := answer(asked, scope); ok && within(a.Places, scope) {
			return a
		}
	}
	for _, answer := range []func(string) (core.TypedAnswer, bool){f.answerRanges, f.answerComparison} {
		if a, ok := answer(question); ok && within(a.Places, scope) {
			return a
		}
	}
	for _, read := range []func(string) (frame, bool){readValues, readMembers} {
		fr, ok := read(question)
		if !ok {
			continue
		}
		if fr.lacks != "" {
			return core.TypedAnswer{Lacks: fr.lacks}
		}
		a, ok := f.say(fr)
		if ok && within(a.Places, scope) {
			return a
		}
	}
	return core.TypedAnswer{}
}

// within reports whether all places are in the documents with the ids.
func within(places []core.TypedPlace, ids []string) bool {
	return len(ids) == 0 || !slices.ContainsFunc(places, func(p core.TypedPlace) bool { return !slices.Contains(ids, p.DocID) })
}

// newReading reads the subjects of a question.
func newReading(question string) *reading {
	r := &reading{rest: question}
	for _, m := range subjectsIn(question) {
		if r.addSet(m.name) || r.addScheme(m.name) {
			r.blank(m.span)
		}
	}
	r.rest = documentNames.ReplaceAllString(r.rest, " ")
	if len(r.sets) == 0 && len(r.schemes) <= 1 || len(r.sets) == 1 && len(r.schemes) == 0 {
		r.addNumbered()
	}
	r.rest = " " + strings.ToLower(unmarked.Replace(r.rest)) + " "
	r.rest = besideSymbol.ReplaceAllString(beforeSymbol.ReplaceAllString(r.rest, " parameter a$1"), "$1 parameter a$2")
	// "ML-KEM-768 of ML-KEM" asks for the set.
	r.schemes = slices.DeleteFunc(r.schemes, func(s *scheme) bool {
		return slices.ContainsFunc(r.sets, func(set string) bool { return schemeOf(set) == s })
	})
	return r
}

// besideSymbol and beforeSymbol match a letter that is no article, but a parameter in a list of them.
var (
	besideSymbol = regexp.MustCompile(`(\b(?:n|h|d|k|m|lg_w|h['′’]) ?(?:,|and|, and)) a( |,)`)
	beforeSymbol = regexp.MustCompile(`\ba((?:,| and|, and) (?:n|h|d|k|m|lg_w)\b)`)
)

// unmarked has spaces for the marks between words.
var unmarked = strings.NewReplacer("?", " ", "!", " ", ";", " ", ":", " ")

// subject is a place in a question with the name of a set or a scheme.
type subject struct {
	name string
	span core.Span
}

// subjectsIn finds what may be sets and schemes, in the order of the question.
func subjectsIn(question string) []subject {
	var out []subject
	for _, m := range otherSets.FindAllStringIndex(question, -1) {
		out = append(out, subject{question[m[0]:m[1]], core.Span{Start: m[0], End: m[1]}})
	}
	for _, m := range standards.FindTerms(question) {
		if slices.ContainsFunc(out, func(s subject) bool { return s.span.Overlaps(m.Span) }) {
			continue
		}
		s := subject{m.Term.Name, m.Span}
		for i := range schemes { // "ML-KEM ciphertext" is a term of its own
			if text := question[m.Span.Start:m.Span.End]; !m.Term.IsParameterSet() && strings.HasPrefix(text, schemes[i].name+" ") {
				s = subject{schemes[i].name, core.Span{Start: m.Span.Start, End: m.Span.Start + len(schemes[i].name)}}
			}
		}
		out = append(out, s)
	}
	slices.SortStableFunc(out, func(a, b subject) int { return a.span.Start - b.span.Start })
	return out
}

var (
	// otherSets matches the parameter sets of candidates, which are no terms.
	otherSets = regexp.MustCompile(`(?i)\bhqc-?(128|192|256)\b|\bbike[- ]level[- ][135]\b|\bmceliece-?[0-9]{6,7}f?\b`)
	// documentNames matches the names of the standards, which say where to look.
	documentNames = regexp.MustCompile(`(?i)\b(FIPS[- ]?20[345]|IR[- ]?854[57]|SP[- ]?800-227)\b`)
)

// bareSets are the parameter sets that people call by their numbers, some only after the name
// of their scheme.
var bareSets = []struct {
	said  *regexp.Regexp
	of    string
	names func(said string) []string
	after bool
}{
	{regexp.MustCompile(`(?i)\b(512|768|1024)\b`), "ML-KEM", func(said string) []string { return []string{"ML-KEM-" + said} }, false},
	{regexp.MustCompile(`(?i)\b(44|65|87)\b`), "ML-DSA", func(said string) []string { return []string{"ML-DSA-" + said} }, false},
	{regexp.MustCompile(`(?i)\b((?:128|192|256)[sf])\b`), "SLH-DSA", func(said string) []string {
		return []string{"SLH-DSA-SHA2-" + said, "SLH-DSA-SHAKE-" + said}
	}, false},
	{regexp.MustCompile(`\b(128|192|256)\b`), "SLH-DSA", func(said string) []string {
		return []string{"SLH-DSA-SHA2-" + said + "s", "SLH-DSA-SHAKE-" + said + "s", "SLH-DSA-SHA2-" + said + "f", "SLH-DSA-SHAKE-" + said + "f"}
	}, true},
}

// addNumbered adds the parameter sets that are named by their numbers alone, after their
// scheme, or after another set: "ML-KEM-512 vs 768". A number before a unit is none.
func (r *reading) addNumbered() {
	after := ""
	switch {
	case len(r.schemes) == 1:
		after = r.schemes[0].name
	case len(r.sets) == 1:
		after = schemeOf(r.sets[0]).name
	}
	for _, b := range bareSets {
		if after != b.of && (after != "" || b.after) {
			continue
		}
		for _, m := range b.said.FindAllStringIndex(r.rest, -1) {
			if said := r.rest[m[0]:m[1]]; !unitNext.MatchString(r.rest[m[1]:]) && !strings.HasSuffix(r.rest[:m[0]], "-") {
				for _, name := range b.names(strings.ToLower(said)) {
					r.addSet(name)
				}
				r.blank(core.Span{Start: m[0], End: m[1]})
			}
		}
	}
}

// unitNext matches a unit after a number.
var unitNext = regexp.MustCompile(`(?i)^[- ]?(?:bytes?|bits?|octets?|b\b|k\b|%|[-.][0-9])`)

func (r *reading) blank(s core.Span) {
	r.rest = r.rest[:s.Start] + strings.Repeat(" ", s.Len()) + r.rest[s.End:]
}

func (r *reading) addSet(name string) bool {
	set := setsByKey()[setKey(name)]
	if set != "" && !slices.Contains(r.sets, set) {
		r.sets = append(r.sets, set)
	}
	return set != ""
}

// setsByKey are the parameter sets of the schemes by their keys.
var setsByKey = sync.OnceValue(func() map[string]string {
	out := make(map[string]string)
	for _, set := range standards.ParameterSets() {
		if schemeOf(set) != nil {
			out[setKey(set)] = set
		}
	}
	return out
})

var inKeys = strings.NewReplacer("-", "", " ", "")

// setKey is the name of a set as names of sets are compared.
func setKey(name string) string { return inKeys.Replace(strings.ToLower(name)) }

func (r *reading) addScheme(name string) bool {
	i := slices.IndexFunc(schemes, func(s scheme) bool { return s.name == name })
	if i < 0 {
		return false
	}
	if !slices.Contains(r.schemes, &schemes[i]) {
		r.schemes = append(r.schemes, &schemes[i])
	}
	return true
}

// take blanks a phrase wherever the question has it, in the singular or plural, and
// reports whether it does.
func (r *reading) take(phrase string) bool {
	found := false
	for _, form := range []string{phrase + "s", strings.TrimSuffix(phrase, "y") + "ies", phrase} {
		for from := 0; ; {
			i := strings.Index(r.rest[from:], form)
			if i < 0 {
				break
			}
			start := from + i
			end := start + len(form)
			if !borders(r.rest[start-1]) || !borders(r.rest[end]) || len(form) == 1 && r.rest[end] == '\'' {
				from = start + 1
				continue
			}
			r.rest = r.rest[:start] + " " + r.rest[end:]
			found, from = true, start
		}
	}
	return found
}

// borders reports whether a byte can be next to a phrase.
func borders(c byte) bool { return strings.IndexByte(" ,.?()/&+\"'`", c) >= 0 }

// words are the words that are left.
func (r *reading) words() []string {
	return strings.FieldsFunc(r.rest, func(c rune) bool { return strings.ContainsRune(" ,.()/&+\"'`-", c) })
}

// onlyFillers reports whether nothing is left that asks for more, and whether a size is
// asked for.
func (r *reading) onlyFillers() (sized, ok bool) {
	for _, w := range r.words() {
		if !fillers[w] {
			return false, false
		}
		sized = sized || sizeWords[w]
		r.bits = r.bits || w == "bit" || w == "bits"
	}
	return sized, true
}

// counting matches what asks how many things there are, rather than how large they are.
var counting = regexp.MustCompile(`\bhow many (?:[^b]|b[^yi])|\bnumber of\b|\bhow (long|much) (does|do|is it)\b.*\b(take|last)\b`)

// readValues reads a question for properties of parameter sets: "ML-KEM-768 public key
// and ciphertext sizes".
func readValues(question string) (frame, bool) {
	r := newReading(question)
	if lacks := r.unsized(); lacks != "" {
		return frame{lacks: lacks}, true
	}
	said := r.takeSpelledOut()
	if counting.MatchString(r.rest) || asksPurpose.MatchString(question) {
		return frame{}, false
	}
	asked, keys := r.takeProperties()
	symbolOnly := len(r.sets)+len(r.schemes) == 0
	if symbolOnly {
		r.schemes = schemesOnlyWith(asked)
	}
	if len(r.sets)+len(r.schemes) == 0 {
		return frame{}, false
	}
	total := r.take("plus") || r.take("total") || r.take("sum") || r.take("combined") || r.take("together") || strings.Contains(r.rest, " + ")
	all := r.take("parameter value") || r.take("numeric parameter") || len(asked) == 0 && !keys && r.take("parameter")
	sized := false
	if asksWhich.MatchString(question) {
		for _, w := range []string{"bigger", "larger", "smaller", "longer", "shorter"} {
			sized = r.take(w) || sized
		}
	}
	size, ok := r.onlyFillers()
	if !ok {
		return frame{}, false
	}
	sized = sized || size
	fr := frame{sets: r.allSets(), bits: r.bits, total: total && len(asked) > 1, meant: said || asksMeaning.MatchString(question), symbolOnly: symbolOnly}
	fr.choose(asked, keys, all, sized || len(asked) > 0 && !asksInWords.MatchString(question))
	return fr, fr.lacks != "" || len(fr.properties) > 0
}

// schemesOnlyWith is the scheme that alone has one of the symbols that are asked for; none
// where they are of several. A Latin letter means too much, and FIPS 203 has a ζ outside its tables.
func schemesOnlyWith(asked []string) []*scheme {
	var out []*scheme
	for i := range properties {
		p := &properties[i]
		if !p.symbol() || len(p.label) == 1 || p.label == "ζ" || !slices.ContainsFunc(asked, func(s string) bool { return slices.Contains(p.said, s) }) {
			continue
		}
		if with := p.schemes(); len(with) == 1 && !slices.Contains(out, with[0]) {
			out = append(out, with[0])
		}
	}
	if len(out) > 1 {
		return nil
	}
	return out
}

// schemes are those with a parameter set that has the property in a table.
func (p *property) schemes() []*scheme {
	var out []*scheme
	for i := range schemes {
		if slices.ContainsFunc(schemes[i].sets()[:1], func(set string) bool {
			return slices.ContainsFunc(standards.ParametersOf(set), func(r standards.Parameter) bool {
				return slices.ContainsFunc(r.Values, func(v standards.Value) bool { return slices.Contains(p.columns, symbolOf(v.Name)) })
			})
		}) {
			out = append(out, &schemes[i])
		}
	}
	return out
}

// spelledOut matches what people call a parameter of SLH-DSA instead of its symbol.
var spelledOut = []struct {
	said   *regexp.Regexp
	symbol string // as properties have it
}{
	{regexp.MustCompile(`\b(?:how many|number of) (?:hypertree |tree )?layers(?: (?:does|do|has|are there in|are in|in|of) (?:the|its|an?) hypertree)?(?: have)?\b`), "d"},
	{regexp.MustCompile(`\b(?:total )?height of (?:the|its) hypertree\b|\b(?:total )?hypertree height\b`), "h"},
	{regexp.MustCompile(`\bheight of (?:each|the|an|one|a single) xmss trees?\b|\b(?:xmss )?tree height h['′’]|\bxmss tree height\b`), "h'"},
	{regexp.MustCompile(`\b(?:how many|number of) fors trees(?: are there)?\b`), "k"},
	{regexp.MustCompile(`\bheight of (?:each|the|a|one|a single) fors trees?\b|\bfors tree height\b`), "parameter a"},
}

// takeSpelledOut puts symbols for what is said in words, and reports whether it did.
func (r *reading) takeSpelledOut() bool {
	if slices.ContainsFunc(r.allSets(), func(set string) bool { return schemeOf(set).name != "SLH-DSA" }) {
		return false
	}
	before := r.rest
	for _, w := range spelledOut {
		r.rest = w.said.ReplaceAllString(r.rest, " "+w.symbol+" ")
	}
	return r.rest != before
}

// takeProperties reads the properties that the question names, and whether it names keys.
func (r *reading) takeProperties() (asked []string, keys bool) {
	for _, p := range saidLongest() {
		if r.take(p.said) {
			asked = append(asked, p.said)
		}
	}
	return asked, r.take("key pair") || r.take("keypair") || r.take("key")
}

// asksInWords matches what makes a sentence of a question. Without it, a property of a set
// is asked for its size.
var asksInWords = regexp.MustCompile(`(?i)\b(?:what|what's|whats|which|is|are|how|does|do|can|why|where|who|when|has|have|explain|define|tell|show)\b`)

// unsizedSaid matches the schemes whose sizes no document gives.
var unsizedSaid = regexp.MustCompile(` (fn-dsa|falcon|sike|rainbow|frodokem|frodo|ntru)(?:[- ]?(?:512|1024))? `)

// unsized says that no document gives a size of a scheme, where one is asked for; "" for
// other questions.
func (r *reading) unsized() string {
	m := unsizedSaid.FindStringSubmatchIndex(r.rest)
	if m == nil || len(r.sets)+len(r.schemes) > 0 {
		return ""
	}
	left := reading{rest: r.rest[:m[0]] + " " + r.rest[m[1]-1:]}
	said := false
	for _, p := range saidLongest() {
		said = left.take(p.said) || said
	}
	said = left.take("key") || said
	if sized, ok := left.onlyFillers(); !ok || !sized || !said {
		return ""
	}
	return "No document of the library gives sizes of " + strings.ToUpper(r.rest[m[2]:m[3]]) + "."
}

// asksPurpose matches a question for what something is for, or what a word means.
var asksPurpose = regexp.MustCompile(`(?i)\bwhat (?:does|do) .*\b(?:do|set)\b|\bused for\b|^what(?: is|'s) an? (?:nist )?(?:security )?(?:category|level)\b`)

// asksWhich matches a question for one of several things.
var asksWhich = regexp.MustCompile(`(?i)^(?:which|what)\b`)

// allSets are the sets that the question names, those of its schemes among them.
func (r *reading) allSets() []string {
	sets := slices.Clone(r.sets)
	for _, s := range r.schemes {
		sets = append(sets, s.sets()...)
	}
	return sets
}

// saying is a way to say a property.
type saying struct{ said string }

// saidLongest are all ways to say a property, the longest first, so that "shared secret
// key" is no "key".
func saidLongest() []saying {
	var out []saying
	for i := range properties {
		for _, s := range properties[i].said {
			if !slices.Contains(out, saying{s}) {
				out = append(out, saying{s})
			}
		}
	}
	slices.SortStableFunc(out, func(a, b saying) int { return len(b.said) - len(a.said) })
	return out
}
