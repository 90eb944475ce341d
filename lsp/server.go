package lsp

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"time"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/pqcite/pqcite"
	"github.com/pqcite/pqcite/lsp/rpc"
)

// Config configures a server.
type Config struct {
	Version string
	Source  pqcite.Source
	// Asker answers questions in the library's place; nil leaves them to the library.
	Asker  pqcite.Asker
	Logger *slog.Logger
	// Cache is a folder for texts that a client can open only as files. It is created
	// when first needed.
	Cache string
	// Parent is the process that the server ends with, 0 for none. The client's
	// initialize may name another.
	Parent int
	Limits rpc.Limits
}

// Server serves one client, once. It is made by New.
type Server struct {
	config Config
	log    *slog.Logger
	conn   *rpc.Conn

	background sync.WaitGroup  // the server's own goroutines
	life       context.Context // of the server; for goroutines that belong to no request
	stop       context.CancelFunc

	stateMu sync.Mutex
	state   state    // guarded by stateMu
	notices []string // to be shown when the session runs; guarded by stateMu
	said    string   // the last message shown; guarded by stateMu
	client  client   // set by initialize, before anything reads it
	parent  int      // the process that the server ends with; set by initialize, 0 for none
	exit    chan int // the exit code, once

	loaded     chan struct{} // closed when the library was opened, or could not be
	configured chan struct{} // closed when the client has sent its settings, or will not
	library    atomic.Pointer[opened]

	mu           sync.Mutex // guards the fields below
	docs         map[uri.URI]*document
	settings     Settings
	settingsTurn int // how often settings were applied
	folders      []protocol.WorkspaceFolder
	trace        protocol.TraceValue

	provided  sync.Map // by name of a file with its content: when it was written
	publisher publisher
	answers   answers
	tree      tree
	projects  projects
	works     works
	places    chan struct{} // slots of long requests
	lastRun   lastRun
}

// opened is an opened library, or the error.
type opened struct {
	knowledge *knowledge
	err       error
}

// New returns a server.
func New(c Config) *Server {
	s := &Server{
		config: c, log: c.Logger, exit: make(chan int, 1), loaded: make(chan struct{}), configured: make(chan struct{}), places: make(chan struct{}, maxWorks),
		docs: make(map[uri.URI]*document), settings: DefaultSettings(), trace: protocol.TraceValueOff,
	}
	s.publisher.init()
	return s
}

// Bounds of the end: how long the server waits for each of the last answers to be found
// or written, and for all of them.
const (
	drainPause = 2 * time.Second
	drainTime  = time.Minute
)

// settle answers requests that came before the end: a client may have sent everything
// at once, and read later.
func (s *Server) settle(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, drainTime)
	defer cancel()
	if err := s.conn.Settle(ctx, drainPause); err != nil {
		s.log.Debug("answer the last requests", "error", err)
	}
}

// Serve serves a client until it asks to exit or goes away. It returns the protocol's
// exit code: 0 after a shutdown, otherwise 1.
func (s *Server) Serve(ctx context.Context, stream io.ReadWriteCloser) int {
	ctx, s.stop = context.WithCancel(ctx)
	s.life = ctx
	s.goBackground(ctx, "library", s.followLibrary)
	// Set before the first message is read, and not again.
	rpc.Connect(ctx, stream, s.config.Limits, s.log, func(c *rpc.Conn) rpc.Handler {
		s.conn = c
		return s
	})
	code := 1
	select {
	case code = <-s.exit:
		s.settle(ctx)
	case <-s.conn.Done(): // the end of the stream means exit
		code = s.exitCode()
		s.settle(ctx)
	case <-ctx.Done():
	}
	s.stop()
	if err := s.conn.Close(); err != nil {
		s.log.Debug("close the connection", "error", err)
	}
	s.background.Wait()
	return code
}

// errNoLibrary is for a library that could not be opened; it wraps the reason.
var errNoLibrary = errors.New("there is no library")

// libraryPause is how often the library is looked at.
const libraryPause = 2 * time.Second

// followLibrary opens the library, and opens it anew whenever it has changed.
func (s *Server) followLibrary(ctx context.Context) {
	loaded := sync.OnceFunc(func() { close(s.loaded) })
	defer loaded()
	pqcite.Follow(ctx, s.config.Source, libraryPause, func(lib *pqcite.Library, err error) {
		s.opened(lib, err)
		loaded()
	})
}

// opened takes a library that was opened. Where it could not be, one that is open stays.
func (s *Server) opened(lib *pqcite.Library, err error) {
	before := s.library.Load()
	switch {
	case err == nil:
		s.library.Store(&opened{knowledge: newKnowledge(lib, s.config.Asker)})
	case before == nil || before.err != nil:
		s.library.Store(&opened{err: fmt.Errorf("%w: %w", errNoLibrary, err)})
		fallthrough
	default:
		s.log.Error("open the library", "error", err)
	}
	if before != nil && s.running() {
		s.changed()
	}
}

// current is the library that was opened last.
func (s *Server) current() (*knowledge, error) {
	o := s.library.Load()
	switch {
	case o == nil: // the server is ending
		return nil, &rpc.Error{Code: rpc.CodeRequestFailed, Message: errNoLibrary.Error()}
	case o.err != nil:
		return nil, &rpc.Error{Code: rpc.CodeRequestFailed, Message: plainly(o.err)}
	}
	return o.knowledge, nil
}

// view is what a request about a document is answered from; about none for an empty
// address.
func (s *Server) view(about uri.URI) *view {
	s.mu.Lock()
	defer s.mu.Unlock()
	return &view{server: s, client: &s.client, settings: s.settings, doc: s.docs[about], ready: s.loaded}
}

// documents returns the open documents in no particular order.
func (s *Server) documents() []*document {
	s.mu.Lock()
	defer s.mu.Unlock()
	all := make([]*document, 0, len(s.docs))
	for _, d := range s.docs {
		all = append(all, d)
	}
	return all
}

// goBackground runs a function that may wait for the client in a goroutine that ends
// with the server. Panics are logged.
func (s *Server) goBackground(ctx context.Context, what string, f func(context.Context)) {
	s.background.Go(func() { s.guard(what, func() { f(ctx) }) })
}

// guard runs f and logs a panic in it.
func (s *Server) guard(what string, f func()) {
	defer func() {
		if p := recover(); p != nil {
			s.log.Error("panic", "in", what, "value", p, "stack", string(debug.Stack()))
		}
	}()
	f()
}
