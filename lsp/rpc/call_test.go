package rpc_test

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"

	"go.lsp.dev/protocol"

	"github.com/pqcite/pqcite/lsp/rpc"
)

// ask calls in a goroutine.
func ask(ctx context.Context, c *client, method string, params, result any) <-chan error {
	done := make(chan error, 1)
	go func() { done <- c.conn.Call(ctx, method, params, result) }()
	return done
}

func TestCall(t *testing.T) {
	c := connect(t, osPipes, rpc.Limits{}, serving(functions{}))
	var item protocol.MessageActionItem
	done := ask(t.Context(), c, "window/showMessageRequest", &protocol.ShowMessageRequestParams{Type: protocol.MessageTypeInfo, Message: "?"}, &item)
	c.expect(`{"jsonrpc":"2.0","id":1,"method":"window/showMessageRequest","params":{"type":3,"message":"?"}}`)
	c.send(`{"id":1,"result":{"title":"Yes"}}`, `{"id":1,"result":{"title":"No"}}`)
	if err := await(t, done, "the call"); err != nil || item.Title != "Yes" {
		t.Errorf("got %q, %v", item.Title, err)
	}
	c.settle()
}

func TestCallAnswers(t *testing.T) {
	tests := []struct {
		name, answer string
		want         string // of the error, "" for none
		code         int64
	}{
		{"null", `{"id":ID,"result":null}`, "", 0},
		{"result and null error", `{"jsonrpc":"2.0","id":ID,"result":[1],"error":null}`, "", 0},
		{"null error only", `{"id":ID,"error":null}`, "", 0},
		{"error", `{"id":ID,"error":{"code":-32601,"message":"no","data":{}}}`, `call "ask": no (code -32601)`, -32601},
		{"error and null result", `{"id":ID,"result":null,"error":{"code":5,"message":"no"}}`, `call "ask": no (code 5)`, 5},
		{"odd error", `{"id":ID,"error":"no"}`, `call "ask": client answered with an error of unknown form (code -32603)`, -32603},
	}
	c := connect(t, osPipes, rpc.Limits{}, serving(functions{}))
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			done := ask(t.Context(), c, "ask", nil, nil)
			var m struct{ ID json.RawMessage }
			if err := json.Unmarshal([]byte(c.next()), &m); err != nil {
				t.Fatal(err)
			}
			c.send(strings.Replace(tt.answer, "ID", string(m.ID), 1))
			err := await(t, done, "the call")
			var e *rpc.Error
			switch {
			case tt.want == "" && err != nil:
				t.Errorf("error %v, want none", err)
			case tt.want != "" && (err == nil || err.Error() != tt.want || !errors.As(err, &e) || e.Code != tt.code):
				t.Errorf("error %v, want %s", err, tt.want)
			}
		})
	}
}

func TestCallResultOfAnotherType(t *testing.T) {
	c := connect(t, osPipes, rpc.Limits{}, serving(functions{}))
	var n int
	done := ask(t.Context(), c, "ask", nil, &n)
	c.next()
	c.send(`{"id":1,"result":"text"}`)
	if err := await(t, done, "the call"); err == nil {
		t.Error("no error")
	}
}

func TestCallCancelled(t *testing.T) {
	c := connect(t, osPipes, rpc.Limits{Calls: 1}, serving(functions{}))
	ctx, cancel := context.WithCancel(t.Context())
	done := ask(ctx, c, "ask", []int{1}, nil)
	c.expect(`{"jsonrpc":"2.0","id":1,"method":"ask","params":[1]}`)
	cancel()
	if err := await(t, done, "the call"); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want %v", err, context.Canceled)
	}
	c.expect(`{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":1}}`)
	if err := c.conn.Call(t.Context(), "ask", nil, nil); !errors.Is(err, rpc.ErrCalls) {
		t.Errorf("error %v before the answer, want %v", err, rpc.ErrCalls)
	}
	c.send(`{"id":1,"error":{"code":-32800,"message":"cancelled"}}`)
	c.settle()
	done = ask(t.Context(), c, "ask", nil, nil)
	c.expect(`{"jsonrpc":"2.0","id":2,"method":"ask"}`)
	c.send(`{"id":2,"result":null}`)
	if err := await(t, done, "the call"); err != nil {
		t.Error(err)
	}
}

func TestCallCancelledInTheQueue(t *testing.T) {
	c := blocked(t, rpc.Limits{Calls: 1})
	for range 3 { // each frees its place
		ctx, cancel := context.WithTimeout(t.Context(), 10*time.Millisecond)
		if err := c.conn.Call(ctx, "ask", nil, nil); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("error %v, want %v", err, context.DeadlineExceeded)
		}
		cancel()
	}
	c.expect(`{"jsonrpc":"2.0","method":"first"}`)
	c.settle() // neither the calls nor cancellations were sent
}

func TestCallThatFindsNoRoom(t *testing.T) {
	c := blocked(t, rpc.Limits{Calls: 1, Outgoing: 1})
	notify(t, c.conn.Notify("second", nil))
	for range 3 { // each frees its place
		ctx, cancel := context.WithTimeout(t.Context(), 10*time.Millisecond)
		if err := c.conn.Call(ctx, "ask", nil, nil); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("error %v, want %v", err, context.DeadlineExceeded)
		}
		cancel()
	}
	c.expect(`{"jsonrpc":"2.0","method":"first"}`, `{"jsonrpc":"2.0","method":"second"}`)
	c.settle()
}

func TestCallFromRun(t *testing.T) {
	c := connect(t, osPipes, rpc.Limits{Workers: 1}, func(conn *rpc.Conn) rpc.Handler {
		return functions{request: func(context.Context, string, json.RawMessage) (rpc.Run, error) {
			return func(ctx context.Context) (any, error) {
				var answer []int
				err := conn.Call(ctx, "back", nil, &answer)
				return answer, err
			}, nil
		}}
	})
	c.send(`{"id":1,"method":"x"}`) // the ids of both sides are apart
	c.expect(`{"jsonrpc":"2.0","id":1,"method":"back"}`)
	c.send(`{"id":1,"result":[7]}`)
	c.expect(`{"jsonrpc":"2.0","id":1,"result":[7]}`)

	c.send(`{"id":2,"method":"x"}`)
	c.expect(`{"jsonrpc":"2.0","id":2,"method":"back"}`)
	c.send(cancelOf("2"))
	c.expect(`{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":2}}`, failure("2", rpc.CodeRequestCancelled, cancelled))
}

func TestCallWhenTheConnectionEnds(t *testing.T) {
	ends := map[string]func(c *client){
		"close":         func(c *client) { c.conn.Close() },
		"end of input":  func(c *client) { c.in.Close() },
		"broken header": func(c *client) { c.write("x\n\n") },
	}
	for name, end := range ends {
		t.Run(name, func(t *testing.T) {
			c := connect(t, osPipes, rpc.Limits{}, serving(functions{}))
			done := ask(t.Context(), c, "ask", nil, nil)
			c.expect(`{"jsonrpc":"2.0","id":1,"method":"ask"}`)
			end(c)
			if err := await(t, done, "the call"); !errors.Is(err, rpc.ErrClosed) {
				t.Errorf("error %v, want %v", err, rpc.ErrClosed)
			}
		})
	}
}
