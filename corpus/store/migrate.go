package store

import (
	"slices"
	"strings"

	"github.com/pqcite/pqcite/citations/refs"
	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/corpus/standards"
)

// Renamed is a document whose id changed because it was a publication's name that
// nobody vouches for.
type Renamed struct{ From, To string }

// migrate converts a manifest of version 1, which knew neither origins nor identities,
// in memory: the next change writes it. A document with the pinned hash of a published
// one becomes that, whatever it was called; any other becomes an own document, and
// loses a publication's name. The documents' files stay as they are.
func (m *manifest) migrate() {
	if m.Format != 1 {
		return
	}
	for i := range m.Documents {
		e := &m.Documents[i]
		if s, ok := standards.BySHA256(e.SHA256); ok && s.ID == e.ID {
			e.Identity = core.IdentityPublished
		} else if refs.Reserved(e.ID) {
			m.rename(e, ownPrefix+e.ID)
		}
	}
	m.sort()
	m.Format = manifestVersion
}

// rename gives an entry another, unused id, and records it. The document's file keeps
// the id that it was written with.
func (m *manifest) rename(e *Entry, id string) {
	from := e.ID
	e.FileID = e.fileID()
	e.ID = newID(id, e.Origin+"\n"+e.SHA256, e.Name, m.holder)
	m.renamed = append(m.renamed, Renamed{From: from, To: e.ID})
}

// holder returns the entry with an id in any letter case, or nil.
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
