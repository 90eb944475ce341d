package rpc_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"go.lsp.dev/protocol"

	"github.com/pqcite/pqcite/lsp/rpc"
)

type valueError struct{ error }

func (e valueError) Unwrap() error { return e.error }

// outcomes are what a Run or Handler.Request may return, and what the client gets.
var outcomes = []struct {
	name   string
	result any
	err    error
	want   string // after the id
}{
	{"nothing", nil, nil, `"result":null`},
	{"nil pointer", (*protocol.Hover)(nil), nil, `"result":null`},
	{"protocol type", &protocol.Hover{Contents: &protocol.MarkupContent{Kind: protocol.MarkupKindMarkdown, Value: "<é & \u2028>"}}, nil,
		`"result":{"contents":{"kind":"markdown","value":"<é & \u2028>"}}`},
	{"empty list", []protocol.Location{}, nil, `"result":[]`},
	{"broken text", "a\xff\xfeb", nil, "\"result\":\"a\uFFFD\uFFFDb\""},
	{"broken text in any", &protocol.CodeAction{Title: "x", Data: protocol.LSPAny("\"\xff\"")}, nil, "\"result\":{\"title\":\"x\",\"data\":\"\uFFFD\"}"},
	{"error", nil, &rpc.Error{Code: rpc.CodeRequestFailed, Message: "no such thing"}, `"error":{"code":-32803,"message":"no such thing"}`},
	{"wrapped", nil, fmt.Errorf("look: %w", &rpc.Error{Code: rpc.CodeInvalidParams, Message: "bad place"}), `"error":{"code":-32602,"message":"bad place"}`},
	{"joined", nil, errors.Join(errors.New("x"), valueError{&rpc.Error{Code: rpc.CodeContentModified, Message: "changed"}}), `"error":{"code":-32801,"message":"changed"}`},
	{"other", nil, errors.New("open \"x\": no such file"), `"error":{"code":-32603,"message":"open \"x\": no such file"}`},
	{"broken text in error", nil, errors.New("a\xffb"), "\"error\":{\"code\":-32603,\"message\":\"a\uFFFDb\"}"},
	{"cancelled by us", nil, fmt.Errorf("scan: %w", context.Canceled), `"error":{"code":-32802,"message":"server has cancelled the request"}`},
	{"deadline", nil, context.DeadlineExceeded, `"error":{"code":-32603,"message":"context deadline exceeded"}`},
}

func TestOutcomes(t *testing.T) {
	run := func(i int) rpc.Run {
		return func(context.Context) (any, error) { return outcomes[i].result, outcomes[i].err }
	}
	c := connect(t, osPipes, rpc.Limits{}, serving(functions{
		request: func(_ context.Context, method string, params json.RawMessage) (rpc.Run, error) {
			var i int
			if err := json.Unmarshal(params, &i); err != nil {
				return nil, err
			}
			if method == "early" && outcomes[i].err != nil {
				return nil, outcomes[i].err
			}
			return run(i), nil
		},
	}))
	for _, method := range []string{"early", "late"} {
		for i, tt := range outcomes {
			t.Run(method+"/"+tt.name, func(t *testing.T) {
				c.send(fmt.Sprintf(`{"id":1,"method":%q,"params":%d}`, method, i))
				c.expect(`{"jsonrpc":"2.0","id":1,` + tt.want + `}`)
			})
		}
	}
}

func TestResultsThatCannotBeEncoded(t *testing.T) {
	results := map[string]any{
		"func":  func() {},
		"raw":   json.RawMessage(`{"a":`),
		"empty": json.RawMessage(``),
		"inner": &protocol.CodeAction{Title: "x", Data: protocol.LSPAny(`{"a":`)},
		"panic": encodePanics{},
	}
	c := connect(t, osPipes, rpc.Limits{}, serving(functions{
		request: func(_ context.Context, method string, _ json.RawMessage) (rpc.Run, error) {
			return func(context.Context) (any, error) { return results[method], nil }, nil
		},
	}))
	for name := range results {
		t.Run(name, func(t *testing.T) {
			c.send(fmt.Sprintf(`{"id":1,"method":%q}`, name))
			if a := parse(t, c.next()); a.ID != 1 || a.Error.Code != rpc.CodeInternalError {
				t.Errorf("answer %+v, want code %d", a, rpc.CodeInternalError)
			}
		})
	}
}

type encodePanics struct{}

func (encodePanics) MarshalJSON() ([]byte, error) { panic("encode") }

func TestPanics(t *testing.T) {
	c := connect(t, osPipes, rpc.Limits{}, serving(functions{
		notification: func(context.Context, string, json.RawMessage) { panic("secret 1") },
		request: func(ctx context.Context, method string, params json.RawMessage) (rpc.Run, error) {
			switch method {
			case "early":
				panic(errors.New("secret 2"))
			case "late":
				return func(context.Context) (any, error) { panic("secret 3") }, nil
			case "none":
				return nil, nil
			}
			return echo(ctx, method, params)
		},
	}))
	for range 10 { // more than there are workers
		c.send(`{"method":"n"}`, `{"id":1,"method":"early"}`)
		c.expect(failure("1", rpc.CodeInternalError, `internal error in "early"`))
		c.send(`{"id":2,"method":"late"}`)
		c.expect(failure("2", rpc.CodeInternalError, `internal error in "late"`))
	}
	c.send(`{"id":3,"method":"none"}`)
	c.expect(`{"jsonrpc":"2.0","id":3,"result":null}`)
	c.settle()
	for _, want := range []string{"secret 1", "secret 2", "secret 3", "error_test.go"} {
		if !strings.Contains(c.log.String(), want) {
			t.Errorf("log has no %q", want)
		}
	}
}
