package citations

import (
	"slices"
	"strings"

	"github.com/pqcite/pqcite/citations/quote"
	"github.com/pqcite/pqcite/core"
)

// The rules that decide about a claim whose citations are right.
const (
	ClaimQuoted   = "claim-quoted"   // it appears word for word in one quote
	ClaimComposed = "claim-composed" // every word of it is in what it cites
	ClaimLoose    = "claim-not-in-quotes"
	ClaimUncited  = "claim-uncited"
)

// CheckClaim compares a claim with the quotes that it cites. A claim that is
// in one of them is verbatim; one that is composed of words, numbers and names
// that all appear in them, as the cell of a table with its labels is, is
// supported; any other is partial. Quotes that contain what could not be read prove
// nothing. That the quotes are in their documents is
// for Check to say.
func CheckClaim(claim string, quotes []string) (core.Verdict, string) {
	if len(quotes) == 0 {
		return core.Unverifiable, ClaimUncited
	}
	quotes = slices.DeleteFunc(slices.Clone(quotes), func(q string) bool { return !core.Readable(q) })
	if len(quotes) == 0 || !core.Readable(claim) {
		return core.Unverifiable, quote.Unreadable
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

// composed reports whether every word of a claim is in the quotes.
func composed(claim string, quotes []string) bool {
	have := foldedWords(strings.Join(quotes, "\n"))
	for w := range foldedWords(claim) {
		if !have[w] {
			return false
		}
	}
	return true
}

// standsIn returns where a claim appears word for word in a quote, line breaks and
// the spelling of characters aside.
func standsIn(claim, quote string) (core.Span, bool) {
	if s, ok := standsPlainly(claim, quote); ok {
		return s, true
	}
	return standsFolded(claim, textOf(quote))
}

// standsFolded is standsIn for a quote that is folded already.
func standsFolded(claim string, in *quote.Text) (core.Span, bool) {
	f := in.Find(quote.Quote{Text: claim, MinRunes: 1})
	return f.Span, f.Verdict == core.Verbatim
}

// textOf folds a quote as if it were a document of one page.
func textOf(text string) *quote.Text {
	page := core.Page{Number: 1, Span: core.Span{End: len(text)}}
	return quote.NewText(&core.Document{ID: "quote", Text: text, Pages: []core.Page{page}})
}

// standsPlainly finds a claim in a quote letter by letter, any run of white space
// alike. It decides nearly all claims that are quotes, without folding either. A
// claim that ends inside the braces of a script is not for it to decide.
func standsPlainly(claim, quote string) (core.Span, bool) {
	if strings.TrimSpace(claim) == "" || strings.Count(claim, "{") != strings.Count(claim, "}") {
		return core.Span{}, false
	}
	for from := 0; from < len(quote); from++ {
		i := strings.IndexByte(quote[from:], claim[0])
		if i < 0 {
			break
		}
		from += i
		if n := matchLoosely(claim, quote[from:]); n > 0 && standsAlone(quote, from, from+n) {
			return core.Span{Start: from, End: from + n}, true
		}
	}
	return core.Span{}, false
}

// standsAlone reports whether what is next to a part of a text is white space,
// or a mark after it: nothing that could make its first or last word another.
func standsAlone(text string, start, end int) bool {
	isSpace := func(c byte) bool { return c == ' ' || c == '\n' || c == '\t' }
	switch {
	case start > 0 && !isSpace(text[start-1]):
		return false
	case end == len(text) || isSpace(text[end]):
		return true
	}
	return strings.IndexByte(".,;:", text[end]) >= 0 && (end+1 == len(text) || isSpace(text[end+1]))
}

// matchLoosely returns how much of a text a claim covers from its beginning, 0 if
// it does not match. A blank of the claim stands for any run of white space.
func matchLoosely(claim, text string) int {
	at := 0
	for i := 0; i < len(claim); i++ {
		if claim[i] != ' ' {
			if at == len(text) || text[at] != claim[i] {
				return 0
			}
			at++
			continue
		}
		start := at
		for at < len(text) && (text[at] == ' ' || text[at] == '\n' || text[at] == '\t') {
			at++
		}
		if at == start {
			return 0
		}
	}
	return at
}

// foldedWords are the words of a text as Fold writes them, in lower case and
// without punctuation at their ends.
func foldedWords(s string) map[string]bool {
	out := map[string]bool{}
	for w := range strings.FieldsSeq(quote.Fold(s)) {
		if w = strings.Trim(w, ".,;:|()[]"); w != "" {
			out[strings.ToLower(w)] = true
		}
	}
	return out
}
