package rpc

import (
	"context"
	"slices"
	"sync"
	"time"

	"github.com/sourcegraph/jsonrpc2"
)

// request is one of the client that has no answer yet.
type request struct {
	id     jsonrpc2.ID
	method string
	ctx    context.Context
	cancel context.CancelCauseFunc
	run    Run
	size   int // about what it takes in memory, in bytes

	held     int  // size, once it has found room; guarded by requests.mu
	detached bool // guarded by requests.mu
}

// requestSize is what a request holds beside its params: contexts, its place in lists,
// and what a handler makes of it.
const requestSize = 1 << 10

// requests are those of the client, waiting or running.
type requests struct {
	limits Limits
	ready  chan struct{} // at least one token for each that waits

	mu       sync.Mutex
	byID     map[jsonrpc2.ID]*request
	waiting  []*request
	bytes    int           // of those that have found room
	detached int           // how many are
	stalled  bool          // none has ended since the last one was waited for in vain
	changed  chan struct{} // is closed when one ends or is detached; nil if nobody waits
}

func newRequests(limits Limits) *requests {
	return &requests{limits: limits, byID: map[jsonrpc2.ID]*request{}, ready: make(chan struct{}, limits.Requests)}
}

// admit registers a request, so that it can be cancelled, or says why not.
func (q *requests) admit(ctx context.Context, id jsonrpc2.ID, method string) (*request, *Error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.byID[id] != nil {
		return nil, answerDuplicate
	}
	r := &request{id: id, method: method, size: requestSize}
	r.ctx, r.cancel = context.WithCancelCause(ctx)
	q.byID[id] = r
	return r, nil
}

// fit waits until an admitted request has room beside the others. It is called on the
// read loop, and while it waits nothing more is read: a client that sends faster than it
// is served is held up rather than refused. False means that no other request has ended
// for a while. The client may wait for an answer before it goes on, or not read any; it is
// told, since what it sends next could be a cancellation.
func (q *requests) fit(r *request, stall time.Duration) bool {
	changed, ok := q.place(r)
	for !ok && changed != nil {
		timer := time.NewTimer(stall)
		select {
		case <-changed:
			changed, ok = q.place(r)
		case <-r.ctx.Done():
			changed = nil
		case <-timer.C:
			q.stall()
			changed = nil
		}
		timer.Stop()
	}
	return ok
}

// place counts a request that has room. If there is none it returns what closes when there
// may be; nil if that was waited for in vain, and nothing has changed since.
func (q *requests) place(r *request) (changed <-chan struct{}, ok bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	switch {
	case len(q.byID) <= q.limits.Requests && (q.bytes == 0 || q.bytes+r.size <= q.limits.RequestBytes):
		r.held = r.size
		q.bytes += r.held
		return nil, true
	case q.stalled:
		return nil, false
	}
	return q.wait(), false
}

func (q *requests) stall() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.stalled = true
}

// idle reports whether all requests but those that are detached are answered, or returns
// what closes when one is.
func (q *requests) idle() (<-chan struct{}, bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if len(q.byID) == q.detached {
		return nil, true
	}
	return q.wait(), false
}

// wait returns the channel that announce closes. The caller holds the mutex.
func (q *requests) wait() <-chan struct{} {
	if q.changed == nil {
		q.changed = make(chan struct{})
	}
	return q.changed
}

// announce wakes all who wait. The caller holds the mutex.
func (q *requests) announce() {
	if q.changed != nil {
		close(q.changed)
		q.changed = nil
	}
}

// detach takes a request out of those that there are workers for, unless there are too
// many of these.
func (q *requests) detach(r *request) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.detached >= q.limits.Detached {
		return false
	}
	q.detached++
	r.detached = true
	q.announce()
	return true
}

// enqueue lets the next free worker run a request that has found room.
func (q *requests) enqueue(r *request) {
	q.mu.Lock()
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
	q.waiting[0], q.waiting = nil, q.waiting[1:]
	return r
}

// cancel ends the context of a running request. One that still
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
	q.bytes -= r.held
	q.stalled = q.stalled && r.held == 0 // it had no room itself
	if r.detached {
		q.detached--
	}
	q.announce()
	q.mu.Unlock()
	r.cancel(nil)
}
