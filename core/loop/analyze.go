package loop

import (
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/internal/sentence"
)

// analysis is the plan of a question and what stood against making one.
type analysis struct {
	plan    core.Plan
	terms   []Term
	expand  []string    // what to search for beside the words of the question
	aliases []string    // other names of what is asked for
	prefer  []string    // documents that its terms are at home in
	dangles []Reference // anchors that do not exist in the document they name
	unknown []Reference // documents that the library does not hold
}

// analyze reads a question: intent, terms, references, scope and facets.
func analyze(question string, ports Ports) analysis {
	a := analysis{plan: core.Plan{
		Intent: intentOf(question), Terms: []string{}, References: []core.AnchorRef{}, Scope: []string{}, Facets: []core.Facet{},
	}}
	terms := ports.Reader.Terms(question)
	for _, t := range append(terms, labelsNamed(question, ports.Library.Documents(), terms)...) {
		a.terms = append(a.terms, t)
		a.plan.Terms = append(a.plan.Terms, t.Name)
		a.expand = append(a.expand, t.Expand...)
		a.aliases = append(a.aliases, t.Aliases...)
		a.prefer = append(a.prefer, t.Docs...)
	}
	for _, ref := range ports.Reader.References(question) {
		a.addReference(ref)
	}
	if !slices.ContainsFunc(a.plan.References, isAlgorithm) {
		a.plan.References = append(a.plan.References, algorithmsNamed(asksAbout(question, a.plan.Intent), ports.Library.Documents(), a.plan.Scope)...)
	}
	a.plan.Facets = facets(&a.plan)
	return a
}

// Query is what a question asks an engine for. The references in it that do not
// exist are left out.
func Query(question string, ports Ports, k int, unit core.Unit) core.Query {
	a := analyze(question, ports)
	return a.query(question, k, unit)
}

func (a *analysis) query(question string, k int, unit core.Unit) core.Query {
	return core.Query{
		Text: question, Anchors: a.plan.References, Docs: a.plan.Scope, K: k, Unit: unit,
		Expand: a.expand, Prefer: a.prefer, Subject: sentence.Subject(question), Topics: topics(question, a.terms),
	}
}

// comparison matches the ways to ask for things side by side.
var comparison = regexp.MustCompile(`(?i)\b(differ(s|ent|ence|ences)?|compare[ds]?|comparison|versus|vs\.?|both|(larg|small|fast|slow|short|long|strong|weak|bett|wors)er than|than)\b|, and\b`)

// topics splits a comparison of terms at home in different documents: each topic is the question without the names of the others.
func topics(question string, terms []Term) []core.Topic {
	var sides []Term
	homes := map[string]bool{}
	for _, t := range terms {
		if len(t.Docs) > 0 && !homes[t.Docs[0]] {
			homes[t.Docs[0]] = true
			sides = append(sides, t)
		}
	}
	if len(sides) < 2 || !comparison.MatchString(question) {
		return nil
	}
	out := make([]core.Topic, len(sides))
	for i, t := range sides {
		text := question
		for j, other := range sides {
			if j != i {
				text = strings.ReplaceAll(text, other.Written, " ")
			}
		}
		out[i] = core.Topic{Text: text, Docs: t.Docs[:1]}
	}
	return out
}

func (a *analysis) addReference(ref Reference) {
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
	default:
		a.plan.References = append(a.plan.References, ref.Anchor)
	}
}

func isAlgorithm(ref core.AnchorRef) bool { return ref.Kind == core.KindAlgorithm }

// asksAbout is the part of a question in which an algorithm's name means that
// the algorithm is asked for: all of it where steps, inputs or outputs are asked
// for, else its subject alone. "How long may SampleNTT run" names one and asks
// for something else.
func asksAbout(question string, i core.Intent) string {
	if i == core.IntentSteps || i == core.IntentInterface {
		return question
	}
	return sentence.Subject(question)
}

// facets is the checklist of what an answer must contain.
func facets(p *core.Plan) []core.Facet {
	out := []core.Facet{}
	for _, t := range p.Terms {
		out = append(out, core.Facet{Kind: core.FacetTerm, Text: t})
	}
	for _, ref := range p.References {
		out = append(out, core.Facet{Kind: core.FacetAnchor, Text: strings.TrimSpace(ref.DocID + " " + ref.Kind.Word() + " " + ref.Number)})
	}
	return out
}

// algorithmsNamed finds algorithms that the question names by name instead of
// by number: the longest names win, and a name inside a longer one is not meant.
func algorithmsNamed(question string, docs []*core.Document, scope []string) []core.AnchorRef {
	words := " " + nameWords(question) + " "
	var out []core.AnchorRef
	longest := 0
	for _, doc := range docs {
		if len(scope) > 0 && !slices.Contains(scope, doc.ID) {
			continue
		}
		for i := range doc.Algorithms {
			a := &doc.Algorithms[i]
			name := nameWords(a.Name)
			if !distinctive(a.Name) || !strings.Contains(words, " "+name+" ") || len(name) < longest {
				continue
			}
			if len(name) > longest {
				out, longest = nil, len(name)
			}
			anchor := doc.Anchor(a.Anchor)
			out = append(out, core.AnchorRef{DocID: doc.ID, Kind: core.KindAlgorithm, Number: anchor.Number})
		}
	}
	return out
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
