package store

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/corpus/standards"
)

// versionOne writes a library as version 1 has it.
func versionOne(t *testing.T, home string, samples ...sample) {
	t.Helper()
	m := manifest{Format: 1, Generation: 3}
	for _, s := range samples {
		file := Encode(s.doc)
		e := newEntry(s.doc, file, s.name)
		m.Documents = append(m.Documents, e)
		for name, data := range map[string][]byte{e.File: file, e.Source: s.source} {
			if err := os.MkdirAll(filepath.Dir(below(home, name)), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(below(home, name), data, 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
	m.sort()
	if err := os.WriteFile(filepath.Join(home, manifestName), mustEncode(t, m), 0o644); err != nil {
		t.Fatal(err)
	}
}

// TestMigration: own documents give the names of publications back, on reading already;
// the next change writes it down, and no file of a document changes.
func TestMigration(t *testing.T) {
	home := t.TempDir()
	rfc := smallSample(t, "RFC9180", "")
	rfc.doc.Format, rfc.doc.Label = core.FormatRFC, "RFC 9180"
	versionOne(t, home, smallSample(t, "FIPS-203", ""), smallSample(t, "notes", ""), rfc)
	before := filesBelow(t, home)
	manifestBefore, err := os.ReadFile(filepath.Join(home, manifestName))
	if err != nil {
		t.Fatal(err)
	}
	check := func(when string, l *Library) {
		t.Helper()
		labels := make(map[string]string)
		for _, d := range l.Documents() {
			labels[d.ID] = d.Label
		}
		want := map[string]string{"notes": "notes", "own_FIPS-203": "own_FIPS-203", "own_RFC9180": "RFC 9180"}
		if diff := cmp.Diff(want, labels); diff != "" {
			t.Errorf("%s: labels by id (-want +got):\n%s", when, diff)
		}
		if found := findings(t, home); len(found) != 0 {
			t.Errorf("%s: findings: %v", when, found)
		}
	}
	l := mustOpen(t, home)
	check("on reading", l)
	want := []Renamed{{"FIPS-203", "own_FIPS-203"}, {"RFC9180", "own_RFC9180"}}
	if diff := cmp.Diff(want, l.Renamed()); diff != "" {
		t.Errorf("renamed (-want +got):\n%s", diff)
	}
	after, err := os.ReadFile(filepath.Join(home, manifestName))
	if err != nil || string(after) != string(manifestBefore) {
		t.Errorf("reading wrote a manifest: %v", err)
	}
	digest := l.Digest()

	mustUpdate(t, home, func(tx *Tx) error {
		if diff := cmp.Diff(want, tx.Renamed()); diff != "" {
			t.Errorf("renamed in a change (-want +got):\n%s", diff)
		}
		if err := tx.Remove("notes"); err != nil {
			return err
		}
		s := smallSample(t, "notes", "")
		_, err := tx.Put(s.doc, s.source, s.name)
		return err
	})
	mustUpdate(t, home, put(smallSample(t, "z", "")))
	mustUpdate(t, home, func(tx *Tx) error { return tx.Remove("z") })
	l = mustOpen(t, home)
	check("after a change", l)
	if len(l.Renamed()) != 0 || l.Digest() != digest {
		t.Errorf("after a change %v are renamed, the digest is %s, was %s", l.Renamed(), l.Digest(), digest)
	}
	mustUpdate(t, home, put(smallSample(t, "y", "")))
	mustUpdate(t, home, func(tx *Tx) error { return tx.Remove("y") })
	mustUpdate(t, home, put(smallSample(t, "x", "")))
	for _, f := range before {
		if _, err := os.Stat(below(home, f)); err != nil && f != manifestName {
			t.Errorf("a file of a document is gone: %v", err)
		}
	}
}

// TestMigrationRecognisesPublished: what has the pinned hash of a published document is
// that, and nothing else.
func TestMigrationRecognisesPublished(t *testing.T) {
	s := standards.Documents()[0]
	m := manifest{Format: 1, Documents: []Entry{
		{ID: s.ID, SHA256: s.SHA256}, {ID: "NIST.FIPS.204", SHA256: strings.Repeat("0", 64)}, {ID: "a", SHA256: strings.Repeat("1", 64)},
	}}
	m.migrate()
	got := make(map[string]core.Identity)
	for _, e := range m.Documents {
		got[e.ID] = e.Identity
	}
	want := map[string]core.Identity{s.ID: core.IdentityPublished, "own_NIST.FIPS.204": core.IdentityOwn, "a": core.IdentityOwn}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("identities by id (-want +got):\n%s", diff)
	}
}

// TestMigratedDocumentIsAdopted: a file that is added again after the migration is the same
// document, whose origin is known from then on.
func TestMigratedDocumentIsAdopted(t *testing.T) {
	home := t.TempDir()
	a := addition(t, "/x/FIPS-203.md", "old")
	old := *a.Document
	old.ID, old.Label = "FIPS-203", "FIPS-203"
	versionOne(t, home, sample{doc: &old, source: a.Source, name: a.Name})
	if p := mustAdd(t, home, a); p.ID != "own_FIPS-203" || p.Change != Reread && p.Change != Unchanged {
		t.Errorf("it is placed as %+v", p)
	}
	newer := addition(t, "/x/FIPS-203.md", "new")
	if p := mustAdd(t, home, newer); p.ID != "own_FIPS-203" || p.Change != Replaced {
		t.Errorf("its newer version is placed as %+v", p)
	}
	if n := len(mustOpen(t, home).Documents()); n != 1 {
		t.Errorf("library has %d documents, want 1", n)
	}
}
