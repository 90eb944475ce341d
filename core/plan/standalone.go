package plan

import (
	"regexp"
	"slices"
	"strings"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/internal/lex"
)

// A question that refers to an earlier one is short, and what it leaves out is all that it
// leaves out. These bounds keep a conversation out of a question that stands by itself.
const (
	maxReferring = 14 // words of one with a pronoun
	maxCompleted = 10 // words of one without its subject
)

// ordinary are words that name nothing by themselves: function words, and the verbs,
// measures and qualities that are asked of keys, schemes and documents alike.
var ordinary = lex.Set(lex.FunctionWords + ` how why ok okay allowed i we you me us one ones can may must shall should am get got give gives given show list name tell say says said
how's what's where's who's isn't doesn't can't don't
use used uses using need needs needed take takes taken require requires required have hold holds include includes included contain contains support supports supported
store stored keep kept reuse reused destroy destroyed delete deleted share shared publish published generate generated compute computed create created send sent
check checked checks validate validated test tested verified signed encrypted work works done make makes made mean means happen happens fail fails return returns returned accept accepts
call calls called run runs define defined defines specify specified specifies recommend recommended change changes changed
big bigger biggest large larger largest long longer longest small smaller smallest short shorter shortest wide many much few more less most least fast slow strong often
maximum minimum max min default total exact exactly different other same new old only number amount kind kinds type types value values purpose point role
possible necessary mandatory optional secret public private safe secure random fresh fixed variable correct valid invalid empty zero
per about during again still really actually even ever yet`)

// coversAll reports whether a question has no word but ordinary ones and those of its
// slots.
func (f *frame) coversAll() bool {
	if strings.ContainsAny(f.text, ":;()\"“”|") {
		return false
	}
	for _, w := range wordSpans(f.text) {
		word := strings.ToLower(f.text[w.Start:w.End])
		inSlot := slices.ContainsFunc(f.slots, func(s slot) bool { return s.at.Start < w.End && w.Start < s.at.End })
		if !inSlot && !ordinary[word] && !symbol.MatchString(f.text[w.Start:w.End]) && !number.MatchString(word) {
			return false
		}
	}
	return true
}

// maxLeft is how many words a question has at most that is taken for one without its
// subject although it has a word that nobody knows: "what are the risks?".
const maxLeft = 5

// leavesOut reports whether a question asks something short of a thing that it doesn't name:
// it has one strange word at most, and no thing of its own.
func (t *turn) leavesOut() bool {
	strange := 0
	words := wordSpans(t.own.text)
	for _, w := range words {
		word := t.own.text[w.Start:w.End]
		if word != strings.ToLower(word) && w.Start > 0 && word != "I" || strings.ContainsAny(word, "0123456789") {
			return false
		}
		if !ordinary[strings.ToLower(word)] {
			strange++
		}
	}
	return len(words) <= maxLeft && strange <= 1 && !ownThing.MatchString(t.own.text)
}

// ownThing matches a thing that is anybody's or any of its kind, or a question for what a
// word means.
var ownThing = regexp.MustCompile(`(?i)\b(?:an?|my|your|our|his|her|today|tomorrow|weather|define)\b|^(?:what(?:'s|’s| is| are)) [\w-]+$|^what does [\w-]+ (?:mean|do)$|^who (?:is|was|are) |^(?:thanks|hello|hi|lol|wow|nice)\b|[:;()"|]`)

var (
	// antecedes matches what in the words before a pronoun may be what it refers to: the end of
	// a clause, or a thing with an article.
	antecedes = regexp.MustCompile(`(?i)[,:;.?!()"“”]|\s[-–]\s|\b(?:and|or|but|so|because|than|if|while|although|though)\b|\b(?:an?|my|our|your|any|every|some|no)\s`)
	definite  = regexp.MustCompile(`(?i)\bthe\s`)
	// ofIt matches words in which a definite thing is that of the pronoun after them.
	ofIt = regexp.MustCompile(`(?i)\b(?:the|^any|there (?:an?|any)) (?:[\w-]+ ){1,3}(?:of|between|behind|for|in|to|about|with|from)\s+$|\b(?:the|an?) [\w-]+ (?:does|do|is|are|can|must|should|will)\s+$`)
	// clarifies matches an "it" that stands for the words after it.
	clarifies = regexp.MustCompile(`(?i)^it(?:'s)? (?:that|who)\b|^it [\w-]+ (?:that|to)\b`)
	// saysOfIt matches an adjective before "to" that says something of an "it" before it.
	saysOfIt = regexp.MustCompile(`(?i)^it (?:have|need|used?|going|related|equal|similar|compared|identical|due|able|limited|bound|tied|known|apply|applied|applies|lead|refer|relate|compare|come|happen|add|differ|close|next|subject)\b`)
)

// antecedentInside reports whether the words before a pronoun name what it refers to.
func antecedentInside(before string) bool {
	if len(strings.Fields(before)) == 0 {
		return false
	}
	if antecedes.MatchString(before) && !ofIt.MatchString(before) {
		return true
	}
	return definite.MatchString(before) && !ofIt.MatchString(before)
}

// mayRefer reports whether a word can refer to an earlier question where it is.
func (t *turn) mayRefer(words []core.Span, i int) bool {
	before := strings.TrimPrefix(strings.ToLower(t.own.text[:words[i].Start]), "what if ")
	if len(words) > maxReferring || antecedentInside(before) && !t.isFreeObject(words, i) {
		return false
	}
	from := min(1, i)
	if t.wordAt(words, 0) == "what" && t.wordAt(words, 1) == "if" {
		from = min(2, i)
	}
	for _, w := range words[from:i] {
		if subordinates[strings.ToLower(t.own.text[w.Start:w.End])] {
			return false
		}
	}
	rest := t.own.text[words[i].Start:]
	if clarifies.MatchString(rest) && !saysOfIt.MatchString(rest) {
		return false
	}
	return !people.MatchString(t.own.text) && !several.MatchString(rest) && !t.isObjectBefore(words, i)
}

// isFreeObject reports whether the word ends a question of one clause after a preposition or a
// verb: then it is not what that clause is about: "is another generator ok for it?".
func (t *turn) isFreeObject(words []core.Span, i int) bool {
	before := t.own.text[:words[i].Start]
	return i == len(words)-1 && inverted.MatchString(t.own.text) && (relation.MatchString(t.wordAt(words, i-1)+" ") || governs[t.wordAt(words, i-1)]) && !joinsClauses.MatchString(before)
}

// joinsClauses matches what may begin another clause.
var joinsClauses = regexp.MustCompile(`(?i)[,:;.?!()"“”]|\b(?:and|or|but|so|because|than|if|when|while|although|though|that|which|who|to)\b`)

// isObjectBefore reports whether the word is the object of a verb, with a scheme after it:
// "what tipped it for HQC" is about no earlier thing, but "compare it with HQC" is.
func (t *turn) isObjectBefore(words []core.Span, i int) bool {
	verb := t.wordAt(words, i-1)
	if i == 0 || governs[verb] || verb == "compare" || lex.Has(ordinary, verb) {
		return false
	}
	return slices.ContainsFunc(t.own.of(classScheme, classAlgorithm), func(s slot) bool { return s.at.Start > words[i].Start })
}

// several matches text of more than one sentence.
var several = regexp.MustCompile(`[!?]\s`)

// people matches a "they" that means whoever made something.
var people = regexp.MustCompile(`(?i)\b(?:did they|they (?:say|said|call|mean|meant|chose|choose|pick|picked|decide|want|settled?|have|had|recommend|always))\b`)
