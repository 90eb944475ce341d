package lsptest

import (
	"bufio"
	"encoding/json"
	"fmt"
	"net"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// peer is a server of a few lines: it does for each method what its script says.
type peer struct {
	conn net.Conn
	got  chan message // answers of the editor
}

// script says what the server does on a message. By default initialize and
// shutdown are answered, and exit ends the connection.
type script map[string]func(p *peer, m message)

// serve starts a server and returns the editor's end of the pipe.
func serve(t *testing.T, s script) net.Conn {
	t.Helper()
	mine, theirs := net.Pipe()
	p := &peer{conn: mine, got: make(chan message, 100)}
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		defer mine.Close()
		in := frames{bufio.NewReader(mine), 1 << 20}
		for {
			body, err := in.next()
			if err != nil {
				return
			}
			var m message
			if err := json.Unmarshal(body, &m); err != nil {
				m = message{Method: "garbage"}
			}
			if !p.take(s, m) {
				return
			}
		}
	}()
	t.Cleanup(func() { <-ended })
	return theirs
}

func (p *peer) take(s script, m message) bool {
	f := s[m.Method]
	switch {
	case m.Method == "":
		p.got <- m
	case f != nil:
		f(p, m)
	case m.Method == "initialize":
		p.result(m, `{"capabilities":{"textDocumentSync":2}}`)
	case m.ID != nil:
		p.result(m, `null`)
	}
	return m.Method != "exit"
}

func (p *peer) result(m message, result string) {
	p.send(fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"result":%s}`, m.ID, result))
}

func (p *peer) notify(method, params string) {
	p.send(fmt.Sprintf(`{"jsonrpc":"2.0","method":%q,"params":%s}`, method, params))
}

// ask sends a request of id 9, the answer to which comes through got.
func (p *peer) ask(method, params string) {
	if params != "" {
		params = `,"params":` + params
	}
	p.send(fmt.Sprintf(`{"jsonrpc":"2.0","id":9,"method":%q%s}`, method, params))
}

func (p *peer) send(body string) { p.conn.Write(frame([]byte(body))) } // an editor that is gone reads nothing

// chosen is a script whose initialize has these capabilities.
func chosen(capabilities string) script {
	return script{"initialize": func(p *peer, m message) { p.result(m, `{"capabilities":{`+capabilities+`}}`) }}
}

// verdict is a testing.TB that records reports.
type verdict struct {
	testing.TB
	mu       sync.Mutex
	faults   []string
	logged   []string
	cleanups []func()
}

func (v *verdict) Helper() {}

func (v *verdict) Errorf(format string, args ...any) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.faults = append(v.faults, fmt.Sprintf(format, args...))
}

func (v *verdict) Fatalf(format string, args ...any) {
	v.Errorf(format, args...)
	runtime.Goexit()
}

func (v *verdict) Logf(format string, args ...any) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.logged = append(v.logged, fmt.Sprintf(format, args...))
}

func (v *verdict) Failed() bool {
	v.mu.Lock()
	defer v.mu.Unlock()
	return len(v.faults) > 0
}

func (v *verdict) Cleanup(f func()) { v.cleanups = append(v.cleanups, f) }

// try runs a test of a faulty server, to its end, and returns what was reported.
func try(t *testing.T, f func(tb testing.TB)) *verdict {
	t.Helper()
	v := &verdict{TB: t}
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		defer func() {
			for i := len(v.cleanups) - 1; i >= 0; i-- {
				v.cleanups[i]()
			}
		}()
		f(v)
	}()
	select {
	case <-ended:
	case <-time.After(time.Minute):
		t.Fatal("the test of a server does not end")
	}
	return v
}

// wantFaults asks for as many faults as there are parts, each with its part.
func (v *verdict) wantFaults(t *testing.T, parts ...string) {
	t.Helper()
	if len(v.faults) != len(parts) {
		t.Fatalf("faults are %q, want %d: %q", v.faults, len(parts), parts)
	}
	for i, part := range parts {
		if !strings.Contains(v.faults[i], part) {
			t.Errorf("fault is %q, want it to say %q", v.faults[i], part)
		}
	}
}

// next receives with a bound, so that what never comes fails its own test only.
func next[T any](t *testing.T, c <-chan T) T {
	select {
	case v := <-c:
		return v
	case <-time.After(time.Minute):
		t.Error("what was waited for does not come")
		runtime.Goexit() // from the test's goroutine, or from that of try
		panic("unreachable")
	}
}
