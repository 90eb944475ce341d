package plan

import (
	"regexp"
	"strings"
	"unicode"

	"github.com/pqcite/pqcite/core"
)

// bare is what a question of question words alone asks of the last one.
type bare int

const (
	bareNone  bare = iota
	bareWhy        // "why?"
	bareWhen       // "since when?"
	bareWhere      // "which section?"
	bareHow        // "how?"
	bareWho        // "who says so?"
)

var bares = []struct {
	bare bare
	cue  *regexp.Regexp
}{
	{bareWhy, regexp.MustCompile(`(?i)^(?:why(?: not| so| (?:is|was|does) (?:that|this|it))?|how come|what for|for what reason|what(?:'s| is) the (?:reason|rationale)(?: for (?:that|this|it))?|and the (?:reason|rationale)|reason|why so (?:much )?\w+(?: \w+)?|why the difference|why (?:does|would|should) (?:that|this|it) matter(?: (?:so much|at all))?|why (?:that|this)(?: one)?)$`)},
	{bareWhen, regexp.MustCompile(`(?i)^(?:(?:since|until|till|by|from|as of) (?:when|what (?:date|year))|when(?: exactly)?|how long|from when on|what year|which year|what date|until what year)$`)},
	{bareWhere, regexp.MustCompile(`(?i)^(?:(?:in |on |under )?(?:which|what) (?:section|page|table|algorithm|appendix|clause|chapter|document|standard|part|line|step|paragraph)(?: exactly| (?:is|was) (?:that|this|it)(?: in| on| from)?| (?:says|said|states|requires|defines|specifies|covers) (?:so|that|this|it))?|(?:the )?(?:section|page|table)(?: number)?|where(?: exactly| then)?|where (?:is|was|does it say|can i find|do i find|do they say|does the standard say) (?:it|that|this|so)(?: (?:said|stated|defined|specified|written|documented|described|explained|from|in))?|(?:what(?:'s| is) the )?source|(?:any )?(?:source|reference|citation|proof)|says who|who says(?: so| that| this)?|according to (?:what|which document))$`)},
	{bareHow, regexp.MustCompile(`(?i)^(?:how(?: exactly| so)?|in (?:what|which) way)$`)},
	{bareWho, regexp.MustCompile(`(?i)^(?:who|by whom|for whom|to whom)$`)},
}

func bareOf(said string) bare {
	said = strings.TrimRight(said, " ?.!")
	for _, b := range bares {
		if b.cue.MatchString(said) {
			return b.bare
		}
	}
	return bareNone
}

// PlaceAsked returns the kind of place that a question asks for which asks for nothing else
// ("which section says that?"), or "place" where any will do; "" for any other question.
func PlaceAsked(question string) string {
	said, _ := withoutLead(question)
	if bareOf(said) != bareWhere {
		return ""
	}
	return placeNamed(strings.ToLower(said), "place")
}

// placeNamed is the kind of place that words name, or the other one.
func placeNamed(words, other string) string {
	for _, k := range []string{"section", "page", "table", "algorithm", "appendix"} {
		if strings.Contains(words, k) {
			return k
		}
	}
	return other
}

var (
	// inverted matches a question that begins with its verb: asked for its reason it
	// stays as it is.
	inverted = regexp.MustCompile(`(?i)^(?:is|are|was|were|does|do|did|can|could|may|must|shall|should|will|would|has|have)\b`)
	// ofDegree matches a question for how much, which asked for its reason takes the word
	// after its subject.
	ofDegree = regexp.MustCompile(`(?i)^how (big|large|long|small|wide|fast|slow|strong|secure|often) (is|are|was|were) (.+)$`)
	// ofManner matches a question word with its verb, in whose place another can be.
	ofManner = regexp.MustCompile(`(?i)^(?:(?:since|until|by|from|as of) )?(?:when|where|how|why|what|since when|in which \w+|by when) (is|are|was|were|does|do|did|can|could|may|must|shall|should|will|would|has|have)\b(.*)$`)
	// ofValue matches a question for what something is.
	ofValue = regexp.MustCompile(`(?i)^(?:what|which)(?:'s|’s| is| are| was) (.+)$`)
	// ofChoice matches a question for one of several things which has a verb of its own.
	ofChoice = regexp.MustCompile(`(?i)^(which|what|how many|how much)((?: [\w-]+){1,3}?) ((?:does|do|did|can|could|may|must|shall|should|will|would)\b.*)$`)
	// ofDeed matches a question for who did something.
	ofDeed = regexp.MustCompile(`(?i)^(?:who|what) ([a-z]+ed) (.+)$`)
	// ofSaying matches a question for what somebody or something says or does.
	ofSaying = regexp.MustCompile(`(?i)^what ((?:does|do|did) .+ (?:say|recommend|require|specify|return|output|contain|need))\b(.*)$`)
	// asksWhere matches a question for the place of a statement, as [turn.bare] makes it.
	asksWhere = regexp.MustCompile(`^(?:Which \w+ of .+ specifies|Where (?:is|are) .+ specified$|Where is it specified\b)`)
)

// bare is the last question asked for its reason, its time or its place.
func (t *turn) bare(b bare) string {
	last := t.last().text
	word := strings.ToLower(strings.TrimRight(t.said, " ?.!"))
	switch b {
	case bareWhy:
		if word != "why not" {
			word = "why"
		}
		return why(word, last)
	case bareWhere:
		return t.where(word)
	case bareHow:
		return asked("how", last)
	}
	return asked(word, last)
}

// why is a question asked for its reason.
func why(word, last string) string {
	if word == "why not" {
		if verb, rest, ok := strings.Cut(last, " "); ok && inverted.MatchString(last) {
			return "why " + negated(verb) + " " + rest
		}
		word = "why"
	}
	if m := ofDegree.FindStringSubmatch(last); m != nil {
		return "why " + m[2] + " " + m[3] + " so " + m[1]
	}
	if m := ofValue.FindStringSubmatch(last); m != nil {
		return "why is " + m[1] + " what it is"
	}
	return asked(word, last)
}

// negated is a verb at the beginning of a question with "not".
func negated(verb string) string {
	switch v := strings.ToLower(verb); v {
	case "can":
		return "can't"
	case "may", "shall":
		return v + " not"
	case "will":
		return "won't"
	default:
		return v + "n't"
	}
}

// asked is a question with another question word.
func asked(word, last string) string {
	if strings.HasPrefix(strings.ToLower(last), word+" ") {
		return last
	}
	if inverted.MatchString(last) {
		return word + " " + withFirst(unicode.ToLower, last)
	}
	if m := ofSaying.FindStringSubmatch(last); m != nil && word == "why" {
		return "why " + m[1] + " that" + m[2]
	}
	if m := ofManner.FindStringSubmatch(last); m != nil {
		return word + " " + m[1] + m[2]
	}
	if m := ofDeed.FindStringSubmatch(last); m != nil && strings.HasSuffix(word, "when") {
		return word + " was " + m[2] + " " + m[1]
	}
	if m := ofChoice.FindStringSubmatch(last); m != nil {
		return word + " " + m[3] + " " + chosen(m[1]) + m[2]
	}
	return word + ": " + withFirst(unicode.ToLower, last)
}

// chosen is what takes the place of the question words of a choice.
func chosen(words string) string {
	if many, ok := strings.CutPrefix(strings.ToLower(words), "how "); ok {
		return "that " + many
	}
	return "that"
}

// where asks for the place at which what the last question asked for is said.
func (t *turn) where(word string) string {
	f := t.last()
	if rest, ok := strings.CutPrefix(f.text, "Why "); ok {
		f = t.frame(rest)
	}
	what := f.stated()
	kind := placeNamed(word, "section")
	if doc := t.label(f); doc != "" && !strings.Contains(what, doc) {
		return "Which " + kind + " of " + doc + " specifies " + what
	}
	if strings.HasPrefix(what, "whether ") || strings.HasPrefix(what, ": ") {
		return strings.Replace("Where is it specified "+what, " :", ":", 1)
	}
	return "Where " + be(what) + " " + what + " specified"
}

// stated is what an answer to the question states, as words after "specifies".
func (f *frame) stated() string {
	verb, _, _ := strings.Cut(f.text, " ")
	what := f.topic()
	switch {
	case what == "" || f.isUnknown():
		return ": " + withFirst(unicode.ToLower, f.text)
	case inverted.MatchString(f.text) && len(f.slots) > 0 && f.slots[0].at.Start == len(verb)+1:
		s := f.slots[0].at
		return "whether " + f.text[s.Start:s.End] + " " + strings.ToLower(verb) + f.text[s.End:]
	case ofSize.MatchString(f.text) && !strings.Contains(what, "size") && !strings.Contains(what, "length"):
		return "the size of " + what
	}
	return what
}

// isUnknown reports whether nothing but its words is known of what a question is about.
func (f *frame) isUnknown() bool {
	_, item := f.item()
	_, defined := f.defined()
	return !item && !defined && len(f.subjects()) == 0
}

// label is how the document that a question is about is cited, "" if it is about none or
// several.
func (t *turn) label(f *frame) string {
	for _, s := range f.subjects() {
		id := s.doc
		if id == "" {
			id = s.term.Standard
		}
		if d := t.document(id); d != nil {
			return d.Label
		}
	}
	return ""
}

// document is a document of the library, nil where it has none of that id.
func (p Planner) document(id string) *core.Document {
	for _, d := range p.Library.Documents() {
		if d.ID == id && id != "" {
			return d
		}
	}
	return nil
}
