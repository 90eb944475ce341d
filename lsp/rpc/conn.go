package rpc

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math"
	"sync"
	"sync/atomic"
	"time"

	"github.com/sourcegraph/jsonrpc2"
	"go.lsp.dev/protocol"
)

// Conn is a connection to one client. Its methods may be called from any
// goroutine, with the exceptions that they name.
type Conn struct {
	limits   Limits
	logger   *slog.Logger
	stream   *stream
	out      *outbox
	requests *requests
	calls    chan struct{} // holds a token for each call without an answer
	lastCall atomic.Uint64 // id of a call; the first is 1

	// open ends with Close, or when nothing can be written any more. All goroutines
	// and all requests end with it.
	open context.Context
	shut context.CancelCauseFunc
	// life ends with open, or before it when nothing more can be read. In between
	// requests go on and the queue can be drained.
	life context.Context
	end  context.CancelCauseFunc

	ending  sync.Once // of life, so that the reason is logged once
	running sync.WaitGroup
	idle    chan struct{} // is closed when no goroutine is left
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
		limits: limits, logger: logger,
		out: newOutbox(limits), requests: newRequests(limits),
		calls: make(chan struct{}, limits.Calls), idle: make(chan struct{}),
	}
	c.open, c.shut = context.WithCancelCause(ctx)
	c.life, c.end = context.WithCancelCause(c.open)
	c.stream = &stream{
		frames: newFrames(rw, limits), rw: rw, limits: limits, logger: logger,
		refuse: func(id json.RawMessage, why *Error) { c.answer(&reply{id: id, err: why}, nil) },
		ended:  c.inputEnded,
	}
	c.start(handler(c))
	return c
}

func (c *Conn) start(h Handler) {
	c.running.Add(1) // the read loop; inputEnded takes it back
	conn := jsonrpc2.NewConn(c.open, c.stream, &reader{c, h}, jsonrpc2.SetLogger(libraryLog{c.logger}), jsonrpc2.OnRecv(c.received))
	c.running.Go(func() { c.write(wire{conn, c.stream}) })
	for range c.limits.Workers {
		c.running.Go(c.work)
	}
	go func() {
		<-c.open.Done()
		c.stream.Close() // ends a read and a write that wait; Close returns its error
		c.running.Wait()
		close(c.idle)
	}()
}

// Notify queues a notification. nil params are left out. If the queue is full it
// waits until there is room or the connection has ended; then the error wraps
// ErrClosed. Inside Handler.Notification and Handler.Request that wait keeps the
// connection from reading, so what may be much is better sent from elsewhere.
func (c *Conn) Notify(method string, params any) error {
	return c.notify(&notification{method: method}, params)
}

// NotifyLatest is Notify for a state of which only the latest counts, such as the
// diagnostics of one document. If a notification with this key still waits, it is
// replaced and keeps its place in the queue, unless the new one is too large for
// it. Notifications with one key must come from one goroutine at a time, else
// nobody knows which is the latest.
func (c *Conn) NotifyLatest(key, method string, params any) error {
	return c.notify(&notification{key: key, method: method}, params)
}

func (c *Conn) notify(n *notification, params any) error {
	var err error
	if n.params, err = encodeParams(params); err != nil {
		return fmt.Errorf("encode params of %q: %w", n.method, err)
	}
	if n.key != "" && c.open.Err() == nil && c.out.replace(n) {
		return nil
	}
	if err := c.out.put(c.open, n, ordinary, nil); err != nil {
		return fmt.Errorf("notify %q: %w", n.method, closed(err))
	}
	return nil
}

// encodeParams encodes params; nil stays nil and means none.
func encodeParams(params any) (json.RawMessage, error) {
	if params == nil {
		return nil, nil
	}
	return protocol.Marshal(params)
}

// closed is ErrClosed with the reason.
func closed(why error) error {
	if why == nil || errors.Is(why, ErrClosed) {
		return ErrClosed
	}
	return fmt.Errorf("%w: %w", ErrClosed, why)
}

// Drain waits until all queued messages are written, for as long as ctx lets it. It
// is meant for the time before Close; it does not wait for requests that run.
func (c *Conn) Drain(ctx context.Context) error {
	return c.await(ctx, c.out.empty, math.MaxInt64)
}

// Settle is Drain, but waits for the answers to the requests that were read as well, but
// for those that are detached. It ends with ErrUnsettled when nothing has been answered
// or written for a pause.
func (c *Conn) Settle(ctx context.Context, pause time.Duration) error {
	if err := c.await(ctx, c.requests.idle, pause); err != nil {
		return err
	}
	return c.await(ctx, c.out.empty, pause)
}

// await waits until there is nothing left. What is left changes when the channel closes.
func (c *Conn) await(ctx context.Context, left func() (changed <-chan struct{}, none bool), pause time.Duration) error {
	both, release := within(ctx, c.open)
	defer release()
	err := settled(both, left, pause)
	switch {
	case err == nil:
		return nil
	case errors.Is(err, ErrUnsettled):
		return err
	case ctx.Err() != nil:
		return fmt.Errorf("drain the connection: %w", ctx.Err())
	}
	return fmt.Errorf("drain the connection: %w", closed(err))
}

func settled(ctx context.Context, left func() (<-chan struct{}, bool), pause time.Duration) error {
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
// ErrLingering. Else the error is that of closing the stream. It may be called more
// than once, but not from a Handler or a Run: it would wait for itself.
func (c *Conn) Close() error {
	c.shut(ErrClosed)
	grace := time.NewTimer(c.limits.Grace)
	defer grace.Stop()
	select {
	case <-c.idle:
		return c.stream.Close()
	case <-grace.C:
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

// inputEnded ends the life of the connection and waits for its closing.
func (c *Conn) inputEnded(err error) {
	c.ended(err)
	<-c.open.Done()
	c.running.Done()
}

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

// libraryLog hands on what the library logs.
type libraryLog struct{ logger *slog.Logger }

func (l libraryLog) Printf(format string, args ...any) {
	l.logger.Debug("jsonrpc2", "message", fmt.Sprintf(format, args...))
}
