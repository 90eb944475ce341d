package retrieval

import (
	"slices"

	"github.com/pqcite/pqcite/core"
)

// Link is an anchor that another refers to.
type Link struct{ DocID, Anchor string }

const (
	// linkSources is how many of the best results are followed.
	linkSources = 4
	// maxLinks bounds the passages of the graph leg.
	maxLinks = 16
)

// graphLeg ranks the passages that the best results refer to: those of the first
// before those of the second. A leg without a weight would add nothing but results
// that no other leg has found.
func (r *request) graphLeg(best []*result) []*result {
	if !r.Legs.Graph || r.links == nil || r.weights.Graph == 0 {
		return nil
	}
	var entries []uint32
	for _, res := range best[:min(len(best), linkSources)] {
		for _, entry := range r.linked(res.entry) {
			if entry != res.entry && !slices.Contains(entries, entry) && len(entries) < maxLinks {
				entries = append(entries, entry)
			}
		}
	}
	return r.sideLeg(entries, func(res *result, rank int) { res.graph = rank })
}

// linked returns the passages in which the anchors begin that a passage refers to.
func (r *request) linked(entry uint32) []uint32 {
	doc, p := r.passage(entry)
	var out []uint32
	for _, id := range linkHolders(p) {
		for _, l := range r.links(doc.ID, id) {
			if to, ok := r.entryOf(l); ok && r.inScope(r.passages[to].doc) {
				out = append(out, to)
			}
		}
	}
	return out
}

// linkHolders are the anchors whose links count as those of a passage: those that begin
// in it, or the section that it goes on with.
func linkHolders(p *core.Passage) []string {
	if len(p.Anchors) == 0 && p.Section != "" {
		return []string{p.Section}
	}
	return p.Anchors
}

// entryOf returns the passage in which an anchor begins.
func (r *request) entryOf(l Link) (uint32, bool) {
	d, ok := r.byID[l.DocID]
	if !ok {
		return 0, false
	}
	a := r.docs[d].Anchor(l.Anchor)
	if a == nil {
		return 0, false
	}
	i, ok := slices.BinarySearchFunc(r.passages, passageKey{d, r.docs[d].PassageAt(a.Span.Start)}, comparePassages)
	return uint32(i), ok
}
