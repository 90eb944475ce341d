package corpus

import (
	"slices"
	"sync"

	"github.com/pqcite/pqcite/citations/refs"
	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/corpus/standards"
)

// maxLinked is the length of text in bytes above which a document's own references
// are not read: it would keep the first question waiting for more than 0.2 s.
const maxLinked = 8 << 20

// Links knows what the anchors of a library refer to. The structure of official
// documents comes with the pack; that of others is read from their text when it is
// first asked for. It is safe for concurrent use.
type Links struct {
	read map[string]func() map[string]outgoing // by document
}

// outgoing is what an anchor refers to, what it runs first.
type outgoing struct {
	links []Link
	runs  int // how many of the links it runs
}

func (o *outgoing) add(l Link) {
	if !slices.Contains(o.links, l) {
		o.links = append(o.links, l)
	}
}

// newLinks returns the links of the library's documents.
func newLinks(l *Library) *Links {
	links := &Links{read: make(map[string]func() map[string]outgoing)}
	for _, d := range l.Documents() {
		links.read[d.ID] = sync.OnceValue(func() map[string]outgoing {
			if elements := standards.Structure(d.ID); len(elements) > 0 && d.Identity == core.IdentityPublished {
				return packLinks(d.ID, elements)
			}
			return textLinks(d, l.Resolver())
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
	return read()[anchor].links
}

// To returns the anchors of a document that refer to or run one of its anchors, in
// the order of their ids.
func (l *Links) To(docID, anchor string) []string {
	return l.from(docID, func(o outgoing) bool { return slices.Contains(o.links, Link{DocID: docID, Anchor: anchor}) })
}

// Runs returns the algorithms that an algorithm runs, and those that run it.
func (l *Links) Runs(docID, algorithm string) (called, callers []string) {
	read := l.read[docID]
	if read == nil {
		return nil, nil
	}
	o := read()[algorithm]
	for _, to := range o.links[:o.runs] {
		called = append(called, to.Anchor)
	}
	return called, l.from(docID, func(o outgoing) bool {
		return slices.Contains(o.links[:o.runs], Link{DocID: docID, Anchor: algorithm})
	})
}

// from returns the anchors of a document whose links are such, sorted.
func (l *Links) from(docID string, such func(outgoing) bool) []string {
	read := l.read[docID]
	if read == nil {
		return nil
	}
	var ids []string
	for id, o := range read() {
		if such(o) {
			ids = append(ids, id)
		}
	}
	slices.Sort(ids)
	return ids
}

func packLinks(docID string, elements []standards.Element) map[string]outgoing {
	links := make(map[string]outgoing, len(elements))
	for i := range elements {
		e := &elements[i]
		var o outgoing
		for _, id := range e.Runs {
			o.add(Link{DocID: docID, Anchor: id})
		}
		o.runs = len(o.links)
		for _, at := range e.Refs {
			o.add(Link{DocID: at.DocID(), Anchor: at.Anchor()})
		}
		links[e.ID] = o
	}
	return links
}

func textLinks(d *core.Document, all *refs.Resolver) map[string]outgoing {
	if len(d.Text) > maxLinked {
		return nil
	}
	links := make(map[string]outgoing)
	for id, called := range Runs(d) {
		var o outgoing
		for _, to := range called {
			o.add(Link{DocID: d.ID, Anchor: to})
		}
		o.runs = len(o.links)
		links[id] = o
	}
	for id, refs := range Refs(d, all) {
		o := links[id]
		for _, l := range refs {
			o.add(l)
		}
		links[id] = o
	}
	return links
}
