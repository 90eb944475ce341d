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

// TestRulesEnd: the rules of a folder hold below it, and end with it: those of all
// folders of a tree are never there at once.
func TestRulesEnd(t *testing.T) {
	files := map[string]string{".git/HEAD": "ref"}
	for _, dir := range []string{"a", "b", "c/d", "e"} {
		files[dir+"/.gitignore"] = "*.log\n" + dir[:1] + ".go\n"
		for _, name := range []string{"a.go", "b.go", "x.log"} {
			files[dir+"/"+name] = "x"
		}
	}
	files["x.log"], files["e/a.go"] = "x", "x"
	root := tree(t, files)
	w := walker{ctx: t.Context(), root: root, options: Options{MaxBytes: 100}}
	var read []string
	most := 0
	w.visitor = Visitor{
		File: func(name string, _ []byte) error {
			most = max(most, w.ruled)
			read = append(read, filepath.ToSlash(strings.TrimPrefix(name, root+string(filepath.Separator))))
			return nil
		},
		Skip: func(string, Reason) {}, Failed: func(name string, err error) { t.Errorf("%s: %v", name, err) },
	}
	if err := errors.Join(w.rules(), w.folder(root)); err != nil {
		t.Fatal(err)
	}
	want := []string{"a/.gitignore", "a/b.go", "b/.gitignore", "b/a.go", "c/d/.gitignore", "c/d/a.go", "c/d/b.go", "e/.gitignore", "e/a.go", "e/b.go", "x.log"}
	if diff := cmp.Diff(want, read); diff != "" {
		t.Errorf("read (-want +got):\n%s", diff)
	}
	if most != 2 || w.ruled != 0 {
		t.Errorf("%d rules hold at once, and %d in the end, want 2 and 0", most, w.ruled)
	}
}

// TestBoundedRules keeps what is a rule, and drops what would take long to match.
func TestBoundedRules(t *testing.T) {
	long := strings.Repeat("x", maxRuleBytes)
	tests := []struct {
		name, file, want string
		most             int
	}{
		{"rules", "# c\n\n*.log\r\n!keep.log\n", "*.log\r\n!keep.log\n", 9},
		{"no more than some", "a\n#\nb\nc\n", "a\nb\n", 2},
		{"none left", "a\n", "", 0},
		{"a long one", "a\n" + long + "\nb", "a\nb", 9},
		{"a class", "[[:alpha:]]\n", "[[:alpha:]]\n", 9},
		{"classes without an end", "[[:alpha:][:[[:[[:\nb\n", "b\n", 9},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got, n := boundedRules(tt.file, tt.most); got != tt.want || n != strings.Count(tt.want, "\n")+len(tt.want[strings.LastIndex(tt.want, "\n")+1:]) {
				t.Errorf("%d rules: %q, want %q", n, got, tt.want)
			}
		})
	}
}

// TestIgnoredRoot: a folder that git ignores is left out as a whole, and reported by
// its name as given.
func TestIgnoredRoot(t *testing.T) {
	root := tree(t, sample)
	read, skipped := walked(t, root, "out", Options{})
	if diff := cmp.Diff(map[string]Reason{"out": Ignored}, skipped); len(read) > 0 || diff != "" {
		t.Errorf("read %q, left out (-want +got):\n%s", read, diff)
	}
	if read, _ := walked(t, root, "out", Options{Ignored: true}); len(read) != 1 {
		t.Errorf("read %q of an ignored folder, want one file", read)
	}
}

// TestReadsNoMore: a file may grow, or become another one, after it was looked at.
func TestReadsNoMore(t *testing.T) {
	root := tree(t, map[string]string{"grown": strings.Repeat("x", 11), "fits": strings.Repeat("x", 10)})
	w := walker{ctx: t.Context(), options: Options{MaxBytes: 10}}
	for name, want := range map[string]Reason{"grown": TooLarge, "fits": "", ".": Irregular} {
		if _, why, err := w.read(filepath.Join(root, name)); why != want || err != nil {
			t.Errorf("%s is left out since it is %q, %v, want %q", name, why, err, want)
		}
	}
	if info, err := os.Stat("/proc/self/maps"); err == nil && info.Size() == 0 { // longer than it says
		if _, why, err := w.read("/proc/self/maps"); why != TooLarge || err != nil {
			t.Errorf("a file that is longer than its size says is left out since it is %q, %v", why, err)
		}
	}
}

// TestExclude: what the settings exclude is left out, wherever the walk starts, also
// where git would read it and where it is named.
func TestExclude(t *testing.T) {
	root := tree(t, map[string]string{"a/x.go": "x", "a/b/y.go": "y", "a/z.pb.go": "z", "c/x.go": "x", "c/keep.pb.go": "k"})
	o := Options{Exclude: []string{"/a/b/", "*.pb.go", "!keep.pb.go"}, ExcludeIn: root}
	for start, want := range map[string][]string{".": {"a/x.go", "c/keep.pb.go", "c/x.go"}, "a": {"a/x.go"}, "a/b": nil, "a/b/y.go": nil, "a/z.pb.go": nil, "c/x.go": {"c/x.go"}} {
		read, skipped := walked(t, root, start, o)
		if diff := cmp.Diff(want, read); diff != "" || want == nil && skipped[start] != Excluded {
			t.Errorf("%s: left out %v, read (-want +got):\n%s", start, skipped, diff)
		}
	}
	if read, _ := walked(t, root, "c", Options{ExcludeFiles: []string{filepath.Join(root, "c", "x.go"), filepath.Join(root, "a")}}); len(read) != 1 {
		t.Errorf("one of two files is excluded: read %q", read)
	}
	o.ExcludeIn = filepath.Join(root, "c")
	if read, _ := walked(t, root, "a", o); len(read) != 3 {
		t.Errorf("patterns of another folder: read %q, want all", read)
	}
}
