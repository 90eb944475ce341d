package main

import (
	"slices"

	"github.com/pqcite/pqcite/citations"
	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/corpus"
)

// proof checks claims against the library before they are printed.
type proof struct {
	lib      *corpus.Library
	resolver *citations.Resolver
}

// The rules by which a citation fails before its claim is looked at.
const (
	ruleNoDocument = "document-missing"
	ruleNotInPlace = "citation-not-at-its-place"
)

// Verify proves each citation of a claim by its own place, then the claim by the
// quotes.
func (p proof) Verify(claim core.Claim, cs []core.Citation) (core.Verdict, string) {
	var quotes []string
	for _, key := range claim.Citations {
		i := slices.IndexFunc(cs, func(c core.Citation) bool { return c.Key == key })
		if i < 0 {
			return core.Unverifiable, citations.ClaimUncited
		}
		doc := p.lib.Document(cs[i].DocID)
		if doc == nil {
			return core.Unverifiable, ruleNoDocument
		}
		if err := citations.Check(doc, &cs[i]); err != nil {
			return core.Unverifiable, ruleNotInPlace
		}
		quotes = append(quotes, cs[i].Quote)
	}
	return citations.CheckClaim(claim.Text, quotes)
}
