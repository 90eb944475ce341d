package faq

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

func smallKey(t testing.TB) []byte {
	t.Helper()
	h, err := headOf(smallFile(t))
	if err != nil {
		t.Fatal(err)
	}
	return cacheKey(h, 0)
}

func TestCacheIsTheModel(t *testing.T) {
	dir, key := filepath.Join(t.TempDir(), "cache"), smallKey(t)
	want, err := derived(smallFile(t), smallEntries())
	if err != nil {
		t.Fatal(err)
	}
	if err := want.save(dir, key); err != nil {
		t.Fatal(err)
	}
	got, err := load(dir, key)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got, compareModels, cmpopts.IgnoreFields(model{}, "df", "gains")); diff != "" {
		t.Errorf("loaded model differs (-want +got):\n%s", diff)
	}
	other := bytes.Clone(key)
	other[len(other)-1]++
	if _, err := load(dir, other); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("other weights: error is %v, want that there is no file", err)
	}
}

func TestDamagedCacheIsStale(t *testing.T) {
	dir, key := t.TempDir(), smallKey(t)
	if err := small().save(dir, key); err != nil {
		t.Fatal(err)
	}
	file, err := os.ReadFile(cachePath(dir, key))
	if err != nil {
		t.Fatal(err)
	}
	check := func(file []byte) error {
		path := filepath.Join(dir, "damaged")
		if err := os.WriteFile(path, file, 0o600); err != nil {
			t.Fatal(err)
		}
		return verify(path, key)
	}
	for at := 0; at < len(file); at += 1 + at/50 {
		damaged := bytes.Clone(file)
		damaged[at] ^= 0x41
		if err := check(damaged); !errors.Is(err, errStale) {
			t.Fatalf("byte %d: error is %v, want errStale", at, err)
		}
	}
	for n := 0; n < len(file); n += 1 + n/50 {
		if err := check(file[:n:n]); !errors.Is(err, errStale) {
			t.Fatalf("first %d bytes: error is %v, want errStale", n, err)
		}
		if _, err := modelIn(file[:n:n], len(key)); !errors.Is(err, errStale) {
			t.Fatalf("first %d bytes, mapped: error is %v, want errStale", n, err)
		}
	}
}

// A matcher opens without a cache, with one that can't be written, makes one, and uses it
// until it is damaged.
func TestOpenWithAndWithoutCache(t *testing.T) {
	weights := smallFile(t)
	dir := t.TempDir()
	blocked := filepath.Join(dir, "file")
	if err := os.WriteFile(blocked, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	second, calls := t.TempDir(), 0
	entries := func() ([]Entry, error) { calls++; return smallEntries(), nil }
	var want any
	for _, c := range []struct {
		name   string
		caches []string
		calls  int
	}{
		{"none", nil, 1}, {"an empty name", []string{""}, 1}, {"no folder", []string{blocked}, 1}, {"one that can't be written and a new one", []string{blocked, dir}, 1},
		{"the same", []string{dir}, 0}, {"the same as the second", []string{second, dir}, 0},
	} {
		calls = 0
		m, err := Open(weights, 0, entries, c.caches...)
		if err != nil {
			t.Fatal(err)
		}
		got := m.Match("length of a key")
		if want == nil {
			want = got
		}
		if diff := cmp.Diff(want, any(got)); diff != "" || calls != c.calls {
			t.Errorf("cache %s: texts were read %d times, want %d; match differs:\n%s", c.name, calls, c.calls, diff)
		}
	}
	path := cachePath(dir, smallKey(t))
	if err := os.WriteFile(path, []byte("damaged"), 0o600); err != nil {
		t.Fatal(err)
	}
	calls = 0
	if _, err := Open(weights, 0, entries, dir); err != nil || calls != 1 {
		t.Errorf("a damaged cache: texts were read %d times, %v", calls, err)
	}
	if _, err := load(dir, smallKey(t)); err != nil {
		t.Errorf("a damaged cache is not replaced: %v", err)
	}
	failed := errors.New("lost")
	if _, err := Open(weights, 0, func() ([]Entry, error) { return nil, failed }); !errors.Is(err, failed) {
		t.Errorf("texts that can't be read: %v", err)
	}
}

func TestOldCachesAreRemoved(t *testing.T) {
	dir := t.TempDir()
	for name, age := range map[string]time.Duration{"faq-00000000.bin": 2 * cacheAge, "faq-11111111.bin": time.Hour, "other.bin": 2 * cacheAge} {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, nil, 0o600); err != nil {
			t.Fatal(err)
		}
		at := time.Now().Add(-age)
		if err := os.Chtimes(path, at, at); err != nil {
			t.Fatal(err)
		}
	}
	if err := small().save(dir, smallKey(t)); err != nil {
		t.Fatal(err)
	}
	left, err := os.ReadDir(dir)
	if err != nil || len(left) != 3 {
		t.Fatalf("%v are left, %v; want the new one, the young one and the one of another kind", left, err)
	}
	for _, f := range left {
		if f.Name() == "faq-00000000.bin" {
			t.Error("the old cache is still there")
		}
	}
}
