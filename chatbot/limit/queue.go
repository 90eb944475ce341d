package limit

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"sync"
)

// Sizes bound a queue.
type Sizes struct {
	Running int // asks at a time
	Waiting int // asks that wait for one of those to end
	PerUser int // of one user, running and waiting
}

// DefaultSizes: an extractive answer takes 5 ms on one core and a model one at a
// time is enough for most servers, so that ten at a time keep either busy. At
// two seconds an answer, the last of 200 that wait has its answer after 40 s, of the 15
// minutes that Discord gives.
func DefaultSizes() Sizes { return Sizes{Running: 10, Waiting: 200, PerUser: 3} }

// Queue lets a bounded number of asks run. Those that wait are taken from the
// guilds in turn, in each guild the oldest first, so that a flood in one guild
// delays an ask in another by one. Nor can it take all places to wait: in a full
// queue the guild with the most asks gives up its newest for one of a guild with
// fewer. The queue has no goroutine of its own: each ask runs on that of its
// caller.
type Queue struct {
	sizes Sizes

	mu      sync.Mutex // guards all below
	running map[*ask]struct{}
	users   map[string]int // running and waiting
	turns   turns
}

// ask is one call of Do.
type ask struct {
	key    Key
	start  chan struct{} // closed when it may run
	cancel context.CancelCauseFunc
}

// ErrFull says that an ask was not taken in: as many wait as may, or the user has as many
// under way as may be. It is worth trying again.
var ErrFull = errors.New("the queue is full")

// NewQueue returns an empty queue.
func NewQueue(s Sizes) *Queue {
	return &Queue{sizes: s, running: map[*ask]struct{}{}, users: map[string]int{}}
}

// Do waits for a place and runs the function on the caller's goroutine. If it has
// to wait, waiting gets the position first, 1 for the next; it may be nil, and must return
// soon.
//
// The error is nil if the function ran; otherwise it is [ErrFull] or the context's. A panic
// is an error too.
func (q *Queue) Do(ctx context.Context, k Key, waiting func(position int), run func(context.Context)) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	a := &ask{key: k, start: make(chan struct{}), cancel: cancel}
	position, err := q.join(a)
	if err != nil {
		return err
	}
	defer q.leave(a)
	if position > 0 {
		if waiting != nil {
			if err := contained(func() { waiting(position) }); err != nil {
				return err
			}
		}
		select {
		case <-a.start:
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	}
	return contained(func() { run(ctx) })
}

// contained turns a panic into an error.
func contained(run func()) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("run ask: panic: %v\n%s", p, debug.Stack())
		}
	}()
	run()
	return nil
}

// join takes an ask in, to run at once (position 0) or to wait.
func (q *Queue) join(a *ask) (position int, err error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	switch {
	case a.key.User != "" && q.users[a.key.User] >= q.sizes.PerUser:
		return 0, fmt.Errorf("queue ask: %w: %d of the user are under way", ErrFull, q.sizes.PerUser)
	case len(q.running) < q.sizes.Running:
		q.running[a] = struct{}{}
	case q.turns.n >= q.sizes.Waiting && !q.pushOutLocked(a.key):
		return 0, fmt.Errorf("queue ask: %w", ErrFull)
	default:
		position = q.turns.add(a)
	}
	q.users[a.key.User]++
	return position, nil
}

// pushOutLocked makes room for an ask of a key in a full queue, if another guild
// has more asks than its guild would have.
func (q *Queue) pushOutLocked(k Key) bool {
	out := q.turns.newestOfMost(k)
	if out == nil {
		return false
	}
	q.turns.remove(out)
	out.cancel(fmt.Errorf("queue ask: %w", ErrFull))
	return true
}

// leave takes an ask out, whether it ran, waited or was pushed out, and gives free places
// to those that wait.
func (q *Queue) leave(a *ask) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if !q.turns.remove(a) {
		delete(q.running, a)
	}
	if q.users[a.key.User]--; q.users[a.key.User] == 0 {
		delete(q.users, a.key.User)
	}
	for len(q.running) < q.sizes.Running && q.turns.n > 0 {
		next := q.turns.take()
		q.running[next] = struct{}{}
		close(next.start)
	}
}
