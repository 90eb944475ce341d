package citations

import (
	"strings"

	"github.com/pqcite/pqcite/core"
)

// The rules that decide about a claim whose citations hold.
const (
	ClaimQuoted   = "claim-quoted"   // it stands word for word in one quote
	ClaimComposed = "claim-composed" // every word of it stands in what it cites
	ClaimLoose    = "claim-not-in-quotes"
	ClaimUncited  = "claim-uncited"
)

// CheckClaim compares a claim with the quotes that it cites. A claim that stands
// in one of them is verbatim; one that is composed of words, numbers and names
// that all stand in them, as the cell of a table with its labels is, is
// supported; any other is partial. That the quotes stand in their documents is
// for Check to say.
func CheckClaim(claim string, quotes []string) (core.Verdict, string) {
	if len(quotes) == 0 {
		return core.Unverifiable, ClaimUncited
	}
	for _, q := range quotes {
		if _, ok := standsIn(claim, q); ok {
			return core.Verbatim, ClaimQuoted
		}
	}
	if composed(claim, quotes) {
		return core.Supported, ClaimComposed
	}
	return core.Partial, ClaimLoose
}

// composed reports whether every word of a claim stands in the quotes.
func composed(claim string, quotes []string) bool {
	have := foldedWords(strings.Join(quotes, "\n"))
	for w := range foldedWords(claim) {
		if !have[w] {
			return false
		}
	}
	return true
}

// standsIn returns where a claim stands word for word in a quote, line breaks and
// the spelling of characters aside.
func standsIn(claim, quote string) (core.Span, bool) {
	page := core.Page{Number: 1, Span: core.Span{End: len(quote)}}
	text := NewText(&core.Document{ID: "quote", Text: quote, Pages: []core.Page{page}})
	f := text.Find(Quote{Text: claim, MinRunes: 1})
	return f.Span, f.Verdict == core.Verbatim
}

// foldedWords are the words of a text as Fold writes them, in lower case and
// without punctuation at their ends.
func foldedWords(s string) map[string]bool {
	out := map[string]bool{}
	for w := range strings.FieldsSeq(Fold(s).String()) {
		if w = strings.Trim(w, ".,;:|()[]"); w != "" {
			out[strings.ToLower(w)] = true
		}
	}
	return out
}
