// Package meilitest is a Meilisearch for tests: on 127.0.0.1, strict about requests, with tasks
// that are done later, and with faults. What it answers is what version 1.50.0 was seen to
// answer, in the part that pqcite uses; it ranks by words and attributes alone.
package meilitest

import (
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

// Request is a request as it was received.
type Request struct{ Method, Path, Body string }

// Fault answers a request in place of the server, or leaves it to the server and returns false.
type Fault func(w http.ResponseWriter, r Request) bool

// Server is a server. It stops with the test.
type Server struct {
	URL string
	Key string // the master key

	// Now is the server's clock.
	Now func() time.Time
	// Version is what it says that it is.
	Version string

	server *httptest.Server

	mu       sync.Mutex
	fault    Fault
	requests []Request
	indexes  map[string]*index
	tasks    []*task
	keys     []key
	// failing is the error of the next tasks of a type.
	failing map[string]apiError
}

// New starts a server with a master key of its own.
func New(tb testing.TB) *Server {
	tb.Helper()
	s := &Server{Key: random(16), Now: time.Now, Version: "1.50.0", indexes: map[string]*index{}, failing: map[string]apiError{}}
	s.server = httptest.NewServer(s)
	s.URL = s.server.URL
	tb.Cleanup(s.server.Close)
	return s
}

// Stop ends it: nobody listens any more.
func (s *Server) Stop() { s.server.Close() }

// SetFault sets what comes before each answer; nil for nothing.
func (s *Server) SetFault(f Fault) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.fault = f
}

// FailTasks lets the next task of a type fail with an error code, such as
// "no_space_left_on_device".
func (s *Server) FailTasks(kind, code, message string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.failing[kind] = apiError{status: 200, code: code, message: message}
}

// Requests returns what was received so far.
func (s *Server) Requests() []Request {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.requests)
}

// Indexes returns the names of the indexes.
func (s *Server) Indexes() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	var names []string
	for name := range s.indexes {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// Change changes each document of an index, or removes it where change returns nil.
func (s *Server) Change(index string, change func(doc map[string]any) map[string]any) {
	s.mu.Lock()
	defer s.mu.Unlock()
	x := s.indexes[index]
	docs := x.docs
	x.docs, x.at = nil, map[string]int{}
	for _, d := range docs {
		if fields := change(d.fields); fields != nil {
			x.put(fields)
		}
	}
}

func random(n int) string {
	b := make([]byte, n)
	_, _ = rand.Read(b)
	return hex.EncodeToString(b)
}

// apiError is an error as Meilisearch answers it.
type apiError struct {
	status        int
	code, message string
}

func (e apiError) Error() string { return e.message }

func fail(status int, code, format string, args ...any) apiError {
	return apiError{status, code, fmt.Sprintf(format, args...)}
}

func (e apiError) body() map[string]any {
	kind := "invalid_request"
	switch {
	case e.status == 401 || e.status == 403:
		kind = "auth"
	case e.status >= 500 || e.code == "no_space_left_on_device":
		kind = "system"
	}
	return map[string]any{"message": e.message, "code": e.code, "type": kind, "link": "https://docs.meilisearch.com/errors#" + e.code}
}

// ServeHTTP answers a request.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return
	}
	request := Request{r.Method, r.URL.Path, string(body)}
	s.mu.Lock()
	fault := s.fault
	s.requests = append(s.requests, request)
	s.mu.Unlock()
	if fault != nil && fault(w, request) {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	status, answer, failed := s.answer(r, body)
	if failed != nil {
		status, answer = failed.status, failed.body()
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(answer)
}

// answer finds what a path is for. Each route has the action that a key must have for it.
func (s *Server) answer(r *http.Request, body []byte) (int, any, *apiError) {
	parts := strings.Split(strings.Trim(r.URL.Path, "/"), "/")
	uid := ""
	if parts[0] == "indexes" && len(parts) > 1 {
		uid, parts[1] = parts[1], "*"
	}
	if parts[0] == "tasks" && len(parts) > 1 {
		uid, parts[1] = parts[1], "*"
	}
	for _, route := range routes {
		if route.method != r.Method || route.path != strings.Join(parts, "/") {
			continue
		}
		access := grant{}
		if route.action != "" {
			var err *apiError
			if access, err = s.authorize(r, route.action, uid); err != nil {
				return 0, nil, err
			}
		}
		if r.Method == http.MethodPost || r.Method == http.MethodPatch {
			if err := checkType(r, route.path); err != nil {
				return 0, nil, err
			}
		}
		return route.do(s, call{uid: uid, body: body, grant: access, query: r.URL.Query().Get("limit")})
	}
	return 404, map[string]any{}, nil
}

func checkType(r *http.Request, path string) *apiError {
	kind := r.Header.Get("Content-Type")
	if kind == "application/json" || kind == "application/x-ndjson" && path == "indexes/*/documents" {
		return nil
	}
	err := fail(415, "invalid_content_type", "The Content-Type `%s` is invalid. Accepted values for the Content-Type header are: `application/json`, `application/x-ndjson`, `text/csv`", kind)
	return &err
}

// call is a request whose key may make it.
type call struct {
	uid   string // of the index or the task
	body  []byte
	grant grant
	query string
}

type route struct {
	method, path, action string
	do                   func(*Server, call) (int, any, *apiError)
}

var routes []route

func init() {
	routes = []route{
		{"GET", "health", "", func(*Server, call) (int, any, *apiError) { return 200, map[string]any{"status": "available"}, nil }},
		{"GET", "version", "version", (*Server).version},
		{"GET", "indexes", "indexes.get", (*Server).listIndexes},
		{"GET", "indexes/*", "indexes.get", (*Server).getIndex},
		{"POST", "indexes", "indexes.create", (*Server).createIndex},
		{"DELETE", "indexes/*", "indexes.delete", (*Server).deleteIndex},
		{"PATCH", "indexes/*/settings", "settings.update", (*Server).updateSettings},
		{"POST", "indexes/*/documents", "documents.add", (*Server).addDocuments},
		{"GET", "indexes/*/stats", "stats.get", (*Server).stats},
		{"POST", "indexes/*/search", "search", (*Server).search},
		{"POST", "multi-search", "search", (*Server).multiSearch},
		{"POST", "swap-indexes", "indexes.swap", (*Server).swap},
		{"GET", "tasks/*", "tasks.get", (*Server).getTask},
		{"GET", "keys", "keys.get", (*Server).listKeys},
		{"POST", "keys", "keys.create", (*Server).createKey},
	}
}

func (s *Server) version(call) (int, any, *apiError) {
	return 200, map[string]any{"commitSha": "x", "commitDate": "unknown", "pkgVersion": s.Version}, nil
}

// object reads a JSON object that may have only some fields.
func object(body []byte, allowed []string, to any) *apiError {
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(body, &fields); err != nil {
		e := fail(400, "malformed_payload", "The `json` payload provided is malformed. `%v`.", err)
		return &e
	}
	for name := range fields {
		if !slices.Contains(allowed, name) {
			e := fail(400, "bad_request", "Unknown field `%s`: expected one of `%s`", name, strings.Join(allowed, "`, `"))
			return &e
		}
	}
	if err := json.Unmarshal(body, to); err != nil {
		e := fail(400, "bad_request", "%v", err)
		return &e
	}
	return nil
}
