package plan

import (
	"regexp"
	"slices"
	"strings"

	"github.com/pqcite/pqcite/core"
)

var (
	// numbered matches what is distinguished by its number alone: that of another is
	// something else.
	numbered = regexp.MustCompile(`(?i)\b(category|level|revision|version|phase)\s+[0-9]+\b`)
	// unitWords matches words for a measure or a thing that texts rarely call by
	// another name: a question for cycles is not answered by bytes.
	unitWords = regexp.MustCompile(`(?i)\b((kilo|mega)?cycles?|(milli|micro|nano)seconds?|seconds|per second|(milli|micro)?joules?|watts?|dollars?|euros?|usd|luts?|patents?|licen[sc]ors?|releases?|round[- ]?trips?|oids?|object identifiers?|code ?points?|test vectors?|known answer|price|energy|throughput|latency)\b`)
)

// facets is the checklist of what an answer must contain.
func (p *Plan) facets() []core.Facet {
	out := []core.Facet{}
	add := func(k core.FacetKind, texts ...string) {
		for _, text := range texts {
			if f := (core.Facet{Kind: k, Text: text}); !slices.Contains(out, f) {
				out = append(out, f)
			}
		}
	}
	add(core.FacetTerm, p.Terms...)
	for _, ref := range p.References {
		out = append(out, anchorFacet(ref))
	}
	add(core.FacetSide, p.Sides...)
	add(core.FacetPart, p.Parts...)
	add(core.FacetName, p.names()...)
	for _, matches := range []*regexp.Regexp{unitWords, numbered} {
		for _, m := range matches.FindAllString(p.Query, -1) {
			add(core.FacetUnit, strings.ToLower(m))
		}
	}
	switch p.Intent {
	case core.IntentDate, core.IntentReason, core.IntentRule:
		add(core.FacetKindOf, string(p.Intent))
	}
	return out
}

func anchorFacet(ref core.AnchorRef) core.Facet {
	return core.Facet{Kind: core.FacetAnchor, Text: strings.TrimSpace(ref.DocID + " " + ref.Kind.Word() + " " + ref.Number)}
}

// Anchor is the reference that a facet is about, false where it is about none.
func (p *Plan) Anchor(f core.Facet) (core.AnchorRef, bool) {
	i := slices.IndexFunc(p.References, func(ref core.AnchorRef) bool { return anchorFacet(ref) == f })
	if i < 0 {
		return core.AnchorRef{}, false
	}
	return p.References[i], true
}

// NumberOf is the number of a facet that nothing else distinguishes ("category
// 5"), "" for any other.
func NumberOf(f core.Facet) string {
	if f.Kind != core.FacetUnit || !numbered.MatchString(f.Text) {
		return ""
	}
	return f.Text[strings.LastIndexByte(f.Text, ' ')+1:]
}
