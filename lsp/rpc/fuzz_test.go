package rpc_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/pqcite/pqcite/lsp/rpc"
)

// small limits let a fuzzer reach them.
var small = rpc.Limits{Header: 200, Message: 2000, Requests: 4, Workers: 2, Outgoing: 3, OutgoingBytes: 2000, Stall: patience}

// converse sends input in pieces and its end, and returns the bodies of all frames
// that the server writes until it closes its output. It fails if the server hangs.
func converse(t *testing.T, limits rpc.Limits, h rpc.Handler, pieces [][]byte) [][]byte {
	t.Helper()
	in, input := io.Pipe()
	out, output := io.Pipe()
	conn := rpc.Connect(t.Context(), rpc.Join(in, output), limits, nil, serving(h))
	guard := time.AfterFunc(patience, func() { panic("server hangs") })
	defer guard.Stop()
	go func() {
		for _, p := range pieces {
			if _, err := input.Write(p); err != nil {
				return
			}
		}
		input.Close()
	}()
	go func() {
		<-conn.Done()
		if err := conn.Drain(t.Context()); err != nil {
			t.Errorf("Drain: %v", err)
		}
		if err := conn.Close(); err != nil {
			t.Errorf("Close: %v", err)
		}
	}()
	return readAll(t, out)
}

func readAll(t *testing.T, out io.Reader) (bodies [][]byte) {
	in := bufio.NewReader(out)
	for {
		body, err := readFrame(in)
		if errors.Is(err, errFrame) {
			t.Fatal(err)
		}
		if err != nil {
			return bodies
		}
		bodies = append(bodies, body)
	}
}

// cut splits bytes at lengths that cuts give, in turn.
func cut(data, cuts []byte) (pieces [][]byte) {
	for i := 0; len(data) > 0; i++ {
		n := len(data)
		if len(cuts) > 0 {
			n = min(n, 1+int(cuts[i%len(cuts)]))
		}
		pieces, data = append(pieces, data[:n]), data[n:]
	}
	return pieces
}

// FuzzFrame: whatever bytes come, in whatever pieces, the server neither panics nor
// hangs, and all that it writes are proper responses.
func FuzzFrame(f *testing.F) {
	for _, tt := range badFrames {
		if len(tt.body) < 1000 {
			f.Add([]byte(frame(tt.body)+frame(`{"id":7,"method":"echo"}`)), []byte{3})
		}
	}
	for _, s := range []string{
		"content-length:2\n\n{}", "Content-Length: 5000\r\n\r\n" + strings.Repeat("x", 5000) + frame(`{"id":1,"method":"echo"}`),
		"Content-Length: 99999999999999999999\r\n\r\n", "A: b\r\n\r\n", "\r\n\r\n" + frame(`{}`), "Content-Length: 10\r\n\r\n{}",
	} {
		f.Add([]byte(s), []byte{0})
		f.Add([]byte(s), []byte{200, 1})
	}
	f.Fuzz(func(t *testing.T, data, cuts []byte) {
		for _, body := range converse(t, small, functions{}, cut(data, cuts)) {
			checkResponse(t, body)
		}
	})
}

// checkResponse checks that a message is a response of JSON-RPC to the letter.
func checkResponse(t *testing.T, body []byte) {
	t.Helper()
	var m map[string]json.RawMessage
	if err := json.Unmarshal(body, &m); err != nil {
		t.Fatalf("%s: %v", body, err)
	}
	id, hasID := m["id"]
	result, hasResult := m["result"]
	_, hasError := m["error"]
	if string(m["jsonrpc"]) != `"2.0"` || !hasID || hasResult == hasError || len(m) != 3 || len(result) == 0 && hasResult {
		t.Errorf("no response: %s", body)
	}
	if !bytes.ContainsAny(id[:1], `"-0123456789n`) {
		t.Errorf("id is neither a number, a string nor null: %s", body)
	}
}

// session is a sequence of messages that random bytes choose. It keeps account of
// the answers that it asks for.
type session struct {
	pieces [][]byte
	want   map[string]int // answers by id
	next   int
}

func newSession(choices []byte) *session {
	s := &session{want: map[string]int{}}
	for _, b := range choices {
		s.add(b)
	}
	return s
}

func (s *session) add(b byte) {
	id := fmt.Sprint(s.next)
	if b&0x80 != 0 {
		id = fmt.Sprintf("%q", "s"+id)
	}
	last := fmt.Sprint(max(0, s.next-1-int(b>>4&7)))
	methods := []string{"echo", "slow", "panic", "early", "fail", "wait"}
	switch kind := b % 16; {
	case kind < 6:
		s.ask(id, fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"method":%q,"params":[%d]}`, id, methods[kind], b))
		if methods[kind] == "wait" { // ends with its cancellation only
			s.send(cancelOf(id))
		}
	case kind == 6:
		s.send(cancelOf(last))
	case kind == 7:
		s.send(cancelOf(`"s` + last + `"`))
	case kind == 8:
		s.send(`{"method":"panic"}`)
	case kind == 9:
		s.send(fmt.Sprintf(`{"id":%s,"result":null}`, last))
	case kind == 10:
		s.ask("null", `[{"id":1,"method":"echo"}]`)
	case kind == 11:
		s.ask("null", strings.Repeat("x", 2001))
	case kind == 12:
		s.ask("-"+id2(s.next), fmt.Sprintf(`{"id":-%s,"method":"echo"}`, id2(s.next)))
	case kind == 13:
		s.ask(id, fmt.Sprintf(`{"id":%s}`, id))
	case kind == 14:
		s.ask("null", `{"id":1,"method":"echo"`)
	default:
		s.send(`{"method":"$/other","params":null}`)
	}
}

// id2 keeps refused ids apart from those that are served.
func id2(n int) string { return fmt.Sprint(1_000_000 + n) }

func (s *session) ask(id, body string) {
	s.want[id]++
	s.next++
	s.send(body)
}

func (s *session) send(body string) { s.pieces = append(s.pieces, []byte(frame(body))) }

// variety is a handler with one method for each way in which a request can end.
func variety() rpc.Handler {
	return functions{
		notification: func(_ context.Context, method string, _ json.RawMessage) {
			if method == "panic" {
				panic(method)
			}
		},
		request: func(ctx context.Context, method string, params json.RawMessage) (rpc.Run, error) {
			if method == "early" {
				panic(method)
			}
			return func(ctx context.Context) (any, error) {
				switch method {
				case "panic":
					panic(method)
				case "fail":
					return nil, errors.New(method)
				case "slow":
					time.Sleep(100 * time.Microsecond)
				case "wait":
					<-ctx.Done()
					return nil, ctx.Err()
				}
				return params, nil
			}, nil
		},
	}
}

// FuzzSession: whatever valid and invalid messages come in whatever order, each
// request gets exactly one answer, and nothing else is answered.
func FuzzSession(f *testing.F) {
	f.Add([]byte{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15})
	f.Add(bytes.Repeat([]byte{1, 6, 0x85}, 50))
	f.Add(bytes.Repeat([]byte{5}, 100))
	f.Add(bytes.Repeat([]byte{0x81, 0x87, 2, 11}, 40))
	f.Fuzz(func(t *testing.T, choices []byte) {
		if len(choices) > 500 {
			return
		}
		s := newSession(choices)
		got := map[string]int{}
		for _, body := range talk(t, s) {
			checkResponse(t, body)
			var m struct{ ID json.RawMessage }
			if err := json.Unmarshal(body, &m); err != nil {
				t.Fatal(err)
			}
			got[string(m.ID)]++
		}
		if diff := cmp.Diff(s.want, got); diff != "" {
			t.Errorf("answers by id (-want +got):\n%s", diff)
		}
	})
}

// talk sends a session and reads as many messages as it asks for, then one more
// answer, so that a message too many is seen.
func talk(t *testing.T, s *session) (bodies [][]byte) {
	t.Helper()
	server, end := net.Pipe()
	conn := rpc.Connect(t.Context(), server, small, nil, serving(variety()))
	defer func() {
		if err := conn.Close(); err != nil {
			t.Errorf("Close: %v", err)
		}
	}()
	if err := end.SetDeadline(time.Now().Add(patience)); err != nil {
		t.Fatal(err)
	}
	go func() {
		for _, p := range s.pieces {
			if _, err := end.Write(p); err != nil {
				return
			}
		}
	}()
	in := bufio.NewReader(end)
	read := func() []byte {
		body, err := readFrame(in)
		if err != nil {
			t.Fatalf("read answer %d of %d: %v", len(bodies), s.next, err)
		}
		return body
	}
	for range s.next {
		bodies = append(bodies, read())
	}
	return append(bodies, trailing(t, end, read)...)
}

// trailing is what comes before the answer to a last request.
func trailing(t *testing.T, end io.Writer, read func() []byte) (bodies [][]byte) {
	for {
		if _, err := io.WriteString(end, frame(`{"id":"last","method":"echo","params":["last"]}`)); err != nil {
			t.Fatal(err)
		}
		body := read()
		if bytes.Contains(body, []byte(`"last"`)) {
			return bodies
		}
		bodies = append(bodies, body)
	}
}
