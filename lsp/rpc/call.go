package rpc

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/sourcegraph/jsonrpc2"
	"go.lsp.dev/protocol"
)

// Call asks the client and waits for its answer, which protocol.Unmarshal decodes
// into result unless that is nil. nil params are left out. If ctx ends first, the
// client is told by $/cancelRequest and the error wraps that of ctx; a bound is
// the caller's business. An error of the client is an *Error in the chain. ErrCalls
// is returned at once if too many calls have no answer; one that the caller gave
// up counts until the client has answered it.
//
// Call must not be used inside Handler.Notification or Handler.Request: the answer
// could not be read while they work. A Run or a goroutine may use it.
func (c *Conn) Call(ctx context.Context, method string, params, result any) error {
	raw, err := encodeParams(params)
	if err != nil {
		return fmt.Errorf("encode params of %q: %w", method, err)
	}
	answer, err := c.ask(ctx, method, raw)
	if err != nil {
		return fmt.Errorf("call %q: %w", method, err)
	}
	if result == nil {
		return nil
	}
	if err := protocol.Unmarshal(answer, result); err != nil {
		return fmt.Errorf("decode result of %q: %w", method, err)
	}
	return nil
}

func (c *Conn) ask(ctx context.Context, method string, params json.RawMessage) (json.RawMessage, error) {
	select {
	case c.calls <- struct{}{}:
	default:
		return nil, ErrCalls
	}
	both, release := within(ctx, c.life)
	defer release()
	m := &call{id: c.lastCall.Add(1), method: method, params: params, sent: make(chan sent, 1)}
	if c.out.put(both, m, ordinary, nil) != nil {
		<-c.calls
		return nil, c.gaveUp(ctx)
	}
	answer, err := m.await(both)
	var theirs *jsonrpc2.Error
	switch {
	case err == nil:
		return answer, nil
	case errors.As(err, &theirs):
		return nil, &Error{theirs.Code, theirs.Message}
	case both.Err() != nil:
		c.withdraw(m)
		return nil, c.gaveUp(ctx)
	case errors.Is(err, jsonrpc2.ErrClosed):
		return nil, c.gaveUp(ctx)
	}
	<-c.calls // it was not sent
	return nil, err
}

// await waits until the call is written and answered.
func (m *call) await(ctx context.Context) (json.RawMessage, error) {
	select {
	case <-ctx.Done():
		return nil, ctx.Err()
	case s := <-m.sent:
		if s.err != nil {
			return nil, s.err
		}
		var answer json.RawMessage
		err := s.answer.Wait(ctx, &answer)
		return answer, err
	}
}

// withdraw takes back a call that still waits, or tells the client that nobody
// waits for its answer. That never waits itself: there are no more of these than
// calls without an answer.
func (c *Conn) withdraw(m *call) {
	if c.out.remove(m) {
		<-c.calls
		return
	}
	params := json.RawMessage(fmt.Appendf(nil, `{"id":%d}`, m.id))
	c.out.offer(&notification{method: protocol.MethodCancelRequest, params: params}, always, nil)
}

// gaveUp is the error of a call whose context or connection has ended.
func (c *Conn) gaveUp(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	return closed(c.Err())
}

// received frees the place of a call with its answer, whether or not somebody
// still waits for it. A request is nil here if the client answered what it was
// never asked.
func (c *Conn) received(request *jsonrpc2.Request, response *jsonrpc2.Response) {
	if request != nil && response != nil {
		<-c.calls
	}
}
