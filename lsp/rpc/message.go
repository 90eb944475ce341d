package rpc

import (
	"context"
	"encoding/json"
	"fmt"

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

// reply answers a request, or with an id of null what could not be one. It is
// encoded here and not by the library, which can't send a null or an odd id and
// goes over each result four times.
type reply struct {
	id     json.RawMessage
	result json.RawMessage // is valid
	err    *Error          // instead of the result
}

func (r *reply) size() int { return overhead + len(r.id) + len(r.result) }

func (r *reply) send(_ context.Context, w wire) error {
	body := make([]byte, 0, len(r.id)+len(r.result)+64)
	body = append(append(body, `{"jsonrpc":"2.0","id":`...), r.id...)
	if r.err == nil {
		body = append(append(body, `,"result":`...), r.result...)
	} else {
		failure, err := json.Marshal(jsonrpc2.Error{Code: r.err.Code, Message: r.err.Message})
		if err != nil {
			return fmt.Errorf("encode error: %w", err)
		}
		body = append(append(body, `,"error":`...), failure...)
	}
	return w.stream.write(append(body, '}'))
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
