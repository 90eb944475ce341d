package lsp_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/pqcite/pqcite/citations/prose"
	"github.com/pqcite/pqcite/citations/rules"
	"github.com/pqcite/pqcite/internal/lsptest"
)

// projectFolder is a workspace with files, and a session in it.
func projectFolder(t *testing.T, editor map[string]any, files map[string]string) (*session, func(name string) string) {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range files {
		write(t, filepath.Join(dir, name), text)
	}
	s := begin(t, pack{}, lsptest.Options{RootURI: "file://" + dir, Settings: editor})
	s.Initialize()
	return s, func(name string) string { return "file://" + filepath.Join(dir, name) }
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// marked are the rules of what is marked in a document, with their severities.
func (s *session) marked(u string) []string {
	found, _ := s.Diagnostics(u)
	out := []string{}
	for _, d := range found {
		severity := []string{"", "error", "warning", "information", "hint"}[int(d.Severity)]
		out = append(out, severity+" "+fmt.Sprint(d.Code))
	}
	slices.Sort(out)
	return out
}

// contextOf is the context of the one dangling citation of a file of Go.
func contextOf(t *testing.T, file string) string {
	t.Helper()
	lib, err := packLibrary()
	if err != nil {
		t.Fatal(err)
	}
	severities := rules.DefaultSeverities()
	for _, b := range rules.Breaches(lib.Corpus().Scanner().Scan(file, &prose.Go), nil, nil, &severities) {
		if b.Rule == "dangling" {
			return b.Fingerprint(file).Context
		}
	}
	t.Fatal("nothing dangles")
	return ""
}

const threeRules = "package a\n\n// FIPS 203, Table 9; IR 8547.\n\nvar x = 1\n\n// FIPS 204 ipd.\n"

// TestProjectSettings: what a project's file sets wins over the editor's settings, what it
// does not set is the editor's, and a change of it is seen.
func TestProjectSettings(t *testing.T) {
	t.Parallel()
	editor := map[string]any{"diagnostics.severity": map[string]any{"draft": "error", "superseded": "hint"}}
	s, at := projectFolder(t, editor, map[string]string{".git/HEAD": "", ".pqcite.yaml": "check: {rules: {draft: warning}}\n"})
	a := at("sub/a.go")
	s.Open(a, "go", threeRules)
	s.AwaitDiagnostics(a, 1)
	if diff := cmp.Diff([]string{"error dangling", "hint superseded", "warning draft"}, s.marked(a)); diff != "" {
		t.Errorf("marked (-want +got):\n%s", diff)
	}
	write(t, strings.TrimPrefix(at(".pqcite.yaml"), "file://"), "check:\n  select: [dangling]\n  rules: {dangling: information}\n")
	s.Await("the new settings", func() bool { return slices.Equal(s.marked(a), []string{"information dangling"}) })
	if err := os.Remove(strings.TrimPrefix(at(".pqcite.yaml"), "file://")); err != nil {
		t.Fatal(err)
	}
	s.Await("the editor's settings", func() bool {
		return slices.Equal(s.marked(a), []string{"error dangling", "error draft", "hint superseded"})
	})
	if got := s.messages(); len(got) > 0 {
		t.Errorf("the person is shown %q", got)
	}
}

// TestProjectMistakes: what is wrong with the file is shown, and the rest of it holds.
func TestProjectMistakes(t *testing.T) {
	t.Parallel()
	s, at := projectFolder(t, nil, map[string]string{".git/HEAD": "", ".pqcite.yaml": "check:\n  rules: {draft: off, drfat: off}\n"})
	a := at("a.go")
	s.Open(a, "go", threeRules)
	s.AwaitDiagnostics(a, 1)
	s.Await("a message", func() bool { return len(s.messages()) > 0 })
	if got := s.messages(); len(got) != 1 || !strings.Contains(got[0], ".pqcite.yaml:2: there is no setting check.rules.drfat") {
		t.Errorf("the person is shown %q", got)
	}
	if diff := cmp.Diff([]string{"error dangling", "information superseded"}, s.marked(a)); diff != "" {
		t.Errorf("marked (-want +got):\n%s", diff)
	}
}

// TestProjectBaseline: what the baseline knows is not marked, and what is excluded has no
// marks at all.
func TestProjectBaseline(t *testing.T) {
	t.Parallel()
	s, at := projectFolder(t, nil, map[string]string{
		".git/HEAD": "", ".pqcite.yaml": "check: {baseline: known.json, exclude: [gen/], rules: {draft: off, superseded: off}}\n",
		"known.json": `{"version": 1, "findings": [{"file": "a.go", "rule": "dangling", "text": "FIPS 203, Table 9", "context": "CONTEXT", "count": 1}]}`,
	})
	a, generated := at("a.go"), at("gen/a.go")
	s.Open(generated, "go", threeRules)
	s.AwaitDiagnostics(generated, 1)
	if got := s.marked(generated); len(got) > 0 {
		t.Errorf("marked %q in an excluded file", got)
	}
	s.Await("a message", func() bool { return len(s.messages()) > 0 })
	if got := s.messages(); !strings.Contains(got[0], `context "CONTEXT" is not 16 digits`) {
		t.Errorf("the person is shown %q", got)
	}
	s.Open(a, "go", threeRules)
	s.AwaitDiagnostics(a, 1)
	if diff := cmp.Diff([]string{"error dangling"}, s.marked(a)); diff != "" {
		t.Errorf("marked (-want +got):\n%s", diff)
	}
	known := `{"version": 1, "findings": [{"file": "a.go", "rule": "dangling", "text": "FIPS 203, Table 9", "context": "` + contextOf(t, threeRules) + `", "count": 1}]}`
	write(t, strings.TrimPrefix(at("known.json"), "file://"), known)
	s.Await("the finding to be known", func() bool { return len(s.marked(a)) == 0 })
	s.SetText(a, threeRules+"\n// FIPS 203, Table 9; IR 8547.\n")
	s.AwaitDiagnostics(a, 2)
	if diff := cmp.Diff([]string{"error dangling"}, s.marked(a)); diff != "" {
		t.Errorf("one more of what is known (-want +got):\n%s", diff)
	}
}
