package rpc

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"runtime/debug"
	"sync"

	"github.com/sourcegraph/jsonrpc2"
	"go.lsp.dev/protocol"
)

// Handler is the server at the other end of a connection. Its methods are called one at a time,
// in the order of the messages, on the goroutine that reads: while one works,
// nothing is read, so neither may wait, and neither may use Conn.Call, whose answer
// could not be read. The params are nil if there were none or null; they belong to
// the Handler and are JSON, of any type. A panic is logged and costs the message.
type Handler interface {
	// Notification handles a notification. Those it does not know it ignores.
	// ctx ends with the connection.
	Notification(ctx context.Context, method string, params json.RawMessage)
	// Request decodes a request, takes what it needs of the present state and
	// returns the rest. An error is the answer, as that of a Run; for methods it
	// does not know it is one with CodeMethodNotFound. A nil Run answers null. ctx ends
	// as that of the Run does.
	Request(ctx context.Context, method string, params json.RawMessage) (Run, error)
}

// Run is the rest of a request, run by a worker. Its result is encoded by
// protocol.Marshal; nil is null. Of its error the client gets code and message if
// there is an *Error in its chain; CodeServerCancelled if it is context.Canceled;
// else CodeInternalError and the error's text. ctx ends when the client cancels
// the request, and then any error is answered with CodeRequestCancelled; it ends
// with Close too, and then there is no answer.
type Run func(ctx context.Context) (any, error)

// reader gets the messages from the library, on the read loop.
type reader struct {
	conn    *Conn
	handler Handler
}

// Handle takes the params from the stream: the message that it gets has none.
func (r *reader) Handle(_ context.Context, _ *jsonrpc2.Conn, m *jsonrpc2.Request) {
	c, params := r.conn, r.conn.stream.params
	c.stream.params = nil
	switch {
	case c.open.Err() != nil: // nobody would get the answer
	case !m.Notif:
		c.request(r.handler, m, params)
	case m.Method == protocol.MethodCancelRequest:
		c.cancel(params)
	default:
		c.guard(m.Method, func() error {
			r.handler.Notification(c.open, m.Method, params)
			return nil
		})
	}
}

// request registers a request before anything else, so that a cancellation that
// comes next finds it.
func (c *Conn) request(h Handler, m *jsonrpc2.Request, params json.RawMessage) {
	r, refused := c.requests.admit(c.open, m.ID, m.Method)
	if refused != nil {
		c.answer(&reply{id: encodeID(m.ID), err: refused}, nil)
		return
	}
	err := c.guard(m.Method, func() (err error) {
		r.run, err = h.Request(context.WithValue(r.ctx, requestKey{}, r), m.Method, params)
		return err
	})
	r.size += 2 * len(params) // as they came, and decoded
	if err == nil && !c.requests.fit(r, c.limits.Stall) {
		err = answerBusy
	}
	if err != nil {
		c.answer(&reply{id: encodeID(r.id), err: answerTo(r.ctx, err)}, func() { c.requests.finish(r) })
		return
	}
	c.requests.enqueue(r)
}

type requestKey struct{}

// Weigh says of the request that the context of Handler.Request is of that it holds so
// many bytes beside its params until it is answered, such as the text of a document at a
// version that is soon replaced. It counts for Limits.RequestBytes.
func Weigh(ctx context.Context, bytes int) {
	if r, ok := ctx.Value(requestKey{}).(*request); ok {
		r.size += bytes
	}
}

// cancel answers a request that still waits; one that runs is answered when it
// ends. Ids that are unknown, odd or missing are ignored.
func (c *Conn) cancel(params json.RawMessage) {
	if params == nil {
		return
	}
	e, _ := unwrap(params)
	id, ok := parseID(e.id)
	if !ok {
		return
	}
	if r := c.requests.cancel(id); r != nil {
		c.answer(&reply{id: encodeID(r.id), err: answerCancelled}, func() { c.requests.finish(r) })
	}
}

// work is a worker: it runs requests until the connection is closed, or another one
// has taken its place.
func (c *Conn) work() {
	for {
		r := c.requests.next(c.open)
		if r == nil || c.serve(r) {
			return
		}
	}
}

// serve runs a request and queues its answer. The id is free again before the
// client can have read the answer. It reports whether another worker has taken
// this one's place.
func (c *Conn) serve(r *request) (detached bool) {
	r.ctx = context.WithValue(r.ctx, detachKey{}, sync.OnceFunc(func() {
		if detached = c.requests.detach(r); detached {
			c.running.Go(c.work)
		}
	}))
	m := &reply{id: encodeID(r.id)}
	err := c.guard(r.method, func() (err error) {
		m.result, err = result(r)
		return err
	})
	if errors.Is(err, errEncode) { // a fault of ours, of which the client understands nothing
		c.logger.Error("encode the result", "method", r.method, "error", err)
		err = &Error{CodeInternalError, fmt.Sprintf("internal error in %.100q", r.method)}
	}
	if err != nil {
		m.err = answerTo(r.ctx, err)
	}
	finish := func() { c.requests.finish(r) }
	if c.out.put(c.open, m, answer, finish) != nil {
		finish() // closed
	}
	return detached
}

type detachKey struct{}

// Detach says of the Run that the context is of that it will take long: another
// worker takes its place among those of Limits.Workers, so that quick requests need
// not wait for it. It is called on the Run's own goroutine. There are never more
// such Runs than Limits.Detached: the next one works in its worker's place.
func Detach(ctx context.Context) {
	if detach, ok := ctx.Value(detachKey{}).(func()); ok {
		detach()
	}
}

// result runs a request. protocol.Marshal fails for what would not be valid JSON.
func result(r *request) (json.RawMessage, error) {
	if r.run == nil {
		return protocol.Marshal(nil)
	}
	v, err := r.run(r.ctx)
	if err != nil {
		return nil, err
	}
	encoded, err := protocol.Marshal(v)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", errEncode, err)
	}
	return encoded, nil
}

// answer queues a message of the read loop. If the client takes so little that the
// bytes are used up, and stays so, the connection ends.
func (c *Conn) answer(m message, queued func()) {
	if c.out.offer(m, answer, queued) {
		return
	}
	ctx, cancel := context.WithTimeoutCause(c.open, c.limits.Stall, ErrStalled)
	defer cancel()
	if err := c.out.put(ctx, m, answer, queued); errors.Is(err, ErrStalled) {
		c.abort(ErrStalled)
	}
}

// guard turns a panic into an error that tells the client the method only.
func (c *Conn) guard(method string, f func() error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			c.logger.Error("panic", "method", method, "value", p, "stack", string(debug.Stack()))
			err = &Error{CodeInternalError, fmt.Sprintf("internal error in %.100q", method)}
		}
	}()
	return f()
}

// write is the writer: it sends what is queued until the connection ends.
func (c *Conn) write(w wire) {
	for {
		m, ok := c.out.take(c.open)
		if !ok {
			return
		}
		err := m.send(c.open, w)
		c.out.written(m)
		if err == nil {
			continue
		}
		if lost(err) {
			c.abort(err)
			return
		}
		c.logger.Error("drop message", "error", err)
	}
}
