package plan

import (
	"regexp"
	"slices"
	"strings"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/internal/lex"
)

var (
	// begins matches how a question or request begins that has a verb.
	begins = regexp.MustCompile(`(?i)^(?:what|which|who|whom|whose|when|where|why|how|is|are|was|were|does|do|did|can|could|may|must|shall|should|will|would|has|have|need|list|show|give|tell|explain|define|describe|compare|name|am|isn't|aren't|doesn't|don't|can't|any|is there|are there|in (?:which|what)|by (?:which|what)|for (?:which|what)|since|until|if|what's|who's|where's|how's|i|we|it|they|(?:that|this) (?:is|was|does|can|must|should))\b`)
	// hasVerb matches a finite verb inside of one that begins otherwise.
	hasVerb = regexp.MustCompile(`(?i)\s(?:is|are|was|were|does|do|can|must|should|may|has|have|will|use|uses|need|needs)\s`)
	// refers matches words that may refer to an earlier question.
	refers = regexp.MustCompile(`(?i)\b(?:it|its|they|their|them|that|this|these|those|same|why|when|where|which|source|who|how)\b`)
	// dummy matches an "it" that refers to what comes after it.
	dummy = regexp.MustCompile(`(?i)\b(?:(?:is|was|be|would|will) it|it(?: is|'s| was| would be)) (?:\w+ly |also |still |not |ever |even )?(?:ok|okay|fine|allowed|permitted|possible|safe|necessary|required|mandatory|true|legal|enough|acceptable|better|best|good|bad|wrong|correct|important|recommended|advisable|forbidden|advised|compliant|conformant|normal|needed)(?: for \w+(?: \w+)?)? (?:to|that|if|when|whether)\b|\bit (?:take|matter|mean)s? (?:to|if|whether|that|when)\b|\bdoes it (?:take long|matter)\b`)
	// sortal matches a word for a kind of thing that a question has named before.
	sortal = regexp.MustCompile(`(?i)\b(?:the|that|this|these|those|both) (?:same |two )?(standard|document|spec|specification|publication|draft|report|paper|algorithm|scheme|parameter set|set|function|procedure|routine|method|mechanism|variant|primitive|construction|one|ones|thing|concept|technique|check|table|section|property|requirement|attack|assumption|schemes|algorithms|sets)\b`)
	// differs and chooses match questions that compare what they don't name.
	differs = regexp.MustCompile(`(?i)^(?:what(?:'s|’s| is| are)? (?:the )?(?:main |key |exact )?differences?(?: between (?:them|the two|those|these|both))?|how (?:do|are) (?:they|the two|these|those) (?:differ|different|compare)|(?:please )?compare (?:them|the two|both|those)|(?:the )?differences?|(?:the )?comparison)$`)
	chooses = regexp.MustCompile(`(?i)^which(?: one| of (?:them|the two|these|those|both))?(?: of (?:them|the two))? (?:is|are|has|have|was|should|do|does|would|can|takes?|needs?)\b`)
	// general matches what is asked of schemes and documents, and not of their parts.
	general = regexp.MustCompile(`(?i)\b(?:approved|standardi[sz]ed|stateful|stateless|quantum|based|published|replaces?|replaced|deprecated|disallowed|withdrawn|recommended|fast(?:er)?|IND-CCA2?|parameter sets?|NIST|categor(?:y|ies)|oid|designed|submitted|selected|broken|alternatives?|variants?|make sense|suitable|suited|worth|fit)\b`)
)

func isClause(said string) bool {
	return begins.MatchString(said) || hasVerb.MatchString(said)
}

// clause fills in a question that has a verb.
func (t *turn) clause() (string, bool) {
	bareWord := strings.TrimRight(t.said, " ?.!")
	if m := whichDoes.FindStringSubmatch(bareWord); m != nil {
		if two := t.last().of(classConcept); len(two) == 2 {
			return "which of " + nameOf(two) + " " + m[1], true
		}
	}
	if own := t.own.subjects(); len(own) < 2 {
		if full, ok := t.sides(bareWord, own); ok {
			return full, true
		}
	}
	if at := t.pronoun(); at >= 0 && !dummy.MatchString(t.own.text) {
		return t.refer(at)
	}
	if len(t.own.subjects()) > 0 {
		return "", false
	}
	if full, ok := t.sort(); ok {
		return full, true
	}
	return t.complete()
}

// whichDoes matches a question for one of two things, in what it names.
var whichDoes = regexp.MustCompile(`(?i)^which(?: one| of (?:them|the two|those|these|both))? ((?:does|do|is|are|has|have|can) .+)$`)

// sides fills in what a question compares without naming it.
func (t *turn) sides(said string, own []slot) (string, bool) {
	differ := differs.MatchString(said)
	if len(own) > 0 || !differ && !(chooses.MatchString(said) && weighed.MatchString(said) && len(strings.Fields(said)) <= maxCompleted && len(t.own.of(classConcept)) == 0) {
		return "", false
	}
	sides := t.pair()
	switch {
	case len(sides) < 2:
		return t.oneOf(said)
	case !differ && preferred.MatchString(said) && family(sides[0]) == family(sides[1]):
		return oneWhich.ReplaceAllString(said, "which "+family(sides[0])+" parameter set "), true
	case differ:
		return "What is the difference between " + strings.Join(sides, " and "), true
	}
	return said + ", " + strings.Join(sides, " or "), true
}

// weighed matches a word that weighs two things.
var weighed = regexp.MustCompile(`(?i)\b(?:` + comparative + `|more|less|fewer|most|least|(?:bigg|larg|small|fast|slow|short|strong)est|best|prefer|recommended|use|default|approved|standard|standardi[sz]ed|secure)\b`)

// pair are the things that the last questions are about, two at most, oldest first.
func (t *turn) pair() []string {
	var out []string
	for i := len(t.before) - 1; i >= 0 && len(out) < 2; i-- {
		f := t.before[i]
		if s := f.subjects(); len(s) > 1 && len(out) == 0 {
			for _, one := range s[:2] {
				out = append(out, one.name)
			}
			return out
		}
		_, defined := f.defined()
		if _, ok := f.item(); !defined && len(f.subjects()) == 0 && (!ok || len(f.of(classConcept, classVariant)) == 0) {
			continue // it names nothing to compare
		}
		if s := f.subjects(); len(s) > 0 && (len(t.own.of(classPart, classValue)) > 0 || general.MatchString(t.said) || preferred.MatchString(t.said)) {
			if name := nameOf(s); !slices.Contains(out, name) {
				out = slices.Insert(out, 0, name)
			}
			continue
		}
		if np := f.topic(); np != "" && !slices.Contains(out, np) {
			out = slices.Insert(out, 0, np)
		}
	}
	return out
}

// relative matches the beginning of words that say which things of a kind are meant.
var relative = regexp.MustCompile(`(?i)^ (?:that|which|who|they|we|you|i|it) `)

// preferred matches what is asked of schemes and parameter sets, and not of what they have.
var preferred = regexp.MustCompile(`(?i)\b(?:recommends?|default|prefers?)\b`)

// oneWhich matches what asks for one of several at the beginning of a question.
var oneWhich = regexp.MustCompile(`(?i)^which(?: one)?(?: of (?:them|the two|these|those|both))? `)

// pronoun is the place of the first word of what is said that refers to an earlier
// question, -1 if there is none.
func (t *turn) pronoun() int {
	words := wordSpans(t.own.text)
	for i, w := range words {
		if t.refersAt(words, i) && t.mayRefer(words, i) {
			return w.Start
		}
	}
	return -1
}

func (t *turn) wordAt(words []core.Span, i int) string {
	if i < 0 || i >= len(words) {
		return ""
	}
	return strings.ToLower(t.own.text[words[i].Start:words[i].End])
}

// Words by which a pronoun is recognised.
var (
	subordinates = lex.Set(`if when because that which and so but before after until once unless while whether though where since as how`)
	auxiliary    = lex.Set(`is are was were does do did can could may must shall should will would has have`)
	governs      = lex.Set(`is was are were be does did do about of to for than like with in after before by on from use uses using call calls mean means has have
would can could should must may will how's what's why when without into via per under against run runs replace replaces define defines need needs support supports allow allows compare
require requires specify specifies recommend recommends get gets take takes make makes implement verify check compute between has store reuse see break attack trust need know`)
	follows = lex.Set(lex.FunctionWords + ` approved allowed mandatory required recommended secure safe true possible necessary deprecated disallowed secret random fixed
mean include matter work apply happen hold use need require take change differ come get make cost compare required optional even really still too same different
bits bytes hex called used defined specified stored standard final big large long enough ok okay fine normal`)
)

// refersAt reports whether a word refers to an earlier question: it is a pronoun, and
// nothing that the question names comes before it. One that is the object of a verb
// refers back all the same.
func (t *turn) refersAt(words []core.Span, i int) bool {
	next, previous := t.wordAt(words, i+1), t.wordAt(words, i-1)
	inside := !auxiliary[previous] && slices.ContainsFunc(t.own.slots, func(s slot) bool {
		return s.at.End <= words[i].Start && s.class != classUnit && s.class != classStatus && s.class != classOperation
	})
	switch w := t.wordAt(words, i); w {
	case "its", "their", "it's":
		return !inside
	case "it", "they", "them":
		if !inside {
			return !subordinates[previous] || i <= 1 || previous == "when" || previous == "how" || previous == "if" && t.wordAt(words, i-2) == "what"
		}
		return w != "they" && governs[previous] && next == ""
	case "that", "this", "these", "those", "there", "both":
		switch {
		case w == "there":
			return next == "" && !inside
		case inside && next != "":
			return false
		case i == 0:
			return false
		}
		asked := w == "that" && i <= 2 && auxiliary[previous] && len(words) <= maxOpen
		return (asked || governs[previous] && (next == "" || follows[next])) && !t.startsSlot(words, i+1) || t.sortAt(words[i])
	}
	return false
}

// sortAt reports whether "that" or "this" begins the word for a kind of thing.
func (t *turn) sortAt(word core.Span) bool {
	m := sortal.FindStringIndex(t.own.text[word.Start:])
	return m != nil && m[0] == 0 && !strings.HasPrefix(t.own.text[word.Start+m[1]:], "-")
}

// startsSlot reports whether a word begins a part or value, of which "that" is a
// determiner.
func (t *turn) startsSlot(words []core.Span, i int) bool {
	return i < len(words) && slices.ContainsFunc(t.own.of(classPart, classValue, classOperation), func(s slot) bool { return s.at.Start == words[i].Start })
}

// refer replaces the pronoun at a place, and what follows a possessive.
func (t *turn) refer(at int) (string, bool) {
	f := t.own
	before, rest := f.text[:at], f.text[at:]
	if m := sortal.FindStringIndex(rest); m != nil && m[0] == 0 {
		return t.sort()
	}
	word, after, _ := strings.Cut(rest, " ")
	low := strings.ToLower(strings.Trim(word, ",.;"))
	switch low {
	case "its", "their", "it's":
		return t.possess(before, after)
	case "there":
		if s := t.about(); len(s) > 0 {
			return before + "in " + nameOf(s), true
		}
		return "", false
	}
	words := strings.Fields(strings.ToLower(before))
	np := t.antecedent(f.text, low, len(words) == 0 || auxiliary[words[len(words)-1]])
	if np == "" {
		return "", false
	}
	if mark := strings.TrimLeft(word, "itheymsaoIT"); mark != "" && strings.Trim(mark, ",;.") == "" {
		np += mark
	}
	return strings.TrimSpace(before + np + " " + after), true
}

// possess writes "its X" as "the X of Y".
func (t *turn) possess(before, after string) (string, bool) {
	end := 0
	start := len(t.own.text) - len(after)
	for _, s := range t.own.slots {
		if s.at.Start >= start && (s.at.Start == start || strings.Count(t.own.text[start:s.at.Start], " ") <= 1 || end > 0 && s.at.Start <= start+end+1) {
			end = s.at.End - start
		}
	}
	if end == 0 {
		first, _, _ := strings.Cut(after, " ")
		end = len(first)
	}
	owner := t.owner(after[:end])
	if owner == "" {
		return "", false
	}
	return strings.TrimSpace(before + "the " + after[:end] + " of " + owner + after[end:]), true
}

// owner is what has the thing that a question asks for: the subject of the last one, or
// where that is a size, the part whose size it is.
func (t *turn) owner(thing string) string {
	f := t.last()
	item, ok := f.item()
	if docs := f.of(classDocument); len(docs) > 0 && ofDocument.MatchString(thing) {
		return nameOf(docs)
	}
	if hashes := f.of(classHash); len(hashes) > 0 && ofHash.MatchString(thing) {
		return nameOf(hashes)
	}
	words := strings.Fields(thing)
	sized := len(words) == 1 && measured.MatchString(words[0])
	if ok && (item.class == classConcept || item.class == classVariant || sized && item.class == classPart) {
		if s := f.subjects(); len(s) == 0 || item.class != classVariant || sized {
			return f.topic()
		}
	}
	if s := t.about(); len(s) > 0 {
		return nameOf(s)
	}
	return f.topic()
}

// ofHash matches what the standards give of hash functions and not of schemes.
var ofHash = regexp.MustCompile(`(?i)\b(?:oids?|object identifiers?|DER encoding)\b`)

// ofDocument matches what a document has, and not what it is about.
var ofDocument = regexp.MustCompile(`(?i)\b(?:title|authors?|editors?|date|publisher|doi|url|abstract|status|number of pages|pages)\b`)

// usesIt matches a question for what uses a thing.
var usesIt = regexp.MustCompile(`(?i)\buses? (?:it|that|this)\b`)

// ofPublication matches what is asked of documents and not of what they are about.
var ofPublication = regexp.MustCompile(`(?i)\b(?:published|issued|released|superseded|in (?:force|effect)|effective)\b`)

// ofMeaning matches a question for what was meant, which is asked of words and not of schemes.
var ofMeaning = regexp.MustCompile(`(?i)^what (?:does|do|did) (?:that|this|it|they|those)(?: (?:\w+ly|even|exactly))* mean\b`)

// antecedent is what a pronoun refers to.
func (t *turn) antecedent(question, pronoun string, isSubject bool) string {
	if words := t.last().of(classStatus, classConcept, classVariant); len(words) > 0 && ofMeaning.MatchString(question) {
		return words[len(words)-1].name
	}
	own := t.own.subjects()
	for i := len(t.before) - 1; i >= 0; i-- {
		f := t.before[i]
		if docs := f.of(classDocument); len(docs) > 0 && ofPublication.MatchString(question) {
			return nameOf(docs)
		}
		if asksWhere.MatchString(f.text) && i > 0 {
			continue
		}
		item, ok := f.item()
		subjects := f.subjects()
		if ok && pronoun == "that" && item.class == classVariant && f.predicates(item) {
			return item.text + " " + nameOf(subjects)
		}
		if ok && item.class == classValue && !isSubject && len(subjects) > 0 && pronoun != "them" {
			return nameOf(subjects)
		}
		if ok && usesIt.MatchString(question) && (item.class == classConcept || item.class == classVariant) {
			return f.topic()
		}
		scheme := !ok || item.class == classPart || item.class == classValue || item.class == classOperation
		if scheme && len(subjects) > 0 && (!ok || general.MatchString(question) || pronoun != "them" && ofOperation.MatchString(item.text)) {
			return nameOf(subjects)
		}
		if ok && len(own) > 0 && len(subjects) > 0 && item.class == classConcept {
			return item.name // the question names the subject itself
		}
		if f.isUnknown() {
			continue // only its words are known
		}
		if np := f.topic(); np != "" && !(pronoun == "they" && isSubject && item.class == classPart && !plural.MatchString(item.text) && len(subjects) > 0) {
			return np
		} else if len(subjects) > 0 {
			return nameOf(subjects)
		}
	}
	return t.last().topic()
}

// sort fills in what a word for a kind of thing refers to.
func (t *turn) sort() (string, bool) {
	m := sortal.FindStringSubmatchIndex(t.own.text)
	if m == nil || len(wordSpans(t.own.text)) > maxCompleted || strings.HasPrefix(t.own.text[m[1]:], "-") || antecedentInside(t.own.text[:m[0]]) || strings.HasPrefix(t.own.text[m[1]:], " of ") || relative.MatchString(t.own.text[m[1]:]) {
		return "", false
	}
	var np string
	switch strings.ToLower(t.own.text[m[2]:m[3]]) {
	case "standard", "document", "spec", "specification", "publication", "draft", "report", "paper":
		np = t.label(t.last())
	}
	if np == "" {
		np = t.antecedent(t.own.text, "it", true)
	}
	if np == "" {
		return "", false
	}
	return t.own.text[:m[0]] + np + t.own.text[m[1]:], true
}

var (
	// indefinite matches what makes the thing after it any of its kind.
	indefinite = regexp.MustCompile(`(?i)\b(?:an?|any|every|each|some)\s+(?:\w+\s+)?$`)
	// defining matches a question for what a kind of thing is.
	defining = regexp.MustCompile(`(?i)^(?:what(?:'s|’s| is| are)|define|explain|what does|how does|how do)\s+$`)
)

// endsBack matches a question whose last word refers back to what was said.
var endsBack = regexp.MustCompile(`(?i)\b(?:it|that|this|them|those)$`)

// complete adds the subject of the last question to one that asks for a part, a value or
// the like of nothing.
func (t *turn) complete() (string, bool) {
	s := t.about()
	if topic := t.last().topic(); len(s) == 0 && len(t.own.of(classVariant, classOperation)) == 0 && topic != "" && len(t.last().of(classConcept, classPart, classVariant)) > 0 {
		s = []slot{{class: classConcept, name: topic}}
	}
	if slices.ContainsFunc(t.own.of(classConcept), func(c slot) bool { return symbol.MatchString(c.text) }) && len(s) > 0 && len(wordSpans(t.own.text)) <= maxLeft {
		return t.symbol(s) // "d_u" is a term too
	}
	if len(s) == 0 || len(t.own.of(classConcept)) > 0 || len(wordSpans(t.own.text)) > maxCompleted || s[0].class == classConcept && endsBack.MatchString(t.own.text) {
		return "", false
	}
	if !t.own.coversAll() {
		if !t.leavesOut() {
			return "", false
		}
		return t.own.text + " " + joiner(s[0]) + " " + nameOf(s), true
	}
	if strings.HasPrefix(strings.ToLower(t.own.text), "why not ") {
		return t.own.text + " " + joiner(s[0]) + " " + nameOf(s), true
	}
	items := t.own.of(classPart, classValue, classOperation, classVariant, classStatus)
	if last, ok := t.last().item(); ok && last.class == classConcept && ofBounds.MatchString(t.own.text) {
		return t.own.text + " of " + t.last().topic(), true
	}
	if len(items) == 0 {
		if full, ok := t.symbol(s); ok || !t.leavesOut() {
			return full, ok
		}
		return t.own.text + " " + joiner(s[0]) + " " + nameOf(s), true
	}
	if last, ok := t.last().item(); ok && len(items) == 1 && measured.MatchString(items[0].text) && items[0].at.End == len(t.own.text) && last.class != classValue {
		return t.own.text + " of " + t.last().topic(), true
	}
	for _, i := range items {
		if head := t.own.text[:i.at.Start]; indefinite.MatchString(head) || defining.MatchString(head) {
			return "", false
		}
	}
	if op := t.operation(items[0]); op != "" {
		return t.own.text + " of " + nameOf(s) + " " + op, true
	}
	word := " for "
	switch end := items[len(items)-1]; {
	case s[0].class == classDocument || end.class == classOperation:
		word = " in "
	case end.at.End == len(t.own.text) && end.class != classStatus:
		word = " of "
	}
	return t.own.text + word + nameOf(s), true
}

// ofBounds matches a question for a value of what the last one was about.
var ofBounds = regexp.MustCompile(`(?i)^what(?:'s|’s| is)? (?:the )?(?:default|maximum|minimum|max|min|limit)$`)

// operation is the operation that the last question was about, where one asks for what
// operations have.
func (t *turn) operation(item slot) string {
	ops := t.last().of(classOperation)
	if len(ops) == 0 || len(t.last().of(classScheme)) == 0 || item.at.End != len(t.own.text) || !ofOperation.MatchString(item.text) {
		return ""
	}
	op := ops[len(ops)-1]
	if op.at.Start > 0 && t.last().text[op.at.Start-1] == '.' {
		return ""
	}
	for noun, verb := range verbs {
		if verb == op.text && strings.HasSuffix(noun, "ion") != (verb == "sign") && !strings.Contains(noun, " ") {
			return noun
		}
	}
	return op.text
}

// joiner is the preposition before what a question is asked of.
func joiner(s slot) string {
	if s.class == classDocument {
		return "in"
	}
	return "for"
}

// ofOperation matches what an operation has, and not a scheme.
var ofOperation = regexp.MustCompile(`(?i)^(?:inputs?|outputs?|arguments|steps|pseudo-?code)$`)

// symbol adds the subject to a question for a parameter: "what is q?".
func (t *turn) symbol(s []slot) (string, bool) {
	for _, w := range wordSpans(t.own.text) {
		word := t.own.text[w.Start:w.End]
		if symbol.MatchString(word) && word != "a" && word != "I" && !strings.Contains(word, "'") {
			return t.own.text + " in " + nameOf(s), true
		}
	}
	return "", false
}
