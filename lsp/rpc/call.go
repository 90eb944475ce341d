package rpc

import (
	"context"
	"encoding/json"
	"fmt"
	"strconv"
	"sync"

	"go.lsp.dev/protocol"
)

// calls are our requests that the client has not answered.
type calls struct {
	most int

	mu      sync.Mutex
	last    uint64 // id; the first is 1
	waiting map[id]chan answered
}

// answered is what the client answered a call with.
type answered struct {
	result json.RawMessage
	err    *Error
}

// begin registers a call, unless there are too many.
func (c *calls) begin() (id, <-chan answered, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.waiting) >= c.most {
		return "", nil, ErrCalls
	}
	c.last++
	i, answer := id(strconv.FormatUint(c.last, 10)), make(chan answered, 1)
	c.waiting[i] = answer
	return i, answer, nil
}

// end takes a call out; nil if there is none.
func (c *calls) end(i id) chan<- answered {
	c.mu.Lock()
	defer c.mu.Unlock()
	answer := c.waiting[i]
	delete(c.waiting, i)
	return answer
}

// Call asks the client and waits for its answer, which protocol.Unmarshal decodes
// into result unless that is nil. nil params are left out. If ctx ends first,
// $/cancelRequest is sent and the error wraps that of ctx; a bound is
// the caller's business. An error of the client is an *Error in the chain. ErrCalls
// is returned at once if too many calls have no answer; one that the caller gave
// up counts until the client has answered it.
//
// Call must not be used inside Handler.Notification or Handler.Request: the answer
// could not be read while they work. A Run or a goroutine may use it.
func (c *Conn) Call(ctx context.Context, method string, params, result any) error {
	answer, err := c.ask(ctx, method, params)
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

func (c *Conn) ask(ctx context.Context, method string, params any) (json.RawMessage, error) {
	i, answer, err := c.calls.begin()
	if err != nil {
		return nil, err
	}
	body, err := encodeRequest(i, method, params)
	if err != nil {
		c.calls.end(i)
		return nil, err
	}
	both, release := within(ctx, c.life)
	defer release()
	m := &message{body: body}
	if c.out.put(both, m, ordinary, nil) != nil {
		c.calls.end(i)
		return nil, c.gaveUp(ctx)
	}
	select {
	case a := <-answer:
		if a.err != nil {
			return nil, a.err
		}
		return a.result, nil
	case <-both.Done():
		c.withdraw(i, m)
		return nil, c.gaveUp(ctx)
	}
}

// gaveUp is the error of a call whose context or connection has ended.
func (c *Conn) gaveUp(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	return closed(c.Err())
}

// withdraw takes back a call that was not sent, or cancels it: nobody waits for its answer.
// That never waits itself: there are no more of these than calls without an answer.
func (c *Conn) withdraw(i id, m *message) {
	if c.out.remove(m) {
		c.calls.end(i)
		return
	}
	cancel := `{"jsonrpc":"2.0","method":"` + protocol.MethodCancelRequest + `","params":{"id":` + string(i) + `}}`
	c.out.offer(&message{body: []byte(cancel)}, always, nil)
}
