package lsp_test

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"go.lsp.dev/protocol"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/internal/lsptest"
	"github.com/pqcite/pqcite/lsp"
)

// seeds are some scripts that go far, the same in each run.
func seeds(f *testing.F) {
	for n := range uint64(6) {
		r := rand.New(rand.NewPCG(n, 7))
		data := make([]byte, 60+150*n)
		for i := range data {
			data[i] = byte(r.Uint32())
		}
		f.Add(data)
	}
}

// FuzzDidChange edits a document in each encoding, one or more changes a message,
// and asks after each message for the text.
func FuzzDidChange(f *testing.F) {
	seeds(f)
	f.Fuzz(func(t *testing.T, data []byte) {
		in := &script{data}
		encoding := choose(in, lsptest.UTF8, lsptest.UTF16, lsptest.UTF32)
		s := begin(t, pack{}, lsptest.Options{Capabilities: client(t, fmt.Sprintf(`{"general": {"positionEncodings": [%q]}}`, encoding))})
		s.Initialize()
		want := in.text(12)
		s.Notify("textDocument/didOpen", openParams(noteA, want))
		for version := 2; in.more() && version < 40; version++ {
			var changes []map[string]any
			for range 1 + in.below(3) {
				c := map[string]any{"text": in.text(3)}
				var r *protocol.Range
				if in.below(8) > 0 {
					r = new(in.span())
					c["range"] = *r
				}
				want = changed(want, r, c["text"].(string), encoding)
				changes = append(changes, c)
			}
			s.Notify("textDocument/didChange", changeParams(noteA, version, changes...))
			if got, _ := s.seen(noteA); got != want {
				t.Fatalf("%s, version %d: after %v the server has %q, want %q", encoding, version, changes, got, want)
			}
		}
	})
}

// capabilitiesOf are those of clients of each kind: all, none, some, and damaged.
var capabilitiesOf = []string{
	string(lsptest.DefaultCapabilities()), `{}`, `{"general":{"positionEncodings":["utf-32"]},"textDocument":{"hover":{"contentFormat":["markdown"]}},"workspace":{"configuration":true},"window":{"workDoneProgress":true}}`,
	`{"textDocument":{"hover":7},"window":{"workDoneProgress":"yes"}}`,
}

// FuzzSession sends messages of all methods, proper and not, and wants an answer to
// each request, none to anything else, and a server that lives and ends in order.
func FuzzSession(f *testing.F) {
	seeds(f)
	asked, told := lsp.Methods()
	asked, told = append(asked, "$/no", "no"), append(told, "$/no", "no", "textDocument/hover", "$/cancelRequest", "workspace/didChangeWatchedFiles")
	f.Fuzz(func(t *testing.T, data []byte) {
		in := &script{data}
		initialize := `{"processId":null,"rootUri":null,"capabilities":` + choose(in, capabilitiesOf...) + `,"initializationOptions":` + choose(in, "null", `{"commandLinks":true}`, `{"pullDiagnostics":true}`, `{"hover":{"maxLines":"x"}}`) + `}`
		s := begin(t, pack{func(_ context.Context, q string, _ core.Observer) (core.Outcome, error) { return refused(q), nil }}, lsptest.Options{Initialize: json.RawMessage(initialize)})
		asked := asked
		if in.below(16) == 0 {
			asked = []string{"textDocument/hover", "shutdown", "workspace/executeCommand", "$/no"} // none may be heard
		} else {
			s.Initialize()
			s.Notify("textDocument/didOpen", openParams(uris[0], "// FIPS 203, Algorithm 99\n"+in.text(12)))
		}
		for n := 0; in.more() && n < 60; n++ {
			s.Send(in.message(n, asked, told))
		}
		s.Await("an answer to each request", func() bool { return s.owed() == "" })
		s.endInOrder(t)
	})
}

// message is one request or notification, with an id that no other has.
func (s *script) message(n int, asked, told []string) []byte {
	m := map[string]any{"jsonrpc": "2.0"}
	if s.below(3) > 0 {
		m["method"] = choose(s, asked...)
		m["id"] = choose[any](s, 1000+n, fmt.Sprint("id-", n))
	} else {
		m["method"] = choose(s, told...)
	}
	p := s.params(m["method"].(string))
	if m["method"] == "$/cancelRequest" {
		p = map[string]any{"id": choose[any](s, 1000+n-1, fmt.Sprint("id-", n-1), n)}
	}
	if s.below(5) == 0 {
		p = s.damaged(p)
	}
	if p != nil || s.below(2) == 0 {
		m["params"] = p
	}
	out, err := json.Marshal(m)
	if err != nil {
		panic(err) // maps of plain values
	}
	return out
}

// owed is a request of the client that has no answer, "" if there is none.
func (s *session) owed() string {
	for _, line := range s.Unfinished() {
		if strings.HasSuffix(line, "of the client has no answer") {
			return line
		}
	}
	return ""
}

func (s *session) endInOrder(t *testing.T) {
	t.Helper()
	s.Exit()
	s.exitCode()
	for _, bad := range []string{"panic", "have not ended in time", "level=ERROR"} {
		if s.log.has(bad) {
			t.Errorf("the server has logged %q", bad)
		}
	}
}
