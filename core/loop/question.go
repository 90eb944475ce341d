package loop

import (
	"regexp"
	"slices"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/core/answer"
	"github.com/pqcite/pqcite/core/plan"
)

// question is what evidence and claims are compared with: a plan, the weights of its
// words, and the frequently asked questions that it is like.
type question struct {
	*plan.Plan
	library   Library
	relevance answer.Relevance
	faq       FAQ  // nil where there is none, or it is switched off
	strict    bool // what is named must be in the evidence, and what is asked for in the claims
	minHits   int

	measure core.Measure
	slots   core.Marks // what the question names, and what it asks of that
	match   core.FAQMatch
	parts   [][]core.Fact // that the parts of the question may ask for
	typed   core.TypedAnswer
}

// pronoun matches what a part of a question calls the subject of the part before it.
var pronoun = regexp.MustCompile(`(?i)\b(?:it|they|them)\b`)

func newQuestion(p *plan.Plan, ports Ports, s Settings) *question {
	q := &question{
		Plan: p, library: ports.Library, relevance: ports.Relevance, strict: s.Features.Slots,
		minHits: minHits(ports.Library, s.Budget), measure: ports.Relevance.Measure(p.Query, s.Features.Thesaurus),
	}
	if s.Features.FAQ {
		q.faq = ports.FAQ
	}
	q.slots = q.measure.Marks(p.Slots())
	q.match = matchFAQ(q, q.Query)
	if len(p.Parts) > 1 {
		subject := plan.Subject(p.Query, p.Parts)
		for _, part := range p.Parts {
			if subject != "" {
				part = pronoun.ReplaceAllString(part, subject)
			}
			q.parts = append(q.parts, matchFAQ(q, part).Facts)
		}
	}
	if ports.Typed != nil {
		q.typed = ports.Typed.Answer(p.Asked, p.Scope)
	}
	return q
}

// searches reports whether a document is in the library and in the scope.
func (q *question) searches(docID string) bool {
	return q.library.Document(docID) != nil && (len(q.Scope) == 0 || slices.Contains(q.Scope, docID))
}

// hasFAQ reports whether there are frequently asked questions on the document that the
// best evidence of a round is from. A comparison is made of many facts, and most pairs
// have no question.
func (q *question) hasFAQ(n *round) bool {
	return q.faq != nil && len(n.hits) > 0 && len(q.Compared) < 2 && slices.Contains(q.faq.Documents(), n.hits[0].Passage.DocID)
}

// model is the one that judges a round's evidence.
func (q *question) model(n *round) *model {
	if q.hasFAQ(n) {
		return &faqModel
	}
	return &wordsModel
}

// needed is the confidence from which on evidence is answered from.
func (q *question) needed(n *round) float64 {
	if q.NamesNothing() {
		return q.model(n).unnamed
	}
	return q.model(n).accept
}
