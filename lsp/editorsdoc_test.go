package lsp_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/pqcite/pqcite/internal/lsptest"
	"github.com/pqcite/pqcite/lsp"
)

const editorsDoc = "../docs/editors.md"

// TestSettingsTable holds the table of docs/editors.md against the schema that it is
// made from; -update writes it anew.
func TestSettingsTable(t *testing.T) {
	doc, err := os.ReadFile(editorsDoc)
	if err != nil {
		t.Fatal(err)
	}
	const begin, end = "<!-- settings -->\n", "<!-- /settings -->"
	before, rest, ok := strings.Cut(string(doc), begin)
	table, after, ok2 := strings.Cut(rest, end)
	if !ok || !ok2 {
		t.Fatalf("%s has no table between %q and %q", editorsDoc, begin, end)
	}
	want := settingsMarkdown(t)
	if flag.Lookup("update").Value.String() == "true" {
		if err := os.WriteFile(editorsDoc, []byte(before+begin+want+end+after), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if diff := cmp.Diff(want, table); diff != "" {
		t.Errorf("the table of settings differs from the schema (-schema +table); run with -update:\n%s", diff)
	}
}

func settingsMarkdown(t *testing.T) string {
	t.Helper()
	var b strings.Builder
	b.WriteString("| setting | value | default | for what |\n|---|---|---|---|\n")
	var schema struct {
		Properties map[string]property `json:"properties"`
	}
	if err := json.Unmarshal(lsp.Schema, &schema); err != nil {
		t.Fatal(err)
	}
	for _, name := range inOrder(t) {
		p := schema.Properties[name]
		value := "true or false"
		switch {
		case p.Enum != nil:
			value = strings.Join(p.Enum, ", ")
		case p.Type == "integer":
			value = fmt.Sprintf("%v to %v", *p.Minimum, *p.Maximum)
		}
		fmt.Fprintf(&b, "| `pqcite.%s` | %s | `%v` | %s |\n", name, value, p.Default, p.Description)
	}
	return b.String()
}

// TestCommandsAreDocumented: each command has its row.
func TestCommandsAreDocumented(t *testing.T) {
	doc, err := os.ReadFile(editorsDoc)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range serve(t, home(t, t.TempDir()), lsptest.Options{}).Initialize().Capabilities.ExecuteCommandProvider.Commands {
		if !bytes.Contains(doc, []byte("| `"+name+"` |")) {
			t.Errorf("%s has no row for %s", editorsDoc, name)
		}
	}
}
