package lsptest

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"time"

	"go.lsp.dev/protocol"
)

// ResponseError is an error that the server answered with, or that a handler of
// the test answers the server with.
type ResponseError struct {
	Code    int64           `json:"code"`
	Message string          `json:"message"`
	Data    json.RawMessage `json:"data,omitempty"`
}

func (e *ResponseError) Error() string { return fmt.Sprintf("error %d: %s", e.Code, e.Message) }

// message is any JSON-RPC message, as far as the editor needs to take it apart.
type message struct {
	Version string          `json:"jsonrpc"`
	ID      json.RawMessage `json:"id,omitempty"`
	Method  string          `json:"method,omitempty"`
	Params  json.RawMessage `json:"params,omitempty"`
	Result  json.RawMessage `json:"result,omitempty"`
	Error   *ResponseError  `json:"error,omitempty"`
}

// call is a request that waits for its answer.
type call struct {
	method string
	answer chan message // of one element, so that the reader never waits
}

// encode writes parameters or a result: raw JSON as it is, everything else as the
// protocol package does, which knows its own types and takes maps too.
func encode(v any) (json.RawMessage, error) {
	if raw, ok := v.(json.RawMessage); ok {
		return raw, nil
	}
	raw, err := protocol.Marshal(v)
	if err != nil {
		return nil, fmt.Errorf("encode %T: %w", v, err)
	}
	return raw, nil
}

// body writes a message without the escapes for HTML, which no editor makes.
func (m message) body() ([]byte, error) {
	m.Version = "2.0"
	var b bytes.Buffer
	w := json.NewEncoder(&b)
	w.SetEscapeHTML(false)
	if err := w.Encode(m); err != nil {
		return nil, fmt.Errorf("encode a message: %w", err)
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), nil
}

// Begin sends a request and returns its id at once. The function waits for the answer,
// with its own bound in addition to the context's; it may be called once. An error of
// the server is a *ResponseError, the end of the connection ErrClosed. Nil params are
// omitted from the message.
func (e *Editor) Begin(method string, params any) (id int, wait func(context.Context) (json.RawMessage, error)) {
	e.tb.Helper()
	m := message{Method: method}
	var err error
	if params != nil {
		m.Params, err = encode(params)
	}
	e.mu.Lock()
	e.lastID++
	id = e.lastID
	c := &call{method, make(chan message, 1)}
	key := strconv.Itoa(id)
	m.ID = json.RawMessage(key)
	if err == nil {
		e.calls[key] = c
		err = e.post(m)
	}
	e.mu.Unlock()
	return id, func(ctx context.Context) (json.RawMessage, error) {
		if err != nil {
			return nil, err
		}
		return e.wait(ctx, c)
	}
}

func (e *Editor) wait(ctx context.Context, c *call) (json.RawMessage, error) {
	ctx, cancel := context.WithTimeout(ctx, e.o.Wait)
	defer cancel()
	select {
	case m := <-c.answer:
		return m.outcome()
	case <-ctx.Done():
		return nil, fmt.Errorf("await the answer to %q: %w", c.method, ctx.Err())
	case <-e.done:
	}
	select { // it may have been the last message
	case m := <-c.answer:
		return m.outcome()
	default:
		return nil, fmt.Errorf("%w: %q", ErrClosed, c.method)
	}
}

func (m message) outcome() (json.RawMessage, error) {
	if m.Error != nil {
		return nil, m.Error
	}
	return m.Result, nil
}

// Call sends a request, waits for the answer and decodes it into result: a
// pointer to a type of the protocol package, to a json.RawMessage, or nil to drop
// it. Errors are those of Begin. A context that ends does not cancel the request;
// use Begin and Cancel for that.
func (e *Editor) Call(ctx context.Context, method string, params, result any) error {
	e.tb.Helper()
	_, wait := e.Begin(method, params)
	raw, err := wait(ctx)
	if err != nil || result == nil {
		return err
	}
	if to, ok := result.(*json.RawMessage); ok {
		*to = raw
		return nil
	}
	if err := protocol.Unmarshal(raw, result); err != nil {
		return fmt.Errorf("decode the answer to %q: %w", method, err)
	}
	return nil
}

// Cancel asks the server to give up a request, which must still be answered.
func (e *Editor) Cancel(id int) {
	e.tb.Helper()
	e.Notify("$/cancelRequest", map[string]any{"id": id})
}

// Notify sends a notification. Nil params are left out of the message.
func (e *Editor) Notify(method string, params any) {
	e.tb.Helper()
	m := message{Method: method}
	var err error
	if params != nil {
		m.Params, err = encode(params)
	}
	e.mu.Lock()
	if err == nil {
		err = e.post(m)
	}
	e.mu.Unlock()
	if err != nil {
		e.fault("notify %q: %v", method, err)
	}
}

// post must be called with the lock held, so that the session and the server see
// messages in one order.
func (e *Editor) post(m message) error {
	body, err := m.body()
	if err != nil {
		return err
	}
	e.put(body)
	return nil
}

// put must be called with the lock held.
func (e *Editor) put(body []byte) {
	e.session.fromClient(body)
	e.record("c2s", body)
	e.advance(body)
	e.out.add(frame(body))
}

// advance takes note of what the end of the test depends on, in messages made by
// hand too.
func (e *Editor) advance(body []byte) {
	var m struct{ Method string }
	_ = json.Unmarshal(body, &m) // what is no message changes nothing
	switch m.Method {
	case "initialized":
		e.phase = ready
	case "shutdown":
		e.stopped = true
	case "exit":
		e.left = true
	}
}

// Send frames and sends a body as it is: a message made by hand, or none at all.
// The editor keeps no account of it beyond what is needed to judge the answers,
// which nothing waits for: see Await.
func (e *Editor) Send(body []byte) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.put(body)
}

// Await waits until the condition is true. It is tried at once and after each
// message of the server, by the goroutine that calls Await, and may use every
// method of the Editor. The test fails when the bound on waits is reached first
// or the connection ends; what says for what it waited.
func (e *Editor) Await(what string, cond func() bool) {
	e.tb.Helper()
	if err := e.await(cond); err != nil {
		e.tb.Fatalf("await %s: %v", what, err)
	}
}

func (e *Editor) await(cond func() bool) error {
	timer := time.NewTimer(e.o.Wait)
	defer timer.Stop()
	for {
		e.mu.Lock()
		changed := e.changed
		e.mu.Unlock()
		over := e.isDone()
		switch {
		case cond():
			return nil
		case over:
			return errors.New("the connection has ended")
		}
		select {
		case <-changed:
		case <-e.done:
		case <-timer.C:
			return fmt.Errorf("it did not happen within %v", e.o.Wait)
		}
	}
}
