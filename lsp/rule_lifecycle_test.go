package lsp_test

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/pqcite/pqcite/internal/lsptest"
)

// The tests whose names begin with TestRule check the server against rules of the
// protocol that are not in its model.

func hoverParams(u string) map[string]any {
	return map[string]any{"textDocument": map[string]any{"uri": u}, "position": map[string]any{"line": 2, "character": 10}}
}

func openParams(u, text string) map[string]any {
	return map[string]any{"textDocument": map[string]any{"uri": u, "languageId": "go", "version": 1, "text": text}}
}

func TestRule01BeforeInitialize(t *testing.T) {
	t.Parallel()
	s := begin(t, pack{}, lsptest.Options{})
	for method, params := range map[string]any{
		"shutdown": nil, "textDocument/hover": hoverParams(noteA), "workspace/executeCommand": map[string]any{"command": "pqcite.status"}, "no/such": nil,
	} {
		if got := s.refusal(method, params); got != -32002 {
			t.Errorf("%s before initialize: got code %d, want -32002", method, got)
		}
	}
	s.Notify("textDocument/didOpen", openParams(noteA, oneReference))
	s.Initialize()
	if _, text := s.hover(noteA, 2, 10); text != "" {
		t.Errorf("a document that was opened before initialize is known: %q", text)
	}
	s.Open(noteA, "go", oneReference)
	if _, text := s.hover(noteA, 2, 10); text == "" {
		t.Error("a refused request has spoiled the session: no hover")
	}
}

func TestRule01SecondInitialize(t *testing.T) {
	t.Parallel()
	s := greet(t, lsptest.Options{})
	again := map[string]any{"processId": nil, "rootUri": nil, "capabilities": map[string]any{"general": map[string]any{"positionEncodings": []string{"utf-32"}}}}
	if got := s.refusal("initialize", again); got != -32600 {
		t.Errorf("second initialize: got code %d, want -32600", got)
	}
	s.Open(noteA, "go", "// \U0001F600 FIPS 203, Algorithm 9\n")
	if got, _ := s.hover(noteA, 0, 10); got != at(0, 8, 29) {
		t.Errorf("it has changed the session: hover at %v", show(got))
	}
}

func TestRule01AfterShutdown(t *testing.T) {
	t.Parallel()
	s := greet(t, lsptest.Options{})
	s.Shutdown()
	for method, params := range map[string]any{
		"shutdown": nil, "initialize": map[string]any{"processId": nil, "rootUri": nil, "capabilities": map[string]any{}},
		"textDocument/hover": hoverParams(noteA), "no/such": nil,
	} {
		if got := s.refusal(method, params); got != -32600 {
			t.Errorf("%s after shutdown: got code %d, want -32600", method, got)
		}
	}
	s.Exit()
	if got := s.exitCode(); got != 0 {
		t.Errorf("got exit code %d, want 0", got)
	}
}

func TestRule01ExitCode(t *testing.T) {
	t.Parallel()
	initialize := func(s *session) { s.Initialize() }
	shutdown := func(s *session) { s.Shutdown() }
	early := func(s *session) { s.refusal("shutdown", nil) }
	exit := func(s *session) { s.Exit() }
	end := func(s *session) { s.hangUp() }
	for _, test := range []struct {
		name  string
		steps []func(*session)
		want  int
	}{
		{"exit at once", []func(*session){exit}, 1},
		{"exit without shutdown", []func(*session){initialize, exit}, 1},
		{"shutdown, exit", []func(*session){initialize, shutdown, exit}, 0},
		{"exit after a shutdown that was refused", []func(*session){early, exit}, 1},
		{"the end at once", []func(*session){end}, 1},
		{"the end without shutdown", []func(*session){initialize, end}, 1},
		{"the end after shutdown", []func(*session){initialize, shutdown, end}, 0},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			s := begin(t, pack{}, lsptest.Options{})
			for _, step := range test.steps {
				step(s)
			}
			if got := s.exitCode(); got != test.want {
				t.Errorf("got exit code %d, want %d", got, test.want)
			}
		})
	}
}

// TestRule01ExitInTheMiddle leaves while a question runs and the client has just
// opened a document.
func TestRule01ExitInTheMiddle(t *testing.T) {
	t.Parallel()
	w := newWaiting()
	s := begin(t, pack{w.ask}, lsptest.Options{})
	s.Initialize()
	s.Open(noteA, "go", oneReference)
	s.Begin("workspace/executeCommand", commandParams(t, "pqcite.ask", map[string]any{"question": "What?"}))
	w.awaitStart(t)
	s.Exit()
	if got := s.exitCode(); got != 1 {
		t.Errorf("got exit code %d, want 1", got)
	}
	w.awaitEnd(t)
}

func TestRule02BeforeTheAnswerToInitialize(t *testing.T) {
	t.Parallel()
	s := begin(t, pack{}, lsptest.Options{InitializationOptions: map[string]any{"hover": map[string]any{"maxLines": 0}}})
	if err := s.Call(ctx, "initialize", json.RawMessage(`{"processId":null,"rootUri":null,"capabilities":`+string(lsptest.DefaultCapabilities())+`,"initializationOptions":{"hover":{"maxLines":0}}}`), nil); err != nil {
		t.Fatal(err)
	}
	s.Notify("textDocument/didOpen", openParams(noteA, oneReference))
	s.hover(noteA, 2, 10)
	var sent []string
	for _, r := range s.Log() {
		if r.Dir == "s2c" {
			sent = append(sent, string(methodOf(r.Msg)))
		}
	}
	if diff := cmp.Diff([]string{"", ""}, sent); diff != "" {
		t.Errorf("before initialized the server must only answer (-want +got):\n%s", diff)
	}
	s.Notify("initialized", map[string]any{})
	s.Await("the registration, the settings and the warning", func() bool {
		return len(s.Requests("client/registerCapability")) == 1 && len(s.Requests("workspace/configuration")) == 1 && len(s.messages()) == 1
	})
}

func methodOf(raw json.RawMessage) string {
	var m struct{ Method string }
	_ = json.Unmarshal(raw, &m) // an answer has none
	return m.Method
}

func TestRule02InitializedTwice(t *testing.T) {
	t.Parallel()
	s := greet(t, lsptest.Options{})
	s.Notify("initialized", nil)
	s.Notify("initialized", map[string]any{})
	s.Open(noteA, "go", "// FIPS 203, Algorithm 99\n")
	s.AwaitDiagnostics(noteA, 1)
	if got := len(s.Requests("client/registerCapability")); got != 1 {
		t.Errorf("got %d registrations, want 1", got)
	}
}

func TestRule03IDsAndParams(t *testing.T) {
	t.Parallel()
	s := greet(t, lsptest.Options{}) // initialize has id 0
	s.Open(noteA, "go", oneReference)
	hover := `"method":"textDocument/hover","params":{"textDocument":{"uri":"` + noteA + `"},"position":{"line":2,"character":10}}`
	for _, id := range []string{`"a"`, `""`, `"1"`, `"ü \" \\"`, `2147483647`} {
		s.Send([]byte(`{"jsonrpc":"2.0","id":` + id + `,` + hover + `}`))
		if result, fault := s.answerTo(id); fault != nil || len(result) < 10 {
			t.Errorf("id %s: got result %s, error %v", id, result, fault)
		}
	}
	for id, message := range map[string]string{
		`"absent"`: `"method":"textDocument/hover"`, `"null"`: `"method":"textDocument/hover","params":null`,
		`"list"`: `"method":"textDocument/hover","params":[]`, `"wrong"`: `"method":"textDocument/hover","params":{"textDocument":7}`,
	} {
		s.Send([]byte(`{"jsonrpc":"2.0","id":` + id + `,` + message + `}`))
		if _, fault := s.answerTo(id); fault == nil || fault.Code != -32602 {
			t.Errorf("hover with params %s: got %v, want -32602", id, fault)
		}
	}
	s.Send([]byte(`{"jsonrpc":"2.0","method":"$/setTrace"}`))
	s.Send([]byte(`{"jsonrpc":"2.0","id":"down","method":"shutdown","params":null}`))
	if _, fault := s.answerTo(`"down"`); fault != nil {
		t.Errorf("shutdown with null params: %v", fault)
	}
	s.Send([]byte(`{"jsonrpc":"2.0","method":"exit","params":null}`))
	if got := s.exitCode(); got != 0 {
		t.Errorf("got exit code %d, want 0", got)
	}
}
