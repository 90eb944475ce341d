package lsptest

import (
	"fmt"
	"maps"
	"slices"
	"sync"
)

// session follows the messages between one client and one server and says what is
// wrong with them. Messages must be given in the order in which each side sent
// them, and a request before its answer. A session may be used by several
// goroutines at once.
type session struct {
	model *model

	mu     sync.Mutex
	client *side
	server *side

	phase        phase
	capabilities any                  // of the client, as initialize gave them
	tokens       map[string]*progress // by token
	registered   map[string]string    // methods by the id of their registration
}

// side is one end of a session: what it asked and what was answered.
type side struct {
	name      string
	direction string // of what it sends
	open      map[string][]asked
	answered  map[string]bool
	// spoiled has an id, or "" where none could be read, for each message that
	// was no proper request: an error may come back for it, but need not.
	spoiled []string
}

type asked struct {
	id     string
	method string
	params any
}

// newSession starts a session in which nothing was sent yet.
func (m *model) newSession() *session {
	return &session{
		model:  m,
		client: &side{name: "client", direction: toServer, open: map[string][]asked{}, answered: map[string]bool{}},
		server: &side{name: "server", direction: toClient, open: map[string][]asked{}, answered: map[string]bool{}},
		tokens: map[string]*progress{}, registered: map[string]string{},
	}
}

// fromClient returns the violations in a message of the client, which may be anything at
// all, as fromServer does. Call it before the server can see the message.
func (s *session) fromClient(message []byte) []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.take(message, s.client, s.server)
}

// fromServer returns the violations in a message of the server, one line each:
// what message it is, the path of the member, and what is wrong there. None means
// that the model and the rules of the protocol allow it now.
func (s *session) fromServer(message []byte) []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.take(message, s.server, s.client)
}

// Unfinished lists the requests of either side that have no answer, and the
// progress that has begun and not ended, one line each.
func (s *session) Unfinished() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	var out []string
	for _, side := range []*side{s.client, s.server} {
		for _, id := range slices.Sorted(maps.Keys(side.open)) {
			for _, a := range side.open[id] {
				out = append(out, fmt.Sprintf("request %s %s of the %s has no answer", id, a.method, side.name))
			}
		}
	}
	for _, key := range slices.Sorted(maps.Keys(s.tokens)) {
		if s.tokens[key].begun {
			out = append(out, fmt.Sprintf("progress %s has no end", key))
		}
	}
	return out
}

func (s *session) take(message []byte, from, to *side) []string {
	var bad []string
	v, err := parseValue(message, true)
	if err != nil {
		bad = append(bad, "message: want strict JSON: "+err.Error())
		if v, err = parseValue(message, false); err != nil {
			from.spoil("")
			return bad
		}
	}
	e := unfold(v)
	name := e.name()
	bad = append(bad, label(name, e.check())...)
	switch {
	case e.kind == malformed, e.kind == request && !isID(e.members["id"]):
		from.spoil(e.id)
		return bad
	case e.kind == response:
		return append(bad, s.takeResponse(e, from, to)...)
	}
	bad = append(bad, label(name, s.checkParams(e, from))...)
	return append(bad, label(name, s.follow(e, from))...)
}

// name says which message it is, at the head of each violation.
func (e envelope) name() string {
	switch e.kind {
	case request:
		return fmt.Sprintf("request %s %s", e.id, e.method)
	case notification:
		return "notification " + e.method
	case response:
		return "answer to " + e.id
	}
	return "message"
}

func label(name string, lines []string) []string {
	out := make([]string, len(lines))
	for i, l := range lines {
		out[i] = name + ": " + l
	}
	return out
}

// checkParams looks up the method and checks the parameters against it.
func (s *session) checkParams(e envelope, from *side) []string {
	methods, others := s.model.requests, s.model.notifications
	if e.kind == notification {
		methods, others = others, methods
	}
	m := methods[e.method]
	switch {
	case m == nil && others[e.method] != nil && e.kind == request:
		return []string{"has an id, but is a notification in the model"}
	case m == nil && others[e.method] != nil:
		return []string{"has no id, but is a request in the model"}
	case m == nil:
		return []string{"is unknown to the model"}
	case !m.goes(from.direction):
		return []string{"is not for the " + from.name + " to send"}
	}
	params, ok := e.members["params"]
	switch {
	case m.Params == nil && ok:
		return []string{"params: want none, got " + show(params)}
	case m.Params == nil:
		return nil
	case !ok:
		return []string{"params: missing"}
	}
	return lines(s.model.check(m.Params, params, place{path: "params"}))
}

func lines(list []violation) []string {
	var out []string
	for _, v := range list {
		out = append(out, v.String())
	}
	return out
}

// follow keeps the session's state up to date with a request or notification.
func (s *session) follow(e envelope, from *side) []string {
	var bad []string
	params := e.members["params"]
	if from == s.server {
		bad = append(bad, s.checkPhase(e)...)
		bad = append(bad, s.checkCapability(e)...)
		bad = append(bad, s.followServer(e.method, params)...)
	} else {
		s.followClient(e, params)
	}
	if e.kind == request {
		if len(from.open[e.id]) > 0 {
			bad = append(bad, "uses the id of a request that has no answer yet")
		}
		from.open[e.id] = append(from.open[e.id], asked{e.id, e.method, params})
	}
	return bad
}

func (s *session) followServer(method string, params any) []string {
	switch method {
	case "window/workDoneProgress/create":
		return s.createProgress(params)
	case "$/progress":
		return s.checkProgress(params)
	case "client/registerCapability":
		return s.register(params)
	case "client/unregisterCapability":
		return []string{"is never sent by the server"}
	}
	return nil
}

func (s *session) followClient(e envelope, params any) {
	switch {
	case e.kind == notification:
		if _, ok := params.(map[string]any); !ok && params != nil {
			s.client.spoil("")
		}
		if e.method == "initialized" {
			s.phase = max(s.phase, ready)
		}
		return
	case e.method == "initialize" && s.phase == unborn:
		s.phase, s.capabilities = initializing, at(params, "capabilities")
	}
	s.offerTokens(e, params)
}
