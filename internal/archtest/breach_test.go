package archtest

import (
	"strings"
	"testing"
	"testing/fstest"
)

const comment = "// Package x is for something.\n//\n// It trades something away.\n"

func source(imports ...string) *fstest.MapFile {
	var b strings.Builder
	b.WriteString(comment + "package x\n\n")
	for _, i := range imports {
		b.WriteString("import _ \"" + i + "\"\n")
	}
	return &fstest.MapFile{Data: []byte(b.String())}
}

func text(s string) *fstest.MapFile { return &fstest.MapFile{Data: []byte(s)} }

func lock(registry string) *fstest.MapFile {
	return text(`{"` + "resolved" + `": "` + registry + `a.tgz"}`)
}

// sound is a small tree that keeps every rule of soundLayers and soundOwners.
func sound() fstest.MapFS {
	return fstest.MapFS{
		"core/a.go":              source("strings", "encoding/json", "m.org/m/core/loop"),
		"core/a_test.go":         source("testing", "github.com/google/go-cmp/cmp", "m.org/m/internal/golden"),
		"core/loop/a.go":         source("m.org/m/core"),
		"engine/a.go":            source("m.org/m/core", "lib.org/fast"),
		"cmd/a.go":               source("m.org/m/engine", "m.org/m/core", "lib.org/flags"),
		"internal/golden/a.go":   source("testing", "github.com/google/go-cmp/cmp"),
		"internal/more/a.go":     source("strings"),
		"core/testdata/b.go":     text("package broken ("),
		"tools/go.mod":           text("module tools"),
		"tools/a.go":             source("m.org/m/engine"),
		".hidden/a.go":           source("m.org/m/engine"),
		"_old/a.go":              source("m.org/m/engine"),
		"vendor/lib.org/fast.go": source(),
	}
}

var (
	soundLayers = []layer{
		{Packages: "core/...", May: []string{"std", "core/..."}, Reason: "the contract"},
		{Packages: "engine/...", May: []string{"std", "core", "lib.org/fast"}, Reason: "one library"},
		{Packages: "cmd/...", May: []string{"std", "...", "lib"}},
		{Packages: "internal/...", May: []string{"std", "internal/...", "lib"}},
		{Packages: "internal/golden", May: []string{"std", "core", "lib"}, Reason: "the longer pattern"},
		{Packages: "door/...", May: []string{"std"}, Pending: true},
	}
	soundOwners = []owner{
		{Library: "lib.org/flags/...", Only: []string{"cmd/..."}, Reason: "flags"},
		{Library: "lib.org/wire", Only: []string{"door/..."}, Pending: true},
	}
)

func breaches(t *testing.T, tree fstest.MapFS) []string {
	t.Helper()
	pkgs, err := load(tree, "m.org/m")
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	out = append(out, checkLayers(pkgs, soundLayers)...)
	out = append(out, checkOwners(pkgs, soundOwners)...)
	out = append(out, checkShipped(pkgs)...)
	out = append(out, checkComments(pkgs)...)
	out = append(out, checkLength(pkgs)...)
	lines, err := checkText(tree)
	if err != nil {
		t.Fatal(err)
	}
	return append(out, lines...)
}

// Each row is the sound tree with one change, and what must be said about it.
func TestBreaches(t *testing.T) {
	for _, tc := range []struct {
		name, path string
		file       *fstest.MapFile
		want       []string // one part of each breach; none means that it is sound
	}{
		{"sound", "core/b.go", source("strings"), nil},
		{"the contract imports an engine", "core/b.go", source("m.org/m/engine"),
			[]string{"core/b.go imports engine; core/... may import only std, core/...: the contract"}},
		{"so does its test", "core/loop/b_test.go", source("m.org/m/engine"), []string{"core/loop/b_test.go imports engine"}},
		{"only one package of a layer is allowed", "engine/b.go", source("m.org/m/core/loop"), []string{"engine/b.go imports core/loop"}},
		{"a prefix of a name is not a folder", "engine/b.go", source("lib.org/faster"), []string{"imports lib.org/faster"}},
		{"a library where only the standard one is allowed", "core/b.go", source("lib.org/fast"), []string{"core/b.go imports lib.org/fast"}},
		{"under a build constraint", "core/b_plan9.go",
			text("//go:build ignore\n\n" + comment + "package x\n\nimport \"m.org/m/engine\"\n"), []string{"core/b_plan9.go imports engine"}},
		{"nothing imports the command", "engine/b.go", source("m.org/m/cmd"), []string{"engine/b.go imports cmd"}},
		{"the longest pattern applies", "internal/golden/b.go", source("m.org/m/core"), nil},
		{"and not to its neighbours", "internal/b.go", source("m.org/m/core"), []string{"internal/b.go imports core; internal/... may import only"}},
		{"nor does the shorter one beside it", "internal/golden/b.go", source("m.org/m/internal/more"), []string{"internal/golden may import only"}},
		{"a package without a layer", "extra/a.go", source(), []string{"package extra is in no layer"}},
		{"a package of a pending layer", "door/a.go", source(), []string{"layer door/... is marked pending but matches now"}},
		{"a library away from its owner", "core/b_test.go", source("lib.org/flags/more"),
			[]string{"core/b_test.go imports lib.org/flags/more; core/...", "lib.org/flags/more, which is for cmd/... only: flags"}},
		{"a library that was pending", "cmd/b.go", source("lib.org/wire"),
			[]string{"cmd/b.go imports lib.org/wire, which is for door/... only", "owner of lib.org/wire is marked pending"}},
		{"shipped code imports a test library", "cmd/b.go", source("testing"), []string{"cmd/b.go imports testing, which is for tests"}},
		{"shipped code imports golden", "cmd/b.go", source("m.org/m/internal/golden"), []string{"imports internal/golden, which is for tests"}},
		{"no package comment", "engine/a.go", text("package x\n\nimport _ \"lib.org/fast\"\n"), []string{"package engine has a comment of 0 lines"}},
		{"a package comment of one line", "engine/a.go", text("// Package x is.\npackage x\n"), []string{"package engine has a comment of 1 lines"}},
		{"a comment that is no package comment", "engine/a.go", text("// One.\n// Two.\n\npackage x\n"), []string{"comment of 0 lines"}},
		{"600 lines", "core/b.go", text("package x\n" + strings.Repeat("\n", 599)), nil},
		{"601 lines", "core/b.go", text("package x\n" + strings.Repeat("\n", 600)), []string{"core/b.go has 601 lines, at most 600"}},
		{"a path of one machine", "docs/a.md", text("x\nsee /" + "home/me/notes\n"), []string{`docs/a.md:2: names a path of one machine`}},
		{"a path in a file URL", "core/testdata/a.golden", text("\"file:///" + "tmp/x\""), []string{"core/testdata/a.golden:1"}},
		{"a path of a URL on a host", "docs/a.md", text("https://example.org/" + "home/x"), nil},
		{"a word with slashes", "docs/a.md", text("for home/" + "work/play use"), nil},
		{"data", "docs/a.bin", text("\x00 /" + "tmp/x"), nil},
		{"the public registry", "ext/package-lock.json", lock(publicRegistry), nil},
		{"another registry", "ext/package-lock.json", lock("https://npm.example.org/"), []string{"fetches from"}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			tree := sound()
			tree[tc.path] = tc.file
			got := breaches(t, tree)
			if len(got) != len(tc.want) {
				t.Fatalf("breaches are %q, want %q", got, tc.want)
			}
			for i, part := range tc.want {
				if !strings.Contains(got[i], part) {
					t.Errorf("breach is %q, want it to say %q", got[i], part)
				}
			}
		})
	}
}

func TestRulesThatMatchNothing(t *testing.T) {
	tree := sound()
	delete(tree, "engine/a.go")
	tree["cmd/a.go"] = source("m.org/m/core")
	want := []string{"layer engine/... matches nothing", "owner of lib.org/flags/... matches nothing"}
	got := breaches(t, tree)
	if len(got) != len(want) || !strings.HasPrefix(got[0], want[0]) || !strings.HasPrefix(got[1], want[1]) {
		t.Errorf("breaches are %q, want %q", got, want)
	}
}

func TestLoadNamesTheFileThatDoesNotParse(t *testing.T) {
	_, err := load(fstest.MapFS{"core/b.go": text("package (")}, "m.org/m")
	if err == nil || !strings.Contains(err.Error(), "core/b.go") {
		t.Errorf("error is %v, want it to name core/b.go", err)
	}
}

func TestMatches(t *testing.T) {
	for _, tc := range []struct {
		pattern, path string
		want          bool
	}{
		{"core", "core", true},
		{"core", "core/loop", false},
		{"core/...", "core", true},
		{"core/...", "core/loop/x", true},
		{"core/...", "corex", false},
		{"...", "anything/at/all", true},
		{".", ".", true},
		{".", "core", false},
	} {
		if got := matches(tc.pattern, tc.path); got != tc.want {
			t.Errorf("%q matches %q is %v, want %v", tc.pattern, tc.path, got, tc.want)
		}
	}
}
