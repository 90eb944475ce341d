// Package llmtest is a model server for tests: on 127.0.0.1, strict about requests,
// with scripted replies and faults.
package llmtest

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
)

// Request is a request that passed the checks.
type Request struct{ System, User string }

// Server replies to each request with the next step of its script. A request that is
// wrong in any way, or comes after the end of the script, fails the test.
type Server struct {
	URL string // the base address: ends in "/v1"

	tb     testing.TB
	server *httptest.Server
	model  string
	key    string

	mu     sync.Mutex
	script []Step
	asked  []Request
}

// New starts a server for one model and key; "" for no key. It stops with the
// test, or with Close.
func New(tb testing.TB, model, key string, script ...Step) *Server {
	tb.Helper()
	s := &Server{tb: tb, model: model, key: key, script: script}
	s.server = httptest.NewServer(s)
	s.URL = s.server.URL + "/v1"
	tb.Cleanup(s.Close)
	return s
}

// Close ends the server and every pending request. It may be called twice.
func (s *Server) Close() {
	s.server.CloseClientConnections()
	s.server.Close()
}

// Asked are the requests so far.
func (s *Server) Asked() []Request {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]Request(nil), s.asked...)
}

// ServeHTTP checks a request and runs the next step.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	asked, fault := s.check(r)
	if fault != "" {
		s.tb.Errorf("model server was asked wrongly: %s", fault)
		http.Error(w, fault, http.StatusBadRequest)
		return
	}
	s.mu.Lock()
	s.asked = append(s.asked, asked)
	var next Step
	if len(s.script) > 0 {
		next, s.script = s.script[0], s.script[1:]
	}
	s.mu.Unlock()
	if next == nil {
		s.tb.Errorf("model server was asked once more than its script has replies")
		http.Error(w, "no reply is left", http.StatusTeapot)
		return
	}
	next(w, r)
}

// check validates a request: method, path, headers and body.
func (s *Server) check(r *http.Request) (asked Request, fault string) {
	switch {
	case r.Method != http.MethodPost:
		return asked, "method " + r.Method
	case r.URL.Path != "/v1/chat/completions" || r.URL.RawQuery != "":
		return asked, "address " + r.URL.String()
	case r.Header.Get("Content-Type") != "application/json":
		return asked, "content type " + r.Header.Get("Content-Type")
	case r.Header.Get("Accept") != "application/json":
		return asked, "accept " + r.Header.Get("Accept")
	case s.key != "" && r.Header.Get("Authorization") != "Bearer "+s.key:
		return asked, "the wrong key"
	case s.key == "" && r.Header["Authorization"] != nil:
		return asked, "a key that nobody gave"
	}
	body, err := io.ReadAll(io.LimitReader(r.Body, 1<<20))
	if err != nil {
		return asked, err.Error()
	}
	return s.checkBody(body)
}

// checkBody requires exactly the five fields.
func (s *Server) checkBody(body []byte) (asked Request, fault string) {
	var p struct {
		Model       *string             `json:"model"`
		Messages    []map[string]string `json:"messages"`
		Temperature *float64            `json:"temperature"`
		MaxTokens   *int                `json:"max_tokens"`
		Stream      *bool               `json:"stream"`
	}
	dec := json.NewDecoder(strings.NewReader(string(body)))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&p); err != nil {
		return asked, "body: " + err.Error()
	}
	switch {
	case p.Model == nil || *p.Model != s.model:
		return asked, "another model than " + s.model
	case p.Temperature == nil || *p.Temperature != 0:
		return asked, "the temperature is not 0"
	case p.MaxTokens == nil || *p.MaxTokens < 1 || *p.MaxTokens > 8192:
		return asked, "max_tokens is out of bounds"
	case p.Stream == nil || *p.Stream:
		return asked, "it wants a stream"
	case len(p.Messages) != 2 || len(p.Messages[0]) != 2 || len(p.Messages[1]) != 2:
		return asked, "not two messages"
	case p.Messages[0]["role"] != "system" || p.Messages[1]["role"] != "user":
		return asked, "not a system message and a user's"
	case p.Messages[0]["content"] == "" || p.Messages[1]["content"] == "":
		return asked, "an empty message"
	}
	return Request{p.Messages[0]["content"], p.Messages[1]["content"]}, ""
}
