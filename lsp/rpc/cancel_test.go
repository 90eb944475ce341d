package rpc_test

import (
	"context"
	"encoding/json"
	"fmt"
	"testing"
	"time"

	"github.com/pqcite/pqcite/lsp/rpc"
)

// waiting is a handler whose "wait" ends with its context only, whose "finish"
// does so too and has a result all the same. started counts the runs.
func waiting(started chan<- string) rpc.Handler {
	return functions{request: func(ctx context.Context, method string, params json.RawMessage) (rpc.Run, error) {
		if method != "wait" && method != "finish" {
			return echo(ctx, method, params)
		}
		return func(ctx context.Context) (any, error) {
			if started != nil {
				started <- method
			}
			<-ctx.Done()
			if method == "finish" {
				return "finished", nil
			}
			return nil, ctx.Err()
		}, nil
	}}
}

const cancelled = "request was cancelled"

func cancelOf(id string) string {
	return `{"method":"$/cancelRequest","params":{"id":` + id + `}}`
}

func TestCancelBehindItsRequest(t *testing.T) {
	c := connect(t, osPipes, rpc.Limits{}, serving(waiting(nil)))
	for _, id := range []string{"0", "1", `"a"`, `"1"`, `"é<"`} {
		c.write(frame(`{"id":`+id+`,"method":"wait"}`) + frame(cancelOf(id)))
		c.expect(failure(id, rpc.CodeRequestCancelled, cancelled))
	}
	c.settle()
}

func TestCancelOfOneThatFinishes(t *testing.T) {
	started := make(chan string, 1)
	c := connect(t, osPipes, rpc.Limits{}, serving(waiting(started)))
	c.send(`{"id":1,"method":"finish"}`)
	await(t, started, "the run")
	c.send(cancelOf("1"), cancelOf("1"))
	c.expect(`{"jsonrpc":"2.0","id":1,"result":"finished"}`)
	c.send(cancelOf("1")) // there is none any more
	c.settle()
}

func TestCancelTellsIDsApart(t *testing.T) {
	started := make(chan string, 2)
	c := connect(t, osPipes, rpc.Limits{}, serving(waiting(started)))
	c.send(`{"id":1,"method":"wait"}`, `{"id":"1","method":"wait"}`)
	await(t, started, "the run")
	await(t, started, "the run")
	c.send(cancelOf(`"1"`))
	c.expect(failure(`"1"`, rpc.CodeRequestCancelled, cancelled))
	c.send(cancelOf(`1`))
	c.expect(failure(`1`, rpc.CodeRequestCancelled, cancelled))
}

func TestCancelOfQueued(t *testing.T) {
	started := make(chan string, 1)
	c := connect(t, osPipes, rpc.Limits{Workers: 1, Requests: 3, Stall: 50 * time.Millisecond}, serving(waiting(started)))
	c.send(`{"id":1,"method":"wait"}`)
	await(t, started, "the run")
	c.send(`{"id":2,"method":"echo","params":[2]}`, `{"id":3,"method":"echo","params":[3]}`)
	c.send(`{"id":4,"method":"echo"}`)
	c.expect(failure("4", rpc.CodeRequestFailed, "too many requests are waiting"))
	c.send(cancelOf("2"))
	c.expect(failure("2", rpc.CodeRequestCancelled, cancelled)) // while 1 still runs
	c.send(`{"id":2,"method":"echo","params":["again"]}`, cancelOf("1"))
	c.expect(
		failure("1", rpc.CodeRequestCancelled, cancelled),
		`{"jsonrpc":"2.0","id":3,"result":[3]}`,
		`{"jsonrpc":"2.0","id":2,"result":["again"]}`,
	)
	c.settle()
}

func TestManyCancels(t *testing.T) {
	const n = 10_000
	c := connect(t, osPipes, rpc.Limits{}, serving(waiting(nil)))
	go func() {
		for i := range n {
			id := fmt.Sprint(i)
			c.write(frame(`{"id":`+id+`,"method":"wait"}`) + frame(cancelOf(id)))
		}
	}()
	seen := map[int]bool{}
	for range n {
		a := parse(t, c.next())
		if seen[a.ID] || a.Error.Code != rpc.CodeRequestCancelled {
			t.Fatalf("answer %+v, want one to each request, with code %d", a, rpc.CodeRequestCancelled)
		}
		seen[a.ID] = true
	}
	c.settle()
}

func TestDuplicateID(t *testing.T) {
	started := make(chan string, 1)
	c := connect(t, osPipes, rpc.Limits{}, serving(waiting(started)))
	c.send(`{"id":1,"method":"wait"}`)
	await(t, started, "the run")
	c.send(`{"id":1,"method":"echo"}`)
	c.expect(failure("1", rpc.CodeInvalidRequest, "a request with this id has no answer yet"))
	c.send(cancelOf("1"))
	c.expect(failure("1", rpc.CodeRequestCancelled, cancelled))
	for range 200 { // an id is free as soon as its answer is there
		c.send(`{"id":1,"method":"echo"}`)
		c.expect(`{"jsonrpc":"2.0","id":1,"result":null}`)
	}
}

// answered is an answer with a number for its id.
type answered struct {
	ID     int
	Result json.RawMessage
	Error  struct {
		Code    int64
		Message string
	}
}

func parse(t testing.TB, message string) (a answered) {
	t.Helper()
	if err := json.Unmarshal([]byte(message), &a); err != nil {
		t.Fatalf("parse %s: %v", message, err)
	}
	return a
}
