package lsptest

import (
	"bufio"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"io"
	"sync"
	"testing"
	"time"
)

// ErrClosed is the error of a call that can't be answered any more, because the
// connection has ended.
var ErrClosed = errors.New("await an answer: the connection has ended")

// Options say what kind of editor it is. The zero value is a full modern one
// without a workspace.
type Options struct {
	Capabilities          json.RawMessage // of the client; nil means DefaultCapabilities
	InitializationOptions any             // nil leaves them out
	RootURI               string          // "" means null
	// Settings are what workspace/configuration is answered with: the section
	// "pqcite" is the whole map, "pqcite.a.b" walks into it, and what is not there
	// is null.
	Settings map[string]any
	// Initialize are the whole parameters of initialize, as another editor sent
	// them, in place of all of the above but Settings.
	Initialize json.RawMessage
	// Chunk splits what is written into pieces of so many bytes, to try how a
	// server reads. 0 means one write for each message.
	Chunk int
	// Wait bounds the wait for anything that the server must do; 0 means a minute.
	Wait time.Duration
}

// The bounds of an Editor.
const (
	maxMessage = 64 << 20 // bytes of one message of the server
	maxLogged  = 50       // messages of the log that a failed test prints
)

// Editor is the client of one server. It reads all the time, answers what the
// server asks, and fails the test on the first message that breaks the protocol
// and each one after it.
//
// Its methods may be called by several goroutines at once, but those that fail
// the test at once only by the test's own.
type Editor struct {
	tb      testing.TB
	o       Options
	conn    io.ReadWriteCloser
	session *session
	out     *outbox
	done    chan struct{} // closed when nothing more can come
	asking  sync.WaitGroup

	mu            sync.Mutex
	changed       chan struct{} // closed and replaced with each message that came
	closing       bool          // the end of the connection is our own doing
	silent        bool          // the test is over and must not be used any more
	phase         phase
	stopped       bool // shutdown was sent
	left          bool // exit was sent
	encoding      string
	lastID        int
	calls         map[string]*call
	documents     map[string]*document
	sent          map[string]int32 // the highest version ever sent, by URI
	published     map[string]publication
	settings      map[string]any
	handlers      map[string]func(json.RawMessage) (any, error)
	notifications map[string][]json.RawMessage
	requests      map[string][]json.RawMessage
	progress      []Progress
	log           []Record
}

// Start reads from a server's end of a pipe until the test ends, and sends
// nothing. When the test ends it sends shutdown and exit where they are due,
// closes the connection, and prints the log if the test has failed.
func Start(tb testing.TB, conn io.ReadWriteCloser, o Options) *Editor {
	tb.Helper()
	o.Wait = cmp.Or(o.Wait, time.Minute)
	e := &Editor{
		tb: tb, o: o, conn: conn, session: loadModel(tb).newSession(), out: newOutbox(), done: make(chan struct{}),
		changed: make(chan struct{}), encoding: UTF16, lastID: -1, settings: o.Settings,
		calls: map[string]*call{}, documents: map[string]*document{}, sent: map[string]int32{}, published: map[string]publication{},
		handlers: map[string]func(json.RawMessage) (any, error){}, notifications: map[string][]json.RawMessage{},
		requests: map[string][]json.RawMessage{},
	}
	go e.out.run(conn, o.Chunk)
	go e.read()
	tb.Cleanup(e.end)
	return e
}

// Done is closed when the server's end of the connection has ended.
func (e *Editor) Done() <-chan struct{} { return e.done }

// Unfinished lists what is still open, as the session does.
func (e *Editor) Unfinished() []string { return e.session.Unfinished() }

func (e *Editor) read() {
	defer close(e.done)
	in := frames{bufio.NewReader(e.conn), maxMessage}
	for {
		body, err := in.next()
		if err != nil {
			e.readFailed(err)
			return
		}
		e.receive(body)
	}
}

// readFailed distinguishes a connection that ended from one that broke.
func (e *Editor) readFailed(err error) {
	e.mu.Lock()
	ours := e.closing
	e.mu.Unlock()
	if errors.Is(err, errFrame) || !ours && !errors.Is(err, io.EOF) {
		e.fault("the server's output: %v", err)
	}
}

// fault fails the test from any goroutine, unless the test is over.
func (e *Editor) fault(format string, args ...any) {
	e.tb.Helper()
	e.mu.Lock()
	defer e.mu.Unlock()
	if !e.silent {
		e.tb.Errorf(format, args...)
	}
}

// end is the editor's cleanup. Whatever the server does it returns within a few
// times the bound on a wait. A server that was ended first is no fault here; that
// one answers shutdown is for a test that calls Shutdown.
func (e *Editor) end() {
	e.mu.Lock()
	leave := e.phase != unborn && !e.left
	shut := leave && !e.stopped
	e.mu.Unlock()
	if shut && !e.isDone() {
		if err := e.Call(context.Background(), "shutdown", nil, nil); err != nil && !errors.Is(err, ErrClosed) {
			e.fault("shutdown: %v", err)
		}
	}
	if leave && !e.isDone() {
		e.Exit()
	}
	if !e.out.flush(e.o.Wait, e.done) {
		e.fault("the server does not read: messages to it are left over")
	}
	e.mu.Lock()
	e.closing = true
	e.mu.Unlock()
	if err := e.conn.Close(); err != nil && !e.isDone() {
		e.fault("close the connection: %v", err)
	}
	e.awaitEnd()
	if e.tb.Failed() {
		e.printLog()
	}
}

// awaitEnd waits for the editor's goroutines. One that can't be ended, since the
// connection's Close does not end its reads, is left without a voice.
func (e *Editor) awaitEnd() {
	ended := make(chan struct{})
	go func() {
		<-e.done
		<-e.out.done
		e.asking.Wait()
		close(ended)
	}()
	select {
	case <-ended:
	case <-time.After(e.o.Wait):
		e.fault("a read, a write or a handler goes on %v after the connection was closed", e.o.Wait)
	}
	e.mu.Lock()
	e.silent = true
	e.mu.Unlock()
}

func (e *Editor) isDone() bool {
	select {
	case <-e.done:
		return true
	default:
		return false
	}
}
