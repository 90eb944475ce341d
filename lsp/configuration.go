package lsp

import (
	"context"
	"encoding/json"
	"time"

	"go.lsp.dev/protocol"
)

// section is what our settings are called in an editor.
const section = "pqcite"

// askTime bounds how long a client may take to answer.
const askTime = 10 * time.Second

// configureFrom takes settings that the client has sent with something else: our
// section as a whole, or an object that has it. What is neither says nothing.
func (s *Server) configureFrom(value protocol.LSPAny) {
	var outer map[string]json.RawMessage
	if len(value) == 0 || json.Unmarshal(value, &outer) != nil {
		return
	}
	if inner, ok := outer[section]; ok {
		s.configure(inner)
		return
	}
	delete(outer, "commandLinks")
	delete(outer, "pullDiagnostics")
	rest, err := json.Marshal(outer)
	if err != nil {
		return
	}
	s.configure(rest)
}

// configure puts settings into force. What of them can't be read is shown and keeps
// its default.
func (s *Server) configure(value json.RawMessage) {
	settings, err := ReadSettings(value)
	s.mu.Lock()
	changed := settings != s.settings
	s.settings = settings
	s.settingsTurn++
	s.mu.Unlock()
	if err != nil {
		s.log.Warn("settings", "error", err)
		s.notice(err.Error())
	} else {
		s.mended()
	}
	if changed {
		s.changed()
	}
}

// notice shows a message once the session runs: before, the protocol allows none.
// Settings come in several ways, so what was said last is not said again.
func (s *Server) notice(message string) {
	s.stateMu.Lock()
	running, said := s.state == stateRunning, s.said == message
	if s.said = message; !running && !said {
		s.notices = append(s.notices, message)
	}
	s.stateMu.Unlock()
	if running && !said {
		s.show(protocol.MessageTypeWarning, "pqcite: "+message)
	}
}

// mended forgets what was said last, so that the same fault is told when it comes
// again.
func (s *Server) mended() {
	s.stateMu.Lock()
	defer s.stateMu.Unlock()
	s.said = ""
}

// tellNotices shows what could not be shown before.
func (s *Server) tellNotices() {
	s.stateMu.Lock()
	notices := s.notices
	s.notices = nil
	s.stateMu.Unlock()
	for _, n := range notices {
		s.show(protocol.MessageTypeWarning, "pqcite: "+n)
	}
}

// registerSettings asks to be told of changed settings.
func (s *Server) registerSettings(ctx context.Context) {
	if !s.client.registerSettings {
		return
	}
	options, err := json.Marshal(map[string]string{"section": section})
	if err != nil {
		return
	}
	s.call(ctx, protocol.MethodClientRegisterCapability, &protocol.RegistrationParams{Registrations: []protocol.Registration{
		{ID: "settings", Method: protocol.MethodWorkspaceDidChangeConfiguration, RegisterOptions: options},
	}}, nil)
}

// pullSettings asks the client for its settings, if it can be asked.
func (s *Server) pullSettings(ctx context.Context) {
	if !s.client.configuration {
		return
	}
	var values []json.RawMessage
	turn := s.settingsSet()
	ok := s.call(ctx, protocol.MethodWorkspaceConfiguration, &protocol.ConfigurationParams{
		Items: []protocol.ConfigurationItem{{Section: new(section)}},
	}, &values)
	// An answer that comes late must not undo what the client has said since.
	if ok && len(values) == 1 && string(values[0]) != "null" && turn == s.settingsSet() {
		s.configure(values[0])
	}
}

// settingsSet counts how often settings were put into force.
func (s *Server) settingsSet() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.settingsTurn
}

// call asks the client something, and reports whether it has answered.
func (s *Server) call(ctx context.Context, method string, params, result any) bool {
	bounded, cancel := context.WithTimeout(ctx, askTime)
	defer cancel()
	err := s.conn.Call(bounded, method, params, result)
	if err != nil && ctx.Err() == nil {
		s.log.Warn("ask the client", "method", method, "error", err)
	}
	return err == nil
}

// didChangeSettings takes settings that are sent along: some clients answer a
// question with those that they have begun with. Else it asks.
func didChangeSettings(ctx context.Context, s *Server, raw json.RawMessage) {
	var p struct {
		Settings map[string]json.RawMessage `json:"settings"`
	}
	if err := json.Unmarshal(raw, &p); err != nil {
		s.log.Warn("didChangeConfiguration can't be read", "error", err)
		return
	}
	if inner, ok := p.Settings[section]; ok && string(inner) != "null" {
		s.configure(inner)
		return
	}
	s.goBackground(ctx, "settings", s.pullSettings)
}

// refresh asks the client to ask again for what depends on settings and library.
func (s *Server) refresh() {
	ask := func(method string) {
		s.goBackground(s.life, "refresh", func(ctx context.Context) { s.call(ctx, method, nil, nil) })
	}
	if !s.hears() {
		return
	}
	if s.client.pull && s.client.refreshPull {
		ask(protocol.MethodWorkspaceDiagnosticRefresh)
	}
	if s.client.refreshHints {
		ask(protocol.MethodWorkspaceInlayHintRefresh)
	}
}
