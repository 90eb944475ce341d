package loop

import (
	"slices"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/core/answer"
)

// analysis is the plan of a question and what stood against making one.
type analysis struct {
	plan    core.Plan
	terms   []Term
	sides   []answer.Side
	named   []Reference // all that the question names
	expand  []string    // what to search for beside the words of the question
	aliases []string    // other names of what is asked for
	prefer  []string    // documents that its terms are at home in
	dangles []Reference // anchors that do not exist in the document they name
	unknown []Reference // documents that the library does not hold
	rivals  []Reference // documents that it holds several of, and nobody says which is meant
	scope   []string    // ids of the documents that it is kept to, besides those that it names
	// algorithms are the names of the algorithms in the question, in words.
	algorithms []string
}

func emptyPlan() core.Plan {
	return core.Plan{
		Terms: []string{}, References: []core.AnchorRef{}, Scope: []string{}, Facets: []core.Facet{}, Parts: []string{}, Sides: []string{},
	}
}

// analyze reads a question: intent, terms, references, scope, what it asks side by
// side or one after the other, and the checklist of its answer.
func analyze(question string, ports Ports, features core.Features) analysis {
	a := analysis{plan: emptyPlan()}
	question = distill(question, ports, features)
	a.plan.Query = question
	a.plan.Intent = intentOf(question)
	a.addTerms(question, ports, features)
	for _, ref := range ports.Reader.References(question) {
		a.addReference(ref)
	}
	if !slices.ContainsFunc(a.plan.References, isAlgorithm) {
		asked := asksAbout(question, a.plan.Intent)
		refs, _ := algorithmsNamed(asked, ports.Library.Documents(), a.plan.Scope)
		a.plan.References = append(a.plan.References, refs...)
	}
	_, a.algorithms = algorithmsNamed(question, ports.Library.Documents(), nil)
	if a.sides = sides(question, a.terms); features.Topics && len(a.sides) > 1 {
		a.plan.Intent = comparisonOf(a.plan.Intent)
		for _, s := range a.sides {
			a.plan.Sides = append(a.plan.Sides, s.Name)
		}
	} else {
		a.sides = nil
	}
	a.plan.Parts = parts(question, a.plan.Terms)
	a.plan.Facets = a.facets(question)
	return a
}

// keepTo confines a question to the documents of a scope: one that names none, or with
// confined any. What a confined question names in another document is looked for in
// these.
func (a *analysis) keepTo(scope []string, confined bool) {
	if len(scope) == 0 || len(a.plan.Scope) > 0 && !confined {
		return
	}
	outside := func(doc string) bool { return doc != "" && !slices.Contains(scope, doc) }
	if confined {
		a.bringHome(outside)
	}
	a.plan.Scope, a.scope = slices.Clone(scope), slices.Clone(scope)
	a.plan.References = slices.DeleteFunc(a.plan.References, func(r core.AnchorRef) bool { return outside(r.DocID) })
	for i := range a.sides {
		a.sides[i].Docs = slices.DeleteFunc(slices.Clone(a.sides[i].Docs), outside)
	}
}

// bringHome takes the document away from what a question names in one that is outside.
func (a *analysis) bringHome(outside func(doc string) bool) {
	elsewhere := func(r Reference) bool { return r.Doc != "" && outside(r.Doc) }
	for _, ref := range a.named {
		if here := (core.AnchorRef{Kind: ref.Anchor.Kind, Number: ref.Anchor.Number}); elsewhere(ref) && here.Kind != "" && here.Number != "" && !slices.Contains(a.plan.References, here) {
			a.plan.References = append(a.plan.References, here)
		}
	}
	a.dangles = slices.DeleteFunc(a.dangles, elsewhere)
	a.unknown = slices.DeleteFunc(a.unknown, elsewhere)
	a.rivals = slices.DeleteFunc(a.rivals, elsewhere)
}

// within reports whether all that a claim cites is of the documents that the question is
// kept to.
func (a *analysis) within(c *core.Claim, cs []core.Citation) bool {
	return len(a.scope) == 0 || !slices.ContainsFunc(cs, func(x core.Citation) bool {
		return slices.Contains(c.Citations, x.Key) && !slices.Contains(a.scope, x.DocID)
	})
}

// comparisonOf is the intent of a question about several things: sizes side by
// side are still sizes.
func comparisonOf(i core.Intent) core.Intent {
	if i == core.IntentDefinition || i == core.IntentGeneral {
		return core.IntentComparison
	}
	return i
}

func (a *analysis) addTerms(question string, ports Ports, features core.Features) {
	terms := ports.Reader.Terms(question)
	for _, t := range append(terms, labelsNamed(question, ports.Library.Documents(), terms)...) {
		if !features.Terms {
			t = Term{Name: t.Written, Written: t.Written, Docs: t.Docs}
		}
		a.terms = append(a.terms, t)
		a.plan.Terms = append(a.plan.Terms, t.Name)
		a.expand = append(a.expand, t.Expand...)
		a.aliases = append(a.aliases, t.Aliases...)
		a.prefer = append(a.prefer, t.Docs...)
	}
}

func (a *analysis) addReference(ref Reference) {
	a.named = append(a.named, ref)
	switch {
	case len(ref.Rivals) > 0:
		a.rivals = append(a.rivals, ref)
		return
	case ref.Doc != "" && !ref.Known:
		a.unknown = append(a.unknown, ref)
		return
	case ref.Doc != "" && !slices.Contains(a.plan.Scope, ref.Doc):
		a.plan.Scope = append(a.plan.Scope, ref.Doc)
	}
	switch {
	case ref.Anchor.Kind == "":
	case ref.Dangling:
		a.dangles = append(a.dangles, ref)
	case !slices.Contains(a.plan.References, ref.Anchor): // who names it twice asks for it once
		a.plan.References = append(a.plan.References, ref.Anchor)
	}
}
