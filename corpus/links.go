package corpus

import (
	"slices"
	"strings"
	"sync"

	"github.com/pqcite/pqcite/citations"
	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/corpus/graph"
	"github.com/pqcite/pqcite/corpus/standards"
)

// Link is an anchor that another one refers to or runs.
type Link = graph.Link

// maxLinked is the length of text in bytes above which a document's own references
// are not read: it would keep the first question waiting for more than 0.2 s.
const maxLinked = 8 << 20

// Links knows what the anchors of a library refer to. The structure of official
// documents comes with the pack; that of others is read from their text when it is
// first asked for. It is safe for concurrent use.
type Links struct {
	read map[string]func() map[string][]Link // by document
}

// NewLinks returns the links of the library's documents.
func NewLinks(l *Library) *Links {
	resolver := sync.OnceValue(func() *citations.Resolver { return citations.NewResolver(l.Documents()) })
	links := &Links{read: make(map[string]func() map[string][]Link)}
	for _, d := range l.Documents() {
		links.read[d.ID] = sync.OnceValue(func() map[string][]Link {
			if elements := standards.Structure(d.ID); len(elements) > 0 {
				return packLinks(d.ID, elements)
			}
			return textLinks(d, resolver())
		})
	}
	return links
}

// Of returns what an anchor refers to, what it runs first.
func (l *Links) Of(docID, anchor string) []Link {
	read := l.read[docID]
	if read == nil {
		return nil
	}
	return read()[anchor]
}

// To returns the anchors of a document that refer to or run one of its anchors, in
// the order of their ids.
func (l *Links) To(docID, anchor string) []string {
	read := l.read[docID]
	if read == nil {
		return nil
	}
	var from []string
	for id, links := range read() {
		if slices.Contains(links, Link{DocID: docID, Anchor: anchor}) {
			from = append(from, id)
		}
	}
	slices.Sort(from)
	return from
}

// Runs returns the algorithms that an algorithm runs, and those that run it.
func (l *Links) Runs(docID, algorithm string) (called, callers []string) {
	isAlgorithm := func(id string) bool { return strings.HasPrefix(id, string(core.KindAlgorithm)+"-") }
	for _, to := range l.Of(docID, algorithm) {
		if to.DocID == docID && isAlgorithm(to.Anchor) {
			called = append(called, to.Anchor)
		}
	}
	return called, slices.DeleteFunc(l.To(docID, algorithm), func(id string) bool { return !isAlgorithm(id) })
}

func packLinks(docID string, elements []standards.Element) map[string][]Link {
	links := make(map[string][]Link, len(elements))
	for i := range elements {
		e := &elements[i]
		for _, id := range e.Runs {
			links[e.ID] = append(links[e.ID], Link{DocID: docID, Anchor: id})
		}
		for _, at := range e.Refs {
			if l := (Link{DocID: at.DocID(), Anchor: at.Anchor()}); !slices.Contains(links[e.ID], l) {
				links[e.ID] = append(links[e.ID], l)
			}
		}
	}
	return links
}

func textLinks(d *core.Document, all *citations.Resolver) map[string][]Link {
	if len(d.Text) > maxLinked {
		return nil
	}
	links := make(map[string][]Link)
	for id, called := range graph.Runs(d) {
		for _, to := range called {
			links[id] = append(links[id], Link{DocID: d.ID, Anchor: to})
		}
	}
	for id, refs := range graph.Refs(d, all) {
		for _, l := range refs {
			if !slices.Contains(links[id], l) {
				links[id] = append(links[id], l)
			}
		}
	}
	return links
}
