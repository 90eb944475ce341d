package rpc

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"runtime/debug"
	"sync"

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

// read is the read loop.
func (c *Conn) read(h Handler) {
	for {
		body, err := c.frame()
		if err != nil {
			c.ended(err)
			return
		}
		c.take(h, body)
	}
}

// take handles a message, or refuses or drops it.
func (c *Conn) take(h Handler, body []byte) {
	e, fault := unwrap(body)
	switch {
	case c.open.Err() != nil: // nobody would get the answer
		return
	case fault != nil:
		c.answer(nullID, fault, nil)
		return
	case e.isResponse():
		c.receive(&e)
		return
	}
	method, i, fault := e.request()
	var params json.RawMessage
	if present(e.params) {
		params = json.RawMessage(e.params)
	}
	switch {
	case fault != nil:
		c.answer(echoID(e.id), fault, nil)
	case i != "":
		c.request(h, i, method, params)
	case method == protocol.MethodCancelRequest:
		c.cancel(params)
	default:
		c.guard(method, func() error {
			h.Notification(c.open, method, params)
			return nil
		})
	}
}

// receive hands a response to whoever waits for it.
func (c *Conn) receive(e *envelope) {
	answer := c.calls.end(parseID(e.id))
	switch {
	case answer == nil:
		c.logger.Debug("drop response", "id", fmt.Sprintf("%.60q", e.id))
	case present(e.failure):
		answer <- answered{err: parseFailure(e.failure)}
	case e.result == nil:
		answer <- answered{result: json.RawMessage("null")}
	default:
		answer <- answered{result: json.RawMessage(e.result)}
	}
}

// request registers a request before anything else, so that a cancellation that
// comes next finds it.
func (c *Conn) request(h Handler, i id, method string, params json.RawMessage) {
	r, refused := c.requests.admit(c.open, i, method)
	if refused != nil {
		c.answer(i, refused, nil)
		return
	}
	err := c.guard(method, func() (err error) {
		r.run, err = h.Request(context.WithValue(r.ctx, requestKey{}, r), method, params)
		return err
	})
	r.size += 2 * len(params) // as they came, and decoded
	if err == nil && !c.requests.fit(r, c.limits.Stall) {
		err = answerBusy
	}
	if err != nil {
		c.answer(i, answerTo(r.ctx, err), func() { c.requests.finish(r) })
		return
	}
	c.requests.enqueue(r)
}

type requestKey struct{}

// Weigh says that the request of a context of Handler.Request keeps so many bytes besides
// its params until it is answered, such as the text of a document at a
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
	if r := c.requests.cancel(parseID(e.id)); r != nil {
		c.answer(r.id, answerCancelled, func() { c.requests.finish(r) })
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
	var encoded []byte
	err := c.guard(r.method, func() (err error) {
		encoded, err = result(r)
		return err
	})
	if errors.Is(err, errEncode) { // a fault of ours, of which the client understands nothing
		c.logger.Error("encode the result", "method", r.method, "error", err)
		err = &Error{CodeInternalError, fmt.Sprintf("internal error in %.100q", r.method)}
	}
	var failure *Error
	if err != nil {
		failure = answerTo(r.ctx, err)
	}
	finish := func() { c.requests.finish(r) }
	if c.out.put(c.open, &message{body: encodeAnswer(r.id, encoded, failure)}, answer, finish) != nil {
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

// answer queues an answer of the read loop. If the client takes so little that the
// bytes are used up, and stays so, the connection ends.
func (c *Conn) answer(i id, failure *Error, queued func()) {
	m := &message{body: encodeAnswer(i, nil, failure)}
	if c.out.offer(m, answer, queued) {
		return
	}
	ctx, cancel := context.WithTimeoutCause(c.open, c.limits.Stall, ErrStalled)
	defer cancel()
	if err := c.out.put(ctx, m, answer, queued); errors.Is(err, ErrStalled) {
		c.abort(ErrStalled)
	}
}

// guard turns a panic into an error that says no more to the client than the method.
func (c *Conn) guard(method string, f func() error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			c.logger.Error("panic", "method", method, "value", p, "stack", string(debug.Stack()))
			err = &Error{CodeInternalError, fmt.Sprintf("internal error in %.100q", method)}
		}
	}()
	return f()
}
