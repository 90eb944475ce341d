package pqcite_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestReadme builds and runs the program of the README in a module of its own, as somebody
// would who copies it: it prints what the README says.
func TestReadme(t *testing.T) {
	if testing.Short() {
		t.Skip("it links a program")
	}
	readme, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(readme), "```go\n")
	program, rest, _ := strings.Cut(rest, "```\n")
	_, rest, _ = strings.Cut(rest, "```\n")
	prints, _, found := strings.Cut(rest, "```\n")
	if !found {
		t.Fatal("the README has no program with what it prints")
	}
	root, err := filepath.Abs(".")
	if err != nil {
		t.Fatal(err)
	}
	sums, err := os.ReadFile("go.sum")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for name, text := range map[string]string{
		"main.go": program, "go.sum": string(sums),
		"go.mod": "module example\n\ngo 1.26.0\n\nrequire github.com/pqcite/pqcite v0.0.0\n\nreplace github.com/pqcite/pqcite => " + root + "\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	run := exec.Command("go", "run", "-mod=mod", ".")
	run.Dir, run.Env = dir, append(os.Environ(), "GOPROXY=off", "GOFLAGS=")
	out, err := run.CombinedOutput()
	if err != nil || string(out) != prints {
		t.Errorf("it prints %q and ends with %v, the README says %q", out, err, prints)
	}
}
