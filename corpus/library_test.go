package corpus_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/corpus"
	"github.com/pqcite/pqcite/corpus/ingest"
	"github.com/pqcite/pqcite/corpus/store"
)

func add(t *testing.T, home string, f ingest.File) *core.Document {
	t.Helper()
	d, err := ingest.Document(t.Context(), f)
	if err != nil {
		t.Fatal(err)
	}
	err = store.Update(t.Context(), home, func(tx *store.Tx) error {
		_, err := tx.Put(d, f.Data, f.Name)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func open(t *testing.T, home string) *corpus.Library {
	t.Helper()
	l, err := corpus.Open(t.Context(), home)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func TestPackAlone(t *testing.T) {
	l := open(t, t.TempDir())
	if n := len(l.Documents()); n != 6 {
		t.Fatalf("an empty library has %d documents, want the six of the pack", n)
	}
	for _, d := range l.Documents() {
		if d.Source() != core.SourcePack || l.Document(d.ID) != d {
			t.Errorf("%s is from %q", d.ID, d.Source())
		}
	}
	if l.Document("NIST.FIPS.206") != nil {
		t.Error("it has a document that nobody has")
	}
}

// TestOwnTextBesideThePack: a user's text joins the pack, whatever it is called, and one
// that is declared as an official document takes its place.
func TestOwnTextBesideThePack(t *testing.T) {
	home := t.TempDir()
	before := open(t, home).Digest()
	add(t, home, ingest.File{Name: "notes.md", Data: []byte("# Notes\n\nA note.\n")})
	l := open(t, home)
	if len(l.Documents()) != 7 || l.Digest() == before {
		t.Errorf("library has %d documents, want 7 and another digest", len(l.Documents()))
	}
	mine := ingest.File{Name: "FIPS-205.md", Data: []byte("# FIPS 205\n\nMy own copy.\n")}
	add(t, home, mine)
	l = open(t, home)
	if d := l.Document("NIST.FIPS.205"); d == nil || d.Source() != core.SourcePack || len(l.Documents()) != 8 {
		t.Errorf("a text that is called like it displaced the pack's FIPS 205: %d documents", len(l.Documents()))
	}
	mine.As = "FIPS 205"
	add(t, home, mine)
	l = open(t, home)
	if d := l.Document("NIST.FIPS.205"); d == nil || d.Identity != core.IdentityDeclared || len(l.Documents()) != 8 {
		t.Errorf("the declared FIPS 205 did not take the place of the pack's: %d documents", len(l.Documents()))
	}
}

func TestVerbatimTextReplacesThePack(t *testing.T) {
	dir := os.Getenv("PQCITE_TEST_CORPUS")
	if dir == "" {
		t.Skip("PQCITE_TEST_CORPUS is not set: it names the folder with the six official PDF files")
	}
	home := t.TempDir()
	data, err := os.ReadFile(filepath.Join(dir, "NIST.FIPS.203.pdf"))
	if err != nil {
		t.Fatal(err)
	}
	pack := open(t, home).Document("NIST.FIPS.203")
	add(t, home, ingest.File{Name: "NIST.FIPS.203.pdf", Data: data})
	l := open(t, home)
	d := l.Document("NIST.FIPS.203")
	if len(l.Documents()) != 6 || d.Source() != core.SourceDocument {
		t.Fatalf("FIPS 203 is from %q, one of %d documents", d.Source(), len(l.Documents()))
	}
	for i := range pack.Anchors {
		want := &pack.Anchors[i]
		if got := d.Anchor(want.ID); got == nil || got.StartPage != want.StartPage || got.EndPage != want.EndPage {
			t.Errorf("%s of the pack is not in the file on pages %d to %d", want.ID, want.StartPage, want.EndPage)
		}
	}
}
