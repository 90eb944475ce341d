package loop

import (
	"regexp"
	"strings"

	"github.com/pqcite/pqcite/core"
)

// facets is the checklist of what an answer must contain.
func (a *analysis) facets(question string) []core.Facet {
	out := []core.Facet{}
	add := func(k core.FacetKind, text string) {
		f := core.Facet{Kind: k, Text: text}
		for _, o := range out {
			if o == f {
				return
			}
		}
		out = append(out, f)
	}
	for _, t := range a.plan.Terms {
		add(core.FacetTerm, t)
	}
	for _, ref := range a.plan.References {
		out = append(out, anchorFacet(ref))
	}
	for _, s := range a.plan.Sides {
		add(core.FacetSide, s)
	}
	for _, p := range a.plan.Parts {
		add(core.FacetPart, p)
	}
	for _, n := range a.namesIn(question) {
		add(core.FacetName, n)
	}
	for _, u := range unitWords.FindAllString(question, -1) {
		add(core.FacetUnit, strings.ToLower(u))
	}
	for _, m := range numbered.FindAllString(question, -1) {
		add(core.FacetUnit, strings.ToLower(m))
	}
	switch a.plan.Intent {
	case core.IntentDate, core.IntentReason, core.IntentRule:
		add(core.FacetKindOf, string(a.plan.Intent))
	}
	return out
}

// numbered matches what is told apart by its number alone: that of another is
// something else.
var numbered = regexp.MustCompile(`(?i)\b(category|level|revision|version|phase)\s+[0-9]+\b`)

func anchorFacet(ref core.AnchorRef) core.Facet {
	return core.Facet{Kind: core.FacetAnchor, Text: strings.TrimSpace(ref.DocID + " " + ref.Kind.Word() + " " + ref.Number)}
}

// onlySet is the parameter set that a question names, "" if it names none or
// several: those may stand in different places.
func (a *analysis) onlySet() string {
	name := ""
	for _, t := range a.terms {
		if t.Rank != RankSet {
			continue
		}
		if name != "" && name != t.Name {
			return ""
		}
		name = t.Name
	}
	return name
}
