package plan

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
)

// Questions that leave out more than their subject: what is done, what is counted, or the
// other side of a comparison.
var (
	// doesToo matches what asks the last question of something else with its verb alone:
	// "does 20?", "is ML-DSA?".
	doesToo = regexp.MustCompile(`(?i)^(?:does|do|is|are|can|must|should|may|will|has|was) ([\w.+-]+(?: [\w.+-]+)?)$`)
	// action matches what somebody does in a question.
	action = regexp.MustCompile(`(?i)\b(?:do|can|must|should|may|to|shall) (?:i|we|you|one) (?:have to |need to )?(.+)$`)
	// doIt matches words for what the last question does.
	doIt = regexp.MustCompile(`(?i)\b(?:do|doing) (?:it|that|this|so)\b`)
	// mustI matches a question that ends before what is to be done.
	mustI = regexp.MustCompile(`(?i)^(?:do|must|should|can|may) (?:i|we|you|one)(?: (?:really|even|always))?(?: (?:have|need) to)?$`)
	// howMany matches a question that leaves out what is counted.
	howMany = regexp.MustCompile(`(?i)^how many (does|do|are|is|has|have|can|may|must)\b`)
	// against matches what leads in another side.
	against = regexp.MustCompile(`(?i)^(?:vs\.?|versus|compared (?:to|with)|against|in comparison (?:to|with)|relative to)\s+`)
	// others matches words for all but what was named.
	others = regexp.MustCompile(`(?i)^(?:the )?(?:others?|rest|other (?:two|three)|other (?:two |three )?(?:ones?|sets?|parameter sets?|variants?)|all(?: of them|(?: the| three| \d+)? (?:parameter )?sets)?)$`)
	// unnamed matches "one" in the place of what was named.
	unnamed = regexp.MustCompile(`(?i)^([\w-]+) ones?$`)
	// superlative matches what distinguishes one of many by being most.
	superlative = regexp.MustCompile(`(?i)\b(?:[a-z]{3,}est|best|most \w+|least \w+)\b`)
	// whichOne matches a question for one of what was named.
	whichOne = regexp.MustCompile(`(?i)^(?:which|what)(?: one)?(?:'s|’s| is| are) (.+)$`)
	// exemplary matches a request for more of what was asked about.
	exemplary = regexp.MustCompile(`(?i)^(?:(?:give|show)(?: me)? )?(?:an? |the |some )?(?:example|summary|detail|definition|overview)s?$`)
	// ofSet matches the parameter set at the end of a question that has a verb.
	ofSet = regexp.MustCompile(`(?i)^(.+) (?:for|with|in) (-?[0-9]{2,4}[sf]?)$`)
	// aside matches what a question is asked of before the question: "and for ML-DSA, how long is it?".
	aside = regexp.MustCompile(`(?i)^(?:(?:for|in|with|on) )?([\w.+-]+(?: [\w.+-]+)?), ((?:how|what|which|is|are|does|do|can|must|should|may|who|where|when)\b.+)$`)
	// keyOne matches a kind of key without the word.
	keyOne = regexp.MustCompile(`(?i)\b(public|private|secret|encapsulation|decapsulation|verification|signing) one\b`)
	// ofIts matches a question for the value of what the last one named.
	ofIts = regexp.MustCompile(`(?i)^(?:(?:what(?:'s|’s| is| are) )?the )?values?(?: (?:for|in|with) (.+))?$`)
	// year matches a number that is a year of the transition before it is that of a set.
	year = regexp.MustCompile(`^20[23][0-9]$`)
	// onlyIf matches another condition.
	onlyIf = regexp.MustCompile(`(?i)^(if|when|unless) .+`)
	// instead matches a question for what takes the place of something.
	instead = regexp.MustCompile(`(?i)^what (?:should|can|could|must|do|shall) (?:i|we|you|one) use$`)
	// ofAll matches what is asked of all that was said, and of no thing in it: whether it is required,
	// what comes after it, or why something was changed.
	ofAll = regexp.MustCompile(`(?i)^(?:(?:is|was) (?:that|this|it)|(?:that|this) is)(?: (?:really|only|just|also|actually|now|then))* (?:(?:an?|the) )?(?:hard |strict |real )?(?:must|shall|should|requirement|recommendation|obligation)\b|^(?:[0-9]+(?: bits)? *[-–:,] *)?(?:shall|should|must|may)(?: not)?,? or (?:a )?(?:shall|should|must|may)(?: not)?\b|` +
		`^(?:afterwards?|before(?:hand)?|later|otherwise|else|if not)[ ?.!]*$|^why (?:was|were) (?:it|that|this|they) (?:removed|dropped|changed|added|introduced)\b`)
	// ofThese matches a question for one of what was named before.
	ofThese = regexp.MustCompile(`(?i)^(?:of|out of|between) (?:the two|the three|these|those|both|them),? (wh(?:ich|at) .+)$`)
	// howSo matches a question for a degree without what it is of.
	howSo = regexp.MustCompile(`(?i)^how \w+$`)
)

// elliptic fills in a question that leaves out more than its subject, false where it is
// none.
func (t *turn) elliptic(said string) (string, bool) {
	f := t.last()
	if m := doesToo.FindStringSubmatch(said); m != nil && t.isThing(m[1]) {
		t.led, t.said = true, m[1]
		return t.fragment()
	}
	if m := action.FindStringSubmatch(f.text); m != nil && (doIt.MatchString(said) || mustI.MatchString(said)) {
		if mustI.MatchString(said) {
			return said + " " + m[1], true
		}
		return doIt.ReplaceAllLiteralString(said, m[1]), true
	}
	if mustI.MatchString(said) {
		return said + " use " + f.topic(), f.topic() != ""
	}
	if m := howMany.FindStringSubmatch(said); m != nil {
		if things := f.counted(); things != "" {
			t.said = "how many " + things + " " + said[len("how many "):]
			t.own = t.frame(t.said)
			if full, ok := t.clause(); ok {
				return full, true
			}
			return t.said, true
		}
	}
	if m := ofIts.FindStringSubmatch(said); m != nil {
		if full, ok := t.valueOf(f, m[1]); ok {
			return full, true
		}
	}
	if np := f.topic(); exemplary.MatchString(said) && np != "" {
		return said + " of " + np, true
	}
	if m := onlyIf.FindStringSubmatch(said); m != nil {
		if i := strings.LastIndex(f.text, " "+strings.ToLower(m[1])+" "); i > 0 {
			return f.text[:i+1] + said, true
		}
	}
	if s := t.about(); instead.MatchString(said) && len(s) > 0 {
		return said + " instead of " + nameOf(s), true
	}
	switch {
	case against.MatchString(said):
		return t.beside(said[len(against.FindString(said)):])
	case howSo.MatchString(said):
		return asked(withFirst(unicode.ToLower, said), t.lastDeed().text), true
	case part.MatchString(said) && relation.MatchString(said):
		return asked(withFirst(unicode.ToLower, said), f.text), true
	}
	return "", false
}

// valueOf asks for the value of the parameter that a question names, in another set if one is
// given.
func (t *turn) valueOf(f *frame, set string) (string, bool) {
	for _, w := range wordSpans(f.text) {
		name := f.text[w.Start:w.End]
		if !symbol.MatchString(name) || name == "a" || name == "I" || len(f.subjects()) == 0 {
			continue
		}
		c := &change{turn: t, to: t.frame("what is " + name + " in " + nameOf(f.subjects())), own: t.frame(set)}
		if set != "" && !c.numbers() {
			c.schemes()
		}
		return c.to.text, set == "" || c.done
	}
	return "", false
}

// lastDeed is the last question for what is done, where the last one only asks who does it.
func (t *turn) lastDeed() *frame {
	last := t.last()
	if !byWhom.MatchString(last.text) {
		return last
	}
	for _, f := range slices.Backward(t.before) {
		if action.MatchString(f.text) {
			return f
		}
	}
	return last
}

// byWhom matches a question for who does something.
var byWhom = regexp.MustCompile(`(?i)^who [a-z]+s\b`)

// counted are the things that a question is about, of which a number can be asked.
func (f *frame) counted() string {
	if item, ok := f.item(); ok && plural.MatchString(item.text+"s") {
		return strings.TrimSuffix(item.text, "s") + "s"
	}
	if m := many.FindStringSubmatch(f.text); m != nil {
		return m[1]
	}
	return ""
}

// many matches several things that a question names.
var many = regexp.MustCompile(`(?i)\b(?:the|all|which|of) ([a-z]+[^s\W]s)\b`)

// isThing reports whether text is the name of something a question can be asked of, or a
// number.
func (t *turn) isThing(text string) bool {
	if number.MatchString(text) {
		return true
	}
	f := t.frame(text)
	return len(f.slots) == 1 && f.slots[0].at.Len() == len(f.text) && f.slots[0].class <= classPart
}

// beside asks the last question of another thing as well.
func (t *turn) beside(other string) (string, bool) {
	to, f := t.last().subjects(), t.frame(strings.TrimRight(other, " ?.!"))
	own := f.subjects()
	if len(own) == 0 {
		own = f.of(classConcept)
	}
	if len(to) == 0 || len(own) == 0 {
		return "", false
	}
	last := to[len(to)-1]
	return t.last().replace([]slot{last}, last.name+" and "+nameOf(own)), true
}

// backTo forgets what was asked after a subject, false where nothing was asked of it.
func (t *turn) backTo(subject string) bool {
	to := t.frame(subject).subjects()
	for i := len(t.before) - 1; i >= 0 && len(to) > 0; i-- {
		for _, s := range t.before[i].subjects() {
			if family(s.name) == family(to[0].name) {
				t.before = t.before[:i+1]
				return true
			}
		}
	}
	return false
}

// chosen writes "the former" and "the latter" as what they are: the two things that one
// question named.
func (t *turn) chosen(said string) (string, bool) {
	m := oneOfTwo.FindStringSubmatchIndex(said)
	if m == nil {
		return said, false
	}
	for _, f := range slices.Backward(t.before) {
		for _, two := range [][]slot{f.subjects(), f.of(classVariant), f.of(classConcept)} {
			if len(two) != 2 {
				continue
			}
			name := two[0].name
			if first := strings.ToLower(said[m[2]:m[3]]); first == "latter" || first == "second" {
				name = two[1].name
			}
			return said[:m[0]] + name + said[m[1]:], true
		}
	}
	return said, false
}

var (
	backTo   = regexp.MustCompile(`(?i)^(?:(?:going|coming|getting) )?(?:back to|as for|regarding|concerning) (.+?)[:,;] (.+)$`)
	oneOfTwo = regexp.MustCompile(`(?i)\bthe (former|latter|first|second)(?: one)?\b`)
	// keyed matches what distinguishes a key, without the word.
	keyed = regexp.MustCompile(`(?i)^(?:public|private|secret|encapsulation|decapsulation|verification|signing)$`)
)

// asideOf fills in a question that comes after what it is asked of, false where it is whole by
// itself.
func (t *turn) asideOf(of, question string) (string, bool) {
	own := t.frame(question)
	if !t.isThing(of) || len(own.subjects()) > 0 {
		return "", false
	}
	rest := *t
	rest.said, rest.own, rest.led = question, own, true
	full, ok := rest.filled()
	if !ok {
		return "", false
	}
	c := &change{turn: t, to: t.frame(full), own: t.frame(of)}
	if !c.numbers() {
		c.schemes()
		c.documents()
	}
	return c.to.text, c.done
}

// oneOf asks for one of the things that the last question was about.
func (t *turn) oneOf(said string) (string, bool) {
	m := whichOne.FindStringSubmatch(said)
	item, ok := t.last().item()
	if m == nil || !ok || !superlative.MatchString(said) || !plural.MatchString(item.text) {
		return "", false
	}
	return "which of " + t.last().topic() + " is " + m[1], true
}

// others asks the last question of all other parameter sets.
func (t *turn) others(bare string) (string, bool) {
	f := t.last()
	for _, s := range f.of(classScheme) {
		if s.term.Rank == RankSet && others.MatchString(bare) {
			places := named(f.of(classScheme), s.name)
			if strings.HasPrefix(strings.ToLower(bare), "all") {
				return f.replace(places, "all "+family(s.name)+" parameter sets"), true
			}
			if sets := t.siblings(s.name); len(sets) > 0 && len(sets) <= maxSiblings {
				return f.replace(places, strings.Join(sets, " and ")), true
			}
			return f.replace(places, "the other "+family(s.name)+" parameter sets"), true
		}
	}
	return "", false
}

// maxSiblings is how many parameter sets are named one by one.
const maxSiblings = 2

// siblings are the other parameter sets of a family in the tables of the library.
func (t *turn) siblings(name string) []string {
	var out []string
	for _, d := range t.Library.Documents() {
		for i := range d.Tables {
			for _, label := range rowLabels(d, &d.Tables[i]) {
				if label != name && family(label) == family(name) && !slices.Contains(out, label) && (&change{turn: t}).isSet(label) {
					out = append(out, label)
				}
			}
		}
	}
	return out
}

// resolved is a fragment with its "one" as what that is.
func (t *turn) resolved(bare string) string {
	f := t.last()
	if keyed.MatchString(bare) && len(f.of(classPart)) > 0 {
		return bare + " key"
	}
	if m := unnamed.FindStringSubmatch(bare); m != nil && !number.MatchString(m[1]) {
		for _, s := range f.of(classPart, classVariant, classValue) {
			if head := s.text[strings.LastIndex(s.text, " ")+1:]; head != s.text {
				return m[1] + " " + head
			}
		}
	}
	return bare
}
