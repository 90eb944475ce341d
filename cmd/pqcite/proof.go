package main

import (
	"strings"

	"github.com/pqcite/pqcite/citations"
	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/corpus/store"
)

// proof checks claims against the library before they are printed.
type proof struct{ lib *store.Library }

// The rules that decide about a claim whose citations hold.
const (
	ruleQuoted   = "claim-quoted"   // the claim is what one citation quotes, or a part of it
	ruleComposed = "claim-composed" // every word of the claim stands in what it cites
	ruleUncited  = "claim-uncited"
	ruleLoose    = "claim-not-in-quote"
)

// Verify proves each citation of a claim by its own place, then the claim by the
// quotes.
func (p proof) Verify(claim core.Claim, cs []core.Citation) (core.Verdict, string) {
	var quotes []string
	for _, key := range claim.Citations {
		c := byKey(cs, key)
		if c == nil {
			return core.Unverifiable, ruleUncited
		}
		doc := p.lib.Document(c.DocID)
		if doc == nil {
			return core.Unverifiable, "document-missing"
		}
		if err := citations.Check(doc, c); err != nil {
			return core.Unverifiable, "citation-not-at-its-place"
		}
		quotes = append(quotes, c.Quote)
	}
	if len(quotes) == 0 {
		return core.Unverifiable, ruleUncited
	}
	return holds(claim.Text, quotes)
}

func byKey(cs []core.Citation, key string) *core.Citation {
	for i := range cs {
		if cs[i].Key == key {
			return &cs[i]
		}
	}
	return nil
}

// holds compares a claim with the quotes it cites: word for word in one of them,
// or composed of words that all stand there.
func holds(claim string, quotes []string) (core.Verdict, string) {
	for _, q := range quotes {
		if quoted(claim, q) {
			return core.Verbatim, ruleQuoted
		}
	}
	have := words(strings.Join(quotes, "\n"))
	for w := range words(claim) {
		if !have[w] {
			return core.Partial, ruleLoose
		}
	}
	return core.Supported, ruleComposed
}

// quoted reports whether a claim stands word for word in a quote, line breaks and
// the spelling of characters aside.
func quoted(claim, quote string) bool {
	page := core.Page{Number: 1, Span: core.Span{End: len(quote)}}
	text := citations.NewText(&core.Document{ID: "quote", Text: quote, Pages: []core.Page{page}})
	f := text.Find(citations.Quote{Text: claim, MinRunes: 1})
	return f.Verdict == core.Verbatim
}

// words are the folded words of a text, punctuation at their ends cut off.
func words(s string) map[string]bool {
	out := map[string]bool{}
	for _, w := range strings.Fields(citations.Fold(s).String()) {
		if w = strings.Trim(w, ".,;:|()[]"); w != "" {
			out[strings.ToLower(w)] = true
		}
	}
	return out
}
