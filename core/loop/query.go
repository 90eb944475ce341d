package loop

import (
	"slices"
	"strings"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/core/answer"
	"github.com/pqcite/pqcite/internal/sentence"
)

// Query is what a question asks an engine for. The references in it that do not
// exist are left out.
func Query(question string, ports Ports, k int, by core.Granularity) core.Query {
	features := core.DefaultFeatures()
	a := analyze(question, ports, features)
	q := a.query(a.plan.Query, k, features)
	q.Granularity, q.K = by, k
	return q
}

func (a *analysis) query(question string, k int, f core.Features) core.Query {
	q := core.Query{
		Text: question, Anchors: a.plan.References, Docs: a.plan.Scope, K: k, Granularity: core.ByPassage,
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
