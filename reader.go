package pqcite

import (
	"slices"
	"strings"

	"github.com/pqcite/pqcite/citations/refs"
	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/core/plan"
	"github.com/pqcite/pqcite/corpus"
	"github.com/pqcite/pqcite/corpus/standards"
)

// reader finds what a question names: references by the grammar of package
// citations, terms by the pack's lexicon.
type reader struct{ lib *corpus.Library }

// References resolves the references of a question against the library.
func (r reader) References(question string) []plan.Reference {
	var out []plan.Reference
	for _, ref := range refs.Find(question) {
		out = append(out, r.resolve(ref))
	}
	return out
}

func (r reader) resolve(ref refs.Reference) plan.Reference {
	res := r.lib.Resolver().Resolve(ref)
	out := plan.Reference{Text: ref.Text, Doc: ref.Doc}
	switch {
	case res.Status == refs.UnknownDocument:
		out.Anchor = core.AnchorRef{Kind: ref.Kind, Number: ref.Number}
		return out
	case ref.Doc != "":
		docs := r.lib.Resolver().Documents(ref.Doc)
		if out.Candidates = refs.Rivals(docs); out.Candidates != nil {
			out.Anchor = core.AnchorRef{Kind: ref.Kind, Number: ref.Number}
			return out
		}
		if len(docs) > 0 {
			out.Doc, out.Known = docs[0].ID, true
		}
	}
	if ref.Kind == "" {
		return out
	}
	out.Anchor = core.AnchorRef{DocID: out.Doc, Kind: ref.Kind, Number: ref.Number}
	if res.Status == refs.Dangling {
		out.Dangling = true
		for _, t := range res.Nearest {
			out.Nearest = append(out.Nearest, t.Nearest())
		}
	} else if t := res.Targets[0]; t.Anchor != nil {
		out.Anchor.Kind, out.Anchor.Number = t.Anchor.Kind, t.Anchor.Number
	}
	return out
}

// Plain writes schemes, parameter sets and what the documents describe as the
// documents do.
func (r reader) Plain(question string) string { return standards.Plain(question) }

// Terms returns the terms of a question, each once.
func (r reader) Terms(question string) []plan.Term {
	var out []plan.Term
	for _, m := range standards.FindTerms(question) {
		if slices.ContainsFunc(out, func(t plan.Term) bool { return t.Name == m.Term.Name }) {
			continue
		}
		written := question[m.Span.Start:m.Span.End]
		t := plan.Term{Name: m.Term.Name, Written: written, Docs: m.Term.Documents, Aliases: m.Term.Aliases, Rank: rankOf(m.Term), At: r.home(m.Term), Standard: standardOf(m.Term)}

		if !strings.EqualFold(written, m.Term.Name) {
			t.Expand = append(t.Expand, m.Term.Name)
		}
		if e := m.Term.Expansion; e != "" && !strings.EqualFold(written, e) {
			t.Expand = append(t.Expand, e)
		}
		out = append(out, t)
	}
	return out
}

// standardOf is the document that specifies the scheme that a term is or belongs to,
// and nothing else.
func standardOf(t standards.Term) string {
	for _, d := range standards.Documents() {
		if len(d.Families) == 1 && (d.Families[0] == t.Name || d.Families[0] == t.Family) {
			return d.ID
		}
	}
	return ""
}

// home is the anchor that explains a term, zero where the library has none.
func (r reader) home(t standards.Term) core.AnchorRef {
	doc := r.lib.Document(t.At.DocID())
	if doc == nil {
		return core.AnchorRef{}
	}
	a := doc.Anchor(t.At.Anchor())
	if a == nil || a.Number == "" {
		return core.AnchorRef{}
	}
	return core.AnchorRef{DocID: doc.ID, Kind: a.Kind, Number: a.Number}
}

// rankOf tells what a term can be compared with.
func rankOf(t standards.Term) plan.Rank {
	switch {
	case t.IsParameterSet():
		return plan.RankSet
	case t.IsScheme():
		return plan.RankScheme
	}
	return plan.RankNone
}
