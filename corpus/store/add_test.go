package store

import (
	"errors"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/pqcite/pqcite/core"
)

// addition is a document of one's own with a content, from an origin.
func addition(t testing.TB, origin, content string) Addition {
	t.Helper()
	s := newSample(t, OwnID(origin), content, 200, 2)
	s.source = []byte(content)
	s.doc.SHA256 = hashOf(s.source)
	s.doc.Format = core.FormatMarkdown
	return Addition{Document: s.doc, Source: s.source, Name: filepath.Base(origin), Origin: origin}
}

// declared is an addition that a person says is a publication.
func declared(a Addition, id, label string) Addition {
	d := *a.Document
	d.ID, d.Label, d.Identity = id, label, core.IdentityDeclared
	a.Document = &d
	return a
}

func mustAdd(t testing.TB, home string, a Addition) (p Placed) {
	t.Helper()
	mustUpdate(t, home, func(tx *Tx) (err error) { p, err = tx.Add(a); return err })
	return p
}

func TestAddByOrigin(t *testing.T) {
	home, files := t.TempDir(), t.TempDir()
	at := func(name string) string {
		path := filepath.Join(files, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, nil, 0o644); err != nil {
			t.Fatal(err)
		}
		return path
	}
	same := []string{"README"}
	for _, step := range []struct {
		name    string
		a       Addition
		want    Placed
		removed string // is removed before
	}{
		{"first", addition(t, at("a/README.md"), "one"), Placed{ID: "README", Change: Added}, ""},
		{"again", addition(t, at("a/README.md"), "one"), Placed{ID: "README", Change: Unchanged}, ""},
		{"same name elsewhere", addition(t, at("b/README.md"), "two"), Placed{ID: "b.README", Change: Added}, ""},
		{"same stem beside it", addition(t, at("a/README.txt"), "three"), Placed{ID: "README.txt", Change: Added}, ""},
		{"same stem and folder's name", addition(t, at("c/b/README.md"), "four"), Placed{ID: "b.README.md", Change: Added}, ""},
		{"same everything", addition(t, at("d/b/README.md"), "five"), Placed{ID: "README~" + hashOf([]byte(at("d/b/README.md")))[:6], Change: Added}, ""},
		{"newer", addition(t, at("a/README.md"), "one, newer"), Placed{ID: "README", Change: Replaced}, ""},
		{"newer of the second", addition(t, at("b/README.md"), "two, newer"), Placed{ID: "b.README", Change: Replaced}, ""},
		{"a copy", addition(t, at("e/copy.md"), "one, newer"), Placed{ID: "copy", Change: Added, Same: same}, ""},
		{"moved", addition(t, at("f/moved.md"), "three"), Placed{ID: "README.txt", Change: Moved}, at("a/README.txt")},
		{"other letter case", addition(t, at("readme.md"), "six"), Placed{ID: filepath.Base(files) + ".readme", Change: Added}, ""},
		{"fetched", addition(t, "https://example.org/x/spec.md", "seven"), Placed{ID: "spec", Change: Added}, ""},
		{"fetched from elsewhere", addition(t, "https://example.com/spec.md", "eight"), Placed{ID: "example.com.spec", Change: Added}, ""},
	} {
		if step.removed != "" {
			if err := os.Remove(step.removed); err != nil {
				t.Fatal(err)
			}
		}
		if diff := cmp.Diff(step.want, mustAdd(t, home, step.a)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", step.name, diff)
		}
	}
	l := mustOpen(t, home)
	if n := len(l.Documents()); n != 9 {
		t.Errorf("library has %d documents, want 9", n)
	}
	for text, id := range map[string]string{"one, newer": "README", "two, newer": "b.README", "four": "b.README.md"} {
		if d := l.Document(id); d == nil || !strings.Contains(d.Text, text) || d.Label != id {
			t.Errorf("%s does not hold %q under its own label", id, text)
		}
	}
	if found := findings(t, home); len(found) != 0 {
		t.Errorf("findings: %v", found)
	}
}

// TestAddByIdentity: what somebody vouches for and what nobody does never take each
// other's place.
func TestAddByIdentity(t *testing.T) {
	home := t.TempDir()
	own := func(origin, content string) Addition { return addition(t, origin, content) }
	vouched := func(origin, content string) Addition {
		return declared(own(origin, content), "NIST.FIPS.203", "FIPS 203")
	}
	published := vouched("https://example.org/203", "published")
	published.Document.Identity = core.IdentityPublished
	for _, step := range []struct {
		name string
		a    Addition
		want Placed
		err  error
	}{
		{"own", own("/x/NIST.FIPS.203.md", "A"), Placed{ID: "own_NIST.FIPS.203", Change: Added}, nil},
		{"declared", vouched("/x/NIST.FIPS.203.md", "A"), Placed{ID: "NIST.FIPS.203", Change: Added, Instead: "own_NIST.FIPS.203"}, nil},
		{"still declared", own("/x/NIST.FIPS.203.md", "A"), Placed{ID: "NIST.FIPS.203", Change: Unchanged}, nil},
		{"new bytes", own("/x/NIST.FIPS.203.md", "B"), Placed{ID: "own_NIST.FIPS.203", Change: Added, Beside: "NIST.FIPS.203"}, nil},
		{"declared again", vouched("/x/NIST.FIPS.203.md", "B"), Placed{ID: "NIST.FIPS.203", Change: Replaced, Instead: "own_NIST.FIPS.203"}, nil},
		{"declared from elsewhere", vouched("/y/z.md", "C"), Placed{}, ErrTaken},
		{"published", published, Placed{ID: "NIST.FIPS.203", Change: Added, Demoted: Renamed{"NIST.FIPS.203", "own_NIST.FIPS.203"}}, nil},
		{"published again", published, Placed{ID: "NIST.FIPS.203", Change: Unchanged}, nil},
		{"declared over published", vouched("/y/z.md", "C"), Placed{}, ErrTaken},
	} {
		var got Placed
		err := Update(t.Context(), home, func(tx *Tx) (err error) { got, err = tx.Add(step.a); return err })
		if !errors.Is(err, step.err) {
			t.Errorf("%s: error is %v, want %v", step.name, err, step.err)
		}
		if diff := cmp.Diff(step.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", step.name, diff)
		}
	}
	l := mustOpen(t, home)
	if d := l.Document("NIST.FIPS.203"); d == nil || d.Identity != core.IdentityPublished || !strings.Contains(d.Text, "published") {
		t.Errorf("the published document is %+v", d)
	}
	if d := l.Document("own_NIST.FIPS.203"); d == nil || d.Identity != core.IdentityOwn || d.Label != "own_NIST.FIPS.203" || !strings.Contains(d.Text, "B") {
		t.Errorf("what was declared is %+v", d)
	}
	if found := findings(t, home); len(found) != 0 {
		t.Errorf("findings: %v", found)
	}
}

func TestPutRefusesReservedIDs(t *testing.T) {
	s := smallSample(t, "NIST.FIPS.203", "")
	err := Update(t.Context(), t.TempDir(), put(s))
	if !errors.Is(err, errReserved) {
		t.Errorf("error is %v, want ErrReserved", err)
	}
}

func TestOwnID(t *testing.T) {
	for name, want := range map[string]string{
		"my notes (2).md": "my-notes--2", "../../etc/passwd": "passwd", `..\..\x.md`: "x", "…": "document", "": "document", "...md": "document",
		"NIST.FIPS.203.pdf": "own_NIST.FIPS.203", "FIPS 203.md": "own_FIPS-203", "fips203.md": "own_fips203", "fips-203-draft.md": "own_fips-203-draft",
		"Fips_pub 203.md": "own_Fips_pub-203", "SP 800-208.pdf": "own_SP-800-208", "NISTIR8547.txt": "own_NISTIR8547", "rfc9180.txt": "own_rfc9180",
		"FIPS 203 (1).pdf": "own_FIPS-203--1", "fipsy.md": "fipsy", "spectrum.md": "spectrum", "rfc.md": "rfc", "notes on FIPS 203.md": "notes-on-FIPS-203",
		"FІPS 203.md":                      "F-PS-203", // a Cyrillic letter
		strings.Repeat("x", 5000) + ".pdf": strings.Repeat("x", maxStem), strings.Repeat("-", 70) + "x": "x", "ML-KEM.md": "ML-KEM",
	} {
		if got := OwnID(name); got != want {
			t.Errorf("OwnID(%.40q) = %q, want %q", name, got, want)
		}
	}
}

func TestURLOrigin(t *testing.T) {
	origin := func(s string) string {
		u, err := url.Parse(s)
		if err != nil {
			t.Fatal(err)
		}
		return URLOrigin(u)
	}
	plain := origin("https://example.org/a.pdf")
	if plain != "https://example.org/a.pdf" {
		t.Errorf("origin is %q", plain)
	}
	for _, same := range []string{
		"https://user:secret@example.org/a.pdf", "https://EXAMPLE.org/a.pdf#page=3", "https://example.org/a.pdf?token=secret",
		"https://example.org/a.pdf?X-Amz-Signature=secret&X-Amz-Date=1", "https://example.org/a.pdf?access_token=secret&expires=9",
	} {
		if got := origin(same); got != plain {
			t.Errorf("origin of %q is %q, want that without a secret", same, got)
		}
	}
	one, two := origin("https://example.org/a.pdf?doc=secret-1"), origin("https://example.org/a.pdf?doc=secret-2")
	if one == two || one == plain || strings.Contains(one+two, "secret") {
		t.Errorf("origins of two queries are %q and %q", one, two)
	}
}

func TestFileOriginFollowsLinks(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "a.md")
	if err := os.WriteFile(file, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(file, filepath.Join(dir, "b.md")); err != nil {
		t.Skip("links can't be made here")
	}
	want, err := FileOrigin(file)
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(dir)
	for _, name := range []string{"a.md", "b.md", "./b.md", filepath.Join(dir, "x", "..", "b.md")} {
		if got, err := FileOrigin(name); err != nil || got != want {
			t.Errorf("origin of %q is %q, %v, want %q", name, got, err, want)
		}
	}
}
