package lsp_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/pqcite/pqcite"
	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/internal/lsptest"
)

func TestAskArguments(t *testing.T) {
	t.Parallel()
	var asked string
	s := begin(t, pack{func(_ context.Context, question string, _ core.Observer) (core.Outcome, error) {
		asked = question
		return refused(question), nil
	}}, lsptest.Options{})
	s.Initialize()
	for _, test := range []struct {
		command, argument string
		asked             string // "" for what is refused with -32602
	}{
		{"pqcite.ask", `{"question": " What? "}`, " What? "},
		{"pqcite.compare", `{"a": "ML-KEM\n", "b": " ML-DSA"}`, "What are the differences between ML-KEM and ML-DSA?"},
		{"pqcite.ask", `{"question": " \n"}`, ""}, {"pqcite.ask", `{}`, ""}, {"pqcite.ask", `null`, ""}, {"pqcite.ask", `"What?"`, ""},
		{"pqcite.ask", `{"question": 7}`, ""}, {"pqcite.ask", `{"question": "What?", "other": 1}`, ""}, {"pqcite.ask", `{"question": "What?", "context": "Who?"}`, ""}, {"pqcite.ask", `{"a": "x", "b": "y"}`, ""},
		{"pqcite.compare", `{"a": "ML-KEM"}`, ""}, {"pqcite.compare", `{"a": "", "b": "x"}`, ""}, {"pqcite.none", `{}`, ""},
	} {
		asked = ""
		want := int64(0)
		if test.asked == "" {
			want = -32602
		}
		if got := codeOf(t, s.execute(test.command, json.RawMessage(test.argument), nil)); got != want || asked != test.asked {
			t.Errorf("%s %s: got code %d and asked %q, want %d and %q", test.command, test.argument, got, asked, want, test.asked)
		}
	}
	p := map[string]any{"command": "pqcite.ask", "arguments": []any{map[string]any{"question": "a"}, 1}}
	if got := s.refusal("workspace/executeCommand", p); got != -32602 {
		t.Errorf("two arguments: got code %d, want -32602", got)
	}
}

func TestAskFailure(t *testing.T) {
	t.Parallel()
	fail := true
	s := begin(t, pack{func(_ context.Context, question string, _ core.Observer) (core.Outcome, error) {
		if fail {
			return core.Outcome{}, errors.New("reach the model: refused")
		}
		return refused(question), nil
	}}, lsptest.Options{})
	s.Initialize()
	err := s.execute("pqcite.ask", map[string]any{"question": "What?"}, nil)
	if got := codeOf(t, err); got != -32803 || !strings.Contains(err.Error(), "reach the model") {
		t.Errorf("got %v, want -32803 with the reason", err)
	}
	fail = false
	if err := s.execute("pqcite.ask", map[string]any{"question": "What?"}, nil); err != nil {
		t.Errorf("the next question: %v", err)
	}
	if got := codeOf(t, begunWith(t, pack{}).execute("pqcite.ask", map[string]any{"question": "What?"}, nil)); got != -32803 {
		t.Errorf("without an Asker: got code %d, want -32803", got)
	}
}

func begunWith(t *testing.T, from pqcite.Source) *session {
	t.Helper()
	s := begin(t, from, lsptest.Options{})
	s.Initialize()
	return s
}

func TestAskPanic(t *testing.T) {
	t.Parallel()
	s := begunWith(t, pack{func(_ context.Context, question string, _ core.Observer) (core.Outcome, error) {
		if strings.Contains(question, "panic") {
			panic("a fault of the engine")
		}
		return refused(question), nil
	}})
	s.Open(noteA, "go", oneReference)
	for range 6 { // more than there are workers
		if got := codeOf(t, s.execute("pqcite.ask", map[string]any{"question": "panic?"}, nil)); got != -32603 {
			t.Errorf("got code %d, want -32603", got)
		}
	}
	if !s.log.has("a fault of the engine") {
		t.Error("the panic is not logged")
	}
	if err := s.execute("pqcite.ask", map[string]any{"question": "What?"}, nil); err != nil {
		t.Errorf("the next question: %v", err)
	}
	if _, text := s.hover(noteA, 2, 10); text == "" {
		t.Error("no hover")
	}
	for _, left := range s.Unfinished() {
		t.Error(left)
	}
}

// TestAskForgets opens the answers of more questions than are kept.
func TestAskForgets(t *testing.T) {
	t.Parallel()
	s := begunWith(t, pack{func(_ context.Context, question string, _ core.Observer) (core.Outcome, error) {
		return refused(question), nil
	}})
	var first, last answer
	for n := range 51 {
		if err := s.execute("pqcite.ask", map[string]any{"question": fmt.Sprint("What is ", n, "?"), "quiet": true}, &last); err != nil {
			t.Fatal(err)
		}
		if n == 0 {
			first = last
		}
	}
	if text, err := s.content(last.URI); err != nil || text != last.Markdown {
		t.Errorf("the last answer: error %v", err)
	}
	if _, err := s.content(first.URI); codeOf(t, err) != -32803 {
		t.Errorf("the first answer: got error %v, want that it is gone", err)
	}
	for _, u := range []string{"pqcite:/answers/../NIST.FIPS.203.txt", "pqcite:/answers/", "pqcite:/", "pqcite:", "file:///etc/passwd", "pqcite:/../../etc/passwd", "pqcite:/x/NIST.FIPS.203.txt"} {
		if text, err := s.content(u); err == nil {
			t.Errorf("%s: got %.60q, want an error", u, text)
		}
	}
}
