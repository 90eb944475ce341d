package standards_test

import (
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/pqcite/pqcite/citations"
	"github.com/pqcite/pqcite/citations/quote"
	"github.com/pqcite/pqcite/corpus/standards"
)

// numberWords are the numbers that a summary may spell out.
var numberWords = map[string]string{
	"two": "2", "three": "3", "four": "4", "five": "5", "six": "6", "seven": "7", "eight": "8", "nine": "9", "ten": "10",
	"eleven": "11", "twelve": "12", "thirteen": "13", "sixteen": "16", "twenty": "20",
}

// maxBorrowed is how many words in a row a summary may share with the document.
const maxBorrowed = 9

// prose checks a summary against the pages that it cites: each number and each name in
// it must be there, and its words must be ours.
func (l *ledger) prose(what string, s *standards.Standard, e *standards.Element, pages []int, text, name string) {
	l.Helper()
	if len(pages) == 0 {
		pages = between(e.Page, e.Last)
	}
	evidence := l.text(s.ID, pages...)
	known := evidence + " " + flatWord(s.Label+" "+e.Title+" "+e.Kind.Word()+" "+e.Number+" "+name)
	for _, token := range tokensOf(text) {
		switch {
		case numberWords[strings.ToLower(token)] != "":
			l.fact("summary: number in words", hasWord(strings.ToLower(evidence), strings.ToLower(token)) || hasWord(evidence, numberWords[strings.ToLower(token)]),
				"%s: %q is not on pages %v of %s", what, token, pages, s.ID)
		case isNumber(token):
			l.fact("summary: number", hasName(known, token), "%s: %q is not on pages %v of %s", what, token, pages, s.ID)
		case isName(token):
			l.fact("summary: name", hasName(known, token), "%s: %q is not on pages %v of %s", what, token, pages, s.ID)
		}
	}
	run := borrowed(text, evidence)
	l.fact("summary: own words", run == "", "%s: %q stands in %s", what, run, s.ID)
	l.fact("summary: stands alone", !pointing.MatchString(text), "%s: it points at itself", what)
	n := len(citations.Sentences(text))
	l.fact("summary: one to three sentences", n >= 1 && n <= 3, "%s: it has %d sentences", what, n)
}

// pointing matches what means nothing outside its place.
var pointing = regexp.MustCompile(`^(It|They|This|These|Here|That|Such)\b|\b[Tt]his (section|appendix|table|algorithm|document|standard|term|figure)\b`)

// tokensOf splits a text at blanks and at the marks that names do not hold.
func tokensOf(text string) []string {
	var out []string
	for _, t := range strings.FieldsFunc(quote.Fold(text), func(r rune) bool {
		return unicode.IsSpace(r) || strings.ContainsRune(",;:()[]\"", r)
	}) {
		if t = strings.TrimSuffix(strings.Trim(t, ".?!'"), "'s"); t != "" {
			out = append(out, t)
		}
	}
	return out
}

func isNumber(t string) bool { return strings.ContainsFunc(t, unicode.IsDigit) }

// isName reports whether a token is written like a name: a capital inside a
// word, an underscore or a point.
func isName(t string) bool {
	for _, part := range strings.FieldsFunc(strings.TrimSuffix(t, "s"), func(r rune) bool { return r == '-' || r == '/' }) {
		if strings.ContainsFunc(part[1:], unicode.IsUpper) {
			return true
		}
	}
	return strings.ContainsAny(t, "_.")
}

// suffixes are what English adds to a name.
var suffixes = regexp.MustCompile(`(s|-(based|bit|byte|like|style)s?)$`)

func hasName(text, name string) bool {
	name = flatWord(name)
	return hasWord(text, name) || hasWord(text, suffixes.ReplaceAllString(name, ""))
}

// hasWord reports whether a text has a word that no letter or digit continues.
func hasWord(text, word string) bool {
	for at := 0; ; {
		i := strings.Index(text[at:], word)
		if i < 0 || word == "" {
			return false
		}
		start, end := at+i, at+i+len(word)
		if !continues(text[:start], true) && !continues(text[end:], false) {
			return true
		}
		at = end
	}
}

func continues(s string, before bool) bool {
	runes := []rune(s)
	if len(runes) == 0 {
		return false
	}
	r := runes[0]
	if before {
		r = runes[len(runes)-1]
	}
	return r < 0x80 && (unicode.IsLetter(r) || unicode.IsDigit(r))
}

// borrowed returns words in a row, more than maxBorrowed, that a text shares
// with the evidence; "" if there are none.
func borrowed(text, evidence string) string {
	words := wordsOf(text)
	have := " " + strings.Join(wordsOf(evidence), " ") + " "
	for i := 0; i+maxBorrowed < len(words); i++ {
		if run := strings.Join(words[i:i+maxBorrowed+1], " "); strings.Contains(have, " "+run+" ") {
			return run
		}
	}
	return ""
}

func wordsOf(s string) []string {
	return slices.Collect(strings.FieldsFuncSeq(strings.ToLower(s), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }))
}
