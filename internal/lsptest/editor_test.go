package lsptest

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"go.lsp.dev/protocol"
)

const doc = "file:///project/a.md"

// short bounds the waits of the tests in which a server does not do its part.
const short = 300 * time.Millisecond

// What the editor sends of itself must keep the protocol, too: a fake that breaks
// it proves nothing about a server.
func TestEditorKeepsTheProtocol(t *testing.T) {
	s := chosen(`"positionEncoding":"utf-8","textDocumentSync":{"openClose":true,"change":2}`)
	s["initialized"] = func(p *peer, _ message) {
		p.ask("workspace/configuration", `{"items":[{"section":"pqcite"}]}`)
	}
	s["textDocument/didSave"] = func(p *peer, _ message) {
		p.ask("workspace/applyEdit", `{"edit":{"changes":{"`+doc+`":[{"range":{"start":{"line":0,"character":0},"end":{"line":0,"character":1}},"newText":"X"}]}}}`)
	}
	e := Start(t, serve(t, s), Options{RootURI: "file:///project", Settings: map[string]any{"a": 1}, InitializationOptions: map[string]any{"b": true}, Chunk: 7})
	if got := e.Initialize().Capabilities.PositionEncoding; got != "utf-8" {
		t.Errorf("result has encoding %q, want utf-8", got)
	}
	e.Open(doc, "markdown", "é one\ntwo\n")
	e.Replace(doc, protocol.Range{Start: protocol.Position{Character: 3}, End: protocol.Position{Character: 6}}, "1")
	e.Change(doc, Change{nil, "é three"}, Change{&protocol.Range{}, "<"})
	e.Notify("textDocument/didSave", map[string]any{"textDocument": map[string]any{"uri": doc}})
	e.Await("the edit", func() bool { return strings.HasPrefix(e.Text(doc), "X") })
	e.Close(doc)
	e.Shutdown()
	e.Exit()
	next(t, e.Done())

	again := loadModel(t).newSession()
	var methods []string
	for _, r := range e.Log() {
		if r.Dir == "s2c" {
			again.fromServer(r.Msg)
			continue
		}
		for _, bad := range again.fromClient(r.Msg) {
			t.Errorf("editor: %s", bad)
		}
		var m message
		if err := json.Unmarshal(r.Msg, &m); err != nil {
			t.Fatal(err)
		}
		if m.Method != "" {
			methods = append(methods, m.Method)
		}
	}
	want := []string{
		"initialize", "initialized", "textDocument/didOpen", "textDocument/didChange", "textDocument/didChange",
		"textDocument/didSave", "textDocument/didChange", "textDocument/didClose", "shutdown", "exit",
	}
	if diff := cmp.Diff(want, methods); diff != "" {
		t.Errorf("messages of the editor (-want +got):\n%s", diff)
	}
	if got := again.Unfinished(); len(got) > 0 {
		t.Errorf("unfinished: %q", got)
	}
}

func TestInitializeParameters(t *testing.T) {
	for _, tc := range []struct {
		name string
		o    Options
		want string // of rootUri, workspaceFolders, initializationOptions
	}{
		{"nothing", Options{}, `null null -`},
		{"a root", Options{RootURI: "file:///p/q"}, `"file:///p/q" [{"name":"q","uri":"file:///p/q"}] -`},
		{"options", Options{InitializationOptions: map[string]any{"x": 1}}, `null null {"x":1}`},
		{"all given", Options{RootURI: "file:///p", Initialize: json.RawMessage(`{"processId":1,"rootUri":null,"capabilities":{}}`)}, `null - -`},
	} {
		t.Run(tc.name, func(t *testing.T) {
			raw, err := encode(tc.o.initialize())
			if err != nil {
				t.Fatal(err)
			}
			if bad := loadModel(t).newSession().fromClient([]byte(`{"jsonrpc":"2.0","id":0,"method":"initialize","params":` + string(raw) + `}`)); len(bad) > 0 {
				t.Errorf("violations: %q", bad)
			}
			v, err := parseValue(raw, true)
			if err != nil {
				t.Fatal(err)
			}
			var parts []string
			for _, name := range []string{"rootUri", "workspaceFolders", "initializationOptions"} {
				if m, ok := v.(map[string]any)[name]; ok {
					parts = append(parts, show(m))
				} else {
					parts = append(parts, "-")
				}
			}
			if got := strings.Join(parts, " "); got != tc.want {
				t.Errorf("parameters are %s, want %s", got, tc.want)
			}
		})
	}
}

func TestCapturedEditorsInitialize(t *testing.T) {
	for name, params := range captured(t) {
		t.Run(name, func(t *testing.T) {
			e := Start(t, serve(t, nil), Options{Initialize: params})
			e.Initialize()
		})
	}
}

func TestCalls(t *testing.T) {
	s := script{
		"textDocument/hover": func(p *peer, m message) { p.result(m, `{"contents":{"kind":"markdown","value":"v"}}`) },
		"textDocument/definition": func(p *peer, m message) {
			p.send(`{"jsonrpc":"2.0","id":` + string(m.ID) + `,"error":{"code":-32803,"message":"no","data":[1]}}`)
		},
		"textDocument/references": func(*peer, message) {},
		"$/cancelRequest": func(p *peer, m message) {
			var params struct{ ID json.RawMessage }
			if json.Unmarshal(m.Params, &params) == nil {
				p.send(`{"jsonrpc":"2.0","id":` + string(params.ID) + `,"error":{"code":-32800,"message":"cancelled"}}`)
			}
		},
	}
	e := Start(t, serve(t, s), Options{})
	e.Initialize()
	ctx := context.Background()

	var hover *protocol.Hover
	if err := e.Call(ctx, "textDocument/hover", protocol.HoverParams{}, &hover); err != nil {
		t.Fatal(err)
	}
	if got, ok := hover.Contents.(*protocol.MarkupContent); !ok || got.Value != "v" {
		t.Errorf("hover has %#v", hover.Contents)
	}
	var raw json.RawMessage
	if err := e.Call(ctx, "textDocument/hover", map[string]any{}, &raw); err != nil || !strings.Contains(string(raw), "markdown") {
		t.Errorf("raw hover is %s, %v", raw, err)
	}
	var refused *ResponseError
	if err := e.Call(ctx, "textDocument/definition", json.RawMessage(`{}`), nil); !errors.As(err, &refused) || refused.Code != -32803 || refused.Message != "no" || string(refused.Data) != "[1]" {
		t.Errorf("error is %v", err)
	}
	id, wait := e.Begin("textDocument/references", nil)
	e.Cancel(id)
	if _, err := wait(ctx); !errors.As(err, &refused) || refused.Code != -32800 {
		t.Errorf("error of a cancelled request is %v", err)
	}
	gone, cancel := context.WithCancel(ctx)
	cancel()
	id, wait = e.Begin("textDocument/references", nil)
	if _, err := wait(gone); !errors.Is(err, context.Canceled) {
		t.Errorf("error under a context that ended is %v", err)
	}
	if got := e.Unfinished(); len(got) != 1 {
		t.Errorf("unfinished %q, want one request", got)
	}
	e.Cancel(id)
	e.Await("the answer", func() bool { return len(e.Unfinished()) == 0 })
	if err := e.Call(ctx, "textDocument/hover", func() {}, nil); err == nil {
		t.Error("parameters that can't be encoded give no error")
	}
}

func TestAnswerThatNeverComes(t *testing.T) {
	s := script{"textDocument/hover": func(*peer, message) {}, "textDocument/definition": func(p *peer, _ message) { p.conn.Close() }}
	v := try(t, func(tb testing.TB) {
		e := Start(tb, serve(t, s), Options{Wait: short})
		e.Initialize()
		if err := e.Call(context.Background(), "textDocument/hover", nil, nil); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("error is %v, want that of a deadline", err)
		}
		if err := e.Call(context.Background(), "textDocument/definition", nil, nil); !errors.Is(err, ErrClosed) {
			t.Errorf("error is %v, want ErrClosed", err)
		}
		e.Await("anything", func() bool { return false })
	})
	v.wantFaults(t, "await anything: the connection has ended")
}

func TestInitializeIsRefused(t *testing.T) {
	s := script{"initialize": func(p *peer, m message) {
		p.send(`{"jsonrpc":"2.0","id":` + string(m.ID) + `,"error":{"code":-32602,"message":"bad"}}`)
	}}
	try(t, func(tb testing.TB) { Start(tb, serve(t, s), Options{}).Initialize() }).wantFaults(t, "initialize: error -32602: bad")
}

func TestShutdownIsRefused(t *testing.T) {
	s := script{"shutdown": func(p *peer, m message) {
		p.send(`{"jsonrpc":"2.0","id":` + string(m.ID) + `,"error":{"code":-32603,"message":"bad"}}`)
	}}
	try(t, func(tb testing.TB) {
		e := Start(tb, serve(t, s), Options{})
		e.Initialize()
		e.Shutdown()
	}).wantFaults(t, "shutdown: error -32603: bad")
	try(t, func(tb testing.TB) { Start(tb, serve(t, s), Options{}).Initialize() }).wantFaults(t, "shutdown: error -32603: bad")
}

// One fault of the server each, sent in answer to initialized.
func TestServerFaults(t *testing.T) {
	bytes := func(s string) func(*peer) { return func(p *peer) { p.conn.Write([]byte(s)) } }
	body := func(s string) func(*peer) { return func(p *peer) { p.send(s) } }
	for _, tc := range []struct {
		name  string
		fault func(*peer)
		want  string
	}{
		{"a violation", body(`{"jsonrpc":"2.0","method":"textDocument/publishDiagnostics","params":{"uri":"file:///a","diagnostics":null}}`),
			"params.diagnostics: want array of Diagnostic, got null\nin {"},
		{"no JSON", body(`{`), "want strict JSON"},
		{"an empty body", body(``), "the text is empty"},
		{"a line on the pipe", bytes("listening\n"), `got "listening\n"`},
		{"a frame above the bound", bytes("Content-Length: 99999999\r\n\r\n"), "above the bound"},
		{"cut in a frame", func(p *peer) { bytes("Content-Length: 9\r\n\r\n{}")(p); p.conn.Close() }, "unexpected EOF"},
		{"an answer to nothing", body(`{"jsonrpc":"2.0","id":77,"result":null}`), "the client made no such request"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			s := script{"initialized": func(p *peer, _ message) { tc.fault(p); p.conn.Close() }}
			v := try(t, func(tb testing.TB) {
				e := Start(tb, serve(t, s), Options{})
				e.Initialize()
				next(t, e.Done())
			})
			v.wantFaults(t, tc.want)
			if len(v.logged) < 4 || !strings.HasPrefix(v.logged[1], "c2s {") {
				t.Errorf("log of a failed test is %q", v.logged)
			}
		})
	}
}

func TestLogIsCut(t *testing.T) {
	v := try(t, func(tb testing.TB) {
		e := Start(tb, serve(t, nil), Options{})
		e.Initialize()
		for range maxLogged {
			e.Notify("textDocument/didOpen", map[string]any{"text": strings.Repeat("é", maxClip)})
		}
		e.Notify("exit", nil)
		next(t, e.Done())
		tb.Errorf("fails")
	})
	if len(v.logged) != maxLogged+1 || v.logged[0] != "the last 50 of 54 messages:" || len(v.logged[1]) > maxClip+10 || !strings.HasSuffix(v.logged[1], "...") {
		t.Errorf("log is %.200q", v.logged)
	}
}

func TestServerThatDoesNotRead(t *testing.T) {
	mine, theirs := net.Pipe()
	defer mine.Close()
	try(t, func(tb testing.TB) {
		Start(tb, theirs, Options{Wait: short}).Notify("initialized", nil)
	}).wantFaults(t, "shutdown: await the answer", "the server does not read")
}

// A fault after the end of the test must not be reported: it would end the process.
func TestConnectionThatCannotBeClosed(t *testing.T) {
	r, w := io.Pipe()
	var e *Editor
	v := try(t, func(tb testing.TB) { e = Start(tb, stuck{r}, Options{Wait: short}) })
	v.wantFaults(t, "goes on 300ms after")
	if _, err := w.Write(frame([]byte("{"))); err != nil {
		t.Fatal(err)
	}
	w.Close()
	next(t, e.Done())
	v.wantFaults(t, "goes on 300ms after")
}

type stuck struct{ io.Reader }

func (stuck) Write(p []byte) (int, error) { return len(p), nil }
func (stuck) Close() error                { return nil }

func TestMessagesByHand(t *testing.T) {
	s := script{"garbage": func(p *peer, _ message) {
		p.send(`{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"no JSON"}}`)
	}}
	e := Start(t, serve(t, s), Options{})
	answers := func(n int) func() bool {
		return func() bool {
			got := 0
			for _, r := range e.Log() {
				if r.Dir == "s2c" {
					got++
				}
			}
			return got == n
		}
	}
	e.Send([]byte(`{"jsonrpc":`))
	e.Await("the complaint", answers(1))
	e.Send([]byte(`{"jsonrpc":"2.0","id":"x","method":"shutdown"}`))
	e.Await("the answer", answers(2))
	if got := string(e.Log()[0].Msg); got != `"{\"jsonrpc\":"` {
		t.Errorf("log has %s for what is no JSON", got)
	}
	e.Send([]byte(`{"jsonrpc":"2.0","method":"exit"}`))
	next(t, e.Done())
}
