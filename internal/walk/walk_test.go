package walk

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// tree writes files, named by their paths; a name that ends in "@" is a symbolic
// link to the content.
func tree(t *testing.T, files map[string]string) string {
	t.Helper()
	root := t.TempDir()
	for name, content := range files {
		link := strings.HasSuffix(name, "@")
		path := filepath.Join(root, strings.TrimSuffix(name, "@"))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		var err error
		if link {
			err = os.Symlink(content, path)
		} else {
			err = os.WriteFile(path, []byte(content), 0o644)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return root
}

// walked returns what a walk read and what it left out, relative to the root.
func walked(t *testing.T, root, start string, o Options) (read []string, skipped map[string]Reason) {
	t.Helper()
	skipped = map[string]Reason{}
	rel := func(name string) string {
		r, err := filepath.Rel(root, name)
		if err != nil {
			t.Fatal(err)
		}
		return filepath.ToSlash(r)
	}
	err := Tree(t.Context(), filepath.Join(root, start), o, Visitor{
		File:   func(name string, _ []byte) error { read = append(read, rel(name)); return nil },
		Skip:   func(name string, why Reason) { skipped[rel(name)] = why },
		Failed: func(name string, err error) { t.Errorf("%s: %v", name, err) },
	})
	if err != nil {
		t.Fatal(err)
	}
	return read, skipped
}

var sample = map[string]string{
	".git/HEAD": "ref", ".git/info/exclude": "secret.txt\n", ".gitignore": "*.log\n/out/\n!keep.log\n",
	"a.go": "package a", "b.log": "log", "keep.log": "kept", "secret.txt": "x", "out/x.go": "x", "sub/out/y.go": "y",
	"sub/.gitignore": "z.go\n", "sub/z.go": "z", "z.go": "z", "vendor/v/v.go": "v", "node_modules/n.js": "n",
	"bin.dat": "a\x00b", "big.txt": strings.Repeat("x", 200), "loop@": ".", "link.go@": "a.go", "dangling@": "nowhere",
}

func TestTree(t *testing.T) {
	root := tree(t, sample)
	read, skipped := walked(t, root, ".", Options{MaxBytes: 100})
	if diff := cmp.Diff([]string{".gitignore", "a.go", "keep.log", "sub/.gitignore", "sub/out/y.go", "z.go"}, read); diff != "" {
		t.Errorf("read (-want +got):\n%s", diff)
	}
	want := map[string]Reason{
		"b.log": Ignored, "secret.txt": Ignored, "out": Ignored, "sub/z.go": Ignored, "vendor": Vendored, "node_modules": Vendored,
		"bin.dat": Binary, "big.txt": TooLarge, "loop": Link, "link.go": Link, "dangling": Link,
	}
	if diff := cmp.Diff(want, skipped); diff != "" {
		t.Errorf("left out (-want +got):\n%s", diff)
	}
}

// TestRulesAbove: a folder of a repository is walked by the rules above it.
func TestRulesAbove(t *testing.T) {
	root := tree(t, sample)
	read, _ := walked(t, root, "sub", Options{})
	if diff := cmp.Diff([]string{"sub/.gitignore", "sub/out/y.go"}, read); diff != "" {
		t.Errorf("read (-want +got):\n%s", diff)
	}
}

func TestEverything(t *testing.T) {
	root := tree(t, sample)
	read, _ := walked(t, root, ".", Options{Vendored: true, Ignored: true})
	if len(read) != 13 {
		t.Errorf("read %d files, want 13: %q", len(read), read)
	}
}

// TestNamedFile: a file that is named is read whatever the rules say, a link too;
// a binary one is not.
func TestNamedFile(t *testing.T) {
	root := tree(t, sample)
	for name, want := range map[string]int{"b.log": 1, "vendor/v/v.go": 1, "link.go": 1, "bin.dat": 0} {
		if read, _ := walked(t, root, name, Options{}); len(read) != want {
			t.Errorf("read %q of %q, want %d", read, name, want)
		}
	}
}

func TestStops(t *testing.T) {
	root := tree(t, sample)
	stop := errors.New("stop")
	none := func(string, error) {}
	err := Tree(t.Context(), root, Options{}, Visitor{File: func(string, []byte) error { return stop }, Failed: none})
	if !errors.Is(err, stop) {
		t.Errorf("walk ends with %v, want the visitor's error", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := Tree(ctx, root, Options{}, Visitor{File: func(string, []byte) error { return nil }, Failed: none}); !errors.Is(err, context.Canceled) {
		t.Errorf("walk ends with %v, want the context's error", err)
	}
	if err := Tree(t.Context(), filepath.Join(root, "nowhere"), Options{}, Visitor{}); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("walk of nothing ends with %v", err)
	}
}

// TestUnreadable reports a folder that can't be read and goes on.
func TestUnreadable(t *testing.T) {
	if os.Getuid() == 0 {
		t.Skip("root reads everything")
	}
	root := tree(t, map[string]string{"a/x": "x", "b": "b"})
	if err := os.Chmod(filepath.Join(root, "a"), 0); err != nil {
		t.Fatal(err)
	}
	defer os.Chmod(filepath.Join(root, "a"), 0o755)
	var failed, read []string
	err := Tree(t.Context(), root, Options{}, Visitor{
		File:   func(name string, _ []byte) error { read = append(read, name); return nil },
		Failed: func(name string, _ error) { failed = append(failed, name) },
	})
	if err != nil || len(failed) != 1 || len(read) != 1 {
		t.Errorf("walk: %v, failed %q, read %q", err, failed, read)
	}
}
