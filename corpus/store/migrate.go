package store

import (
	"slices"
	"strings"

	"github.com/pqcite/pqcite/citations"
	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/corpus/standards"
)

// Renamed is a document whose id was changed because it is a publication's name, and
// nobody vouches that it is one.
type Renamed struct{ From, To string }

// migrate brings a manifest of version 1, which knew neither origins nor who vouches for a
// document, to this one, in memory: the next change writes it. A document with the pinned
// hash of a published one is that, whatever it was called; any other is of one's own, and
// gives a publication's name back. The files of the documents stay as they are.
func (m *manifest) migrate() {
	if m.Format != 1 {
		return
	}
	for i := range m.Documents {
		e := &m.Documents[i]
		if s, ok := standards.BySHA256(e.SHA256); ok && s.ID == e.ID {
			e.Identity = core.IdentityPublished
		} else if citations.Reserved(e.ID) {
			m.rename(e, ownPrefix+e.ID)
		}
	}
	m.sort()
	m.Format = manifestVersion
}

// rename gives an entry another id, which no other has, and says so. The document's file
// keeps the one that it was written with.
func (m *manifest) rename(e *Entry, id string) {
	from := e.ID
	e.FileID = e.fileID()
	e.ID = newID(id, e.Origin+"\n"+e.SHA256, e.Name, m.holder)
	m.renamed = append(m.renamed, Renamed{From: from, To: e.ID})
}

// holder returns the entry that has an id, in whatever letter case, or nil.
func (m *manifest) holder(id string) *Entry {
	for i := range m.Documents {
		if strings.EqualFold(m.Documents[i].ID, id) {
			return &m.Documents[i]
		}
	}
	return nil
}

func (m *manifest) sort() {
	slices.SortFunc(m.Documents, func(a, b Entry) int { return strings.Compare(a.ID, b.ID) })
}
