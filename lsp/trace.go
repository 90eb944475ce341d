package lsp

import (
	"context"
	"encoding/json"

	"go.lsp.dev/protocol"
)

func setTrace(_ context.Context, s *Server, raw json.RawMessage) {
	var p protocol.SetTraceParams
	if decode(raw, &p) != nil {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.trace = p.Value
}

// logTrace logs for a client that wants to know what the server does; the details only
// if it wants those too.
func (s *Server) logTrace(message, verbose string) {
	s.mu.Lock()
	level := s.trace
	s.mu.Unlock()
	if level == "" || level == protocol.TraceValueOff || !s.running() {
		return
	}
	p := &protocol.LogTraceParams{Message: message}
	if level == protocol.TraceValueVerbose && verbose != "" {
		p.Verbose = &verbose
	}
	s.notify(protocol.MethodLogTrace, p)
}

// show shows a message to the person.
func (s *Server) show(kind protocol.MessageType, message string) {
	s.notify(protocol.MethodWindowShowMessage, &protocol.ShowMessageParams{Type: kind, Message: message})
}

func (s *Server) notify(method string, params any) {
	if err := s.conn.Notify(method, params); err != nil {
		s.log.Debug("notify", "method", method, "error", err)
	}
}
