package retrieval

import (
	_ "embed"
	"slices"
	"strings"
	"sync"
	"unicode"

	"github.com/pqcite/pqcite/retrieval/analysis"
)

// thesaurusText maps words that people ask with to the words that standards are
// written in: "chop : truncate". It is our own, and goes one way.
//
//go:embed thesaurus.txt
var thesaurusText string

// synonymsText has groups of words that are used for one another in texts of any subject:
// "folder, directory". It is our own.
//
//go:embed synonyms.txt
var synonymsText string

// words maps what is asked to what is written, both as they are indexed.
type synonyms struct {
	single  map[string][]string
	phrases []phrase // of two words and more, by their first word
}

// phrase is some words that mean something only together.
type phrase struct {
	asked   string // in lower case, with a blank at both ends
	terms   []string
	written []string
}

var (
	thesaurus = sync.OnceValue(func() synonyms { return parseThesaurus(thesaurusText) })
	// anySubject is the thesaurus with the synonyms.
	anySubject = sync.OnceValue(func() synonyms { return parseThesaurus(thesaurusText + "\n" + synonymsText) })
)

// parseThesaurus reads lines of "asked, asked : written, written", and of "word, word" that
// are used for one another. What follows a "#" is a comment.
func parseThesaurus(text string) synonyms {
	all := synonyms{single: make(map[string][]string)}
	for line := range strings.Lines(text) {
		line, _, _ = strings.Cut(line, "#")
		asked, written, oneWay := strings.Cut(line, ":")
		switch {
		case oneWay:
		case strings.Contains(asked, ","):
			written = asked
		default:
			continue
		}
		var to []string
		for w := range strings.SplitSeq(written, ",") {
			to = append(to, indexed(w)...)
		}
		for w := range strings.SplitSeq(asked, ",") {
			all.add(strings.TrimSpace(w), to)
		}
	}
	return all
}

func (all *synonyms) add(asked string, to []string) {
	switch from := indexed(asked); {
	case len(from) > 1 || len(from) == 1 && len(strings.Fields(asked)) > 1:
		all.phrases = append(all.phrases, phrase{" " + asked + " ", from, to})
	case len(from) == 1:
		for _, t := range to {
			if t != from[0] && !slices.Contains(all.single[from[0]], t) {
				all.single[from[0]] = append(all.single[from[0]], t)
			}
		}
	}
}

// otherWords returns for each term of a query the other words for it, as they are
// indexed: those for the term, and those for a phrase that it belongs to.
func (all synonyms) otherWords(query string) func(term string) []string {
	folded := " " + strings.Join(strings.FieldsFunc(strings.ToLower(query), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '-' && r != '\''
	}), " ") + " "
	var found []phrase
	for _, p := range all.phrases {
		if strings.Contains(folded, p.asked) {
			found = append(found, p)
		}
	}
	return func(term string) []string {
		others := slices.Clone(all.single[term])
		for _, p := range found {
			if slices.Contains(p.terms, term) {
				others = append(others, p.written...)
			}
		}
		return others
	}
}

// indexed returns the first readings of the words of a text.
func indexed(text string) []string {
	var out []string
	for t := range analysis.Tokens(text) {
		if t.Kind != analysis.Part {
			out = append(out, t.Text)
		}
	}
	return out
}
