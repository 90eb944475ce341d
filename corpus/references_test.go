package corpus_test

import (
	"bytes"
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/pqcite/pqcite/citations/prose"
	"github.com/pqcite/pqcite/citations/refs"
	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/internal/golden"
)

const referencesFile = "testdata/references.txt"

// TestReferenceTexts reads the texts of the file over the pack and compares what
// is found with what the file says.
func TestReferenceTexts(t *testing.T) {
	data, err := os.ReadFile(referencesFile)
	if err != nil {
		t.Fatal(err)
	}
	scanner := open(t, t.TempDir()).Scanner()
	var out bytes.Buffer
	texts, nulls := 0, 0
	for line := range strings.Lines(string(data)) {
		lang, text, isText := textOf(t, line)
		switch {
		case isText:
			out.WriteString(line)
			found := show(scanner.Scan(text, lang), text)
			if found == "" {
				nulls++
				found = "    nothing\n"
			} else {
				texts++
			}
			out.WriteString(found)
		case !strings.HasPrefix(line, " "):
			out.WriteString(line)
		}
	}
	golden.Check(t, "references.txt", out.Bytes())
	if texts < 150 || nulls < 30 {
		t.Errorf("the file has %d texts with references and %d without, want 150 and 30", texts, nulls)
	}
}

// textOf reads a line that holds a language and a text.
func textOf(t *testing.T, line string) (*prose.Language, string, bool) {
	t.Helper()
	name, text, ok := strings.Cut(strings.TrimSuffix(line, "\n"), ": ")
	if !ok || strings.HasPrefix(line, "#") || strings.HasPrefix(line, " ") {
		return nil, "", false
	}
	lang := prose.LanguageNamed(name)
	if name == "text" {
		lang = &prose.Text
	}
	if lang == nil {
		t.Fatalf("no language is called %q", name)
	}
	unquoted, err := strconv.Unquote(`"` + strings.ReplaceAll(text, `"`, `\"`) + `"`)
	if err != nil {
		t.Fatalf("read %q: %v", text, err)
	}
	return lang, unquoted, true
}

// show writes one occurrence per line: its text, its status and what it denotes.
// Candidates are omitted.
func show(found []refs.Occurrence, text string) string {
	var b strings.Builder
	for i := range found {
		o := &found[i]
		if o.Status == refs.Candidate {
			continue
		}
		fmt.Fprintf(&b, "    %q -> %s %s\n", text[o.Span.Start:o.Span.End], o.Status, denoted(o))
	}
	return b.String()
}

func denoted(o *refs.Occurrence) string {
	s := o.Doc
	switch {
	case o.Target.Anchor != nil:
		s += " " + o.Target.Anchor.ID
	case o.Number != "":
		s += " " + core.AnchorID(o.Kind, o.Number)
	}
	if o.Reference.Page > 0 {
		s += fmt.Sprintf(" page %d", o.Page)
	}
	if len(o.Nearest) > 0 && o.Status == refs.Contradicted {
		s += ", meant is " + o.Nearest[0].Document.Label + " " + o.Nearest[0].Anchor.ID
	}
	if o.Fix != nil {
		s += ", fix " + o.Fix.Text
	}
	if o.Status == refs.Superseded {
		s += ", " + o.Note
	}
	return s
}
