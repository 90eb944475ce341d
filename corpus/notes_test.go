package corpus_test

import (
	"strings"
	"testing"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/corpus"
	"github.com/pqcite/pqcite/corpus/ingest"
	"github.com/pqcite/pqcite/corpus/standards"
)

func TestNotesOfThePackAloneAreNone(t *testing.T) {
	home := t.TempDir()
	add(t, home, ingest.File{Name: "notes.md", Data: []byte(ownNotes)})
	if notes := corpus.Notes(open(t, home)); len(notes) != 0 {
		t.Errorf("%d notes, the first %+v", len(notes), notes[0])
	}
}

// A stored FIPS 203 (here with the pack's own words) has the notes of its elements and
// terms, and no other document has any.
func TestNotesOfAStoredDocument(t *testing.T) {
	home := t.TempDir()
	for _, d := range standards.Pack() {
		if d.ID == "NIST.FIPS.203" {
			stored := *d
			stored.Format = core.FormatPDF
			put(t, home, &stored)
		}
	}
	l := open(t, home)
	d := l.Document("NIST.FIPS.203")
	if d == nil || d.Source() != core.SourceDocument {
		t.Fatal("FIPS 203 is not stored")
	}
	byText := map[string]string{}
	for _, n := range corpus.Notes(l) {
		if n.DocID != d.ID || d.Anchor(n.Anchor) == nil || strings.TrimSpace(n.Text) == "" {
			t.Errorf("note on %s#%s: %q", n.DocID, n.Anchor, n.Text)
		}
		byText[n.Text] += n.Anchor
	}
	if len(byText) < 50 {
		t.Errorf("only %d notes on FIPS 203", len(byText))
	}
	var names []string
	for text, anchor := range byText {
		if strings.HasPrefix(text, "implicit rejection\n") && anchor == "section-6.3" {
			names = append(names, text)
		}
	}
	if len(names) != 1 {
		t.Errorf("the term has %d notes, want one at its anchor", len(names))
	}
}
