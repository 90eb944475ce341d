package settings

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	_ "github.com/pqcite/pqcite/internal/golden" // -update
)

// markdown is the page of documentation, docs/settings.md.
func markdown() string {
	var b strings.Builder
	b.WriteString("# Settings\n\nThis page is generated from the table in `settings/key.go`.\n\n" +
		"A project keeps its settings in `" + ProjectFile + "`. It is searched for from the checked file upwards to the root of the repository (the\n" +
		"folder with `.git`, `.hg`, `.svn` or `.jj`); outside a repository only the folder itself counts. The nearest file applies, on the\n" +
		"command line and in editors.\n\n" +
		"```yaml\ncheck:\n  rules:\n    draft: off\n    superseded-outside: information\n  exclude: [testdata/, \"*.pb.go\"]\n  baseline: .pqcite-baseline.json\n  fail-on: warning\n```\n\n" +
		"Flags override environment variables, those the project's file, that `" + PersonFile + "` in the library's folder (personal preferences), and\n" +
		"that the defaults. A list replaces the list of a lower rank. Unknown keys and wrong values are errors that name file and line; the exit code is 2.\n" +
		"Secrets (tokens, keys of a model's server) are not settings; they come from the environment only.\n\n" +
		"In an editor, the project's file overrides the editor's settings, so that the editor shows what the project's checks fail on; the editor decides the\n" +
		"rest.\n\n" +
		"| key | value | default | meaning |\n|---|---|---|---|\n")
	defaults := Default()
	for i := range keys {
		k := &keys[i]
		help := k.Help
		switch {
		case k.Project:
			help += " Project file only."
		case k.Person:
			help += " Not in a project's file."
		}
		fmt.Fprintf(&b, "| `%s` | %s | %s | %s |\n", k.Name, k.documented(), k.shown(&defaults), help)
	}
	b.WriteString("\nThe environment variable of a key is `PQCITE_` and its name in capitals, with `_` for `.` and `-`: `" + keyOf("check.fail-on").Env() + "`. Lists are separated by commas.\n" +
		"[rules.md](rules.md) explains the rules.\n")
	return b.String()
}

// documented is a key's possible values as on the page.
func (k *Key) documented() string {
	switch k.kind {
	case kindWord:
		return strings.Join(k.words, ", ")
	case kindNumber:
		return fmt.Sprintf("%d to %d", k.least, k.most)
	case kindList:
		return "list of patterns"
	}
	return string(k.kind)
}

// TestKeys checks the shape of each key.
func TestKeys(t *testing.T) {
	seen := map[string]bool{}
	for _, k := range keys {
		if seen[k.Env()] || !strings.HasSuffix(k.Help, ".") || k.Allowed() == "" {
			t.Errorf("%s: its variable is %s, its help %q", k.Name, k.Env(), k.Help)
		}
		seen[k.Env()] = true
	}
	if !seen["PQCITE_CHECK_RULES_UNKNOWN_DOCUMENT"] || seen["PQCITE_CHECK_RULES_NOT_READ"] {
		t.Errorf("variables %v", seen)
	}
}

// TestPage compares docs/settings.md with the table of keys; -update writes it anew.
func TestPage(t *testing.T) {
	const page = "../docs/settings.md"
	if flag.Lookup("update").Value.String() == "true" {
		if err := os.WriteFile(page, []byte(markdown()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(markdown(), string(got)); diff != "" {
		t.Errorf("%s differs from the table (-table +page); run with -update:\n%s", page, diff)
	}
}
