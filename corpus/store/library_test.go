package store

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/pqcite/pqcite/core"
)

func TestOpenOfNothingIsEmpty(t *testing.T) {
	for name, home := range map[string]string{"no folder": filepath.Join(t.TempDir(), "none"), "empty folder": t.TempDir()} {
		l := mustOpen(t, home)
		if len(l.Documents()) != 0 || l.manifest.Generation != 0 || l.Document("A") != nil || len(l.Entries()) != 0 {
			t.Errorf("%s: got generation %d with %d documents, want nothing", name, l.manifest.Generation, len(l.Documents()))
		}
		if names := filesIn(home); len(names) != 0 {
			t.Errorf("%s: opening wrote %q", name, names)
		}
	}
}

func TestOpenRefuses(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	if err := os.Mkdir(filepath.Join(folder, manifestName), 0o755); err != nil {
		t.Fatal(err)
	}
	for name, home := range map[string]string{"no name": "", "a file": file, "a folder for a manifest": folder} {
		if l, err := Open(t.Context(), home); err == nil {
			t.Errorf("%s: got %+v, want an error", name, l)
		}
	}
}

func TestOpenReturnsWhatWasPut(t *testing.T) {
	home := t.TempDir()
	b, a, c := newSample(t, "B", "", 20_000, 60), smallSample(t, "A", ""), smallSample(t, "C/../é", "")
	mustUpdate(t, home, put(b, a, c))
	l := mustOpen(t, home)
	if diff := cmp.Diff(holds(a, b, c), l.Documents()); diff != "" {
		t.Errorf("documents (-want +got):\n%s", diff)
	}
	for _, d := range l.Documents() {
		if l.Document(d.ID) != d {
			t.Errorf("Document(%q) is not the one that Documents lists", d.ID)
		}
	}
	for _, id := range []string{"", "AA", "b", "D"} {
		if d := l.Document(id); d != nil {
			t.Errorf("Document(%q) is %q, want nil", id, d.ID)
		}
	}
	var names []string
	for _, e := range l.Entries() {
		names = append(names, e.Name)
	}
	if diff := cmp.Diff([]string{"A.pdf", "B.pdf", "C/../é.pdf"}, names); diff != "" {
		t.Errorf("names (-want +got):\n%s", diff)
	}
	if l.Dir() != home || l.CacheDir() != filepath.Join(home, "cache") {
		t.Errorf("folders are %q and %q, want %q and its cache", l.Dir(), l.CacheDir(), home)
	}
}

func TestDigestNamesContent(t *testing.T) {
	a, b, other := smallSample(t, "A", ""), smallSample(t, "B", ""), smallSample(t, "B", "other")
	remove := func(tx *Tx) error { return tx.Remove("B") }
	digest := func(changes ...func(*Tx) error) string {
		home := t.TempDir()
		for _, c := range changes {
			mustUpdate(t, home, c)
		}
		return mustOpen(t, home).Digest()
	}
	both := digest(put(a, b))
	if len(both) != 64 || !isHash(both) {
		t.Errorf("digest is %q, want 64 hex digits", both)
	}
	for name, same := range map[string]string{
		"other order": digest(put(b), put(a)), "there and back": digest(put(a, b), put(other), remove, put(b)),
	} {
		if same != both {
			t.Errorf("%s: digest is %s, want %s", name, same, both)
		}
	}
	seen := map[string]string{both: "both"}
	for name, d := range map[string]string{
		"nothing": digest(), "one": digest(put(a)), "the other": digest(put(b)), "other content": digest(put(a, other)),
	} {
		if seen[d] != "" {
			t.Errorf("%s has the digest of %s", name, seen[d])
		}
		seen[d] = name
	}
	if digest() != digest(put(b), remove) {
		t.Error("an empty library has two digests")
	}
}

func TestALibraryOutlivesItsFiles(t *testing.T) {
	home := t.TempDir()
	a := smallSample(t, "A", "")
	mustUpdate(t, home, put(a))
	l := mustOpen(t, home)
	for _, variant := range []string{"1", "2", "3"} {
		mustUpdate(t, home, put(smallSample(t, "A", variant)))
	}
	if diff := cmp.Diff(holds(a), l.Documents()); diff != "" {
		t.Errorf("an open library changed (-want +got):\n%s", diff)
	}
}

// damage calls f with the path and the bytes of the manifest and of every
// document file.
func damage(t *testing.T, home string, f func(path string, good []byte)) {
	t.Helper()
	paths := []string{filepath.Join(home, manifestName)}
	for _, e := range mustOpen(t, home).Entries() {
		paths = append(paths, below(home, e.File))
	}
	for _, path := range paths {
		good, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		f(path, good)
		if err := os.WriteFile(path, good, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	mustOpen(t, home)
}

func TestOpenFindsEveryDamagedByte(t *testing.T) {
	home := t.TempDir()
	mustUpdate(t, home, put(smallSample(t, "A", ""), smallSample(t, "B", "")))
	damage(t, home, func(path string, good []byte) {
		for at := range good {
			for _, bits := range []byte{0x01, 0xFF} {
				bad := bytes.Clone(good)
				bad[at] ^= bits
				if err := os.WriteFile(path, bad, 0o644); err != nil {
					t.Fatal(err)
				}
				_, err := Open(t.Context(), home)
				if !errors.Is(err, ErrCorrupt) || !strings.Contains(err.Error(), fmt.Sprintf("%q", path)) {
					t.Fatalf("%s, byte %d ^ %#x: error is %v, want ErrCorrupt that names the file", path, at, bits, err)
				}
			}
		}
	})
}

func TestOpenFindsEveryCut(t *testing.T) {
	home := t.TempDir()
	mustUpdate(t, home, put(smallSample(t, "A", "")))
	damage(t, home, func(path string, good []byte) {
		for n := range len(good) + 1 {
			bad := good[:n:n]
			if n == len(good) {
				bad = append(bad, 0)
			}
			if err := os.WriteFile(path, bad, 0o644); err != nil {
				t.Fatal(err)
			}
			if _, err := Open(t.Context(), home); !errors.Is(err, ErrCorrupt) {
				t.Fatalf("%s, %d bytes: error is %v, want ErrCorrupt", path, n, err)
			}
		}
	})
}

func TestOpenRefusesWrongDocuments(t *testing.T) {
	home := t.TempDir()
	a := smallSample(t, "A", "")
	mustUpdate(t, home, put(a))
	file := mustOpen(t, home).Entries()[0].File
	change := func(f func(*core.Document)) []byte {
		d, err := Decode(Encode(a.doc))
		if err != nil {
			t.Fatal(err)
		}
		f(d)
		return Encode(d)
	}
	for _, test := range []struct {
		name string
		file []byte
		want error
	}{
		{"another id", change(func(d *core.Document) { d.ID = "B" }), ErrCorrupt},
		{"another source", change(func(d *core.Document) { d.SHA256 = hashOf(nil) }), ErrCorrupt},
		{"not valid", change(func(d *core.Document) { d.Passages[0].Span.Start++ }), core.ErrInvalidDocument},
		{"another size", change(func(d *core.Document) { d.Title += "longer" }), ErrCorrupt},
		{"another version", seal(Encode(a.doc), documentVersion+1), ErrVersion},
	} {
		if err := os.WriteFile(below(home, file), test.file, 0o644); err != nil {
			t.Fatal(err)
		}
		_, err := Open(t.Context(), home)
		if !errors.Is(err, test.want) || !strings.Contains(err.Error(), `add "A.pdf" again`) {
			t.Errorf("%s: error is %v, want %v and the remedy", test.name, err, test.want)
		}
	}
	mustUpdate(t, home, put(a)) // the remedy
	if diff := cmp.Diff(holds(a), mustOpen(t, home).Documents()); diff != "" {
		t.Errorf("documents after the remedy (-want +got):\n%s", diff)
	}
}

func TestOpenOfAMissingFile(t *testing.T) {
	home := t.TempDir()
	mustUpdate(t, home, put(smallSample(t, "A", "")))
	path := below(home, mustOpen(t, home).Entries()[0].File)
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	reads := 0
	_, err := open(t.Context(), home, func() { reads++ })
	if !errors.Is(err, ErrCorrupt) || !strings.Contains(err.Error(), path) || reads != 1 {
		t.Errorf("error is %v after %d reads, want ErrCorrupt that names %q after one", err, reads, path)
	}
}

func TestOpenStopsWithItsContext(t *testing.T) {
	home := t.TempDir()
	mustUpdate(t, home, put(smallSample(t, "A", "")))
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Open(ctx, home); !errors.Is(err, context.Canceled) {
		t.Errorf("error is %v, want context.Canceled", err)
	}
}

// TestOpenWhileChanging reads while another goroutine replaces the document as
// fast as it can, so that files vanish under the readers' hands.
func TestOpenWhileChanging(t *testing.T) {
	home := t.TempDir()
	variants := map[string]bool{}
	var samples []sample
	for i := range 8 {
		s := smallSample(t, "A", fmt.Sprint(i))
		samples, variants[s.doc.Text] = append(samples, s), true
	}
	mustUpdate(t, home, put(samples[0]))
	done := make(chan error)
	go func() {
		for i := range 40 {
			if err := Update(context.Background(), home, put(samples[(i+1)%len(samples)])); err != nil {
				done <- err
				return
			}
		}
		done <- nil
	}()
	last := uint64(0)
	for opened := 0; ; opened++ {
		select {
		case err := <-done:
			if err != nil {
				t.Fatal(err)
			}
			if l := mustOpen(t, home); l.manifest.Generation != 41 {
				t.Errorf("generation is %d, want 41", l.manifest.Generation)
			}
			return
		default:
		}
		l := mustOpen(t, home)
		if !variants[l.Document("A").Text] || l.manifest.Generation < last {
			t.Fatalf("got generation %d after %d with text %q", l.manifest.Generation, last, l.Document("A").Text)
		}
		last = l.manifest.Generation
	}
}

// TestOpenReadsAgain has two changes come between the manifest and the
// documents that it names, so that those are gone.
func TestOpenReadsAgain(t *testing.T) {
	home := t.TempDir()
	mustUpdate(t, home, put(smallSample(t, "A", "0")))
	generation := 1
	change := func() {
		generation++
		mustUpdate(t, home, put(smallSample(t, "A", fmt.Sprint(generation))))
	}
	l, err := open(t.Context(), home, func() {
		if generation < 5 {
			change()
			change()
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(holds(smallSample(t, "A", "5")), l.Documents()); diff != "" {
		t.Errorf("documents (-want +got):\n%s", diff)
	}
	if l.manifest.Generation != 5 || l.Digest() != mustOpen(t, home).Digest() {
		t.Errorf("generation is %d with digest %s, want those of what was read last", l.manifest.Generation, l.Digest())
	}
	before := generation
	_, err = open(t.Context(), home, func() { change(); change() })
	if !errors.Is(err, ErrCorrupt) || generation != before+2*maxReads {
		t.Errorf("a library that never rests: error is %v after %d changes, want ErrCorrupt after %d", err, generation-before, 2*maxReads)
	}
}
