// Package rpc is the transport of a language server: the frames of LSP's base
// protocol, the messages of JSON-RPC 2.0 in them, their order, cancellation and
// bounds. It knows nothing of documents or hovers; those are a Handler's.
//
// # What comes in
//
// One goroutine, the read loop, takes message after message. Notifications are
// handled on it, and so is the first half of each request, so a request sees all
// that was sent before it and nothing that was sent after. The second half, the
// Run, goes to a few workers. A cancellation is looked up on the read loop too,
// so it always finds the request before it.
//
// A message that is no proper request is answered with the error of JSON-RPC and
// the stream goes on. Only a damaged header ends the connection, since the begin of
// the next message is unknown then. The "jsonrpc" member is not looked at, an id of
// null makes a notification, and null params are absent params.
//
// # What goes out
//
// Every message waits in one bounded queue for one goroutine, the writer. When a
// client does not read, the queue fills up and then Notify and Call wait. Answers
// pass the bound on messages, but not the one on bytes.
//
// # A client that sends first and reads later
//
// A client may send thousands of requests before it reads the first answer. They
// are kept, up to Limits.RequestBytes, and served meanwhile; their answers are kept
// as well, up to Limits.OutgoingBytes. So the read loop goes on, and sees a
// cancellation, exit or the end of the input. Where there is no more room for a
// request it waits: the client can't send, reads, and room is made. If no request
// ends for Limits.Stall, the client is one that does not read while it can't send.
// Then the requests without room are refused, and if there is no room for that
// either, the connection is given up. Memory is bounded in any case.
//
// What is traded away: while the read loop waits, nothing is read. What a Run asks
// of the client by Call is then answered late, or not before the bound of its caller.
//
// It is our own since the libraries for JSON-RPC end a connection on the first odd
// message, have neither cancellation nor bounds, and decode each message several times.
package rpc

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"sync"
	"time"

	"go.lsp.dev/protocol"
)

// Conn is a connection to one client. Its methods may be called from any
// goroutine, with the exceptions that they name.
type Conn struct {
	limits   Limits
	logger   *slog.Logger
	rw       io.ReadWriteCloser
	frames   *frames
	out      *outbox
	requests *requests
	calls    calls

	// open ends with Close, or when nothing can be written any more. All goroutines
	// and all requests end with it.
	open context.Context
	shut context.CancelCauseFunc
	// life ends with open, or before it when nothing more can be read. In between
	// requests go on and the queue can be drained.
	life context.Context
	end  context.CancelCauseFunc

	ending   sync.Once // of life, so that the reason is logged once
	running  sync.WaitGroup
	idle     chan struct{} // is closed when no goroutine is left
	closeErr error         // of rw, once idle is closed
}

// Connect starts to serve a stream. handler gets the connection, so that it can
// call back later, and reading begins only once it has returned. It may notify but
// must not Call or Close. A nil logger logs nothing. The connection ends with ctx, and
// in any case Close must be called, after Done as well; it closes the stream too.
func Connect(ctx context.Context, rw io.ReadWriteCloser, limits Limits, logger *slog.Logger, handler func(*Conn) Handler) *Conn {
	if logger == nil {
		logger = slog.New(slog.DiscardHandler)
	}
	limits = limits.withDefaults()
	c := &Conn{
		limits: limits, logger: logger, rw: rw, frames: newFrames(rw, limits), out: newOutbox(limits), requests: newRequests(limits),
		calls: calls{most: limits.Calls, waiting: map[id]chan answered{}}, idle: make(chan struct{}),
	}
	c.open, c.shut = context.WithCancelCause(ctx)
	c.life, c.end = context.WithCancelCause(c.open)
	h := handler(c)
	c.running.Go(func() { c.read(h) })
	c.running.Go(c.write)
	for range limits.Workers {
		c.running.Go(c.work)
	}
	go func() {
		<-c.open.Done()
		c.closeErr = rw.Close() // ends a read and a write that wait
		c.running.Wait()
		close(c.idle)
	}()
	return c
}

// write is the writer: it sends what is queued until the connection ends.
func (c *Conn) write() {
	for {
		m, ok := c.out.take(c.open)
		if !ok {
			return
		}
		_, err := c.rw.Write(framed(m.body))
		c.out.written(m)
		if err != nil {
			c.abort(fmt.Errorf("write message: %w", err))
			return
		}
	}
}

// Notify queues a notification. nil params are left out. If the queue is full it
// waits until there is room or the connection has ended; then the error wraps
// ErrClosed. Inside Handler.Notification and Handler.Request that wait keeps the
// connection from reading, so what may be much is better sent from elsewhere.
func (c *Conn) Notify(method string, params any) error { return c.NotifyLatest("", method, params) }

// NotifyLatest is Notify for a state of which only the latest counts, such as the
// diagnostics of one document. If a notification with this key still waits, it is
// replaced and keeps its place in the queue, unless the new one is too large for
// it. Notifications with one key must come from one goroutine at a time, else
// nobody knows which is the latest. No key is that of Notify.
func (c *Conn) NotifyLatest(key, method string, params any) error {
	body, err := encodeRequest("", method, params)
	if err != nil {
		return err
	}
	m := &message{key, body}
	if key != "" && c.open.Err() == nil && c.out.replace(m) {
		return nil
	}
	if err := c.out.put(c.open, m, ordinary, nil); err != nil {
		return fmt.Errorf("notify %q: %w", method, closed(err))
	}
	return nil
}

// encodeRequest encodes a request, or a notification without an id.
func encodeRequest(i id, method string, params any) ([]byte, error) {
	b := []byte(`{"jsonrpc":"2.0"`)
	if i != "" {
		b = append(append(b, `,"id":`...), i...)
	}
	b = fmt.Appendf(b, `,"method":%q`, method)
	if params != nil {
		encoded, err := protocol.Marshal(params)
		if err != nil {
			return nil, fmt.Errorf("encode params of %q: %w", method, err)
		}
		b = append(append(b, `,"params":`...), encoded...)
	}
	return append(b, '}'), nil
}

// encodeAnswer encodes the answer to a request, a result that is valid JSON or an error.
func encodeAnswer(i id, result []byte, failure *Error) []byte {
	b := make([]byte, 0, len(i)+len(result)+64)
	b = append(append(b, `{"jsonrpc":"2.0","id":`...), i...)
	if failure == nil {
		b = append(append(b, `,"result":`...), result...)
	} else {
		encoded, err := json.Marshal(failure)
		if err != nil { // it has a number and a string
			panic(err)
		}
		b = append(append(b, `,"error":`...), encoded...)
	}
	return append(b, '}')
}

// closed is ErrClosed with the reason.
func closed(why error) error {
	if why == nil || errors.Is(why, ErrClosed) {
		return ErrClosed
	}
	return fmt.Errorf("%w: %w", ErrClosed, why)
}

// Settle waits until the requests that were read are answered, except for those that are
// detached, and all queued messages are written, for as long as ctx lets it. It ends with
// ErrUnsettled when nothing has been answered or written for a pause. It is meant for the
// time before Close.
func (c *Conn) Settle(ctx context.Context, pause time.Duration) error {
	ctx, release := within(ctx, c.open)
	defer release()
	err := settled(ctx, c.requests.idle, pause)
	if err == nil {
		err = settled(ctx, c.out.empty, pause)
	}
	if c.open.Err() != nil && err != nil {
		err = closed(err)
	}
	return err
}

// settled waits until there is nothing left. What is left changes when the channel closes.
func settled(ctx context.Context, left func() (changed <-chan struct{}, none bool), pause time.Duration) error {
	timer := time.NewTimer(pause)
	defer timer.Stop()
	for {
		changed, none := left()
		if none {
			return nil
		}
		select {
		case <-ctx.Done():
			return context.Cause(ctx)
		case <-changed:
			timer.Reset(pause)
		case <-timer.C:
			return ErrUnsettled
		}
	}
}

// Close stops reading and writing, closes the stream, cancels the running requests
// and waits for all goroutines, at most for Limits.Grace: a Run that does not heed
// its context, or a stream whose Close does not end its Read, makes it return
// ErrLingering. Otherwise the error is that of closing the stream. It may be called more
// than once, but not from a Handler or a Run: it would wait for itself.
func (c *Conn) Close() error {
	c.shut(ErrClosed)
	select {
	case <-c.idle:
		return c.closeErr
	case <-time.After(c.limits.Grace):
		return ErrLingering
	}
}

// Done is closed when the client has ended its output, when nothing can be written
// to it, or with Close. After the first of these the queue can still be drained.
func (c *Conn) Done() <-chan struct{} { return c.life.Done() }

// Err says why the connection has ended: io.EOF if the client ended it between two
// messages, io.ErrUnexpectedEOF if inside one, ErrClosed after Close, what wraps
// ErrHeader or ErrStalled, the context's cause, or an error of the stream. It is
// nil before Done is closed.
func (c *Conn) Err() error { return context.Cause(c.life) }

// abort ends the connection when there is no more use in writing.
func (c *Conn) abort(err error) {
	c.ended(err)
	c.shut(err)
}

func (c *Conn) ended(err error) {
	c.ending.Do(func() {
		if c.open.Err() != nil {
			return // the error only shows that we closed the stream
		}
		if errors.Is(err, io.EOF) {
			c.logger.Debug("input ended")
		} else {
			c.logger.Error("connection ended", "error", err)
		}
		c.end(err)
	})
}

// within returns a context that ends with either.
func within(ctx, other context.Context) (context.Context, func()) {
	both, cancel := context.WithCancelCause(ctx)
	stop := context.AfterFunc(other, func() { cancel(context.Cause(other)) })
	return both, func() {
		stop()
		cancel(nil)
	}
}
