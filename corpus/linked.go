package corpus

import (
	"slices"

	"github.com/pqcite/pqcite/citations/refs"
	"github.com/pqcite/pqcite/core"
)

// Link names an anchor that another one refers to or runs.
type Link struct {
	DocID  string
	Anchor string
}

// Refs returns, for each anchor by its id, the anchors that its own text refers to, in
// the order of the first reference; references in a subsection count for the subsection
// only. A reference without a document means this one. References that do not resolve,
// and those on contents pages and in bibliographies, are left out.
func Refs(d *core.Document, all *refs.Resolver) map[string][]Link {
	own := refs.NewResolver([]*core.Document{d})
	links := make(map[string][]Link)
	for i := range d.Passages {
		p := &d.Passages[i]
		if p.Kind == core.PassageContents || p.Kind == core.PassageReference || p.Kind == core.PassageFront {
			continue
		}
		for _, ref := range refs.Find(d.Quote(p.Span)) {
			from := holder(d, p, p.Span.Start+ref.Span.Start)
			if to, ok := target(ref, own, all); ok && (to.DocID != d.ID || to.Anchor != from) && !slices.Contains(links[from], to) {
				links[from] = append(links[from], to)
			}
		}
	}
	return links
}

func target(ref refs.Reference, own, all *refs.Resolver) (Link, bool) {
	resolver := all
	if ref.Doc == "" {
		resolver = own
	}
	if ref.Kind == "" {
		return Link{}, false
	}
	res := resolver.Resolve(ref)
	if res.Status != refs.Resolved || res.Targets[0].Anchor == nil {
		return Link{}, false
	}
	return Link{res.Targets[0].Document.ID, res.Targets[0].Anchor.ID}, true
}

// holder is the id of the innermost box, table or section around an offset of a
// passage.
func holder(d *core.Document, p *core.Passage, at int) string {
	if p.Kind == core.PassageAlgorithm || p.Kind == core.PassageTable {
		for _, id := range p.Anchors {
			if a := d.Anchor(id); a.Kind == core.KindAlgorithm || a.Kind == core.KindTable {
				return id
			}
		}
	}
	best, size := p.Section, len(d.Text)+1
	for i := range d.Anchors {
		a := &d.Anchors[i]
		if (a.Kind == core.KindSection || a.Kind == core.KindAppendix) &&
			a.Span.Start <= at && at < a.Span.End && a.Span.Len() < size {
			best, size = a.ID, a.Span.Len()
		}
	}
	return best
}
