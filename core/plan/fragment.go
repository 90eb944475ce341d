package plan

import (
	"maps"
	"regexp"
	"slices"
	"strings"
	"unicode"
)

var (
	// relation matches a preposition at the beginning of a fragment.
	relation = regexp.MustCompile(`(?i)^(for|in|of|with|on|under|per|from|by|at|to|when|if|during|using|without|between|according to|as)\s+`)
	// article matches what comes before a noun.
	article = regexp.MustCompile(`(?i)^(?:the|an?|its|their|that|this|one|your|my|both)\s+`)
	// notThis matches a fragment that takes something back: "not the key, the ciphertext".
	notThis = regexp.MustCompile(`(?i)^not\s+(?:for |in |of )?(.+?)(?:,| but)\s+(?:but )?(.+)$`)
	thisNot = regexp.MustCompile(`(?i)^(.+?),? (?:and )?not (?:for |in |of |the ).+$`)
	// number matches what distinguishes one parameter set from another.
	number = regexp.MustCompile(`(?i)^-?(?:[0-9]+(?:\.[0-9]+)*[a-z]?|SHAKE|SHA-?2|[sf])$`)
	// counted matches a number with the word that it belongs to.
	counted  = regexp.MustCompile(`(?i)\b(?:category|level|step|line|phase|round|algorithm|table|section|appendix|equation|figure|revision|version)\s+[0-9][0-9.]*\b`)
	digitsIn = regexp.MustCompile(`[0-9][0-9.]*[0-9]|[0-9]`)
	// ofSize matches a question for how much something takes.
	ofSize = regexp.MustCompile(`(?i)\bhow (?:big|large|long|small|many (?:bytes|bits))\b|\b(?:sizes?|lengths?|bytes|bits)\b`)
	plural = regexp.MustCompile(`(?i)(?:[^su]s|categories|probabilities)$`)
	// plurals matches the things that a question asks of without an article.
	plurals = regexp.MustCompile(`(?i)^(?:(?:how \w+|how|when|where|why|who) )?(?:are|were|do|did|can|must|should|may|will) ([a-z]+s)\s`)
	// part matches question words with what they ask of: "to how many bytes".
	part = regexp.MustCompile(`(?i)^(?:(?:for|in|of|with|on|under|from|by|at|to|during|using|until|since) )?(?:how many|how much|how often|which|what) [\w-]+(?: [\w-]+)?$`)
	// yonder matches words at the end of a fragment that only refer back.
	yonder = regexp.MustCompile(`(?i) (?:there|in (?:there|it|that))$`)
	// ownClause matches a fragment that goes on with a question of its own: "and FIPS 205, who holds those?".
	ownClause = regexp.MustCompile(`(?i)^[\w .+-]+, (?:who|what|which|how|when|where|why|is|are|does|do|can|must|may|should)\b`)
	joins     = regexp.MustCompile(`(?i)[\s,/&]+(?:and|or)?\s*`)
)

// maxFragment is how many words a fragment has at most: longer text without a verb that
// was recognised is asked as it is.
const maxFragment = 9

// fragment puts what a question without a verb names in the place of what the last
// question named of that class.
func (t *turn) fragment() (string, bool) {
	said := strings.TrimRight(t.said, " ?.!")
	if m := notThis.FindStringSubmatch(said); m != nil {
		said = m[2]
	} else if m := thisNot.FindStringSubmatch(said); m != nil {
		said = m[1]
	}
	if ownClause.MatchString(said) {
		return "", false
	}
	if part.MatchString(said) {
		return asked(withFirst(unicode.ToLower, said), t.last().text), true
	}
	if m := yonder.FindStringIndex(said); m != nil {
		said, t.led = said[:m[0]], true
	}
	prep := strings.ToLower(strings.TrimSpace(relation.FindString(said)))
	said = said[len(relation.FindString(said)):]
	owned := strings.HasPrefix(strings.ToLower(said), "its ") || strings.HasPrefix(strings.ToLower(said), "their ")
	bare := said[len(article.FindString(said)):]
	if len(strings.Fields(bare)) > maxFragment || bare == "" {
		return "", false
	}
	if i := strings.LastIndex(t.last().text, " between "); i > 0 && prep == "between" {
		return t.last().text[:i] + " between " + said, true
	}
	if full, ok := t.others(bare); ok {
		return full, true
	}
	bare = t.resolved(bare)
	own := t.frame(bare)
	if upper := strings.ToUpper(bare); len(own.slots) == 0 && len(bare) <= 5 && bare != upper {
		if f := t.frame(upper); len(f.of(classScheme, classConcept)) > 0 {
			own, bare = f, upper // "hqc"
		}
	}
	if owned && !own.coversAll() {
		ask := "what " + be(strings.Fields(bare)[0]) + " "
		t.own = t.frame(ask + said)
		return t.possess(ask, bare)
	}
	if t.isWhole(own, prep, owned || bare != said) {
		return "", false
	}
	c := &change{turn: t, to: t.last(), own: own, prep: prep, definite: strings.HasPrefix(strings.ToLower(said), "the ")}
	if !c.numbers() {
		c.schemes()
		c.documents()
		c.items()
	}
	if !c.done {
		return t.other(prep, said, bare)
	}
	return c.to.text, true
}

// isWhole reports whether a fragment names all that a question needs: a subject and what is
// asked of it, or where nothing says that it goes on with another, a concept.
func (t *turn) isWhole(own *frame, prep string, determined bool) bool {
	subjects := len(own.of(classScheme, classAlgorithm, classAnchor)) > 0
	switch {
	case subjects && len(own.of(classValue)) > 0:
		return true
	case !t.led && len(own.of(classDocument, classConcept)) > 0 && len(own.of(classValue, classPart)) > 0:
		return true
	case !t.led && (len(strings.Fields(own.text)) > 6 || !own.coversAll() && (prep == "" || len(strings.Fields(own.text)) > maxLeft)):
		return true
	case t.led && !own.coversAll() && len(strings.Fields(own.text)) > maxLeft:
		return true
	case t.led || prep != "" || determined:
		return false
	case subjects:
		return len(own.of(classPart, classConcept, classOperation, classVariant)) > 0 || len(strings.Fields(own.text)) > 3
	}
	if slices.ContainsFunc(own.of(classOperation), func(s slot) bool { return s.term.Name != "" }) {
		return true // a term of its own: "key confirmation"
	}
	return len(own.of(classPart, classValue, classUnit, classVariant, classOperation, classDocument)) == 0 && !number.MatchString(own.text) && !symbol.MatchString(own.text)
}

// change is a question under change to what a fragment names.
type change struct {
	*turn
	to   *frame // the last question, as far as it is changed
	own  *frame // of the fragment
	prep string

	named    bool // the fragment is the name of a concept that takes the place of a scheme
	definite bool // the fragment has an article
	done     bool
}

// measures matches text that begins with what a part before it has.
var measures = regexp.MustCompile(`(?i)^ (?:sizes?|lengths?)\b`)

// articled matches text in which an article, and perhaps a name, comes last.
var articled = regexp.MustCompile(`(?:\b(?:[Tt]he|[Aa]n?|its|[Ww]hich|[Ww]hat|each|every|any|no|this|that)|\S['’]s|[A-Z][\w-]*[0-9A-Z])\s+(?:[\w-]*[A-Z0-9][\w-]*\s+)?$`)

func (c *change) set(text string) {
	c.to, c.done = c.frame(text), true
}

// named are the slots with a name.
func named(slots []slot, name string) []slot {
	return slices.DeleteFunc(slices.Clone(slots), func(s slot) bool { return s.name != name })
}

// schemes changes what the question is about.
func (c *change) schemes() {
	own := c.own.subjects()
	if len(own) == 0 && len(c.to.of(classConcept)) == 0 && len(c.to.of(classScheme)) > 0 {
		own = slices.DeleteFunc(c.own.of(classConcept), func(s slot) bool { return s.at.Len() != len(c.own.text) || !isName(s.text, false) })
		c.named = len(own) > 0
	}
	if len(own) == 0 || own[0].class == classDocument {
		return
	}
	to, name := c.to.subjects(), nameOf(own)
	if len(own) == 1 && related.MatchString(c.to.text) {
		name = own[0].text // its former name, perhaps
	}
	switch {
	case len(to) == 0:
		c.set(c.to.text + " " + c.relation("for") + " " + name)
	case to[0].class == classDocument && c.label(c.own) != "":
		c.set(c.to.replace([]slot{to[len(to)-1]}, c.label(c.own)))
	case c.prehashed(to, own[0]):
	case own[0].class == classAnchor && to[0].class == classAnchor && own[0].doc == "" && c.label(c.to) != "":
		c.set(c.to.replace([]slot{to[len(to)-1]}, name+" of "+c.label(c.to)))
	case own[0].class == classScheme && to[0].class == classAlgorithm && len(c.to.of(classScheme)) > 0:
		schemes := c.to.of(classScheme) // ML-DSA.KeyGen for ML-KEM.KeyGen
		c.set(c.to.replace(schemes[len(schemes)-1:], name))
	default:
		from := c.like(to, own[0])
		if c.renamed(from, own[0]) {
			return
		}
		if from.class == classAlgorithm && strings.Contains(from.name, ".") {
			c.set(c.to.replace([]slot{from}, name))
			return
		}
		places := named(c.to.of(from.class), from.name)
		if len(places) == 0 {
			places = []slot{from} // of two words: "ECDSA P-256"
		}
		c.set(c.to.replace(places, name))
	}
}

// prehashed changes a scheme that is named with its pre-hash version: both.
func (c *change) prehashed(from []slot, to slot) bool {
	const version = "Hash"
	if len(from) != 2 || to.class != classScheme || !c.isScheme(version+to.name) {
		return false
	}
	plain := strings.TrimPrefix(from[0].name, version)
	if from[0].name == from[1].name || strings.TrimPrefix(from[1].name, version) != plain {
		return false
	}
	text := c.to.text
	for _, s := range slices.Backward(c.to.of(classScheme)) {
		switch s.name {
		case plain:
			text = text[:s.at.Start] + to.name + text[s.at.End:]
		case version + plain:
			text = text[:s.at.Start] + version + to.name + text[s.at.End:]
		}
	}
	c.set(text)
	return true
}

// isScheme reports whether a name is that of a scheme.
func (p Planner) isScheme(name string) bool {
	f := p.frame(name)
	return len(f.slots) == 1 && f.slots[0].class == classScheme && f.slots[0].text == name
}

// renamed changes a scheme that is named twice, by an old name and its own: "is Kyber
// ML-KEM?" is asked of another by both its names.
func (c *change) renamed(from, to slot) bool {
	same := named(c.to.of(classScheme), from.name)
	if len(same) != 2 || same[0].text == same[1].text || to.text == to.name {
		return false
	}
	text := c.to.text
	for _, s := range slices.Backward(same) {
		by := to.text
		if s.text == s.name {
			by = to.name
		}
		text = text[:s.at.Start] + by + text[s.at.End:]
	}
	c.set(text)
	return true
}

// like is the subject that another takes the place of: of the same family, else the last.
func (c *change) like(subjects []slot, other slot) slot {
	for _, s := range slices.Backward(subjects) {
		if family(s.name) == family(other.name) {
			return s
		}
	}
	return subjects[len(subjects)-1]
}

// family is the name of the scheme that the name of a parameter set begins with.
func family(name string) string {
	parts := strings.SplitN(name, "-", 3)
	return strings.Join(parts[:min(len(parts), 2)], "-")
}

// relation is the preposition of the fragment, or another.
func (c *change) relation(other string) string {
	if c.prep != "" {
		return c.prep
	}
	return other
}

// documents changes the document that the question is about: what it names in place of
// one, or the scheme that another document specifies.
func (c *change) documents() {
	own := c.own.of(classDocument)
	if len(own) == 0 {
		return
	}
	name := nameOf(own)
	if to := c.to.of(classDocument); len(to) > 0 {
		c.set(c.to.replace(to[len(to)-1:], name))
		return
	}
	for _, s := range c.to.of(classAnchor) {
		if d := c.document(s.doc); d != nil && strings.Contains(s.text, d.Label) {
			c.set(c.to.replace([]slot{s}, strings.ReplaceAll(s.text, d.Label, name)))
			return
		}
	}
	schemes := c.to.of(classScheme)
	specifies := strings.HasPrefix(name, "FIPS ") // one scheme, each
	other := slices.DeleteFunc(slices.Clone(schemes), func(s slot) bool { return s.term.Standard == "" && !specifies || s.term.Standard == own[0].doc })
	if len(other) > 0 {
		c.set(c.to.replace(other, name))
		return
	}
	c.set(c.to.text + " " + c.relation("in") + " " + name)
}

// items changes what is asked of the subject.
func (c *change) items() {
	words := c.own.text
	if c.named {
		return
	}
	for _, class := range []class{classValue, classPart, classVariant, classOperation, classHash, classStatus, classUnit, classConcept} {
		own := c.own.of(class)
		if len(own) == 0 {
			continue
		}
		if class == classValue {
			words = phrase(c.own, own[len(own)-1])
		} else {
			words = own[0].text
			if len(own) > 1 {
				words = c.own.text[own[0].at.Start:own[len(own)-1].at.End]
			}
		}
		c.item(class, words)
		return
	}
	for _, w := range wordSpans(words) {
		if word := words[w.Start:w.End]; symbol.MatchString(word) && word != "a" && word != "I" {
			c.parameter(word)
			return
		}
	}
}

// phrase are the words up to a slot that belong to it: "signature" of "signature size".
func phrase(f *frame, s slot) string {
	from := s.at.Start
	for _, o := range f.slots {
		if o.class != classScheme && o.class != classDocument && o.at.Start < from {
			from = o.at.Start
		}
	}
	for _, o := range f.slots {
		if (o.class == classScheme || o.class == classDocument) && o.at.Start >= from && o.at.End <= s.at.End {
			return f.text[s.at.Start:s.at.End]
		}
	}
	if first := strings.LastIndex(strings.TrimRight(f.text[:from], " "), " "); from > 0 && len(f.of(classScheme)) == 0 {
		from = first + 1 // an adjective: "maximum", "required"
	}
	return f.text[from:s.at.End]
}

func (c *change) item(class class, words string) {
	to := c.to.of(class)
	subjects := nameOf(c.to.subjects())
	if subjects == "" {
		subjects = nameOf(c.about())
	}
	switch {
	case c.prep != "" && (len(to) == 0 || class == classValue) && c.prep != "of" && class != classUnit:
		c.set(c.upTo(c.prep) + " " + c.prep + " " + c.determined(c.own.text))
	case class == classValue:
		c.value(words, subjects)
	case len(to) > 0:
		from := to[len(to)-1]
		if verb := verbs[strings.ToLower(words)]; verb != "" && slices.Contains(slices.Collect(maps.Values(verbs)), from.text) {
			words = verb // it takes the place of a verb
		}
		if measures.MatchString(c.to.text[from.at.End:]) && len(words) > 3 {
			words = strings.TrimSuffix(words, "s")
		}
		if c.definite && !articled.MatchString(c.to.text[:from.at.Start]) && !slices.ContainsFunc(c.to.of(classScheme), func(s slot) bool { return s.at.End+1 == from.at.Start }) {
			words = "the " + words
		}
		c.set(c.to.replace([]slot{from}, words))
	case class == classUnit:
		c.set(c.to.text + " in " + words)
	case class == classOperation:
		c.set(c.to.text + " " + c.relation("for") + " " + words)
	case class == classVariant:
		c.set(c.to.text + " " + c.relation("in") + " the " + words)
	case subjects == "":
		c.concept(words)
	case class == classStatus && ofMeaningOf.MatchString(c.to.text):
		c.set("what does " + words + " mean")
	case class == classStatus:
		c.set("is " + subjects + " " + words)
	case class == classPart && ofSize.MatchString(c.to.text) && len(c.to.of(classScheme)) > 0:
		s := c.to.of(classScheme)
		c.set(c.to.replace(s[len(s)-1:], "the "+words+" of "+s[len(s)-1].name))
	case class == classPart && !c.definite && !c.defines() && plural.MatchString(words) && len(c.to.of(classOperation)) > 0:
		ops := c.to.of(classOperation) // signatures are to keys what signing is to key establishment
		c.set(c.to.replace(ops[len(ops)-1:], words))
	case class == classPart && !c.definite && !c.defines() && plural.MatchString(words):
		c.set(c.to.text + " for " + words)
	case class == classPart:
		c.set("what " + be(words) + " the " + words + " of " + subjects)
	default:
		c.concept(words)
	}
}

// ofMeaningOf matches a question for what a word means.
var ofMeaningOf = regexp.MustCompile(`(?i)\bwhat (?:does|do) .+ mean$`)

// upTo is the question up to the words that have a preposition before them, all of it
// where those name a scheme.
func (c *change) upTo(prep string) string {
	i := strings.LastIndex(c.to.text, " "+prep+" ")
	if i < 0 || slices.ContainsFunc(c.to.slots, func(s slot) bool { return s.at.Start > i && s.class <= classAlgorithm }) {
		return c.to.text
	}
	return c.to.text[:i]
}

// determined is words with the article of the fragment.
func (c *change) determined(words string) string {
	if c.definite {
		return "the " + words
	}
	return words
}

// value asks for a value of the subject. A size is that of the part which was asked about.
func (c *change) value(words, of string) {
	if item, ok := c.to.item(); ok && item.class == classPart && len(c.own.of(classPart)) == 0 && measured.MatchString(words[strings.LastIndex(words, " ")+1:]) {
		of = c.to.topic()
	}
	if of == "" {
		if of = c.to.topic(); of == "" {
			return
		}
	}
	c.set("what " + be(words) + " the " + words + " of " + of)
}

// be is the verb that agrees with a thing.
func be(thing string) string {
	if plural.MatchString(thing) {
		return "are"
	}
	return "is"
}

// defines reports whether the last question asks what its subject is.
func (c *change) defines() bool {
	of, ok := c.to.defined()
	return ok && of == nameOf(c.to.subjects())
}

// concept asks of a concept what was asked of another, or about it in the last subject.
func (c *change) concept(words string) {
	if c.prep != "" || inverted.MatchString(c.to.text) {
		c.set(c.to.text + " " + c.relation("with regard to") + " " + words)
		return
	}
	if s := nameOf(c.to.subjects()); s != "" {
		c.set("what about " + words + " in " + s)
	}
}

// called matches text that ends with what a parameter is: "modulus".
var called = regexp.MustCompile(`(?i)\b(?:modulus|degree|dimension|prime|ring)\s+$`)

// parameter asks for another parameter.
func (c *change) parameter(name string) {
	for _, w := range slices.Backward(wordSpans(c.to.text)) {
		if word := c.to.text[w.Start:w.End]; symbol.MatchString(word) && word != "a" && word != "I" {
			if called.MatchString(c.to.text[:w.Start]) && len(c.to.subjects()) > 0 {
				break // what it is called is not what the other is
			}
			c.set(c.to.text[:w.Start] + name + c.to.text[w.End:])
			return
		}
	}
	s := nameOf(c.to.subjects())
	if s == "" {
		s = nameOf(c.about())
	}
	if s != "" {
		c.set("what is " + name + " in " + s)
	}
}

// other changes a question by words of no known class: those with the same last word, or
// what followed the same preposition, or what the question asked the definition of.
func (t *turn) other(prep, said, bare string) (string, bool) {
	f := t.last()
	bare = strings.TrimSuffix(strings.TrimSuffix(bare, "'s"), "’s")
	head := bare[strings.LastIndex(bare, " ")+1:]
	if kind := strings.TrimSuffix(bare, " one"); participle.MatchString(kind) {
		if item, ok := f.item(); ok && item.class == classConcept {
			return f.text[:item.at.Start] + kind + " " + f.text[item.at.Start:], true
		}
	}
	if at, end := sameHead(f.text, head); at >= 0 {
		return f.text[:at] + bare + f.text[end:], true
	}
	for _, s := range f.slots {
		if head != bare && strings.HasSuffix(s.text, " "+head) {
			return f.replace([]slot{s}, bare), true
		}
	}
	if i := strings.Index(f.text+" ", " "+head+" "); i > 0 && head != bare {
		return f.text[:i+1] + bare + f.text[i+1+len(head):], true
	}
	if m, by := superlative.FindStringIndex(f.text), superlative.FindString(bare); m != nil && by != "" {
		return f.text[:m[0]] + by + f.text[m[1]:], true
	}
	if m := f.thing(); m != nil && prep == "" {
		return f.text[:m[0]] + bare + f.text[m[1]:], true
	}
	if prep != "" {
		if i := strings.LastIndex(strings.ToLower(f.text), " "+prep+" "); i > 0 {
			return f.text[:i+len(prep)+2] + said, true
		}
		return f.text + " " + prep + " " + said, true
	}
	if m := plurals.FindStringSubmatchIndex(f.text); m != nil && plural.MatchString(bare) && !strings.Contains(bare, " ") {
		return f.text[:m[2]] + bare + f.text[m[3]:], true
	}
	if of, ok := f.defined(); ok {
		return strings.Replace(f.text, of, bare, 1), true
	}
	if inverted.MatchString(f.text) {
		return f.text + " with regard to " + said, true
	}
	if s := nameOf(t.about()); s != "" {
		return "what about " + said + " in " + s, true
	}
	return f.text + " for " + said, true
}

// participle matches a word for what was done to a thing: "compressed".
var participle = regexp.MustCompile(`(?i)^[a-z]{3,}ed$`)

// sameHead is the place of a noun phrase of a text with a last word: from after its
// article to its end, -1 if there is none.
func sameHead(text, head string) (from, to int) {
	re := regexp.MustCompile(`(?i)\b(?:the|an?)\s+((?:[\w-]+\s+){0,3}?` + regexp.QuoteMeta(head) + `)(?:$|\W)`)
	if m := re.FindStringSubmatchIndex(text); m != nil {
		return m[2], m[3]
	}
	return -1, -1
}
