package store

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/pqcite/pqcite/core"
)

func findings(t testing.TB, home string) []Finding {
	t.Helper()
	var out []Finding
	if _, err := Verify(t.Context(), home, func(f Finding) { out = append(out, f) }); err != nil {
		t.Fatal(err)
	}
	return out
}

func TestVerifyOfAGoodLibrary(t *testing.T) {
	home := t.TempDir()
	mustUpdate(t, home, put(newSample(t, "A", "", 20_000, 60), smallSample(t, "B", "")))
	checked, err := Verify(t.Context(), home, func(f Finding) { t.Errorf("found %v", f) })
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(Checked{Documents: 2, Passages: 62}, checked); diff != "" {
		t.Errorf("checked (-want +got):\n%s", diff)
	}
}

func TestVerifyFindsFaults(t *testing.T) {
	a, b := smallSample(t, "A", ""), smallSample(t, "B", "")
	e := newEntry(a.doc, Encode(a.doc), a.name)
	retitled := *a.doc
	retitled.Title = strings.ToUpper(a.doc.Title) // same size, right checksum, still valid
	write := func(data []byte) func(string) error {
		return func(path string) error { return os.WriteFile(path, data, 0o644) }
	}
	folder := func(path string) error {
		if err := os.Remove(path); err != nil {
			return err
		}
		return os.Mkdir(path, 0o755)
	}
	for _, test := range []struct {
		name   string
		file   string
		damage func(path string) error
		want   Fault
	}{
		{"source removed", e.Source, os.Remove, SourceMissing},
		{"source changed", e.Source, write([]byte(strings.ToUpper(string(a.source)))), SourceChanged},
		{"source is a folder", e.Source, folder, Unreadable},
		{"document removed", e.File, os.Remove, DocumentMissing},
		{"document cut", e.File, write(Encode(a.doc)[:100]), DocumentDamaged},
		{"document replaced", e.File, write(Encode(&retitled)), DocumentDamaged},
		{"document is a folder", e.File, folder, DocumentDamaged},
		{"document of another version", e.File, write(seal(Encode(a.doc), documentVersion+1)), DocumentOutdated},
	} {
		home := t.TempDir()
		mustUpdate(t, home, put(a, b))
		path := below(home, test.file)
		if err := test.damage(path); err != nil {
			t.Fatal(err)
		}
		found := findings(t, home)
		if len(found) != 1 {
			t.Errorf("%s: findings are %v, want one", test.name, found)
			continue
		}
		f := found[0]
		if f.Document != "A" || f.What != test.want || f.Path != path || f.Err == nil || !strings.Contains(f.String(), path) {
			t.Errorf("%s: found %v, want %s of %s", test.name, f, test.want, path)
		}
	}
}

func TestVerifyFindsEveryDamagedByteOfASource(t *testing.T) {
	home := t.TempDir()
	a := smallSample(t, "A", "")
	mustUpdate(t, home, put(a))
	path := below(home, mustOpen(t, home).Entries()[0].Source)
	for at := range a.source {
		bad := append([]byte(nil), a.source...)
		bad[at] ^= 1
		if err := os.WriteFile(path, bad, 0o644); err != nil {
			t.Fatal(err)
		}
		if found := findings(t, home); len(found) != 1 || found[0].What != SourceChanged {
			t.Fatalf("byte %d: findings are %v, want a changed source", at, found)
		}
	}
}

func TestOnItsPages(t *testing.T) {
	d := newSample(t, "A", "", 2000, 12).doc // six passages a page
	for i := range d.Passages {
		if err := onItsPages(d, &d.Passages[i]); err != nil {
			t.Errorf("passage %d: %v", i, err)
		}
	}
	for name, change := range map[string]func(*core.Passage){
		"other page":  func(p *core.Passage) { p.StartPage, p.EndPage = 2, 2 },
		"page 0":      func(p *core.Passage) { p.StartPage, p.EndPage = 0, 1 },
		"no page":     func(p *core.Passage) { p.EndPage = 3 },
		"backwards":   func(p *core.Passage) { p.StartPage, p.EndPage = 2, 1 },
		"both pages?": func(p *core.Passage) { p.Span.End = len(d.Text) },
	} {
		p := d.Passages[0]
		change(&p)
		if err := onItsPages(d, &p); err == nil {
			t.Errorf("%s: found where it is not", name)
		}
	}
}

// TestVerifyForgetsWhatWasReplaced has B replaced twice while A is reported, so
// that the files which the manifest named at first are gone.
func TestVerifyForgetsWhatWasReplaced(t *testing.T) {
	home := t.TempDir()
	a := smallSample(t, "A", "")
	mustUpdate(t, home, put(a, smallSample(t, "B", "")))
	if err := os.WriteFile(below(home, mustOpen(t, home).Entries()[0].Source), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	var found []string
	checked, err := Verify(t.Context(), home, func(f Finding) {
		found = append(found, f.Document+": "+string(f.What))
		mustUpdate(t, home, put(smallSample(t, "B", "1")))
		mustUpdate(t, home, put(smallSample(t, "B", "2")))
	})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"A: source file has changed"}, found); diff != "" {
		t.Errorf("findings (-want +got):\n%s", diff)
	}
	if checked.Documents != 1 {
		t.Errorf("checked %d documents, want A only", checked.Documents)
	}
}

func TestVerifyFails(t *testing.T) {
	home := t.TempDir()
	mustUpdate(t, home, put(smallSample(t, "A", "")))
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	never := func(f Finding) { t.Errorf("found %v", f) }
	if _, err := Verify(ctx, home, never); !errors.Is(err, context.Canceled) {
		t.Errorf("error is %v, want context.Canceled", err)
	}
	if err := os.WriteFile(filepath.Join(home, manifestName), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := Verify(t.Context(), home, never); !errors.Is(err, ErrCorrupt) {
		t.Errorf("error is %v, want ErrCorrupt", err)
	}
	if _, err := Verify(t.Context(), "", never); err == nil {
		t.Error("no error without a folder")
	}
}

func TestFindingAsJSON(t *testing.T) {
	got, err := json.Marshal(Finding{Document: "A", What: SourceChanged, Path: "p", Err: errors.New("details")})
	if err != nil {
		t.Fatal(err)
	}
	want := `{"doc_id":"A","what":"source file has changed","path":"p","error":"details"}`
	if diff := cmp.Diff(want, string(got)); diff != "" {
		t.Errorf("JSON (-want +got):\n%s", diff)
	}
}
