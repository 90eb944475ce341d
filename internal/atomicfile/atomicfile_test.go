package atomicfile

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// folder checks the names and the contents of the files of a folder.
func folder(t *testing.T, dir string, want map[string]string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]string{}
	for _, e := range entries {
		data, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			t.Fatal(err)
		}
		got[e.Name()] = string(data)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("files (-want +got):\n%s", diff)
	}
}

func put(t *testing.T, path, text string, perm os.FileMode) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), perm); err != nil {
		t.Fatal(err)
	}
}

func TestWrite(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "file")
	for _, text := range []string{"first", "second"} {
		if err := WriteBytes(path, 0o644, []byte(text)); err != nil {
			t.Fatal(err)
		}
		folder(t, dir, map[string]string{"file": text})
	}
}

// TestUntilCommit checks that the old file stays until Commit, and for ever without
// one.
func TestUntilCommit(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "file")
	put(t, path, "before", 0o600)
	f, err := Create(path, 0o600)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.WriteString(f, "after"); err != nil {
		t.Fatal(err)
	}
	if data, _ := os.ReadFile(path); string(data) != "before" {
		t.Errorf("the file holds %q before Commit", data)
	}
	f.Discard()
	f.Discard()
	folder(t, dir, map[string]string{"file": "before"})

	broken := errors.New("broken")
	err = Write(path, 0o600, func(w io.Writer) error {
		_, _ = io.WriteString(w, "half")
		return broken
	})
	if !errors.Is(err, broken) {
		t.Errorf("error %v, want that of the function", err)
	}
	folder(t, dir, map[string]string{"file": "before"})
}

// TestDiscardAfterCommit checks that the usual deferred Discard takes nothing away.
func TestDiscardAfterCommit(t *testing.T) {
	dir := t.TempDir()
	f, err := Create(filepath.Join(dir, "file"), 0o600)
	if err != nil {
		t.Fatal(err)
	}
	if err := f.Commit(); err != nil {
		t.Fatal(err)
	}
	f.Discard()
	folder(t, dir, map[string]string{"file": ""})
}

// TestCommitFails checks that a failed Commit leaves no trace. A folder that has
// appeared at the place can't be replaced by a file.
func TestCommitFails(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "file")
	f, err := Create(path, 0o600)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(path, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := f.Commit(); err == nil {
		t.Error("a folder was replaced by a file")
	}
	f.Discard()
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	folder(t, dir, map[string]string{})
}

func TestCreateErrors(t *testing.T) {
	dir := t.TempDir()
	for path, want := range map[string]string{
		dir:                             "no regular file",
		filepath.Join(dir, "none", "f"): filepath.Join(dir, "none"),
	} {
		if _, err := Create(path, 0o600); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("create %q: error %v, want %q", path, err, want)
		}
	}
	folder(t, dir, map[string]string{})
}

// TestPermissions checks that a new file has the requested permissions, and that a
// replaced one keeps its own, also through a link.
func TestPermissions(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("Windows has no such permissions")
	}
	dir := t.TempDir()
	file, link := filepath.Join(dir, "file"), filepath.Join(dir, "link")
	if err := WriteBytes(file, 0o600, nil); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(file); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("new file is %v, %v, want 0600", info, err)
	}
	if err := os.Chmod(file, 0o640); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("file", link); err != nil {
		t.Fatal(err)
	}
	if err := WriteBytes(link, 0o600, []byte("text")); err != nil {
		t.Fatal(err)
	}
	if at, err := os.Readlink(link); err != nil || at != "file" {
		t.Errorf("link leads to %q, %v", at, err)
	}
	if info, err := os.Stat(file); err != nil || info.Mode().Perm() != 0o640 {
		t.Errorf("replaced file is %v, %v, want 0640", info, err)
	}
	folder(t, dir, map[string]string{"file": "text", "link": "text"})
}
