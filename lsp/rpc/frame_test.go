package rpc_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"

	"github.com/pqcite/pqcite/lsp/rpc"
)

const (
	notJSON   = "message is not valid JSON"
	notObject = "message is not a JSON object; batches are not part of LSP"
	noMethod  = "message has no method"
	badMethod = "method is not a string"
	badID     = "id is neither a whole number from 0 nor a short string"
	both      = "message is a request and a response"
)

// badFrames are messages that a client should not send, with all that it gets for
// each of them. The connection must survive.
var badFrames = []struct {
	name, body string
	want       []string
}{
	{"empty", ``, []string{failure("null", -32700, notJSON)}},
	{"spaces", `   `, []string{failure("null", -32700, notJSON)}},
	{"words", `hello`, []string{failure("null", -32700, notJSON)}},
	{"open object", `{"id":1,"method":"echo"`, []string{failure("null", -32700, notJSON)}},
	{"two values", `{"id":1,"method":"echo"}{}`, []string{failure("null", -32700, notJSON)}},
	{"trailing comma", `{"id":1,"method":"echo",}`, []string{failure("null", -32700, notJSON)}},
	{"open params", `{"id":1,"method":"echo","params":{"a":}}`, []string{failure("null", -32700, notJSON)}},
	{"deep nesting", strings.Repeat("[", 20_000) + strings.Repeat("]", 20_000), []string{failure("null", -32700, notJSON)}},
	{"deep params", `{"id":1,"method":"echo","params":` + strings.Repeat("[", 20_000) + strings.Repeat("]", 20_000) + `}`, []string{failure("null", -32700, notJSON)}},
	{"number", `7`, []string{failure("null", -32600, notObject)}},
	{"null", `null`, []string{failure("null", -32600, notObject)}},
	{"empty batch", `[]`, []string{failure("null", -32600, notObject)}},
	{"batch", `[{"id":1,"method":"echo"}]`, []string{failure("null", -32600, notObject)}},
	{"broken batch", `[{"id":1,`, []string{failure("null", -32700, notJSON)}},
	{"empty object", `{}`, []string{failure("null", -32600, noMethod)}},
	{"id only", `{"id":4}`, []string{failure("4", -32600, noMethod)}},
	{"string id only", `{"id":"x"}`, []string{failure(`"x"`, -32600, noMethod)}},
	{"other case", `{"ID":4,"Method":"echo"}`, []string{failure("null", -32600, noMethod)}},
	{"method number", `{"id":1,"method":7}`, []string{failure("1", -32600, badMethod)}},
	{"method null", `{"id":1,"method":null}`, []string{failure("1", -32600, badMethod)}},
	{"method object", `{"method":{}}`, []string{failure("null", -32600, badMethod)}},
	{"negative id", `{"id":-5,"method":"echo"}`, []string{failure("-5", -32600, badID)}},
	{"negative zero", `{"id":-0,"method":"echo"}`, []string{failure("-0", -32600, badID)}},
	{"fractional id", `{"id":1.5,"method":"echo"}`, []string{failure("1.5", -32600, badID)}},
	{"id with exponent", `{"id":1e2,"method":"echo"}`, []string{failure("1e2", -32600, badID)}},
	{"huge id", `{"id":9223372036854775808,"method":"echo"}`, []string{failure("9223372036854775808", -32600, badID)}},
	{"bool id", `{"id":true,"method":"echo"}`, []string{failure("null", -32600, badID)}},
	{"object id", `{"id":{"a":1},"method":"echo"}`, []string{failure("null", -32600, badID)}},
	{"array id", `{"id":[1],"method":"echo"}`, []string{failure("null", -32600, badID)}},
	{"long id", `{"id":"` + strings.Repeat("x", 2000) + `","method":"echo"}`, []string{failure("null", -32600, badID)}},
	{"broken text in id", "{\"id\":\"\xff\",\"method\":\"echo\"}", []string{failure("null", -32600, badID)}},
	{"half a pair in id", `{"id":"\ud800","method":"echo"}`, []string{failure(`"\ud800"`, -32600, badID)}},
	{"request and result", `{"id":1,"method":"echo","result":1}`, []string{failure("1", -32600, both)}},
	{"request and error", `{"id":1,"method":"echo","error":{}}`, []string{failure("1", -32600, both)}},
	{"unknown method", `{"id":1,"method":"nope"}`, []string{failure("1", -32601, "unknown method")}},
	{"empty method", `{"id":1,"method":""}`, []string{failure("1", -32601, "unknown method")}},

	// Responses are never answered.
	{"null response", `{"id":null,"result":1}`, nil},
	{"unknown response", `{"id":77,"result":1}`, nil},
	{"response 0", `{"id":0,"result":null}`, nil},
	{"response with string id", `{"id":"1","result":null}`, nil},
	{"response with odd id", `{"id":-1,"result":null}`, nil},
	{"response without id", `{"result":{}}`, nil},
	{"null error response", `{"id":null,"error":{"code":-32700,"message":"x"}}`, nil},
	{"odd error response", `{"id":5,"error":"x"}`, nil},
	{"error without result", `{"id":5,"error":null}`, nil},

	// Nor are notifications.
	{"unknown notification", `{"method":"nope"}`, nil},
	{"unknown $/", `{"method":"$/nope","params":{}}`, nil},
	{"null id", `{"id":null,"method":"echo"}`, nil},
	{"cancel without params", `{"method":"$/cancelRequest"}`, nil},
	{"cancel of odd ids", `{"method":"$/cancelRequest","params":{"id":{}}}`, nil},
	{"cancel of nothing", `{"method":"$/cancelRequest","params":[1]}`, nil},
	{"cancel of unknown", `{"method":"$/cancelRequest","params":{"id":12}}`, nil},

	// What is odd and served.
	{"no version", `{"id":1,"method":"echo"}`, []string{`{"jsonrpc":"2.0","id":1,"result":null}`}},
	{"other members", `{"id":1,"method":"echo","extra":[{}],"jsonrpc":2}`, []string{`{"jsonrpc":"2.0","id":1,"result":null}`}},
	{"null params", `{"id":1,"method":"echo","params":null}`, []string{`{"jsonrpc":"2.0","id":1,"result":null}`}},
	{"scalar params", `{"id":1,"method":"echo","params":5}`, []string{`{"jsonrpc":"2.0","id":1,"result":5}`}},
	{"id 0", `{"id":0,"method":"echo"}`, []string{`{"jsonrpc":"2.0","id":0,"result":null}`}},
	{"largest id", `{"id":9223372036854775807,"method":"echo"}`, []string{`{"jsonrpc":"2.0","id":9223372036854775807,"result":null}`}},
	{"empty id", `{"id":"","method":"echo"}`, []string{`{"jsonrpc":"2.0","id":"","result":null}`}},
	{"marked up id", `{"id":"<\u0041&é>","method":"echo"}`, []string{`{"jsonrpc":"2.0","id":"<A&é>","result":null}`}},
	{"last member counts", `{"id":1,"id":2,"method":"echo"}`, []string{`{"jsonrpc":"2.0","id":2,"result":null}`}},
	{"space around", "\r\n\t " + `{"id":1,"method":"echo"}` + strings.Repeat(" ", 70_000), []string{`{"jsonrpc":"2.0","id":1,"result":null}`}},
	{"order of params", `{"id":1,"method":"echo","params":{"b":1,"a":9007199254740993}}`, []string{`{"jsonrpc":"2.0","id":1,"result":{"b":1,"a":9007199254740993}}`}},
	{"broken text in params", "{\"id\":1,\"method\":\"echo\",\"params\":[\"\xff\"]}", []string{`{"jsonrpc":"2.0","id":1,"result":["` + "\uFFFD" + `"]}`}},
}

func TestBadFrames(t *testing.T) {
	for _, tt := range badFrames {
		t.Run(tt.name, func(t *testing.T) {
			c := connect(t, netPipe, rpc.Limits{}, serving(functions{}))
			c.send(tt.body)
			c.expect(tt.want...)
			c.settle()
		})
	}
}

func TestHeaders(t *testing.T) {
	const body = `{"id":1,"method":"echo","params":["é"]}`
	tests := []struct{ name, header string }{
		{"usual", "Content-Length: %d\r\n\r\n"},
		{"lower case, no space", "content-length:%d\r\n\r\n"},
		{"many spaces", "CONTENT-LENGTH :  \t %d  \r\n\r\n"},
		{"bare LF", "Content-Length: %d\n\n"},
		{"type after", "Content-Length: %d\r\nContent-Type: application/vscode-jsonrpc; charset=utf-8\r\n\r\n"},
		{"type before", "Content-Type: x\r\nContent-Length: %d\r\n\r\n"},
		{"twice the same", "Content-Length: %[1]d\r\nContent-Length: %[1]d\r\n\r\n"},
		{"after empty lines", "\r\n\n\r\nContent-Length: %d\r\n\r\n"},
		{"leading zero", "Content-Length: 0%d\r\n\r\n"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c := connect(t, netPipe, rpc.Limits{}, serving(functions{}))
			c.write(fmt.Sprintf(tt.header, len(body)) + body)
			c.expect(`{"jsonrpc":"2.0","id":1,"result":["é"]}`)
			c.settle()
		})
	}
}

func TestBadHeadersEndTheConnection(t *testing.T) {
	tests := []struct{ name, header string }{
		{"no colon", "Content-Length 5\r\n\r\n"},
		{"no length", "Content-Type: x\r\n\r\n"},
		{"no number", "Content-Length: five\r\n\r\n"},
		{"negative", "Content-Length: -1\r\n\r\n"},
		{"sign", "Content-Length: +1\r\n\r\n"},
		{"larger than any", "Content-Length: 99999999999999999999\r\n\r\n"},
		{"two lengths", "Content-Length: 2\r\nContent-Length: 3\r\n\r\n"},
		{"long line", "Content-Length: 2" + strings.Repeat(" ", 9000)},
		{"no line", strings.Repeat("x", 9000)},
		{"many fields", strings.Repeat("A: b\r\n", 2000)},
		{"empty lines only", strings.Repeat("\n", 9000)},
		{"a message without header", `{"id":1,"method":"echo"}` + "\n"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c := connect(t, osPipes, rpc.Limits{}, serving(functions{}))
			c.write(tt.header)
			c.waitDone()
			if err := c.conn.Err(); !errors.Is(err, rpc.ErrHeader) {
				t.Errorf("Err() = %v, want %v", err, rpc.ErrHeader)
			}
			if !strings.Contains(c.log.String(), rpc.ErrHeader.Error()) {
				t.Errorf("log does not name the reason: %s", c.log)
			}
		})
	}
}

func TestEndOfInput(t *testing.T) {
	tests := []struct {
		name, input string
		want        error
	}{
		{"at once", "", io.EOF},
		{"between messages", frame(`{"method":"x"}`), io.EOF},
		{"after an empty line", frame(`{"method":"x"}`) + "\r\n", io.EOF},
		{"in a name", "Content-", io.ErrUnexpectedEOF},
		{"after a field", "Content-Length: 2\r\n", io.ErrUnexpectedEOF},
		{"before the body", "Content-Length: 2\r\n\r\n", io.ErrUnexpectedEOF},
		{"in the body", "Content-Length: 20\r\n\r\n{}", io.ErrUnexpectedEOF},
		{"in a skipped body", "Content-Length: 99999999999\r\n\r\n{}", io.ErrUnexpectedEOF},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c := connect(t, osPipes, rpc.Limits{}, serving(functions{}))
			c.write(tt.input)
			c.in.Close()
			c.waitDone()
			if got := c.conn.Err(); got != tt.want {
				t.Errorf("Err() = %v, want %v", got, tt.want)
			}
		})
	}
}

// oneByte is a stream that gives a byte with each read.
type oneByte struct {
	io.Reader
	io.ReadWriteCloser
}

func (o oneByte) Read(p []byte) (int, error) { return o.Reader.Read(p) }

func TestSplitReads(t *testing.T) {
	split := func(t testing.TB) (io.ReadWriteCloser, io.WriteCloser, io.ReadCloser) {
		server, in, out := netPipe(t)
		return oneByte{iotest.OneByteReader(server), server}, in, out
	}
	c := connect(t, split, rpc.Limits{}, serving(functions{}))
	c.start()
	for _, tt := range badFrames {
		if len(tt.body) > 1000 {
			continue
		}
		c.send(tt.body)
		c.expect(tt.want...)
	}
	c.settle()
}

func TestTooLargeIsSkipped(t *testing.T) {
	c := connect(t, osPipes, rpc.Limits{Message: 100}, serving(functions{}))
	c.start()
	c.send(`{"id":1,"method":"echo","params":["` + strings.Repeat("x", 300_000) + `"]}`)
	c.expect(failure("null", -32600, "message has 300038 bytes, at most 100"))
	c.settle()
}

func TestLargeMessage(t *testing.T) {
	c := connect(t, osPipes, rpc.Limits{}, serving(functions{}))
	c.start()
	text := strings.Repeat("0123456789", 200_000)
	c.send(`{"id":1,"method":"echo","params":["` + text + `"]}`)
	c.expect(`{"jsonrpc":"2.0","id":1,"result":["` + text + `"]}`)
}

func TestParams(t *testing.T) {
	type seen struct{ Method, Params string }
	var got []seen
	c := connect(t, netPipe, rpc.Limits{}, serving(functions{
		notification: func(_ context.Context, method string, params json.RawMessage) {
			got = append(got, seen{method, string(params)})
			if method != "bare" && method != "null" && params == nil {
				t.Errorf("%s: params are nil", method)
			}
		},
	}))
	c.send(
		`{"method":"bare"}`,
		`{"method":"null","params":null}`,
		`{"method":"raw","params": {"b" : "\u0041<", "a":1.0 } }`,
		`{"method":"$/other","params":[ ]}`,
	)
	c.settle()
	want := []seen{{"bare", ""}, {"null", ""}, {"raw", `{"b" : "\u0041<", "a":1.0 }`}, {"$/other", `[ ]`}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("notifications (-want +got):\n%s", diff)
	}
}
