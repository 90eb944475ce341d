//go:build unix

package store

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func init() { roles["read-only"] = readOnlyChild }

// nobody is the user without rights on every Unix.
const nobody = 65534

// readOnlyChild opens a library that it has no right to change. It must not be
// root, for whom there are no rights to lack.
func readOnlyChild(t *testing.T, home, _ string) {
	if os.Getuid() == 0 {
		if err := errors.Join(syscall.Setgid(nobody), syscall.Setuid(nobody)); err != nil {
			t.Fatal(err)
		}
	}
	a := smallSample(t, "A", "")
	if diff := cmp.Diff(holds(a), mustOpen(t, home).Documents()); diff != "" {
		t.Errorf("documents (-want +got):\n%s", diff)
	}
	if found := findings(t, home); len(found) != 0 {
		t.Errorf("findings are %v", found)
	}
	for name, test := range map[string]struct{ home, path string }{
		"library":    {home, home},
		"new folder": {filepath.Join(home, "new"), filepath.Join(home, "new")},
	} {
		err := Update(t.Context(), test.home, put(smallSample(t, "B", "")))
		if !errors.Is(err, fs.ErrPermission) || !strings.Contains(err.Error(), test.path) || !strings.Contains(err.Error(), "unchanged") {
			t.Errorf("%s: error is %v, want a missing permission that names the path", name, err)
		}
	}
	if _, err := Open(t.Context(), filepath.Join(home, "secret")); !errors.Is(err, fs.ErrPermission) {
		t.Errorf("unreadable folder: error is %v, want a missing permission", err)
	}
}

func TestReadOnlyLibrary(t *testing.T) {
	for _, withLock := range []bool{true, false} {
		home := t.TempDir()
		mustUpdate(t, home, put(smallSample(t, "A", "")))
		if !withLock {
			if err := os.Remove(filepath.Join(home, lockName)); err != nil {
				t.Fatal(err)
			}
		}
		secret := filepath.Join(home, "secret")
		if err := os.Mkdir(secret, 0); err != nil {
			t.Fatal(err)
		}
		for _, folder := range []string{filepath.Dir(home), home, filepath.Join(home, documentsName), filepath.Join(home, sourcesName)} {
			if err := os.Chmod(folder, 0o555); err != nil {
				t.Fatal(err)
			}
		}
		output, err := runChild(t, "read-only", home, "")
		for _, folder := range []string{filepath.Dir(home), home, filepath.Join(home, documentsName), filepath.Join(home, sourcesName), secret} {
			if err := os.Chmod(folder, 0o755); err != nil {
				t.Fatal(err)
			}
		}
		if err != nil {
			t.Errorf("with a lock file: %v: %v\n%s", withLock, err, output)
		}
	}
}

func TestModes(t *testing.T) {
	home := filepath.Join(t.TempDir(), "data", "pqcite")
	old := syscall.Umask(0o022)
	defer syscall.Umask(old)
	mustUpdate(t, home, put(smallSample(t, "A", "")))
	e := mustOpen(t, home).Entries()[0]
	for path, want := range map[string]fs.FileMode{
		filepath.Dir(home): fs.ModeDir | 0o700, home: fs.ModeDir | 0o700,
		filepath.Join(home, documentsName): fs.ModeDir | 0o755, filepath.Join(home, sourcesName): fs.ModeDir | 0o755,
		filepath.Join(home, manifestName): 0o644, below(home, e.File): 0o644, below(home, e.Source): 0o644,
		filepath.Join(home, lockName): 0o644,
	} {
		info, err := os.Stat(path)
		if err != nil {
			t.Fatal(err)
		}
		if info.Mode() != want {
			t.Errorf("%s has mode %v, want %v", path, info.Mode(), want)
		}
	}
}
