package rpc_test

import (
	"context"
	"encoding/json"
	"fmt"
	"testing"
	"time"

	"github.com/pqcite/pqcite/lsp/rpc"
)

// A Run that has said that it takes long holds up nobody, and the number of workers
// is the same when it has ended.
func TestDetach(t *testing.T) {
	started := make(chan string, 10)
	c := connect(t, osPipes, rpc.Limits{Workers: 1}, serving(functions{
		request: func(ctx context.Context, method string, params json.RawMessage) (rpc.Run, error) {
			if method == "echo" {
				return echo(ctx, method, params)
			}
			return func(ctx context.Context) (any, error) {
				if method == "long" {
					rpc.Detach(ctx)
					rpc.Detach(ctx) // counts once
				}
				started <- method
				<-ctx.Done()
				return nil, ctx.Err()
			}, nil
		},
	}))
	for id := 1; id <= 3; id++ {
		c.send(fmt.Sprintf(`{"id":%d,"method":"long"}`, id))
		await(t, started, "the long run")
	}
	c.settle() // though three run and there is one worker
	for _, id := range []string{"1", "2", "3"} {
		c.send(cancelOf(id))
		c.expect(failure(id, rpc.CodeRequestCancelled, cancelled))
	}
	c.send(`{"id":4,"method":"short"}`)
	await(t, started, "the short run")
	c.send(`{"id":5,"method":"echo"}`, cancelOf("5")) // waits: the one worker is busy
	c.expect(failure("5", rpc.CodeRequestCancelled, cancelled))
	c.send(cancelOf("4"))
	c.expect(failure("4", rpc.CodeRequestCancelled, cancelled))
}

// One Run more than can be detached works in its worker's place.
func TestDetachIsBounded(t *testing.T) {
	started := make(chan string, 10)
	c := connect(t, osPipes, rpc.Limits{Workers: 1, Detached: 2}, serving(functions{
		request: func(context.Context, string, json.RawMessage) (rpc.Run, error) {
			return func(ctx context.Context) (any, error) {
				rpc.Detach(ctx)
				started <- ""
				<-ctx.Done()
				return nil, ctx.Err()
			}, nil
		},
	}))
	for id := 1; id <= 4; id++ {
		c.send(fmt.Sprintf(`{"id":%d,"method":"long"}`, id))
	}
	for range 3 {
		await(t, started, "a long run")
	}
	select {
	case <-started:
		t.Error("a fourth one runs")
	case <-time.After(50 * time.Millisecond):
	}
	c.send(cancelOf("1"), cancelOf("3"))
	c.next()
	await(t, started, "the fourth run")
	c.next()
}

// Runs that are detached end with the connection as all others do.
func TestCloseEndsDetached(t *testing.T) {
	started := make(chan struct{})
	c := connect(t, osPipes, rpc.Limits{Workers: 1}, serving(functions{
		request: func(context.Context, string, json.RawMessage) (rpc.Run, error) {
			return func(ctx context.Context) (any, error) {
				rpc.Detach(ctx)
				close(started)
				<-ctx.Done()
				return nil, ctx.Err()
			}, nil
		},
	}))
	c.send(`{"id":1,"method":"long"}`)
	await(t, started, "the long run")
	if err := c.conn.Close(); err != nil {
		t.Errorf("Close: %v", err)
	}
	rpc.Detach(t.Context()) // of no Run: does nothing
}
