package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestDataIsCurrent makes the generated files anew and compares them with those
// that are checked in.
func TestDataIsCurrent(t *testing.T) {
	corpus := os.Getenv("PQCITE_TEST_CORPUS")
	if corpus == "" {
		t.Skip("PQCITE_TEST_CORPUS is not set: it names the folder with the six official PDF files")
	}
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, "structure"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := run(t.Context(), corpus, dir); err != nil {
		t.Fatal(err)
	}
	made, err := filepath.Glob(filepath.Join(dir, "*.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	structures, err := filepath.Glob(filepath.Join(dir, "structure", "*.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	if len(structures) != 6 || len(made) != 1 {
		t.Fatalf("made %d structures and %d other files, want 6 and 1", len(structures), len(made))
	}
	for _, file := range append(made, structures...) {
		name, err := filepath.Rel(dir, file)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(contents(t, filepath.Join("..", "data", name)), contents(t, file)); diff != "" {
			t.Errorf("%s is not what the files give; run go generate (-checked in +made):\n%s", name, diff)
		}
	}
}

func contents(t *testing.T, name string) string {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func TestCorpusIsNeeded(t *testing.T) {
	if err := run(t.Context(), "", t.TempDir()); err == nil {
		t.Error("it runs without a corpus")
	}
}
