package lsptest

import (
	"encoding/json"
	"slices"
)

// Progress is one step of a progress that the server reports.
type Progress struct {
	Token      string // as it is written in JSON: 1 or "a"
	Kind       string // begin, report or end; "" for a partial result
	Title      string
	Message    string
	Percentage *uint32
	Value      json.RawMessage // the whole step
}

// receive takes one message of the server: the log, the model, then whoever waits for
// it. A fault is reported before anyone is woken.
func (e *Editor) receive(body []byte) {
	e.mu.Lock()
	e.record("s2c", body)
	bad := e.session.fromServer(body)
	e.mu.Unlock()
	for _, line := range bad {
		e.fault("server breaks the protocol: %s\nin %s", line, clip(body))
	}
	var m message
	if json.Unmarshal(body, &m) != nil {
		return // not a message, which was reported
	}
	switch {
	case m.Method == "":
		e.deliver(m)
	case m.ID == nil:
		e.note(m)
	default:
		e.ask(m)
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	close(e.changed)
	e.changed = make(chan struct{})
}

func (e *Editor) deliver(m message) {
	e.mu.Lock()
	defer e.mu.Unlock()
	key := string(m.ID)
	c := e.calls[key]
	if c == nil {
		return
	}
	delete(e.calls, key)
	if c.method == "initialize" && m.Error == nil {
		e.adopt(m.Result)
	}
	c.answer <- m
}

func (e *Editor) note(m message) {
	e.mu.Lock()
	e.notifications[m.Method] = append(e.notifications[m.Method], m.Params)
	e.mu.Unlock()
	switch m.Method {
	case "textDocument/publishDiagnostics":
		e.publish(m.Params)
	case "$/progress":
		e.step(m.Params)
	}
}

func (e *Editor) step(params json.RawMessage) {
	var p struct {
		Token, Value json.RawMessage
	}
	var v struct {
		Kind, Title, Message string
		Percentage           *uint32
	}
	if json.Unmarshal(params, &p) != nil {
		return // already reported
	}
	_ = json.Unmarshal(p.Value, &v) // a partial result is of any type, and has none of these
	e.mu.Lock()
	defer e.mu.Unlock()
	e.progress = append(e.progress, Progress{string(p.Token), v.Kind, v.Title, v.Message, v.Percentage, p.Value})
}

// Progress returns all steps that came so far, in order. That each token has one
// begin, then reports, then one end is checked as they come; see also Unfinished.
func (e *Editor) Progress() []Progress {
	e.mu.Lock()
	defer e.mu.Unlock()
	return slices.Clone(e.progress)
}

// Notifications returns the parameters of the server's notifications of a method so
// far, in order; nil means that they were omitted.
func (e *Editor) Notifications(method string) []json.RawMessage {
	e.mu.Lock()
	defer e.mu.Unlock()
	return slices.Clone(e.notifications[method])
}

// Requests returns the parameters of the server's requests of a method so far, as
// Notifications does.
func (e *Editor) Requests(method string) []json.RawMessage {
	e.mu.Lock()
	defer e.mu.Unlock()
	return slices.Clone(e.requests[method])
}
