package lsp_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"go.lsp.dev/protocol"

	"github.com/pqcite/pqcite"
	"github.com/pqcite/pqcite/internal/lsptest"
	"github.com/pqcite/pqcite/lsp"
)

// session is a server and its editor, of which a test sees the log and the end too.
type session struct {
	*lsptest.Editor
	tb     testing.TB
	client pipe
	cache  string
	log    *logged
	code   chan int // what Serve returned, once
}

// begin starts a server, and says nothing to it yet.
func begin(tb testing.TB, from pqcite.Source, o lsptest.Options) *session {
	tb.Helper()
	client, server := pipes(tb)
	s := &session{tb: tb, client: client.(pipe), cache: filepath.Join(tb.TempDir(), "editor"), log: new(logged), code: make(chan int, 1)}
	all := slog.NewTextHandler(s.log, &slog.HandlerOptions{Level: slog.LevelDebug})
	served := lsp.New(lsp.Config{Version: "test", Source: from, Asker: askerOf(from), Logger: slog.New(slog.NewMultiHandler(all, logger(tb).Handler())), Cache: s.cache})
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		s.code <- served.Serve(ctx, server)
	}()
	tb.Cleanup(func() { <-ended })
	s.Editor = lsptest.Start(tb, hungUp{s.client}, o)
	return s
}

// hungUp is a pipe of which one side may be closed already.
type hungUp struct{ pipe }

func (h hungUp) Close() error {
	if err := h.pipe.Close(); !errors.Is(err, os.ErrClosed) {
		return err
	}
	return nil
}

// greet starts a session with the pack alone, and shakes hands.
func greet(tb testing.TB, o lsptest.Options) *session {
	tb.Helper()
	s := begin(tb, pack{}, o)
	s.Initialize()
	return s
}

// exitCode waits for Serve to return.
func (s *session) exitCode() int {
	s.tb.Helper()
	select {
	case code := <-s.code:
		return code
	case <-time.After(60 * time.Second):
		s.tb.Fatal("Serve does not return")
		return -1
	}
}

// hangUp ends the client's output, and goes on reading.
func (s *session) hangUp() {
	s.tb.Helper()
	if err := s.client.out.Close(); err != nil {
		s.tb.Fatal(err)
	}
}

// refusal asks what must be refused, and returns the error's code; 0 where it was
// answered.
func (s *session) refusal(method string, params any) int64 {
	s.tb.Helper()
	return codeOf(s.tb, s.Call(ctx, method, params, nil))
}

func codeOf(tb testing.TB, err error) int64 {
	tb.Helper()
	var refused *lsptest.ResponseError
	switch {
	case err == nil:
		return 0
	case !errors.As(err, &refused):
		tb.Fatal(err)
	}
	return refused.Code
}

// hover is the range and the text of a hover; "" where there is none.
func (s *session) hover(u string, line, character uint32) (protocol.Range, string) {
	s.tb.Helper()
	var h *protocol.Hover
	p := map[string]any{"textDocument": map[string]any{"uri": u}, "position": map[string]any{"line": line, "character": character}}
	if err := s.Call(ctx, "textDocument/hover", p, &h); err != nil {
		s.tb.Fatal(err)
	}
	if h == nil {
		return protocol.Range{}, ""
	}
	return *h.Range, h.Contents.(*protocol.MarkupContent).Value
}

// seen is the text of a document as a request sees it; see probe_test.go.
func (s *session) seen(u string) (string, bool) {
	s.tb.Helper()
	var edits []protocol.TextEdit
	p := map[string]any{"textDocument": map[string]any{"uri": u}, "options": map[string]any{"tabSize": 8, "insertSpaces": false}}
	if err := s.Call(ctx, "textDocument/formatting", p, &edits); err != nil {
		s.tb.Fatal(err)
	}
	if len(edits) == 0 {
		return "", false
	}
	return edits[0].NewText, true
}

// answerTo waits for the answer to a message that was made by hand.
func (s *session) answerTo(id string) (result json.RawMessage, fault *lsptest.ResponseError) {
	s.tb.Helper()
	s.Await("the answer to "+id, func() bool {
		for _, r := range s.Log() {
			var m struct {
				ID     json.RawMessage        `json:"id"`
				Method string                 `json:"method"`
				Result json.RawMessage        `json:"result"`
				Error  *lsptest.ResponseError `json:"error"`
			}
			if r.Dir == "s2c" && json.Unmarshal(r.Msg, &m) == nil && m.Method == "" && string(m.ID) == id {
				result, fault = m.Result, m.Error
				return true
			}
		}
		return false
	})
	return result, fault
}

// execute runs a command with one argument.
func (s *session) execute(command string, argument, result any) error {
	s.tb.Helper()
	return s.Call(ctx, "workspace/executeCommand", commandParams(s.tb, command, argument), result)
}

func commandParams(tb testing.TB, command string, argument any) map[string]any {
	tb.Helper()
	p := map[string]any{"command": command}
	if argument != nil {
		p["arguments"] = []any{argument}
	}
	return p
}

// messages are the texts that were shown to the person.
func (s *session) messages() []string {
	var out []string
	for _, raw := range s.Notifications("window/showMessage") {
		var p protocol.ShowMessageParams
		if err := protocol.Unmarshal(raw, &p); err != nil {
			s.tb.Fatal(err)
		}
		out = append(out, p.Message)
	}
	return out
}

// logged is what a server has logged.
type logged struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (l *logged) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(p)
}

func (l *logged) has(part string) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return strings.Contains(l.b.String(), part)
}

// client is the capabilities of a full client with some others put over them, as
// JSON; null takes one away.
func client(tb testing.TB, over string) json.RawMessage {
	tb.Helper()
	var own, all map[string]any
	for _, part := range []struct {
		text []byte
		into *map[string]any
	}{{lsptest.DefaultCapabilities(), &all}, {[]byte(over), &own}} {
		if err := json.Unmarshal(part.text, part.into); err != nil {
			tb.Fatal(err)
		}
	}
	overlay(all, own)
	out, err := json.Marshal(all)
	if err != nil {
		tb.Fatal(err)
	}
	return out
}

// noteA is the address of the document that most tests have.
const noteA = "file:///w/a.go"

// oneReference is a document with a reference on its third line, at bytes 3 to 24.
const oneReference = "package a\n\n// FIPS 203, Algorithm 9\n"

func at(line, start, end uint32) protocol.Range {
	return protocol.Range{Start: protocol.Position{Line: line, Character: start}, End: protocol.Position{Line: line, Character: end}}
}

func show(r protocol.Range) string { return fmt.Sprint(r.Start, r.End) }
