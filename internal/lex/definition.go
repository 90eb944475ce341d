package lex

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

var (
	asksFor = regexp.MustCompile(`(?i)^\s*(?:please\s+)?(?:what(?:'s|’s| is| are| does| do)|define|explain|describe|who is)\s+(?:meant by\s+)?(?:the\s+|an?\s+)?(.+?)(?:\s+(?:means?|stands? for|refers? to|do))?\s*[?.!]*\s*$`)
	article = regexp.MustCompile(`(?i)^(?:the|an?)\s+`)
)

// maxSubject is how many words the subject of a definition has at most: a longer
// tail of "what is …" describes something else.
const maxSubject = 6

// Subject returns what a question asks the definition of, "" if it asks for
// something else.
func Subject(question string) string {
	m := asksFor.FindStringSubmatch(question)
	if m == nil || len(strings.Fields(m[1])) > maxSubject {
		return ""
	}
	return m[1]
}

// aside is room for an acronym or a remark between a subject and its verb.
const aside = `^\s*(?:\([^)]{1,60}\)|,[^,]{1,80},)?\s*`

var (
	// says matches a verb that says something of the subject before it.
	says = regexp.MustCompile(aside + `(?:is|are|refers to|denotes|means|stands for|represents|specifies|consists of)\b`)
	// saysWhat matches one that says what the subject is, not how.
	saysWhat = regexp.MustCompile(aside + `(?:(?:is|are)\s+(?:an?|the|one|any|simply|defined|how|what|when)|refers to|denotes|means|stands for|represents|consists of)\b`)
)

// governed matches what makes the words after it a part of something else: "the
// security of X is" defines no X.
var governed = regexp.MustCompile(`(?i)\b(of|in|for|by|to|with|from|using|on|verifying|computing)(\s+(the|an?))?$`)

// How much a sentence looks like a definition, as Defines returns it.
const (
	notAbout = 0.0 // the subject is not in it
	About    = 0.5 // it does, but is not defined
	glosses  = 0.8 // it is explained in passing
	Defining = 1.0 // the sentence is its definition
)

// Defines says how much a sentence looks like a definition of the subject, as
// one of the four values above. White space in both must be folded.
func Defines(text, subject string) float64 {
	at := indexFold(text, subject)
	if at < 0 {
		return notAbout
	}
	before := article.ReplaceAllString(strings.TrimSpace(text[:at]), "")
	after := text[at+len(subject):]
	head := len(strings.Fields(before)) <= 3
	switch said := says.MatchString(after); {
	case said && governed.MatchString(before):
		return About
	case head && saysWhat.MatchString(after):
		return Defining
	case said, at > 0 && text[at-1] == '(' && strings.HasPrefix(after, ")"):
		return glosses
	}
	return About
}

// wordLists matches headings of sections whose entries begin with the word that
// they explain.
var wordLists = regexp.MustCompile(`(?i)\b(glossary|terms|acronyms|abbreviations|symbols|definitions|notation)\b`)

// IsWordList reports whether a section with the heading lists words and what they
// mean.
func IsWordList(heading string) bool { return wordLists.MatchString(heading) }

// IsEntry reports whether a line of a word list begins the entry of a word: the
// word itself, without regard to case, then its meaning.
func IsEntry(line, word string) bool {
	rest, ok := strings.CutPrefix(strings.ToLower(strings.TrimSpace(line)), strings.ToLower(word))
	return ok && word != "" && (rest == "" || rest[0] == ' ' || rest[0] == '\t' || rest[0] == ':')
}

// indexFold finds a whole word or phrase without regard to case; -1 if absent.
func indexFold(text, phrase string) int {
	low, want := strings.ToLower(text), strings.ToLower(phrase)
	if want == "" || len(low) != len(text) || len(want) != len(phrase) {
		return -1
	}
	for from := 0; from < len(low); {
		i := strings.Index(low[from:], want)
		if i < 0 {
			return -1
		}
		i += from
		if startsWord(low, i) && endsWord(low, i+len(want)) {
			return i
		}
		from = i + len(want)
	}
	return -1
}

func startsWord(s string, i int) bool {
	r, _ := utf8.DecodeLastRuneInString(s[:i])
	return i == 0 || !joins(r)
}

func endsWord(s string, i int) bool {
	r, _ := utf8.DecodeRuneInString(s[i:])
	return i == len(s) || !joins(r)
}

// joins reports whether a character makes the word next to it a longer one.
func joins(r rune) bool {
	return unicode.IsLetter(r) || unicode.IsDigit(r) || r == '-' || r == '_'
}
