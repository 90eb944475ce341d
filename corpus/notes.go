package corpus

import (
	"strings"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/corpus/standards"
)

// Note is what the pack says of an anchor of a stored document in other words than
// the document's.
type Note struct{ DocID, Anchor, Text string }

// Notes returns the pack's summaries of the elements and terms of the library's
// published documents, and the names that people have for the terms. A document
// that is itself the pack's has none: its text says the same; nor has one that is only
// declared as such: it may say something else.
func Notes(l *Library) []Note {
	var notes []Note
	for _, d := range l.Documents() {
		if d.Source() == core.SourcePack || d.Identity != core.IdentityPublished {
			continue
		}
		for _, e := range standards.Structure(d.ID) {
			if s, ok := standards.SummaryOf(standards.Place(d.ID + "#" + e.ID)); ok {
				notes = append(notes, Note{d.ID, e.ID, s.Text})
			}
		}
	}
	for _, t := range standards.Terms() {
		if d := l.Document(t.At.DocID()); d != nil && d.Source() != core.SourcePack && d.Identity == core.IdentityPublished && t.Text != "" {
			names := append(append([]string{t.Name, t.Expansion}, t.Aliases...), t.OldNames...)
			notes = append(notes, Note{d.ID, t.At.Anchor(), strings.Join(names, "\n") + "\n" + t.Text})
		}
	}
	return notes
}
