package rpc

import (
	"context"
	"slices"
	"sync"

	"github.com/sourcegraph/jsonrpc2"
)

// request is one of the client that has no answer yet.
type request struct {
	id     jsonrpc2.ID
	method string
	ctx    context.Context
	cancel context.CancelCauseFunc
	run    Run
}

// requests are those of the client, waiting or running.
type requests struct {
	limit int

	mu      sync.Mutex
	byID    map[jsonrpc2.ID]*request
	waiting []*request
	ready   chan struct{} // at least one token for each that waits
}

func newRequests(limit int) *requests {
	return &requests{limit: limit, byID: map[jsonrpc2.ID]*request{}, ready: make(chan struct{}, limit)}
}

// admit registers a request, so that it can be cancelled, or says why not.
func (q *requests) admit(ctx context.Context, id jsonrpc2.ID, method string) (*request, *Error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.byID[id] != nil {
		return nil, answerDuplicate
	}
	if len(q.byID) >= q.limit {
		return nil, answerBusy
	}
	r := &request{id: id, method: method}
	r.ctx, r.cancel = context.WithCancelCause(ctx)
	q.byID[id] = r
	return r, nil
}

// enqueue lets the next free worker run an admitted request.
func (q *requests) enqueue(r *request, run Run) {
	q.mu.Lock()
	r.run = run
	q.waiting = append(q.waiting, r)
	q.mu.Unlock()
	select {
	case q.ready <- struct{}{}:
	default: // there are as many tokens as requests can wait
	}
}

// next waits for a request to run, nil when ctx is done.
func (q *requests) next(ctx context.Context) *request {
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-q.ready:
		}
		if r := q.pop(); r != nil {
			return r
		}
	}
}

// pop is nil if the request that left the token was cancelled while it waited.
func (q *requests) pop() *request {
	q.mu.Lock()
	defer q.mu.Unlock()
	if len(q.waiting) == 0 {
		return nil
	}
	r := q.waiting[0]
	q.waiting = slices.Delete(q.waiting, 0, 1)
	return r
}

// cancel tells a running request that the client has lost interest. One that still
// waits is taken out and returned: nobody else will answer it.
func (q *requests) cancel(id jsonrpc2.ID) *request {
	q.mu.Lock()
	defer q.mu.Unlock()
	r := q.byID[id]
	if r == nil {
		return nil
	}
	r.cancel(errCancelled)
	i := slices.Index(q.waiting, r)
	if i < 0 {
		return nil
	}
	q.waiting = slices.Delete(q.waiting, i, i+1)
	return r
}

// finish frees the place and the id of a request.
func (q *requests) finish(r *request) {
	q.mu.Lock()
	delete(q.byID, r.id)
	q.mu.Unlock()
	r.cancel(nil)
}
