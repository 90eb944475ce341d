package lsptest

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// What the editor answers to each request of a server.
func TestAnswers(t *testing.T) {
	settings := map[string]any{"hover": map[string]any{"lines": 8}, "on": true}
	for _, tc := range []struct{ method, params, want string }{
		{"workspace/configuration", `{"items":[{"section":"pqcite"},{"section":"pqcite.hover.lines"},{"section":"pqcite.on.x"},{"section":"go"},{}]}`,
			`[{"hover":{"lines":8},"on":true},8,null,null,{"pqcite":{"hover":{"lines":8},"on":true}}]`},
		{"workspace/workspaceFolders", ``, `[{"name":"p","uri":"file:///p"}]`},
		{"window/showDocument", `{"uri":"https://example.org"}`, `{"success":true}`},
		{"window/showMessageRequest", `{"type":1,"message":"m","actions":[{"title":"a"}]}`, `null`},
		{"client/registerCapability", `{"registrations":[]}`, `null`},
		{"window/workDoneProgress/create", `{"token":1}`, `null`},
		{"workspace/inlayHint/refresh", ``, `null`},
		{"workspace/codeLens/refresh", ``, `null`},
		{"workspace/applyEdit", `{"edit":{}}`, `{"applied":true}`},
	} {
		t.Run(tc.method, func(t *testing.T) {
			reply := make(chan message, 1)
			s := script{"initialized": func(p *peer, _ message) {
				p.ask(tc.method, tc.params)
				go func() { reply <- <-p.got }()
			}}
			e := Start(t, serve(t, s), Options{RootURI: "file:///p", Settings: settings})
			e.Initialize()
			if got := string(next(t, reply).Result); !equalJSON(got, tc.want) {
				t.Errorf("answer is %s, want %s", got, tc.want)
			}
			if got := e.Requests(tc.method); len(got) != 1 || string(got[0]) != tc.params {
				t.Errorf("requests are %s, want one of %s", got, tc.params)
			}
		})
	}
}

func equalJSON(a, b string) bool {
	x, err1 := parseValue([]byte(a), true)
	y, err2 := parseValue([]byte(b), true)
	return err1 == nil && err2 == nil && cmp.Equal(x, y)
}

func TestUnknownRequestIsRefused(t *testing.T) {
	refused := make(chan message, 1)
	s := script{"initialized": func(p *peer, _ message) {
		p.ask("pqcite/own", `{}`)
		go func() { refused <- <-p.got }()
	}}
	v := try(t, func(tb testing.TB) {
		Start(tb, serve(t, s), Options{}).Initialize()
		if got := next(t, refused).Error; got == nil || got.Code != methodNotFound {
			t.Errorf("error is %v, want code %d", got, methodNotFound)
		}
	})
	v.wantFaults(t, "request 9 pqcite/own: is unknown to the model")
}

func TestHandlers(t *testing.T) {
	for _, tc := range []struct {
		name   string
		f      func(json.RawMessage) (any, error)
		want   string
		faults []string
	}{
		{"a result", func(p json.RawMessage) (any, error) { return []any{string(p)}, nil }, `{"result":["{\"items\":[]}"]}`, nil},
		{"an error", func(json.RawMessage) (any, error) { return nil, errors.New("no") }, `{"error":{"code":-32603,"message":"no"}}`, nil},
		{"an error with a code", func(json.RawMessage) (any, error) {
			return nil, fmt.Errorf("wrap: %w", &ResponseError{Code: 7, Message: "m"})
		}, `{"error":{"code":7,"message":"m"}}`, nil},
		{"a panic", func(json.RawMessage) (any, error) { panic("oops") }, `{"error":{"code":-32603,"message":"panic: oops"}}`, []string{"panics: oops"}},
		{"the default again", nil, `{"result":[]}`, nil},
	} {
		t.Run(tc.name, func(t *testing.T) {
			reply := make(chan message, 1)
			s := script{"initialized": func(p *peer, _ message) {
				p.ask("workspace/configuration", `{"items":[]}`)
				go func() { reply <- <-p.got }()
			}}
			try(t, func(tb testing.TB) {
				e := Start(tb, serve(t, s), Options{})
				e.Handle("workspace/configuration", func(json.RawMessage) (any, error) { return nil, nil })
				e.Handle("workspace/configuration", tc.f)
				e.Initialize()
				got := next(t, reply)
				raw, err := json.Marshal(struct {
					Result json.RawMessage `json:"result,omitempty"`
					Error  *ResponseError  `json:"error,omitempty"`
				}{got.Result, got.Error})
				if err != nil || !equalJSON(string(raw), tc.want) {
					t.Errorf("answer is %s, %v; want %s", raw, err, tc.want)
				}
			}).wantFaults(t, tc.faults...)
		})
	}
}

func TestSetSettings(t *testing.T) {
	answers := make(chan string, 1)
	s := script{"workspace/didChangeConfiguration": func(p *peer, _ message) {
		p.ask("workspace/configuration", `{"items":[{"section":"pqcite"}]}`)
		go func() { answers <- string((<-p.got).Result) }()
	}}
	e := Start(t, serve(t, s), Options{})
	e.Initialize()
	for _, tc := range []struct {
		settings map[string]any
		want     string
	}{{nil, `[null]`}, {map[string]any{"a": 1}, `[{"a":1}]`}} {
		e.SetSettings(tc.settings)
		e.Notify("workspace/didChangeConfiguration", map[string]any{"settings": nil})
		if got := next(t, answers); got != tc.want {
			t.Errorf("answer is %s, want %s", got, tc.want)
		}
	}
}

func publish(p *peer, version int, text string) {
	p.notify("textDocument/publishDiagnostics", fmt.Sprintf(
		`{"uri":%q,"version":%d,"diagnostics":[{"range":{"start":{"line":0,"character":0},"end":{"line":0,"character":1}},"message":%q}]}`, doc, version, text))
}

func TestDiagnostics(t *testing.T) {
	s := script{
		"textDocument/didOpen":   func(p *peer, _ message) { publish(p, 1, "one") },
		"textDocument/didChange": func(p *peer, _ message) { publish(p, 1, "one"); publish(p, 2, "two") },
		"textDocument/didClose": func(p *peer, _ message) {
			p.notify("textDocument/publishDiagnostics", `{"uri":"`+doc+`","diagnostics":[]}`)
		},
	}
	e := Start(t, serve(t, s), Options{})
	e.Initialize()
	if _, ok := e.Diagnostics(doc); ok {
		t.Error("there are diagnostics before any were published")
	}
	said := func(version int32) string {
		var out []string
		for _, d := range e.AwaitDiagnostics(doc, version) {
			out = append(out, fmt.Sprint(d.Message))
		}
		return strings.Join(out, " ")
	}
	e.Open(doc, "markdown", "a")
	if got := said(0); got != "one" {
		t.Errorf("diagnostics of any version say %q", got)
	}
	e.SetText(doc, "b")
	if got := said(2); got != "two" {
		t.Errorf("diagnostics of version 2 say %q", got)
	}
	if got := said(1); got != "two" {
		t.Errorf("diagnostics of version 1 or later say %q", got)
	}
	e.Close(doc)
	e.Await("the clearing", func() bool { list, ok := e.Diagnostics(doc); return ok && len(list) == 0 })
	e.Open(doc, "markdown", "c")
	if got := said(1); got != "one" {
		t.Errorf("diagnostics after opening anew say %q", got)
	}
}

func TestDiagnosticsAtFault(t *testing.T) {
	for _, tc := range []struct {
		name  string
		fault func(*peer)
		wait  int32
		want  string
	}{
		{"of a version that was never sent", func(p *peer) { publish(p, 3, "x") }, 1, "they are for version 3, but 2 is the newest"},
		{"going back", func(p *peer) { publish(p, 2, "x"); publish(p, 1, "y") }, 2, "they are for version 1, after those for 2"},
		{"none", func(*peer) {}, 1, `version 1: it did not happen within 300ms; there are some of []`},
		{"of an older version only", func(p *peer) { publish(p, 1, "x") }, 2, `there are some of ["` + doc + `"]`},
	} {
		t.Run(tc.name, func(t *testing.T) {
			s := script{"textDocument/didChange": func(p *peer, _ message) { tc.fault(p) }}
			try(t, func(tb testing.TB) {
				e := Start(tb, serve(t, s), Options{Wait: short})
				e.Initialize()
				e.Open(doc, "markdown", "a")
				e.SetText(doc, "b")
				e.AwaitDiagnostics(doc, tc.wait)
				e.Shutdown() // is answered after the faults
			}).wantFaults(t, tc.want)
		})
	}
}

// A publication that was under way when the document was opened anew is of a
// version that is not reached yet: it must not pass for that version's.
func TestDiagnosticsOfTheDocumentBefore(t *testing.T) {
	opened := 0
	s := script{"textDocument/didOpen": func(p *peer, _ message) {
		if opened++; opened == 2 {
			publish(p, 3, "old")
			publish(p, 1, "new")
		}
	}}
	e := Start(t, serve(t, s), Options{})
	e.Initialize()
	e.Open(doc, "markdown", "a")
	e.SetText(doc, "b")
	e.SetText(doc, "c")
	e.Close(doc)
	e.Open(doc, "markdown", "d")
	if got := e.AwaitDiagnostics(doc, 1); len(got) != 1 || fmt.Sprint(got[0].Message) != "new" {
		t.Errorf("diagnostics are %v, want the new ones", got)
	}
}

func TestDiagnosticsAreForgottenOnOpen(t *testing.T) {
	opened := 0
	s := script{"textDocument/didOpen": func(p *peer, _ message) {
		if opened++; opened == 1 {
			publish(p, 1, "old")
		}
	}}
	e := Start(t, serve(t, s), Options{})
	e.Initialize()
	e.Open(doc, "markdown", "a")
	e.AwaitDiagnostics(doc, 1)
	e.Close(doc)
	e.Open(doc, "markdown", "b")
	if got, ok := e.Diagnostics(doc); ok {
		t.Errorf("diagnostics are %v, want none", got)
	}
}

func TestProgressAndNotifications(t *testing.T) {
	s := script{"initialized": func(p *peer, _ message) {
		p.ask("window/workDoneProgress/create", `{"token":"t"}`)
		go func() {
			<-p.got
			p.notify("$/progress", `{"token":"t","value":{"kind":"begin","title":"T","percentage":0}}`)
			p.notify("$/progress", `{"token":"t","value":{"kind":"report","message":"M"}}`)
			p.notify("window/logMessage", `{"type":3,"message":"m"}`)
			p.notify("$/progress", `{"token":"t","value":{"kind":"end"}}`)
		}()
	}}
	e := Start(t, serve(t, s), Options{})
	e.Initialize()
	e.Await("the end", func() bool { return len(e.Progress()) == 3 })
	zero := uint32(0)
	want := []Progress{
		{`"t"`, "begin", "T", "", &zero, json.RawMessage(`{"kind":"begin","title":"T","percentage":0}`)},
		{`"t"`, "report", "", "M", nil, json.RawMessage(`{"kind":"report","message":"M"}`)},
		{`"t"`, "end", "", "", nil, json.RawMessage(`{"kind":"end"}`)},
	}
	if diff := cmp.Diff(want, e.Progress()); diff != "" {
		t.Errorf("progress (-want +got):\n%s", diff)
	}
	if got := e.Notifications("window/logMessage"); len(got) != 1 || string(got[0]) != `{"type":3,"message":"m"}` {
		t.Errorf("notifications are %s", got)
	}
}
