package lsp

import (
	"context"
	"encoding/json"
	"os"

	"go.lsp.dev/protocol"

	"github.com/pqcite/pqcite/lsp/rpc"
)

// state is the phase of a session.
type state int

// The states of a session, in order.
const (
	stateNew         state = iota // only initialize and exit are accepted
	stateInitialized              // initialize was answered
	stateRunning                  // initialized came
	stateShutDown                 // only exit is accepted
)

// admit decides whether a request may run in the session's state, and makes the
// transitions of initialize and shutdown.
func (s *Server) admit(method string) error {
	s.stateMu.Lock()
	defer s.stateMu.Unlock()
	switch {
	case s.state == stateShutDown:
		return &rpc.Error{Code: rpc.CodeInvalidRequest, Message: "the server was shut down: only exit is accepted"}
	case method == protocol.MethodInitialize && s.state != stateNew:
		return &rpc.Error{Code: rpc.CodeInvalidRequest, Message: "the server is already initialized"}
	case method == protocol.MethodInitialize:
		return nil // the state changes only if its parameters can be decoded
	case s.state == stateNew:
		return &rpc.Error{Code: rpc.CodeServerNotInitialized, Message: "the server is not initialized"}
	case method == protocol.MethodShutdown:
		s.state = stateShutDown
	}
	return nil
}

// hears reports whether a notification is accepted in the session's state.
func (s *Server) hears() bool {
	s.stateMu.Lock()
	defer s.stateMu.Unlock()
	return s.state == stateInitialized || s.state == stateRunning
}

// running reports whether the client has said that it is initialized.
func (s *Server) running() bool {
	s.stateMu.Lock()
	defer s.stateMu.Unlock()
	return s.state == stateRunning
}

func (s *Server) moveTo(next state) {
	s.stateMu.Lock()
	defer s.stateMu.Unlock()
	s.state = next
}

// run changes to the running state; false if it is running already.
func (s *Server) run() bool {
	s.stateMu.Lock()
	defer s.stateMu.Unlock()
	if s.state != stateInitialized {
		return false
	}
	s.state = stateRunning
	return true
}

func (s *Server) exitCode() int {
	s.stateMu.Lock()
	defer s.stateMu.Unlock()
	if s.state == stateShutDown {
		return 0
	}
	return 1
}

// initialize reads the client's capabilities and answers with the server's. It runs on
// the read loop, so that the next message finds the new state.
func initialize(_ context.Context, s *Server, raw json.RawMessage) (rpc.Run, error) {
	var p protocol.InitializeParams
	if err := decode(raw, &p); err != nil {
		if p, err = minimal(raw); err != nil {
			return nil, err
		}
		s.log.Warn("initialize: parts of the parameters could not be read, the rest is used")
	}
	s.client = newClient(&p)
	s.client.readOptions(&p)
	s.mu.Lock()
	s.folders = foldersOf(&p)
	if p.Trace != "" {
		s.trace = p.Trace
	}
	s.mu.Unlock()
	s.configureFrom(p.InitializationOptions)
	s.moveTo(stateInitialized)
	s.parent = s.config.Parent
	if s.parent == 0 && p.ProcessID != nil {
		s.parent = int(*p.ProcessID)
	}
	if s.parent > 0 && !alive(s.parent) {
		s.parent = 0 // a process on another machine or in a container
	}
	result := &protocol.InitializeResult{
		Capabilities: s.capabilities(),
		ServerInfo:   protocol.ServerInfo{Name: "pqcite", Version: protocol.NewOptional(s.config.Version)},
	}
	return func(context.Context) (any, error) { return result, nil }, nil
}

// initialized starts what needs the client: settings, registrations, diagnostics, and
// watching its process and the library.
func initialized(ctx context.Context, s *Server, _ json.RawMessage) {
	if !s.run() {
		return // sent twice
	}
	s.tellNotices()
	s.goBackground(ctx, "initialized", func(ctx context.Context) {
		defer close(s.configured)
		s.registerSettings(ctx)
		s.pullSettings(ctx)
	})
	s.goBackground(ctx, "report", s.reportLibrary)
	s.goBackground(ctx, "publish", s.publish)
	s.goBackground(ctx, "watch", s.watch)
}

// reportLibrary shows a message if there is nothing to answer from.
func (s *Server) reportLibrary(ctx context.Context) {
	select {
	case <-s.loaded:
	case <-ctx.Done():
		return
	}
	if _, err := s.current(); err != nil {
		s.show(protocol.MessageTypeError, "pqcite: "+plainly(err))
	}
}

// shutdown has nothing left to do: admit has changed the state.
func shutdown(context.Context, *Server, json.RawMessage) (rpc.Run, error) {
	return func(context.Context) (any, error) { return nil, nil }, nil
}

// leave ends the process, in any state.
func (s *Server) leave() {
	select {
	case s.exit <- s.exitCode():
	default: // requested twice
	}
}

// alive reports whether a process exists, as far as can be seen from here.
func alive(pid int) bool {
	p, err := os.FindProcess(pid)
	if err != nil {
		return false
	}
	defer p.Release()
	return signalable(p)
}
