package plan

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// MaxEarlier is how many of the earlier questions of a conversation are read.
const MaxEarlier = 8

// maxOpen is how many words a question has at most that is asked back: a longer one has
// words that something can be found by.
const maxOpen = 8

// Follow returns a question with what it leaves to the earlier ones of its conversation,
// oldest first, filled in: after "How big is the ML-KEM-768 ciphertext?", "and for 512?" is
// "How big is the ML-KEM-512 ciphertext?". A question that is whole by itself is returned as
// it is. Where the words of one refer to nothing, open has them.
//
// The earlier questions may be as they were asked or as Follow returned them: each is filled
// in by those before it.
func (p Planner) Follow(question string, earlier []string) (full, open string) {
	return p.follow(question, p.before(earlier))
}

// before are the frames of the earlier questions that are not open, each in full.
func (p Planner) before(earlier []string) []*frame {
	var before []*frame
	for _, e := range earlier[max(0, len(earlier)-MaxEarlier):] {
		cleaned, err := Clean(e)
		if err != nil {
			continue
		}
		if changesTopic.MatchString(cleaned) {
			before = nil
		}
		if full, open := p.follow(cleaned, before); open == "" {
			before = append(before, p.frame(full))
		}
	}
	return before
}

// leansOn is the last of the earlier questions, where a question names no subject of its own
// and at most that of the last was added to its words: what it asks may be asked of all that the
// last one asked. Else it is "".
func (p Planner) leansOn(question, full string, before []*frame) string {
	if len(before) == 0 || changesTopic.MatchString(question) || len(p.frame(question).subjects()) > 0 {
		return ""
	}
	said, _ := withoutLead(question)
	words := strings.ToLower(strings.TrimRight(said, " ?.!"))
	added, kept := strings.CutPrefix(strings.ToLower(full), words)
	if !strings.EqualFold(full, question) && (!kept || !adds.MatchString(added)) {
		return ""
	}
	t := turn{Planner: p, before: before}
	last, _, _ := strings.Cut(t.lastNamed().text, "? ")
	return last
}

// lastNamed is the last question, or where that one is short and names nothing, the one that it
// goes on with itself.
func (t *turn) lastNamed() *frame {
	last := t.last()
	if !last.isUnknown() || len(strings.Fields(last.text)) > maxOpen {
		return last
	}
	for _, f := range slices.Backward(t.before) {
		if !f.isUnknown() {
			return f
		}
	}
	return last
}

// asksOn matches how a question begins that asks for more than yes or no.
var asksOn = regexp.MustCompile(`(?i)^(?:why|how|what|which|when|where)\b`)

// adds matches what is added to a question that is complete but for its subject.
var adds = regexp.MustCompile(`^[ ?.!]*$|^ (?:for|in) `)

// turn is a question under way to a whole one.
type turn struct {
	Planner
	before []*frame // of the earlier questions, none of which is open
	said   string   // the question without what leads it in
	led    bool     // it begins as one that goes on: "and", "what about"
	own    *frame   // of what is said
}

func (p Planner) follow(question string, before []*frame) (full, open string) {
	if changesTopic.MatchString(question) {
		return question, ""
	}
	t := turn{Planner: p, before: before}
	t.said, t.led = withoutLead(question)
	if len(before) == 0 && !t.led && !refers.MatchString(t.said) {
		return question, ""
	}
	t.own = p.frame(t.said)
	full, ok := t.filled()
	switch {
	case !ok && t.isOpen():
		return question, t.said
	case !ok || strings.Trim(full, " ,;:?") == "":
		return question, ""
	}
	return p.sentence(full), ""
}

// filled is the question with what it refers to, false where nothing is to be filled in or
// there is nothing to fill it with.
func (t *turn) filled() (string, bool) {
	if len(t.before) == 0 {
		return "", false
	}
	if b := bareOf(t.said); b != bareNone {
		return t.bare(b), true
	}
	if ofAll.MatchString(t.said) {
		return "", false
	}
	if m := ofThese.FindStringSubmatch(t.said); m != nil {
		t.said = m[1]
		t.own = t.frame(t.said)
	}
	if m := backTo.FindStringSubmatch(t.said); m != nil && t.backTo(m[1]) {
		t.said, t.led = withoutLead(m[2])
		t.own, t.led = t.frame(t.said), true
	}
	if said, ok := t.chosen(t.said); ok {
		t.said, t.own = said, t.frame(said)
		if isClause(said) && t.pronoun() < 0 {
			return strings.TrimRight(said, " ?.!"), true
		}
	}
	if keyOne.MatchString(t.said) && slices.ContainsFunc(t.before, func(f *frame) bool { return keyWord.MatchString(f.text) }) {
		t.said = keyOne.ReplaceAllString(t.said, "$1 key")
		t.own = t.frame(t.said)
	}
	if m := aside.FindStringSubmatch(strings.TrimRight(t.said, " ?.!")); m != nil {
		if full, ok := t.asideOf(m[1], m[2]); ok {
			return full, true
		}
	}
	if m := ofSet.FindStringSubmatch(strings.TrimRight(t.said, " ?.!")); m != nil && !year.MatchString(m[2]) && (isClause(t.said) || len(t.own.of(classValue)) > 0) && len(t.own.subjects()) == 0 {
		return t.withSet(m[1], m[2])
	}
	if full, ok := t.elliptic(strings.TrimRight(t.said, " ?.!")); ok {
		return full, true
	}
	if isClause(t.said) && !(t.led && len(strings.Fields(t.said)) == 1) {
		return t.clause()
	}
	return t.fragment()
}

// withSet fills in a question that ends with a number, as one about the parameter set that
// has it.
func (t *turn) withSet(rest, number string) (string, bool) {
	t.said, t.own = rest, t.frame(rest)
	if full, ok := t.filled(); ok {
		c := &change{turn: t, to: t.frame(full), own: t.frame(number)}
		if c.numbers() {
			return c.to.text, true
		}
	}
	if len(t.own.of(classPart, classValue, classUnit)) == 0 {
		return "", false
	}
	for _, s := range t.about() {
		if name, ok := (&change{turn: t}).member(s.name, number); ok {
			return rest + " for " + name, true
		}
	}
	return "", false
}

// keyWord matches the word that kinds of keys share.
var keyWord = regexp.MustCompile(`(?i)\bkeys?\b`)

// isOpen reports whether the question says nothing without an earlier one.
func (t *turn) isOpen() bool {
	switch {
	case len(t.before) > 0 && ofAll.MatchString(t.said):
		return false
	case bareOf(t.said) != bareNone:
		return true
	case len(t.own.subjects()) > 0 || len(t.own.of(classConcept, classVariant)) > 0:
		return false
	case isClause(t.said):
		at := t.pronoun()
		return at >= 0 && !sortal.MatchString(t.own.text[at:]) && !dummy.MatchString(t.said) && len(strings.Fields(t.said)) <= maxOpen
	}
	return t.led && t.own.coversAll()
}

// last is the frame that a follow-up changes: that of the last question which asked for
// something and not only where it is said, or why.
func (t *turn) last() *frame {
	var known *frame
	for i, f := range slices.Backward(t.before) {
		if asksWhere.MatchString(f.text) || t.onlyWhy(i) {
			continue
		}
		if !f.isUnknown() || len(strings.Fields(f.text)) > maxLeft {
			return f
		}
		if known == nil {
			known = f
		}
	}
	return cmp.Or(known, t.before[len(t.before)-1])
}

// onlyWhy reports whether an earlier question is the one before it asked for its reason.
func (t *turn) onlyWhy(i int) bool {
	if i == 0 {
		return false
	}
	asked := t.before[i].text
	for _, word := range []string{"why", "why not"} {
		if strings.EqualFold(asked, strings.TrimSuffix(t.sentence(why(word, t.before[i-1].text)), "?")) {
			return true
		}
	}
	return false
}

// about are the subjects of the last question that has any.
func (t *turn) about() []slot {
	for i := len(t.before) - 1; i >= 0; i-- {
		if s := t.before[i].subjects(); len(s) > 0 {
			return s
		}
	}
	return nil
}

var (
	// changesTopic matches what says that a question goes on with nothing.
	changesTopic = regexp.MustCompile(`(?i)^(?:(?:ok(?:ay)?|thanks|so|now|and|but|a)[\s,.:;–-]+)*(?:(?:different|another|new|next|other|unrelated|separate) (?:topic|question|subject|thing)|change of (?:topic|subject)|on another note|something else)\b[\s,.:;–-]*`)
	// goesAhead matches words that only lead a question in.
	goesAhead = regexp.MustCompile(`(?i)^(?:ok(?:ay)?|thanks|thank you|thx|great|cool|nice|good|hm+|ah|oh|right|sure|yes|yeah|alright|got it|i see|sorry|please|well|now|then|so|fine|interesting|perfect|wow|whoa|oops)\b[\s,.!:;–-]*`)
	// leads matches what leads in a question that goes on with the last one.
	leads = regexp.MustCompile(`(?i)^(?:and|but|also|or|plus|no(?:pe)?,? (?:wait,? )?(?:i|we) (?:need|want|use|have)|no|nope|wait|actually|instead|(?:what|how) (?:about|abt)|[wh]bu|what of|ditto(?: for)?|likewise(?: for)?|about|i (?:mean|meant|was asking about|am asking about)|make that|try|as well as|` + alike + `)(?:$|[\s,.:!?;–-]+)`)
	// trails matches words of courtesy and of going on at the end.
	trails = regexp.MustCompile(`(?i)[\s,]+(?:for the same|please|i mean(?:t)?|of course|obviously|too|as well|instead|then|though|again|thanks|also)\s*[?.!]*$`)
)

// alike matches the words that ask the last question of something else.
const alike = `(?:is (?:it|that|this) |are (?:they|those) )?(?:the )?same(?: (?:question|thing|one))?(?:[,:]? but)? (?:for|with|in|of|on|about)|` +
	`same(?: question| thing)?|(?:does|do|is|would) (?:the same|that|this|it)(?: also)? (?:holds?|appl(?:y|ies)|true|go(?:es)?|the case)(?: also| too)? (?:for|to|in|of|with)|` +
	`is (?:that|it|this)(?: also)? (?:true|the case|so|the same)(?: also| too)? (?:for|of|in|with)|how (?:is|does) (?:it|that) (?:work )?(?:for|with|in)|is (?:it|that|this)(?: also)? for`

// contractions are pronouns with their verb in one.
var contractions = strings.NewReplacer("it's", "it is", "It's", "It is", "that's", "that is", "That's", "That is", "they're", "they are", "’s it", "'s it")

// withoutLead returns a question without what leads it in, and whether that makes it one
// that goes on with another.
func withoutLead(question string) (said string, led bool) {
	said = contractions.Replace(question)
	for {
		rest := trails.ReplaceAllString(goesAhead.ReplaceAllString(said, ""), "")
		if m := leads.FindString(rest); m != "" {
			rest, led = rest[len(m):], true
		}
		if rest == said || strings.Trim(rest, " ?.!,") == "" {
			return said, led
		}
		said = rest
	}
}

// withFirst changes the first letter of a text.
func withFirst(change func(rune) rune, text string) string {
	r, n := utf8.DecodeRuneInString(text)
	return string(change(r)) + text[n:]
}

// sentence is a question with its first letter in upper case and its mark, and in the
// names that the documents use.
func (p Planner) sentence(text string) string {
	text = p.inOwnNames(strings.Trim(text, " ,;:?"))
	text = vowels.ReplaceAllString(consonants.ReplaceAllString(text, "${1}a $2"), "${1}an $2")
	text = an.ReplaceAllString(text, "${1}a $2")
	return withFirst(unicode.ToUpper, text) + "?"
}

// The article before an acronym goes by how its first letter is spoken.
var (
	vowels     = regexp.MustCompile(`(\b|^)[Aa] (ML-|SLH-|HQC|FN-|RSA|LMS|XMSS|HSS|RBG|EC|IND-|OID|NTT)`)
	an         = regexp.MustCompile(`(\b|^)[Aa]n (compressed|decapsulation|public|private|ciphertext|signature|shared|seed|key)`)
	consonants = regexp.MustCompile(`(\b|^)[Aa]n (K-PKE|BIKE|FORS|SHA|KEM|FIPS|WOTS|Hash|PKE|SP )`)
)

// inOwnNames writes schemes by their names, and what a scheme calls by another name as
// it does: the public key of a KEM is its encapsulation key.
func (p Planner) inOwnNames(text string) string {
	f := p.frame(text)
	schemes := f.of(classScheme)
	text = f.text
	for _, s := range slices.Backward(f.slots) {
		by := s.text
		switch {
		case s.class == classScheme && s.term.Name != "" && !related.MatchString(text) && !slices.ContainsFunc(schemes, func(o slot) bool { return o.name == s.name && o.text != s.text }):
			by = s.term.Name
		case s.class == classPart && !compounds.MatchString(f.text[s.at.End:]):
			by = p.twin(s, schemes)
		}
		text = text[:s.at.Start] + by + text[s.at.End:]
	}
	return text
}

// related matches a question that may set a scheme against its former self.
var related = regexp.MustCompile(`(?i)\b(?:differ\w*|compar\w*|same|new|chang\w+|round|deriv\w+|original|successor)\b`)

// compounds matches what makes the part before it a kind of something: "public-key encryption".
var compounds = regexp.MustCompile(`(?i)^[ -](?:encryption|cryptography|infrastructure|crypto|schemes?|algorithms?|standards?)\b`)

// twin is what schemes call a part.
func (p Planner) twin(part slot, schemes []slot) string {
	one := strings.ToLower(strings.TrimSuffix(part.text, "s"))
	other := twins[one]
	if other == "" || len(schemes) == 0 {
		return part.text
	}
	terms := p.Reader.Terms(one + ", " + other)
	for _, s := range schemes {
		if len(s.term.Docs) == 0 || has(terms, one, s.term.Docs[0]) || !has(terms, other, s.term.Docs[0]) {
			return part.text
		}
	}
	return other + strings.Repeat("s", len(part.text)-len(one))
}

// has reports whether the term that is written so is at home in a document.
func has(terms []Term, written, doc string) bool {
	for _, t := range terms {
		if t.Written != written {
			continue
		}
		if slices.Contains(t.Docs, doc) {
			return true
		}
	}
	return false
}
