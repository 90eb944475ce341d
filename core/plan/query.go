package plan

import (
	"regexp"
	"slices"
	"strings"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/internal/lex"
)

// MaxHits bounds the passages that are asked for where one question needs several
// searches: by aspects, by parts, or once more.
const MaxHits = 24

// Query is what a question asks an engine for, as a search and not as a run: K is k.
// References in it that do not exist are left out.
func (p Planner) Query(question string, k int, by core.Granularity) core.Query {
	q := p.Plan(question, Context{}).Search(k)
	q.Granularity, q.K = by, k
	return q
}

// Search is the first query of the plan, for k passages; a comparison in general asks
// for MaxHits.
func (p *Plan) Search(k int) core.Query {
	f := p.features
	q := core.Query{
		Text: p.Query, Anchors: append(slices.Clone(p.References), p.explained()...), Docs: p.Scope, K: k, Granularity: core.ByPassage,
		Expand: p.expansions(), Prefer: p.Home(), Subject: lex.Subject(p.Query), NoRerank: !f.Rerank,
		Legs: core.Legs{Thesaurus: f.Thesaurus, Notes: f.Notes, Graph: f.Graph}, Profile: core.ProfileLexical,
	}
	var topics []core.Topic
	for _, s := range p.Compared {
		if len(s.Docs) > 0 {
			topics = append(topics, core.Topic{Text: textOf(s, p.Query, p.Compared), Docs: s.Docs[:1]})
		}
	}
	switch {
	case len(topics) < 2:
	case AskedOfAll(p.Query, p.Compared) == "":
		q.Topics, q.K = aspectTopics(p.Compared), MaxHits
	default:
		q.Topics = topics
	}
	return q
}

// expansions are what to search for besides the words of the question.
func (p *Plan) expansions() []string {
	var out []string
	for i := range p.Mentioned {
		out = append(out, p.Mentioned[i].Expand...)
	}
	return out
}

// OtherNames are all other names of what the question asks for.
func (p *Plan) OtherNames() []string {
	var out []string
	for i := range p.Mentioned {
		out = append(out, p.Mentioned[i].Aliases...)
	}
	return append(out, p.expansions()...)
}

// Home has the ids of the documents that the terms are at home in.
func (p *Plan) Home() []string {
	var out []string
	for i := range p.Mentioned {
		out = append(out, p.Mentioned[i].Docs...)
	}
	return out
}

// explained is the anchor that explains the term that a question asks the
// definition of.
func (p *Plan) explained() []core.AnchorRef {
	if p.Intent != core.IntentDefinition {
		return nil
	}
	subject := Subject(p.Query, p.Parts)
	for _, t := range p.Mentioned {
		if t.At.Kind != "" && subject != "" && (strings.EqualFold(t.Written, subject) || strings.EqualFold(t.Name, subject)) {
			return []core.AnchorRef{t.At}
		}
	}
	return nil
}

// inMarks matches a word that a question puts in quotation marks.
var inMarks = regexp.MustCompile(`["“'‘]([^"”'’]{2,40})["”'’]`)

// Subject is what a question asks a definition of: its own subject, that of the
// first of its parts, or the word that it quotes; "" if it asks for none.
func Subject(question string, parts []string) string {
	if s := lex.Subject(question); s != "" {
		return s
	}
	if len(parts) > 0 {
		if s := lex.Subject(parts[0]); s != "" {
			return s
		}
	}
	if m := inMarks.FindStringSubmatch(question); m != nil {
		return m[1]
	}
	return ""
}

// aspectTopics are what to search for where two schemes are compared in general:
// for each of them each aspect.
func aspectTopics(sides []Side) []core.Topic {
	var out []core.Topic
	for _, s := range sides {
		if len(s.Docs) == 0 {
			continue
		}
		out = append(out, core.Topic{Text: "what is " + s.Name, Docs: s.Docs[:1]})
		for _, a := range Aspects {
			if !s.Scheme {
				break
			}
			out = append(out, core.Topic{Text: s.Name + " " + a.Query, Docs: s.Docs[:1]})
		}
	}
	return out
}
