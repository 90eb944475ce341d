package lsp_test

import (
	"context"
	"encoding/json"
	"testing"

	"github.com/pqcite/pqcite/internal/lsptest"
)

// asked begins a question that is answered when its context ends.
func (s *session) asked(question string) (id int, wait func(context.Context) (json.RawMessage, error)) {
	s.tb.Helper()
	return s.Begin("workspace/executeCommand", commandParams(s.tb, "pqcite.ask", map[string]any{"question": question, "quiet": true}))
}

func TestRule06Cancel(t *testing.T) {
	t.Parallel()
	w := newWaiting()
	s := begin(t, pack{w.ask}, lsptest.Options{})
	s.Initialize()
	s.Open(noteA, "go", oneReference)
	id, wait := s.asked("What is ML-KEM?")
	w.awaitStart(t)
	s.Cancel(12345) // of no request
	s.Notify("$/cancelRequest", map[string]any{"id": "a"})
	s.Notify("$/cancelRequest", nil)
	s.Replace(noteA, at(0, 0, 0), "// ") // a change of the text cancels nothing
	if _, text := s.hover(noteA, 2, 10); text == "" {
		t.Error("no hover while a question runs")
	}
	select {
	case <-w.ended:
		t.Error("the question was cancelled by something else")
	default:
	}
	s.Cancel(id)
	_, err := wait(ctx)
	if got := codeOf(t, err); got != -32800 {
		t.Errorf("got code %d, want -32800", got)
	}
	w.awaitEnd(t)
	s.Cancel(id) // of an answered one
	if left := s.Unfinished(); len(left) > 0 {
		t.Errorf("left over: %q", left)
	}
}

// TestRule06CancelQueued cancels requests that no worker has taken yet.
func TestRule06CancelQueued(t *testing.T) {
	t.Parallel()
	w := newWaiting()
	s := begin(t, pack{w.ask}, lsptest.Options{Capabilities: client(t, `{"window": {"workDoneProgress": false}}`)})
	s.Initialize()
	var ids []int
	var waits []func(context.Context) (json.RawMessage, error)
	for range 12 {
		id, wait := s.asked("What is ML-KEM?")
		ids, waits = append(ids, id), append(waits, wait)
	}
	w.awaitStart(t)
	for i := len(ids) - 1; i >= 0; i-- {
		s.Cancel(ids[i])
		_, err := waits[i](ctx)
		if got := codeOf(t, err); got != -32800 {
			t.Errorf("question %d: got code %d, want -32800", i, got)
		}
	}
}

// TestRule06QuestionsLeaveRoom asks more questions than there are workers, and
// hovers: what is short must not wait for what is long.
func TestRule06QuestionsLeaveRoom(t *testing.T) {
	t.Parallel()
	w := newWaiting()
	s := begin(t, pack{w.ask}, lsptest.Options{})
	s.Initialize()
	s.Open(noteA, "go", oneReference)
	for range 4 {
		s.asked("What is ML-KEM?")
		w.awaitStart(t)
	}
	if _, text := s.hover(noteA, 2, 10); text == "" {
		t.Error("no hover")
	}
}

func TestRule07Unknown(t *testing.T) {
	t.Parallel()
	s := greet(t, lsptest.Options{})
	for _, method := range []string{"$/no", "textDocument/no", "textDocument/rename", "textDocument/semanticTokens/full", "Initialize", ""} {
		s.Send([]byte(`{"jsonrpc":"2.0","id":"` + method + `","method":"` + method + `","params":{}}`))
		_, fault := s.answerTo(`"` + method + `"`)
		if want := int64(-32601); fault == nil || fault.Code != want && method != "" {
			t.Errorf("request %q: got %v, want %d", method, fault, want)
		}
	}
	s.Send([]byte(`{"jsonrpc":"2.0","id":"told","method":"textDocument/didOpen","params":{}}`))
	if _, fault := s.answerTo(`"told"`); fault == nil || fault.Code != -32601 {
		t.Errorf("a notification with an id: got %v, want -32601", fault)
	}
	before := len(s.Log())
	for _, message := range []string{
		`"method":"$/no"`, `"method":"no","params":[1]`, `"method":"textDocument/hover","params":{}`, `"method":"shutdown"`,
		`"method":"textDocument/didSave","params":7`, `"method":"workspace/didChangeWatchedFiles","params":{"changes":[]}`, `"method":"exit "`,
	} {
		s.Send([]byte(`{"jsonrpc":"2.0",` + message + `}`))
	}
	s.Open(noteA, "go", oneReference)
	if _, text := s.hover(noteA, 2, 10); text == "" {
		t.Error("no hover after unknown messages")
	}
	for _, r := range s.Log()[before:] {
		if m := methodOf(r.Msg); r.Dir == "s2c" && m == "window/showMessage" {
			t.Errorf("the person is told of an unknown message: %s", r.Msg)
		}
	}
}

// TestRule07OpenWithoutAddress opens nothing: there is no address to publish of.
func TestRule07OpenWithoutAddress(t *testing.T) {
	t.Parallel()
	s := greet(t, lsptest.Options{})
	s.Notify("textDocument/didOpen", map[string]any{})
	s.Notify("textDocument/didOpen", map[string]any{"textDocument": map[string]any{"text": dangling}})
	s.Open(noteA, "go", oneReference)
	s.AwaitDiagnostics(noteA, 1)
	if got := s.publications(""); len(got) > 0 {
		t.Errorf("published without an address: %+v", got)
	}
	if got, ok := s.seen("file:///"); ok {
		t.Errorf("a document is open at the root: %q", got)
	}
}

func TestRule07NoBatches(t *testing.T) {
	t.Parallel()
	s := greet(t, lsptest.Options{})
	s.Send([]byte(`[{"jsonrpc":"2.0","id":90,"method":"shutdown"},{"jsonrpc":"2.0","method":"exit"}]`))
	s.Open(noteA, "go", oneReference)
	if _, text := s.hover(noteA, 2, 10); text == "" {
		t.Error("a batch was obeyed, or has ended the session")
	}
}

// TestRule08Frames lets the server read byte by byte, and checks each frame of its
// own: package lsptest takes lengths in bytes and nothing between frames.
func TestRule08Frames(t *testing.T) {
	t.Parallel()
	s := begin(t, pack{}, lsptest.Options{Chunk: 1})
	s.Initialize()
	s.Open(noteA, "go", emoji+"// FIPS 204 §99.9 ≠ ü\n")
	if _, text := s.hover(noteA, 0, 20); text == "" {
		t.Error("no hover")
	}
	s.AwaitDiagnostics(noteA, 1)
	s.Shutdown()
	s.Exit()
	if got := s.exitCode(); got != 0 {
		t.Errorf("got exit code %d, want 0", got)
	}
}
