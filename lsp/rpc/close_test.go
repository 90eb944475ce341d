package rpc_test

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"os"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/pqcite/pqcite/lsp/rpc"
)

func TestCloseCancelsRequests(t *testing.T) {
	for name, w := range map[string]wire{"net": netPipe, "os": osPipes} {
		t.Run(name, func(t *testing.T) {
			started := make(chan string, 1)
			c := connect(t, w, rpc.Limits{Workers: 1}, serving(waiting(started)))
			c.send(`{"id":1,"method":"wait"}`, `{"id":2,"method":"wait"}`)
			await(t, started, "the run")
			if err := c.conn.Close(); err != nil {
				t.Error(err)
			}
			c.waitDone()
			if err := c.conn.Err(); !errors.Is(err, rpc.ErrClosed) {
				t.Errorf("Err() = %v, want %v", err, rpc.ErrClosed)
			}
			if err := c.conn.Close(); err != nil {
				t.Errorf("second Close: %v", err)
			}
			for _, err := range []error{
				c.conn.Notify("x", nil), c.conn.NotifyLatest("k", "x", nil), c.conn.Call(t.Context(), "x", nil, nil),
			} {
				if !errors.Is(err, rpc.ErrClosed) {
					t.Errorf("error %v after Close, want %v", err, rpc.ErrClosed)
				}
			}
		})
	}
}

func TestContextEndsTheConnection(t *testing.T) {
	defer goleak.VerifyNone(t, goleak.IgnoreCurrent())
	why := errors.New("enough")
	ctx, cancel := context.WithCancelCause(t.Context())
	server, in, _ := netPipe(t)
	conn := rpc.Connect(ctx, server, rpc.Limits{}, nil, serving(functions{}))
	cancel(why)
	await(t, conn.Done(), "the end")
	if err := conn.Err(); !errors.Is(err, why) {
		t.Errorf("Err() = %v, want %v", err, why)
	}
	if err := conn.Close(); err != nil {
		t.Error(err)
	}
	if _, err := in.Write([]byte("x")); !errors.Is(err, io.ErrClosedPipe) {
		t.Errorf("write to a stream that should be closed: %v", err)
	}
}

func TestCloseDoesNotWaitForEver(t *testing.T) {
	release, started := make(chan struct{}), make(chan struct{})
	c := open(t, osPipes, rpc.Limits{Grace: 10 * time.Millisecond}, serving(functions{
		request: func(context.Context, string, json.RawMessage) (rpc.Run, error) {
			return func(context.Context) (any, error) {
				close(started)
				<-release
				return nil, nil
			}, nil
		},
	}))
	c.send(`{"id":1,"method":"deaf"}`)
	await(t, started, "the run")
	if err := c.conn.Close(); !errors.Is(err, rpc.ErrLingering) {
		t.Errorf("Close = %v, want %v", err, rpc.ErrLingering)
	}
	close(release)
	c.close() // waits for it now
}

func TestWriteFailureEndsTheConnection(t *testing.T) {
	c := connect(t, osPipes, rpc.Limits{}, serving(functions{}))
	c.out.Close()
	c.send(`{"id":1,"method":"echo"}`)
	c.waitDone()
	if err := c.conn.Err(); err == nil || errors.Is(err, rpc.ErrClosed) || errors.Is(err, io.EOF) {
		t.Errorf("Err() = %v, want the error of the write", err)
	}
}

func TestDrain(t *testing.T) {
	c := blocked(t, rpc.Limits{})
	for range 100 {
		notify(t, c.conn.Notify("more", nil))
	}
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Millisecond)
	defer cancel()
	if err := c.conn.Drain(ctx); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("Drain = %v, want %v", err, context.DeadlineExceeded)
	}
	drained := make(chan error, 1)
	go func() { drained <- c.conn.Drain(t.Context()) }()
	c.expect(`{"jsonrpc":"2.0","method":"first"}`)
	for range 100 {
		c.expect(`{"jsonrpc":"2.0","method":"more"}`)
	}
	if err := await(t, drained, "the queue to drain"); err != nil {
		t.Error(err)
	}
}

// What a client asks before it ends its output is still answered, if the server
// drains the connection before it closes it.
func TestAnswersAfterTheEndOfInput(t *testing.T) {
	c := connect(t, osPipes, rpc.Limits{}, serving(functions{}))
	c.send(`{"id":1,"method":"echo"}`, `[]`)
	c.in.Close()
	c.waitDone()
	seen := map[string]bool{c.next(): true, c.next(): true}
	for _, want := range []string{
		`{"jsonrpc":"2.0","id":1,"result":null}`,
		failure("null", rpc.CodeInvalidRequest, notObject),
	} {
		if !seen[canonical(t, []byte(want))] {
			t.Errorf("no answer %s", want)
		}
	}
	if err := c.conn.Drain(t.Context()); err != nil {
		t.Error(err)
	}
}

func TestJoinClosesBoth(t *testing.T) {
	r1, w1, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer w1.Close()
	r2, w2, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r2.Close()
	both := rpc.Join(r1, w2)
	if err := both.Close(); err != nil {
		t.Error(err)
	}
	for _, f := range []*os.File{r1, w2} {
		if err := f.Close(); !errors.Is(err, os.ErrClosed) {
			t.Errorf("close of %v: %v, want that it is closed", f.Name(), err)
		}
	}
	if err := both.Close(); !errors.Is(err, os.ErrClosed) {
		t.Errorf("second close: %v, want %v", err, os.ErrClosed)
	}
}
