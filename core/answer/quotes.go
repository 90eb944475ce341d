package answer

import (
	"fmt"
	"slices"
	"strings"

	"github.com/pqcite/pqcite/core"
)

// maxGap is how many bytes between two quotes of running text are quoted with them.
const maxGap = 80

// Gather makes one citation of those that are read together: rows of a table with its
// caption and header, and words of one section on one page. It returns the claims with the
// new keys, which are numbered in the order of the claims. What details cite changes no quote
// of the others.
func Gather(lib Library, claims []core.Claim, cs []core.Citation) ([]core.Claim, []core.Citation) {
	var groups []group
	claims = slices.Clone(claims)
	for i := range claims {
		var keys []string
		for _, key := range claims[i].Citations {
			at := slices.IndexFunc(cs, func(c core.Citation) bool { return c.Key == key })
			if at < 0 {
				continue
			}
			c := &cs[at]
			g := slices.IndexFunc(groups, func(g group) bool {
				return g.takes(lib.Document(c.DocID), c) && (g.detail == claims[i].Detail || g.has(lib.Document(c.DocID), c))
			})
			if g < 0 {
				g = len(groups)
				groups = append(groups, group{Citation: *c, detail: claims[i].Detail})
			}
			for _, e := range c.Excerpts() {
				groups[g].spans = append(groups[g].spans, e.Span)
			}
			keys = union(keys, []string{fmt.Sprintf("c%d", g+1)})
		}
		claims[i].Citations = keys
	}
	out := make([]core.Citation, len(groups))
	for i := range groups {
		out[i] = groups[i].citation(lib.Document(groups[i].DocID))
		out[i].Key = fmt.Sprintf("c%d", i+1)
	}
	return claims, out
}

// group is citations that are read together, the first of them and the spans of all.
type group struct {
	core.Citation
	spans  []core.Span
	detail bool // of claims that are
}

// has reports whether the group quotes all that a citation does.
func (g *group) has(doc *core.Document, c *core.Citation) bool {
	runs := g.runs(doc)
	return !slices.ContainsFunc(c.Excerpts(), func(e core.Excerpt) bool {
		return !slices.ContainsFunc(runs, func(s core.Span) bool { return s.Contains(e.Span) })
	})
}

// runs are the spans in reading order, as one where little is between them.
func (g *group) runs(doc *core.Document) []core.Span {
	switch {
	case doc == nil || g.Span.Len() == 0:
		return nil
	case doc.Table(g.Anchor) != nil:
		return joined(doc, g.spans, 0)
	}
	return joined(doc, g.spans, maxGap)
}

// takes reports whether a citation is read with those of the group.
func (g *group) takes(doc *core.Document, c *core.Citation) bool {
	switch {
	case g.Locator == c.Locator:
		return g.Quote == c.Quote
	case doc == nil || g.DocID != c.DocID || g.Span.Len() == 0 || c.Span.Len() == 0:
		return false
	case isElement(doc, g.Anchor) || isElement(doc, c.Anchor):
		return g.Anchor == c.Anchor
	}
	return g.Section == c.Section && g.StartPage == c.StartPage
}

// isElement reports whether an anchor is a table or an algorithm, which is cited by its own name.
func isElement(doc *core.Document, anchor string) bool {
	return doc.Table(anchor) != nil || doc.Algorithm(anchor) != nil
}

// citation is the citation of all spans. Its own are the words around the first of them, which
// tells most.
func (g *group) citation(doc *core.Document) core.Citation {
	runs := g.runs(doc)
	if len(runs) == 0 {
		return g.Citation
	}
	at := slices.IndexFunc(runs, func(s core.Span) bool { return s.Contains(g.Span) })
	c := g.Citation
	c.Locator, c.Quote, c.Also = doc.Locate(runs[at]), doc.Quote(runs[at]), nil
	for _, s := range slices.Delete(runs, at, at+1) {
		c.Also = append(c.Also, core.Excerpt{Span: s, Quote: doc.Quote(s)})
	}
	return c
}

// joined are the spans in reading order, as one where at most so many bytes are between them.
func joined(doc *core.Document, spans []core.Span, most int) []core.Span {
	spans = slices.SortedFunc(slices.Values(spans), func(a, b core.Span) int { return a.Start - b.Start })
	out := spans[:1:1]
	for _, s := range spans[1:] {
		last := &out[len(out)-1]
		gap := ""
		if s.Start > last.End {
			gap = doc.Quote(core.Span{Start: last.End, End: s.Start})
		}
		if len(strings.TrimSpace(gap)) <= most && core.Readable(gap) {
			last.End = max(last.End, s.End)
		} else {
			out = append(out, s)
		}
	}
	return out
}
