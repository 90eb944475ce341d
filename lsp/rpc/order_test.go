package rpc_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/pqcite/pqcite/lsp/rpc"
)

// document is a handler with a state: "set" changes it, "get" returns it as it was
// when the request came.
func document() rpc.Handler {
	state := ""
	return functions{
		notification: func(_ context.Context, method string, params json.RawMessage) {
			if method == "set" {
				state = string(params)
			}
		},
		request: func(ctx context.Context, method string, params json.RawMessage) (rpc.Run, error) {
			if method != "get" {
				return echo(ctx, method, params)
			}
			snapshot := state
			return func(context.Context) (any, error) { return json.RawMessage(snapshot), nil }, nil
		},
	}
}

func TestRequestsSeeWhatWasSentBefore(t *testing.T) {
	const n = 2000
	c := connect(t, osPipes, rpc.Limits{Requests: n}, serving(document()))
	go func() {
		for i := range n {
			c.send(fmt.Sprintf(`{"method":"set","params":[%d]}`, i), fmt.Sprintf(`{"id":%d,"method":"get"}`, i))
		}
	}()
	type answer struct {
		ID     int
		Result []int
	}
	stale := 0
	for range n {
		var a answer
		if err := json.Unmarshal([]byte(c.next()), &a); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff([]int{a.ID}, a.Result); diff != "" {
			stale++
		}
	}
	if stale > 0 {
		t.Errorf("%d of %d answers are stale", stale, n)
	}
}

func TestNotificationsKeepTheirOrder(t *testing.T) {
	c := connect(t, osPipes, rpc.Limits{Outgoing: 3}, func(conn *rpc.Conn) rpc.Handler {
		return functions{notification: func(_ context.Context, method string, params json.RawMessage) {
			if err := conn.Notify(method, params); err != nil {
				t.Error(err)
			}
		}}
	})
	go func() {
		for i := range 500 {
			c.send(fmt.Sprintf(`{"method":"m","params":[%d]}`, i))
		}
	}()
	for i := range 500 {
		c.expect(fmt.Sprintf(`{"jsonrpc":"2.0","method":"m","params":[%d]}`, i))
	}
}

func TestNotifyBeforeTheFirstMessage(t *testing.T) {
	c := connect(t, osPipes, rpc.Limits{}, func(conn *rpc.Conn) rpc.Handler {
		if err := conn.Notify("hello", nil); err != nil {
			t.Error(err)
		}
		return functions{}
	})
	c.expect(`{"jsonrpc":"2.0","method":"hello"}`)
}

// blocked returns a client that reads nothing yet, and whose server is inside the
// writing of a first notification, "first". So all that follows waits in the queue.
func blocked(t *testing.T, limits rpc.Limits) *client {
	t.Helper()
	c := connect(t, netPipe, limits, serving(functions{}))
	notify(t, c.conn.Notify("first", nil))
	// The pipe has no buffer: once a byte is through, the writer holds the rest.
	head := make([]byte, 1)
	if _, err := c.out.Read(head); err != nil || head[0] != 'C' {
		t.Fatalf("read %q, %v", head, err)
	}
	c.out = prefixed{head, c.out}.reader()
	return c
}

func notify(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func TestNotifyLatest(t *testing.T) {
	c := blocked(t, rpc.Limits{})
	notify(t, c.conn.NotifyLatest("a", "state", []int{1}))
	notify(t, c.conn.Notify("between", []int{2}))
	notify(t, c.conn.NotifyLatest("b", "state", []int{3}))
	for i := range 1000 {
		notify(t, c.conn.NotifyLatest("a", "state", []int{10 + i}))
	}
	notify(t, c.conn.NotifyLatest("", "state", []int{4}))
	notify(t, c.conn.NotifyLatest("", "state", []int{5}))
	c.expect(
		`{"jsonrpc":"2.0","method":"first"}`,
		`{"jsonrpc":"2.0","method":"state","params":[1009]}`,
		`{"jsonrpc":"2.0","method":"between","params":[2]}`,
		`{"jsonrpc":"2.0","method":"state","params":[3]}`,
		`{"jsonrpc":"2.0","method":"state","params":[4]}`,
		`{"jsonrpc":"2.0","method":"state","params":[5]}`,
	)
	notify(t, c.conn.NotifyLatest("a", "state", []int{6})) // the key is free again
	c.expect(`{"jsonrpc":"2.0","method":"state","params":[6]}`)
}

func TestParamsThatCannotBeEncoded(t *testing.T) {
	c := connect(t, netPipe, rpc.Limits{}, serving(functions{}))
	if err := c.conn.Notify("bad", func() {}); err == nil || errors.Is(err, rpc.ErrClosed) {
		t.Errorf("Notify of a func: %v, want an error of encoding", err)
	}
	if err := c.conn.Call(t.Context(), "bad", func() {}, nil); err == nil {
		t.Error("Call with a func: no error")
	}
	c.settle()
}
