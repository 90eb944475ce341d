package pqcite

import (
	"errors"
	"reflect"
	"slices"
	"sync"

	"github.com/pqcite/pqcite/citations"
	"github.com/pqcite/pqcite/citations/quote"
	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/core/answer"
	"github.com/pqcite/pqcite/corpus"
	"github.com/pqcite/pqcite/corpus/typed"
)

// proof checks claims against the library before they are said.
type proof struct {
	lib      *corpus.Library
	passages *answer.Passages
	typed    *typed.Facts
	places   *places
}

func newProof(lib *corpus.Library, passages *answer.Passages) proof {
	return proof{lib, passages, typed.New(lib.Documents()), &places{}}
}

// places keeps the places ready that claims cite: several claims cite the same.
type places struct {
	mu sync.Mutex
	at map[spot]citations.Cited // guarded by mu
}

// spot is a span of a document.
type spot struct {
	doc  *core.Document
	span core.Span
}

// maxPlaces bounds the places that are kept ready: those of some dozens of answers.
const maxPlaces = 1 << 9

// cited returns a place, the same for every claim that cites it.
func (p *places) cited(d *core.Document, s core.Span) citations.Cited {
	p.mu.Lock()
	defer p.mu.Unlock()
	if c, ok := p.at[spot{d, s}]; ok {
		return c
	}
	if p.at == nil || len(p.at) >= maxPlaces {
		p.at = make(map[spot]citations.Cited)
	}
	c := citations.NewCited(d, s)
	p.at[spot{d, s}] = c
	return c
}

// The rules by which a citation fails before its claim is looked at.
const (
	ruleNoDocument = "document-missing"
	ruleNotInPlace = "citation-not-at-its-place"
	// ruleTyped decides about a sentence of typed facts: each value is in a cited cell, at
	// the row and the column that the sentence names.
	ruleTyped = "typed-fact"
)

// Verify proves each citation of a claim by its own place, then the claim: by the
// quotes where it is one, or a row of a table, else by what is in the places.
func (p proof) Verify(claim core.Claim, cs []core.Citation) (core.Verdict, string) {
	if claim.Verdict == core.Stated && p.states(claim, cs) {
		return core.Stated, answer.RuleStatement
	}
	var cited []citations.Cited
	for _, key := range claim.Citations {
		i := slices.IndexFunc(cs, func(c core.Citation) bool { return c.Key == key })
		if i < 0 {
			return core.Unverifiable, citations.ClaimUncited
		}
		doc := p.lib.Document(cs[i].DocID)
		if doc == nil {
			return core.Unverifiable, ruleNoDocument
		}
		if err := citations.Check(doc, &cs[i]); errors.Is(err, citations.ErrUnreadable) {
			return core.Unverifiable, quote.Unreadable
		} else if err != nil {
			return core.Unverifiable, ruleNotInPlace
		}
		for _, e := range cs[i].Excerpts() {
			cited = append(cited, p.places.cited(doc, e.Span))
		}
	}
	if p.isTyped(claim.Text, cited) {
		return core.Supported, ruleTyped
	}
	if p.typed.Denies(claim.Text) {
		return core.Contradicted, ruleTyped
	}
	if verdict, rule, ok := citations.CheckCited(claim.Text, cited); ok {
		return verdict, rule
	}
	return p.prove(claim.Text, cited)
}

// states reports whether a claim is the statement of a fact and cites all its units, each
// where the library has it.
func (p proof) states(claim core.Claim, cs []core.Citation) bool {
	cited := func(at core.UnitRef) bool {
		return slices.ContainsFunc(cs, func(c core.Citation) bool {
			return slices.Contains(claim.Citations, c.Key) && p.citesUnit(&c, claim.Text, at)
		})
	}
	return slices.ContainsFunc(openFAQ(p.lib.CacheDir()).Statement(claim.Text), func(units []core.UnitRef) bool {
		return !slices.ContainsFunc(units, func(at core.UnitRef) bool { return !cited(at) })
	})
}

// isTyped reports whether a claim is what typed facts say, and cites all their places.
func (p proof) isTyped(claim string, cited []citations.Cited) bool {
	at, ok := p.typed.Places(claim)
	return ok && !slices.ContainsFunc(at, func(place core.TypedPlace) bool {
		return slices.ContainsFunc(place.Spans, func(s core.Span) bool {
			return !slices.ContainsFunc(cited, func(c citations.Cited) bool { return c.Doc.ID == place.DocID && c.Span.Contains(s) })
		})
	})
}

// citesUnit reports whether a citation is of a unit of a statement.
func (p proof) citesUnit(c *core.Citation, statement string, at core.UnitRef) bool {
	doc := p.lib.Document(at.DocID)
	if doc == nil || c.DocID != at.DocID {
		return false
	}
	if doc.Source() == core.SourcePack {
		want := answer.CiteStatement(doc, statement, at)
		want.Key = c.Key
		return reflect.DeepEqual(*c, want)
	}
	_, span, ok := p.passages.Find(doc, at)
	return ok && citations.Check(doc, c) == nil && slices.ContainsFunc(c.Excerpts(), func(e core.Excerpt) bool { return e.Span.Contains(span) })
}

// prove holds a claim against the places that it cites, document by document: one
// must support all of it. The verdict is that of the document that says most.
func (p proof) prove(claim string, cited []citations.Cited) (core.Verdict, string) {
	var best citations.Proof
	var seen []*core.Document
	for _, c := range cited {
		if slices.Contains(seen, c.Doc) {
			continue
		}
		seen = append(seen, c.Doc)
		var spans []core.Span
		for _, other := range cited {
			if other.Doc == c.Doc {
				spans = append(spans, other.Span)
			}
		}
		if found := p.lib.Prover().ProveWithin(claim, c.Doc, spans); len(seen) == 1 || found.Stronger(&best) {
			best = found
		}
	}
	return best.Verdict, best.Rule
}
