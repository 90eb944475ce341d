package lsp

import (
	"context"
	"encoding/json"
	"time"

	"go.lsp.dev/protocol"
)

// section is the name of our settings in an editor.
const section = "pqcite"

// askTime bounds how long a client may take to answer.
const askTime = 10 * time.Second

// configureFrom takes settings sent along with something else: our section itself, or
// an object that contains it. Anything else is ignored.
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

// configure applies settings. Values that cannot be read are reported and keep their
// defaults.
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

// notice shows a message once the session is running: before that, the protocol allows
// none. Settings arrive in several ways, so the last message is not repeated.
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

// mended forgets the last message, so that a fault which comes back is reported again.
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

// registerSettings asks to be notified of changed settings.
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

// pullSettings asks the client for its settings, if it supports that.
func (s *Server) pullSettings(ctx context.Context) {
	if !s.client.configuration {
		return
	}
	var values []json.RawMessage
	turn := s.settingsSet()
	ok := s.call(ctx, protocol.MethodWorkspaceConfiguration, &protocol.ConfigurationParams{
		Items: []protocol.ConfigurationItem{{Section: new(section)}},
	}, &values)
	// A late answer must not undo what the client has sent since.
	if ok && len(values) == 1 && string(values[0]) != "null" && turn == s.settingsSet() {
		s.configure(values[0])
	}
}

// settingsSet counts how often settings were applied.
func (s *Server) settingsSet() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.settingsTurn
}

// call sends the client a request, and reports whether it was answered.
func (s *Server) call(ctx context.Context, method string, params, result any) bool {
	bounded, cancel := context.WithTimeout(ctx, askTime)
	defer cancel()
	err := s.conn.Call(bounded, method, params, result)
	if err != nil && ctx.Err() == nil {
		s.log.Warn("ask the client", "method", method, "error", err)
	}
	return err == nil
}

// didChangeSettings takes settings that come with the notification, since some clients
// answer a request with their initial ones, and asks otherwise.
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

// refresh asks the client to request again what depends on settings and library.
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
