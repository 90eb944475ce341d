package store

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/gofrs/flock"
	"github.com/google/go-cmp/cmp"

	"github.com/pqcite/pqcite/core"
)

// filesBelow lists the files of a home but the lock, with slashes.
func filesBelow(t testing.TB, home string) []string {
	t.Helper()
	var out []string
	for _, folder := range []string{".", documentsName, sourcesName, cacheName} {
		for _, name := range filesIn(filepath.Join(home, folder)) {
			if file := filepath.ToSlash(filepath.Join(folder, name)); file != lockName {
				out = append(out, file)
			}
		}
	}
	slices.Sort(out)
	return out
}

// filesOf lists what a library of the samples consists of.
func filesOf(samples ...sample) []string {
	set := map[string]bool{manifestName: true}
	for _, s := range samples {
		d := s.doc
		if s.written != nil {
			d = s.written
		}
		e := newEntry(d, Encode(d), s.name)
		set[e.File], set[e.Source] = true, true
	}
	var out []string
	for file := range set {
		out = append(out, file)
	}
	slices.Sort(out)
	return out
}

func TestPutReportsChange(t *testing.T) {
	a, other := smallSample(t, "A", ""), smallSample(t, "A", "other")
	renamed := a
	renamed.name = "renamed.txt"
	reread := a // the same source, read by a better reader
	better := *a.doc
	better.Title = "a better title"
	reread.doc = &better
	home := t.TempDir()
	for _, step := range []struct {
		name       string
		put        sample
		changed    bool
		generation uint64
	}{
		{"new", a, true, 1},
		{"same", a, false, 1},
		{"same under another name", renamed, false, 1},
		{"another document of the source", reread, true, 2},
		{"another source", other, true, 3},
		{"back", a, true, 4},
	} {
		var changed bool
		mustUpdate(t, home, func(tx *Tx) (err error) {
			changed, err = tx.Put(step.put.doc, step.put.source, step.put.name)
			return err
		})
		l := mustOpen(t, home)
		if changed != step.changed || l.manifest.Generation != step.generation {
			t.Errorf("%s: changed is %v in generation %d, want %v in %d", step.name, changed, l.manifest.Generation, step.changed, step.generation)
		}
		if diff := cmp.Diff(holds(step.put), l.Documents()); diff != "" {
			t.Errorf("%s (-want +got):\n%s", step.name, diff)
		}
	}
}

func TestSourceIsKept(t *testing.T) {
	home := t.TempDir()
	a := smallSample(t, "A", "")
	for name, want := range map[string]string{
		"a.pdf": ".pdf", "A.PDF": ".pdf", "a": ".bin", "a.": ".bin", ".txt": ".txt", "a.b/c": ".bin",
		"a.toolongtobeone": ".bin", "a.p df": ".bin", "a.é": ".bin",
	} {
		mustUpdate(t, home, func(tx *Tx) error {
			tx.next.Documents = nil
			_, err := tx.Put(a.doc, a.source, name)
			return err
		})
		e := mustOpen(t, home).Entries()[0]
		got, err := os.ReadFile(below(home, e.Source))
		if err != nil || string(got) != string(a.source) || e.Source != "sources/"+a.doc.SHA256+want {
			t.Errorf("%q: source %q holds %q with error %v, want extension %q", name, e.Source, got, err, want)
		}
	}
}

func TestPutRefuses(t *testing.T) {
	home := t.TempDir()
	change := func(f func(*core.Document)) *core.Document {
		d := *smallSample(t, "A", "").doc
		f(&d)
		return &d
	}
	source := smallSample(t, "A", "").source
	for name, d := range map[string]*core.Document{
		"invalid":         change(func(d *core.Document) { d.Pages = nil }),
		"without id":      change(func(d *core.Document) { d.ID = "" }),
		"long id":         change(func(d *core.Document) { d.ID = strings.Repeat("x", maxIDBytes+1) }),
		"id not UTF-8":    change(func(d *core.Document) { d.ID = "\xff" }),
		"another source":  change(func(d *core.Document) { d.SHA256 = hashOf([]byte("another")) }),
		"upper-case hash": change(func(d *core.Document) { d.SHA256 = strings.ToUpper(d.SHA256) }),
	} {
		mustUpdate(t, home, func(tx *Tx) error {
			if changed, err := tx.Put(d, source, "a.pdf"); changed || !errors.Is(err, core.ErrInvalidDocument) {
				t.Errorf("%s: changed is %v with error %v, want ErrInvalidDocument", name, changed, err)
			}
			return nil // a refused document does not hinder others
		})
	}
	if l := mustOpen(t, home); l.manifest.Generation != 0 {
		t.Errorf("generation is %d, want 0", l.manifest.Generation)
	}
}

func TestLongNameIsCut(t *testing.T) {
	home := t.TempDir()
	a := smallSample(t, "A", "")
	a.name = strings.Repeat("x", maxNameBytes-1) + "é.pdf"
	mustUpdate(t, home, put(a))
	if got, want := mustOpen(t, home).Entries()[0].Name, strings.Repeat("x", maxNameBytes-1)+"\uFFFD"; got != want {
		t.Errorf("name is %q, want %q", got, want)
	}
}

func TestRemove(t *testing.T) {
	home := t.TempDir()
	a, b := smallSample(t, "A", ""), smallSample(t, "B", "")
	mustUpdate(t, home, put(a, b))
	mustUpdate(t, home, func(tx *Tx) error { return tx.Remove("A") })
	if diff := cmp.Diff(holds(b), mustOpen(t, home).Documents()); diff != "" {
		t.Errorf("documents (-want +got):\n%s", diff)
	}
	mustUpdate(t, home, func(tx *Tx) error { return tx.Remove("B") })
	if l := mustOpen(t, home); len(l.Documents()) != 0 || l.manifest.Generation != 3 {
		t.Errorf("got %d documents in generation %d, want none in 3", len(l.Documents()), l.manifest.Generation)
	}
}

func TestRemoveNamesTheNearest(t *testing.T) {
	home := t.TempDir()
	var all []sample
	for _, id := range []string{"NIST.FIPS.203", "NIST.FIPS.204", "NIST.SP.800-227", "rfc9180", "—"} {
		s := smallSample(t, id, "")
		s.doc.Identity = core.IdentityDeclared
		all = append(all, s)
	}
	mustUpdate(t, home, put(all...))
	for id, want := range map[string]string{
		"nist-fips-203": `; nearest: "NIST.FIPS.203", "NIST.FIPS.204"`,
		"FIPS 203":      `; nearest: "NIST.FIPS.203", "NIST.FIPS.204"`,
		"800-227":       `; nearest: "NIST.SP.800-227"`,
		"RFC 9180":      `; nearest: "rfc9180"`,
		"rfc9181":       `; nearest: "rfc9180"`,
		"nist":          `; nearest: "NIST.FIPS.203", "NIST.FIPS.204", "NIST.SP.800-227"`,
		"whatever":      "",
		"":              "",
	} {
		err := Update(t.Context(), home, func(tx *Tx) error { return tx.Remove(id) })
		if !errors.Is(err, errNotFound) || !strings.HasSuffix(err.Error(), `library: "`+id+`"`+want) {
			t.Errorf("%q: error is %v, want ErrNotFound%s", id, err, want)
		}
	}
	err := Update(t.Context(), home, func(tx *Tx) error { return tx.Remove(strings.Repeat("x", 1<<20)) })
	if !errors.Is(err, errNotFound) || len(err.Error()) > 1000 {
		t.Errorf("long id: error has %d bytes, want a short ErrNotFound", len(err.Error()))
	}
}

func TestFailedChangeLeavesNothing(t *testing.T) {
	home := t.TempDir()
	a, b := smallSample(t, "A", ""), smallSample(t, "B", "")
	mustUpdate(t, home, put(a))
	failure := errors.New("change failed")
	ctx, cancel := context.WithCancel(t.Context())
	for name, test := range map[string]struct {
		end  func(*Tx) error
		want error
	}{
		"error":       {func(*Tx) error { return failure }, failure},
		"not found":   {func(tx *Tx) error { return tx.Remove("none") }, errNotFound},
		"cancelled":   {func(*Tx) error { cancel(); return nil }, context.Canceled},
		"net nothing": {func(tx *Tx) error { return tx.Remove("B") }, nil},
	} {
		c := t.Context()
		if name == "cancelled" {
			c = ctx
		}
		err := Update(c, home, func(tx *Tx) error {
			if err := put(b)(tx); err != nil {
				return err
			}
			return test.end(tx)
		})
		if !errors.Is(err, test.want) {
			t.Errorf("%s: error is %v, want %v", name, err, test.want)
		}
		if diff := cmp.Diff(filesOf(a), filesBelow(t, home)); diff != "" {
			t.Errorf("%s: files (-want +got):\n%s", name, diff)
		}
		if l := mustOpen(t, home); l.manifest.Generation != 1 {
			t.Errorf("%s: generation is %d, want 1", name, l.manifest.Generation)
		}
	}
}

func TestPanickingChangeLeavesNothing(t *testing.T) {
	home := t.TempDir()
	a := smallSample(t, "A", "")
	mustUpdate(t, home, put(a))
	func() {
		defer func() {
			if recover() == nil {
				t.Error("the panic is lost")
			}
		}()
		_ = Update(t.Context(), home, func(tx *Tx) error {
			if err := put(smallSample(t, "B", ""))(tx); err != nil {
				return err
			}
			panic("change panics")
		})
	}()
	if diff := cmp.Diff(filesOf(a), filesBelow(t, home)); diff != "" {
		t.Errorf("files (-want +got):\n%s", diff)
	}
	mustUpdate(t, home, put(smallSample(t, "C", ""))) // the lock is free
}

func TestTxIsOfNoUseAfterUpdate(t *testing.T) {
	home := t.TempDir()
	a := smallSample(t, "A", "")
	var kept *Tx
	mustUpdate(t, home, func(tx *Tx) error { kept = tx; return put(a)(tx) })
	if _, err := kept.Put(a.doc, a.source, a.name); !errors.Is(err, errEnded) {
		t.Errorf("Put: error is %v, want errEnded", err)
	}
	if err := kept.Remove("A"); !errors.Is(err, errEnded) {
		t.Errorf("Remove: error is %v, want errEnded", err)
	}
}

func TestSweepKeepsOneGeneration(t *testing.T) {
	home := t.TempDir()
	v := []sample{smallSample(t, "A", "0"), smallSample(t, "A", "1"), smallSample(t, "A", "2"), smallSample(t, "A", "3")}
	for i := range v {
		mustUpdate(t, home, put(v[i]))
		want := filesOf(v[max(0, i-1) : i+1]...)
		if diff := cmp.Diff(want, filesBelow(t, home)); diff != "" {
			t.Errorf("files in generation %d (-want +got):\n%s", i+1, diff)
		}
	}
}

func TestSweepRemovesOnlyItsOwn(t *testing.T) {
	home := t.TempDir()
	a := smallSample(t, "A", "")
	mustUpdate(t, home, put(a))
	hash := hashOf(nil)
	garbage := []string{
		"library.json.abc123.tmp", "documents/X-0123456789abcdef.doc", "documents/X-0123456789abcdef.doc.zz9.tmp",
		"sources/" + hash + ".pdf", "sources/" + hash + ".pdf.1.tmp",
	}
	theirs := []string{
		"notes.txt", "library.json.bak", "documents/thesis.doc", "documents/X-0123456789abcdef.docx",
		"sources/" + hash, "sources/main.c", "cache/index.1.tmp",
	}
	if err := os.Mkdir(filepath.Join(home, cacheName), 0o755); err != nil {
		t.Fatal(err)
	}
	for _, file := range append(garbage, theirs...) {
		if err := os.WriteFile(below(home, file), []byte(file), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	mustOpen(t, home)
	mustUpdate(t, home, put(a))
	if diff := cmp.Diff(len(filesOf(a))+len(garbage)+len(theirs), len(filesBelow(t, home))); diff != "" {
		t.Errorf("number of files after a change of nothing (-want +got):\n%s", diff)
	}
	b := smallSample(t, "B", "")
	mustUpdate(t, home, put(b))
	want := append(filesOf(a, b), theirs...)
	slices.Sort(want)
	if diff := cmp.Diff(want, filesBelow(t, home)); diff != "" {
		t.Errorf("files (-want +got):\n%s", diff)
	}
}

// TestLostManifest: a library that has lost its manifest is no empty one, for nobody.
func TestLostManifest(t *testing.T) {
	home := t.TempDir()
	a, b := smallSample(t, "A", ""), smallSample(t, "B", "")
	mustUpdate(t, home, put(a))
	if err := os.Remove(filepath.Join(home, manifestName)); err != nil {
		t.Fatal(err)
	}
	before := filesBelow(t, home)
	_, opened := Open(t.Context(), home)
	_, verified := Verify(t.Context(), home, func(f Finding) { t.Errorf("finding %v", f) })
	_, exists := Exists(home)
	for name, err := range map[string]error{
		"Open": opened, "Verify": verified, "Exists": exists, "Update": Update(t.Context(), home, put(b)),
	} {
		if !errors.Is(err, ErrCorrupt) || !strings.Contains(err.Error(), "2 files of documents are still there") {
			t.Errorf("%s: error is %v, want ErrCorrupt with the number of files", name, err)
		}
	}
	if diff := cmp.Diff(before, filesBelow(t, home)); diff != "" {
		t.Errorf("files (-want +got):\n%s", diff)
	}
}

func TestPutMendsDamagedFiles(t *testing.T) {
	a := smallSample(t, "A", "")
	e := newEntry(a.doc, Encode(a.doc), a.name)
	for _, file := range []string{e.File, e.Source} {
		for name, damage := range map[string]func(string) error{
			"changed": func(p string) error { return os.WriteFile(p, []byte("changed"), 0o644) },
			"missing": os.Remove,
		} {
			home := t.TempDir()
			mustUpdate(t, home, put(a))
			if err := damage(below(home, file)); err != nil {
				t.Fatal(err)
			}
			var changed bool
			mustUpdate(t, home, func(tx *Tx) (err error) { changed, err = tx.Put(a.doc, a.source, a.name); return err })
			l := mustOpen(t, home)
			if !changed || l.manifest.Generation != 1 {
				t.Errorf("%s %s: changed is %v in generation %d, want true in 1", name, file, changed, l.manifest.Generation)
			}
			if found := findings(t, home); len(found) != 0 {
				t.Errorf("%s %s: still broken: %v", name, file, found)
			}
		}
	}
}

func TestDamagedDocumentsCanBeRemoved(t *testing.T) {
	home := t.TempDir()
	a, b := smallSample(t, "A", ""), smallSample(t, "B", "")
	mustUpdate(t, home, put(a, b))
	if err := os.Remove(below(home, mustOpen(t, home).Entries()[0].File)); err != nil {
		t.Fatal(err)
	}
	mustUpdate(t, home, func(tx *Tx) error { return tx.Remove("A") })
	if diff := cmp.Diff(holds(b), mustOpen(t, home).Documents()); diff != "" {
		t.Errorf("documents (-want +got):\n%s", diff)
	}
}

func TestUpdateRefusesADamagedManifest(t *testing.T) {
	home := t.TempDir()
	if err := os.WriteFile(filepath.Join(home, manifestName), []byte("{}"), 0o644); err != nil {
		t.Fatal(err)
	}
	err := Update(t.Context(), home, func(*Tx) error { t.Error("change was called"); return nil })
	if !errors.Is(err, ErrCorrupt) {
		t.Errorf("error is %v, want ErrCorrupt", err)
	}
}

func TestUpdateWaitsForTheLock(t *testing.T) {
	home := t.TempDir()
	holder := flock.New(filepath.Join(home, lockName))
	if ok, err := holder.TryLock(); !ok || err != nil {
		t.Fatalf("lock: %v, %v", ok, err)
	}
	a := smallSample(t, "A", "")
	ctx, cancel := context.WithTimeout(t.Context(), 3*lockPoll)
	defer cancel()
	err := Update(ctx, home, put(a))
	if !errors.Is(err, ErrLocked) || !strings.Contains(err.Error(), home) {
		t.Errorf("error is %v, want ErrLocked that names the folder", err)
	}
	cancelled, cancel := context.WithCancel(t.Context())
	time.AfterFunc(3*lockPoll, cancel)
	if err := Update(cancelled, home, put(a)); !errors.Is(err, context.Canceled) || errors.Is(err, ErrLocked) {
		t.Errorf("error is %v, want context.Canceled", err)
	}
	mustOpen(t, home) // readers take no lock
	done := make(chan error)
	go func() { done <- Update(context.Background(), home, put(a)) }()
	if err := holder.Unlock(); err != nil {
		t.Fatal(err)
	}
	if err := <-done; err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(holds(a), mustOpen(t, home).Documents()); diff != "" {
		t.Errorf("documents (-want +got):\n%s", diff)
	}
}

func TestUpdateOfAnEndedContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := Update(ctx, t.TempDir(), put(smallSample(t, "A", ""))); !errors.Is(err, context.Canceled) {
		t.Errorf("error is %v, want context.Canceled", err)
	}
}
