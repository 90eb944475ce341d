package plan

import (
	"slices"
	"strings"
	"unicode"

	"github.com/pqcite/pqcite/core"
)

// Planner plans questions about the documents of a library.
type Planner struct {
	Reader   Reader
	Library  Library
	Features core.Features // of which Terms and Topics decide what is planned, the others what is searched
}

// Context is what surrounds a question.
type Context struct {
	// Scope has the ids of the documents to keep to where the question names none;
	// empty means all.
	Scope []string
	// Confined keeps to the scope whatever the question names.
	Confined bool
	// Earlier has the earlier questions of the conversation, oldest first.
	Earlier []string
}

// Plan is what the analysis made of a question. The embedded part is what outcomes and
// traces show; the rest is what a run works with.
type Plan struct {
	core.Plan
	Asked     string      // the question without greeting and courtesy, in its own names
	Mentioned []Term      // the terms, with what the lexicon knows of them
	Cited     []Reference // all references, whatever they resolve to
	Compared  []Side      // what it compares: two at least, or none
	Within    []string    // ids of the documents that the context keeps it to
	Open      string      // its words where they refer to something that nobody has named; else ""
	// Together is the plan of the last question and this one read together, of which this one
	// alone is asked; nil where it names a subject.
	Together *Plan
	Bare     bool // it says nothing by itself: "is that a must?"
	// After is the last question where this one, filled in, asks for more on the same: "why?";
	// else "".
	After string

	Dangling  []Reference // references to anchors that do not exist in the document they name
	Unknown   []Reference // references to documents that the library does not have
	Ambiguous []Reference // references that several documents claim to be, none of them vouched for

	features   core.Features
	algorithms []string // names of the algorithms in the question, in words
}

// Plan reads a question, which must be clean: see [Clean].
func (p Planner) Plan(question string, c Context) *Plan {
	before := p.before(c.Earlier)
	full, open := p.follow(question, before)
	out := p.plan(full, c)
	out.Open = open
	said, _ := withoutLead(question)
	said = strings.TrimRight(said, " ?.!")
	if last := p.leansOn(question, full, before); last != "" {
		out.Together, out.Bare = p.together(last, question, out, c), ofAll.MatchString(said) || ofBounds.MatchString(said)
	} else if full != question && asksOn.MatchString(said) && bareOf(said) != bareWhere && len(p.frame(question).subjects()) == 0 {
		_, out.After = p.distill((&turn{Planner: p, before: before}).last().text)
	}
	return out
}

// together is the plan of the last question and the one after it, whose own plan is alone.
func (p Planner) together(last, question string, alone *Plan, c Context) *Plan {
	_, last = p.distill(last)
	out := p.plan(last+"? "+withFirst(unicode.ToUpper, question), c)
	out.Last = last
	out.Asked, out.Intent, out.Facets = alone.Asked, alone.Intent, alone.Facets
	out.References, out.Compared, out.Parts = alone.References, alone.Compared, alone.Parts
	return out
}

// plan reads a question that is in full.
func (p Planner) plan(question string, c Context) *Plan {
	out := &Plan{Plan: core.NewPlan(), features: p.Features}
	out.Question = question
	out.Asked, out.Query = p.distill(out.Question)
	out.Intent = IntentOf(out.Query)
	out.addTerms(p.terms(out.Query))
	for _, ref := range p.Reader.References(out.Query) {
		out.addReference(ref)
	}
	out.addAlgorithms(p.Library.Documents())
	if p.Features.Topics {
		out.compare()
	}
	out.Parts = parts(out.Query, out.Terms)
	out.keepTo(c)
	out.Facets = out.facets()
	return out
}

func (p *Plan) addTerms(terms []Term) {
	for _, t := range terms {
		p.Mentioned = append(p.Mentioned, t)
		p.Terms = append(p.Terms, t.Name)
	}
}

func (p *Plan) addReference(ref Reference) {
	p.Cited = append(p.Cited, ref)
	switch {
	case len(ref.Candidates) > 0:
		p.Ambiguous = append(p.Ambiguous, ref)
		return
	case ref.Doc != "" && !ref.Known:
		p.Unknown = append(p.Unknown, ref)
		return
	case ref.Doc != "" && !slices.Contains(p.Scope, ref.Doc):
		p.Scope = append(p.Scope, ref.Doc)
	}
	switch {
	case ref.Anchor.Kind == "":
	case ref.Dangling:
		p.Dangling = append(p.Dangling, ref)
	case !slices.Contains(p.References, ref.Anchor): // named twice, it is asked for once
		p.References = append(p.References, ref.Anchor)
	}
}

// addAlgorithms adds the algorithms that the question asks for by name, where it asks
// for none by number.
func (p *Plan) addAlgorithms(docs []*core.Document) {
	if !slices.ContainsFunc(p.References, func(r core.AnchorRef) bool { return r.Kind == core.KindAlgorithm }) {
		refs, _ := algorithmsNamed(p.asksAbout(), docs, p.Scope)
		p.References = append(p.References, refs...)
	}
	_, p.algorithms = algorithmsNamed(p.Query, docs, nil)
}

// keepTo confines the plan to the documents of a scope: one that names none, or with
// Confined any. What a confined question names in another document is looked for in
// these.
func (p *Plan) keepTo(c Context) {
	if len(c.Scope) == 0 || len(p.Scope) > 0 && !c.Confined {
		return
	}
	outside := func(doc string) bool { return doc != "" && !slices.Contains(c.Scope, doc) }
	if c.Confined {
		p.bringHome(outside)
	}
	p.Scope, p.Within = slices.Clone(c.Scope), slices.Clone(c.Scope)
	p.References = slices.DeleteFunc(p.References, func(r core.AnchorRef) bool { return outside(r.DocID) })
	for i := range p.Compared {
		p.Compared[i].Docs = slices.DeleteFunc(slices.Clone(p.Compared[i].Docs), outside)
	}
}

// bringHome drops the document from what the question names in one that is outside.
func (p *Plan) bringHome(outside func(doc string) bool) {
	elsewhere := func(r Reference) bool { return outside(r.Doc) }
	for _, ref := range p.Cited {
		here := core.AnchorRef{Kind: ref.Anchor.Kind, Number: ref.Anchor.Number}
		if elsewhere(ref) && here.Kind != "" && here.Number != "" && !slices.Contains(p.References, here) {
			p.References = append(p.References, here)
		}
	}
	p.Dangling = slices.DeleteFunc(p.Dangling, elsewhere)
	p.Unknown = slices.DeleteFunc(p.Unknown, elsewhere)
	p.Ambiguous = slices.DeleteFunc(p.Ambiguous, elsewhere)
}
