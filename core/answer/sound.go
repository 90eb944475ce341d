package answer

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/internal/lex"
)

// What a unit of running text is worth as an answer. One that is no sentence is quoted only
// where nothing else is.
const (
	pointingFactor = 0.6 // its fact is somewhere else
	wordlessFactor = 0.3 // a heading, an entry of a list of acronyms, a caption, an imprint
)

var (
	// captioned matches the captions of elements.
	captioned = regexp.MustCompile(`^(?:Table|Figure|Fig\.|Listing|Algorithm|Equation) [A-Z]?[0-9.]+(?:[.:]|\s*$)`)
	// imprint matches what a document says of itself as a publication.
	imprint = regexp.MustCompile(`(?i)^(?:published|key ?words?|available (?:free|from|at)|this publication is available|citation|contact|how to cite|submit comments|copyright|issn|isbn)\b`)
	// pointing matches a sentence that says where something is.
	pointing = regexp.MustCompile(`(?i)^(?:see|for (?:more|further|additional|a detailed|details|information)|refer to|details (?:are|can)|more (?:details|information)|additional (?:details|information)|(?:this|the (?:following|next)) (?:section|appendix|chapter)|table \S+ (?:shows|lists|gives|contains))\b`)
	// backward matches the beginning of a sentence that refers to the one before it.
	backward = regexp.MustCompile(`^(?:(?:However|But|And|Then|Hence|Thus|Therefore|So|Also|Moreover|Furthermore|Additionally|Consequently|Instead|Similarly|Conversely|Accordingly),? +)?(?:[Tt]his|[Tt]hat|[Tt]hese|[Tt]hose|[Ii]t|[Ii]ts|[Tt]hey|[Tt]heir|[Ss]uch|[Tt]he (?:former|latter|above)|[Bb]oth|[Nn]either|[Ii]n (?:this|that|such|these|both) \w+|[Aa]s such)\b`)
	// ofItself matches a document that speaks of itself, and "it is" before a clause.
	ofItself = regexp.MustCompile(`^(?:This (?:standard|publication|document|recommendation|report|specification|memo|guide|guideline|manual|revision|edition|draft)|It (?:is|was|should|may|can|must|has been)(?: be)?(?: \w+){0,2} (?:that|to))\b`)
	// verbs matches the verbs that every text has.
	verbs = regexp.MustCompile(`(?i)\b(?:is|are|was|were|be|been|being|has|have|had|can|could|may|might|must|shall|should|will|would|do|does|did|cannot)\b`)

	functionWords = lex.Set(lex.FunctionWords)
	articles      = lex.Set(`a an the`)
)

// soundness is what a unit is worth as something that is said by itself.
func (p *passage) soundness(u *unit) float64 {
	switch text := strings.TrimLeft(u.text, "•–◦- "); {
	case u.code || !isProse(p.of.Kind):
		return 1
	case captioned.MatchString(text) || p.of.Kind == core.PassageFront && imprint.MatchString(text) || !hasVerb(text):
		return wordlessFactor
	case pointing.MatchString(text):
		return pointingFactor
	}
	return 1
}

// hasVerb reports whether a text has a verb: one that every text has, or a word in lower case
// that may be one, among others. A heading, a name and the entry of a list of acronyms have
// none.
func hasVerb(text string) bool {
	if verbs.MatchString(text) {
		return true
	}
	words := strings.Fields(text)
	if len(words) > 2 && inflected(words[0]) && articles[words[1]] {
		return true // "Returns the …"
	}
	low, verb := 0, false
	for i, w := range words {
		w = strings.TrimRight(w, ".,;:)")
		if first, _ := utf8.DecodeRuneInString(w); !unicode.IsLower(first) || functionWords[w] {
			continue
		}
		low++
		verb = verb || i > 0 && inflected(w)
	}
	return verb && low > 2
}

// isSentence reports whether a text is a whole one that promises nothing.
func isSentence(text string) bool {
	first, _ := utf8.DecodeRuneInString(text)
	return unicode.IsUpper(first) && hasVerb(text) && !announces(text)
}

// inflected reports whether a word may be a verb by its end.
func inflected(w string) bool {
	return strings.HasSuffix(w, "s") && !strings.HasSuffix(w, "ss") || strings.HasSuffix(w, "ed")
}

// refersBack reports whether a sentence begins with a reference to the one before it.
func refersBack(text string) bool {
	return backward.MatchString(text) && !ofItself.MatchString(text)
}

// maxJoined is how many words a sentence has with the one that it refers to.
const maxJoined = 60

// needs reports whether a unit is only understood with the one before it, and can be said
// with it.
func (p *passage) needs(at int) bool {
	if at == 0 || !isProse(p.of.Kind) || !refersBack(p.units[at].text) {
		return false
	}
	u, before := &p.units[at], &p.units[at-1]
	return !u.list && !before.list && !before.code && isSentence(before.text) && len(strings.Fields(before.text+" "+u.text)) <= maxJoined
}
