package rpc

import (
	"context"
	"encoding/json"

	"github.com/sourcegraph/jsonrpc2"
)

// message is one that waits to be written.
type message interface {
	// size is about what the message holds in memory, in bytes.
	size() int
	// send writes the message. It is called by the writer only, once.
	send(ctx context.Context, w wire) error
}

// wire is what the writer writes to.
type wire struct {
	conn   *jsonrpc2.Conn
	stream *stream
}

// overhead is what a message holds beside its texts. It is counted so that a flood
// of tiny messages is bounded as well.
const overhead = 96

// reply answers a request that has a proper id.
type reply struct {
	id     jsonrpc2.ID
	result json.RawMessage
	err    *Error // instead of the result
}

func (r *reply) size() int { return overhead + len(r.id.Str) + len(r.result) }

func (r *reply) send(ctx context.Context, w wire) error {
	if r.err != nil {
		return w.fail(ctx, r.id, r.err)
	}
	err := w.conn.SendResponse(ctx, &jsonrpc2.Response{ID: r.id, Result: &r.result})
	if err == nil || lost(err) {
		return err
	}
	// The result has members that are no JSON; the client still gets its answer.
	return w.fail(ctx, r.id, &Error{CodeInternalError, err.Error()})
}

func (w wire) fail(ctx context.Context, id jsonrpc2.ID, e *Error) error {
	return w.conn.ReplyWithError(ctx, id, &jsonrpc2.Error{Code: e.Code, Message: e.Message})
}

// refusal answers a message that has no proper id. The library has no null id and
// can't give an odd one back, so it is encoded here.
type refusal struct {
	id  json.RawMessage
	err *Error
}

func (r *refusal) size() int { return overhead + len(r.id) }

func (r *refusal) send(_ context.Context, w wire) error {
	body, err := json.Marshal(refused{Version: "2.0", ID: r.id, Error: jsonrpc2.Error{Code: r.err.Code, Message: r.err.Message}})
	if err != nil {
		return err
	}
	return w.stream.write(body)
}

type refused struct {
	Version string          `json:"jsonrpc"`
	ID      json.RawMessage `json:"id"`
	Error   jsonrpc2.Error  `json:"error"`
}

// notification tells the client something. Of those with the same key, unless it
// is empty, only the latest waits.
type notification struct {
	key    string
	method string
	params json.RawMessage // nil for none
}

func (n *notification) size() int {
	return overhead + len(n.key) + len(n.method) + len(n.params)
}

func (n *notification) send(ctx context.Context, w wire) error {
	return w.conn.Notify(ctx, n.method, orNone(n.params))
}

// call asks the client something.
type call struct {
	id     uint64
	method string
	params json.RawMessage // nil for none
	sent   chan sent       // has room for one, so that the writer never waits
}

// sent is a call on its way, or why it is not.
type sent struct {
	answer jsonrpc2.Waiter
	err    error
}

func (c *call) size() int { return overhead + len(c.method) + len(c.params) }

func (c *call) send(ctx context.Context, w wire) error {
	answer, err := w.conn.DispatchCall(ctx, c.method, orNone(c.params), jsonrpc2.PickID(jsonrpc2.ID{Num: c.id}))
	c.sent <- sent{answer, err}
	return err
}

// orNone keeps absent params absent: an interface with a nil message in it would
// be sent as null.
func orNone(params json.RawMessage) any {
	if params == nil {
		return nil
	}
	return params
}
