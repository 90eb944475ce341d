package lsp_test

import (
	"fmt"
	"strings"
	"testing"

	"go.lsp.dev/protocol"

	"github.com/pqcite/pqcite"
	"github.com/pqcite/pqcite/corpus/ingest"
	"github.com/pqcite/pqcite/corpus/store"
	"github.com/pqcite/pqcite/internal/lsptest"
)

// TestQuotesHold quotes every anchor of the official documents in a comment: what the
// server puts there, it finds in its place, and a word changed in it is marked.
func TestQuotesHold(t *testing.T) {
	from := home(t, officialHome(t))
	lib, err := from.Library(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	e := serve(t, from, lsptest.Options{Settings: map[string]any{"diagnostics": map[string]any{"delay": 0}}})
	e.Initialize()
	quoted, marked := 0, 0
	for _, d := range lib.Corpus().Documents() {
		for i := range d.Anchors {
			a := &d.Anchors[i]
			if a.Number == "" {
				continue
			}
			u := fmt.Sprintf("file:///%s-%d.go", d.ID, i)
			e.Open(u, "go", "package a\n\n// "+d.Label+", "+a.Name()+".\n")
			if !applyAction(t, e, u, "refactor.rewrite.pqcite.quote") {
				continue
			}
			quoted++
			if found := e.AwaitDiagnostics(u, e.Version(u)); len(withoutDrafts(found)) > 0 {
				t.Errorf("%s, %s: %v in\n%s", d.Label, a.Name(), found[0].Message, e.Text(u))
			}
			before := e.Text(u)
			e.SetText(u, strings.Replace(before, "//# ", "//# Nonsense ", 1))
			if found := e.AwaitDiagnostics(u, e.Version(u)); len(withoutDrafts(found)) > 0 {
				marked++
			}
			e.Close(u)
		}
	}
	t.Logf("%d anchors quoted, %d of them marked when changed", quoted, marked)
	if quoted < 300 || marked < quoted*95/100 {
		t.Errorf("%d anchors were quoted and %d marked when changed", quoted, marked)
	}
}

// applyAction applies the first action of a kind at the citation of the third line.
func applyAction(t *testing.T, e *lsptest.Editor, u string, kind protocol.CodeActionKind) bool {
	t.Helper()
	p := &protocol.CodeActionParams{TextDocument: identifier(u), Range: protocol.Range{
		Start: protocol.Position{Line: 2, Character: 5}, End: protocol.Position{Line: 2, Character: 5},
	}}
	p.Context = protocol.CodeActionContext{Diagnostics: []protocol.Diagnostic{}, Only: []protocol.CodeActionKind{kind}}
	var actions []protocol.CodeAction
	if err := e.Call(t.Context(), protocol.MethodTextDocumentCodeAction, p, &actions); err != nil {
		t.Fatal(err)
	}
	if len(actions) == 0 {
		return false
	}
	var whole protocol.CodeAction
	if err := e.Call(t.Context(), protocol.MethodCodeActionResolve, &actions[0], &whole); err != nil {
		t.Fatal(err)
	}
	if err := e.Apply(whole.Edit); err != nil {
		t.Fatal(err)
	}
	return true
}

func withoutDrafts(all []protocol.Diagnostic) []protocol.Diagnostic {
	var out []protocol.Diagnostic
	for _, d := range all {
		if d.Code != protocol.String("draft") {
			out = append(out, d)
		}
	}
	return out
}

// unaddressed is a library with a document that was published nowhere.
func unaddressed(t *testing.T) *pqcite.Home {
	t.Helper()
	from := home(t, t.TempDir())
	text := []byte("# RFC 4711\n\n## 2 Frames\n\nA frame has exactly ten bytes of payload.\n")
	d, err := ingest.Document(ctx, ingest.File{Name: "RFC-4711.md", As: "RFC 4711", Data: text})
	if err != nil {
		t.Fatal(err)
	}
	d.URL = ""
	err = store.Update(ctx, from.Dir(), func(tx *store.Tx) error {
		_, err := tx.Put(d, text, "RFC-4711.md")
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return from
}

// TestQuoteWithoutAddress quotes a document that has no address: it is cited by its
// label and the quote is held against it all the same.
func TestQuoteWithoutAddress(t *testing.T) {
	e := serve(t, unaddressed(t), lsptest.Options{})
	e.Initialize()
	const u = "file:///a.go"
	e.Open(u, "go", "package a\n\n// RFC 4711, Section 2.\n")
	if !applyAction(t, e, u, "refactor.rewrite.pqcite.quote") {
		t.Fatal("there is no quote")
	}
	want := "package a\n\n//= RFC 4711, Section 2\n//# A frame has exactly ten bytes of payload.\n// RFC 4711, Section 2.\n"
	if got := e.Text(u); got != want {
		t.Errorf("the quote is\n%s\nwant\n%s", got, want)
	}
	if found := e.AwaitDiagnostics(u, e.Version(u)); len(found) > 0 {
		t.Errorf("it is marked: %v", found[0].Message)
	}
	e.SetText(u, strings.Replace(want, "ten bytes", "two bytes", 1))
	if found := e.AwaitDiagnostics(u, e.Version(u)); len(found) != 1 {
		t.Errorf("a changed quote has marks %v, want one", found)
	}
}
