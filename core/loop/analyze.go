package loop

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/core/answer"
	"github.com/pqcite/pqcite/internal/sentence"
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

// Query is what a question asks an engine for. The references in it that do not
// exist are left out.
func Query(question string, ports Ports, k int, unit core.Unit) core.Query {
	features := core.DefaultFeatures()
	a := analyze(question, ports, features)
	q := a.query(a.plan.Query, k, features)
	q.Unit, q.K = unit, k
	return q
}

func (a *analysis) query(question string, k int, f core.Features) core.Query {
	q := core.Query{
		Text: question, Anchors: a.plan.References, Docs: a.plan.Scope, K: k, Unit: core.UnitPassage,
		Expand: a.expand, Prefer: a.prefer, Subject: sentence.Subject(question), NoRerank: !f.Rerank,
		Legs: core.Legs{Thesaurus: f.Thesaurus, Notes: f.Notes, Graph: f.Graph}, Profile: core.ProfileLexical,
	}
	q.Anchors = append(slices.Clone(q.Anchors), a.explained(question)...)
	for _, s := range a.sides {
		if len(s.Docs) > 0 {
			q.Topics = append(q.Topics, core.Topic{Text: sideText(question, s, a.sides), Docs: s.Docs[:1]})
		}
	}
	if len(q.Topics) < 2 {
		q.Topics = nil
		return q
	}
	if answer.AskedOfAll(question, a.sides) == "" {
		q.Topics, q.K = aspectTopics(a.sides), maxEvidence
	}
	return q
}

// explained is the anchor that explains the term that a question asks the
// definition of.
func (a *analysis) explained(question string) []core.AnchorRef {
	if a.plan.Intent != core.IntentDefinition {
		return nil
	}
	subject := answer.SubjectOf(question, a.plan.Parts)
	for _, t := range a.terms {
		if t.At.Kind != "" && subject != "" && (strings.EqualFold(t.Written, subject) || strings.EqualFold(t.Name, subject)) {
			return []core.AnchorRef{t.At}
		}
	}
	return nil
}

// aspectTopics are what to search for where two schemes are compared in general:
// for each of them each aspect.
func aspectTopics(sides []answer.Side) []core.Topic {
	var out []core.Topic
	for _, s := range sides {
		if len(s.Docs) == 0 {
			continue
		}
		out = append(out, core.Topic{Text: "what is " + s.Name, Docs: s.Docs[:1]})
		for _, a := range answer.Aspects {
			if !s.Scheme {
				break
			}
			out = append(out, core.Topic{Text: s.Name + " " + a.Query, Docs: s.Docs[:1]})
		}
	}
	return out
}

func (a *analysis) addReference(ref Reference) {
	a.named = append(a.named, ref)
	switch {
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

func isAlgorithm(ref core.AnchorRef) bool { return ref.Kind == core.KindAlgorithm }

// asksAbout is the part of a question in which an algorithm's name means that
// the algorithm is asked for: all of it where steps, inputs or outputs are asked
// for, else its subject alone. "How long may SampleNTT run" names one and asks
// for something else.
func asksAbout(question string, i core.Intent) string {
	if i == core.IntentSteps || i == core.IntentInterface || i == core.IntentCalls {
		return question
	}
	return sentence.Subject(question)
}

// algorithmsNamed finds algorithms that the question names by name instead of
// by number: the longest names win, and a name inside a longer one is not meant.
// Beside them it returns all names that it saw, in words.
func algorithmsNamed(question string, docs []*core.Document, scope []string) (out []core.AnchorRef, names []string) {
	words := " " + nameWords(question) + " "
	longest := 0
	for _, doc := range docs {
		if len(scope) > 0 && !slices.Contains(scope, doc.ID) {
			continue
		}
		for i := range doc.Algorithms {
			a := &doc.Algorithms[i]
			name := nameWords(withoutSubscript(a.Name))
			if !distinctive(a.Name) || !strings.Contains(words, " "+name+" ") {
				continue
			}
			if names = append(names, name); len(name) < longest {
				continue
			}
			if len(name) > longest {
				out, longest = nil, len(name)
			}
			anchor := doc.Anchor(a.Anchor)
			out = append(out, core.AnchorRef{DocID: doc.ID, Kind: core.KindAlgorithm, Number: anchor.Number})
		}
	}
	return out, names
}

// withoutSubscript is a name without the variable at its end: SamplePolyCBD for
// SamplePolyCBD_eta.
func withoutSubscript(name string) string {
	if i := strings.LastIndex(name, "_"); i > 0 && utf8.RuneCountInString(strings.Trim(name[i+1:], "{}")) == 1 {
		return name[:i]
	}
	return name
}

// distinctive reports whether a name can't be an ordinary word: it has a capital
// or a digit inside, or a point or underscore.
func distinctive(name string) bool {
	if strings.ContainsAny(name, "._") {
		return true
	}
	return strings.IndexFunc(name[min(1, len(name)):], func(r rune) bool { return unicode.IsUpper(r) || unicode.IsDigit(r) }) >= 0
}

// nameWords folds a name to words in lower case: "ML-KEM.KeyGen" and
// "ml-kem keygen" are the same.
func nameWords(s string) string {
	return strings.Join(strings.FieldsFunc(strings.ToLower(s), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r)
	}), " ")
}
