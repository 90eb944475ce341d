package limit

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"sync"
	"time"
)

// Sizes bound a queue.
type Sizes struct {
	Running int // asks at a time, 1 to 10,000
	Waiting int // asks that wait for one of those to end, 0 to 100,000
	PerUser int // of one user, running and waiting, 1 to 1,000
	// Grace is what Shutdown waits for asks to end after it has cancelled them, up to
	// a minute.
	Grace time.Duration
}

// DefaultSizes: an extractive answer takes 5 ms on one core and a model one at a
// time is enough for most servers, so that ten at a time keep either busy. At
// two seconds an answer, the last of 200 that wait has its answer after 40 s, of the 15
// minutes that Discord gives.
func DefaultSizes() Sizes {
	return Sizes{Running: 10, Waiting: 200, PerUser: 3, Grace: 5 * time.Second}
}

func (s Sizes) validate() error {
	for _, c := range []struct {
		key              string
		value, low, high int
	}{{"Running", s.Running, 1, 10_000}, {"Waiting", s.Waiting, 0, 100_000}, {"PerUser", s.PerUser, 1, 1000}} {
		if c.value < c.low || c.value > c.high {
			return fmt.Errorf("make queue: %s is %d, want %d to %d", c.key, c.value, c.low, c.high)
		}
	}
	if s.Grace < 0 || s.Grace > time.Minute {
		return fmt.Errorf("make queue: Grace is %s, want 0 to 1m0s", s.Grace)
	}
	return nil
}

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
	mean    time.Duration // of the asks that ended, later ones weighing more
	closed  bool
	empty   bool          // closed, and all have left
	lastOut chan struct{} // closed when empty
}

// ask is one call of Do.
type ask struct {
	key    Key
	start  chan struct{} // closed when it may run
	cancel context.CancelCauseFunc
}

// Place is where an ask stands that waits.
type Place struct {
	Position int           // 1 is the next to run
	Estimate time.Duration // until it runs; 0 while nothing is known
}

// Why says what there was no room for.
type Why string

// The reasons for a FullError.
const (
	QueueFull Why = "queue" // as many wait as may
	UserFull  Why = "user"  // the user has as many under way as may be
)

// FullError says that an ask was not taken in. It is worth trying again after
// Estimate.
type FullError struct {
	Why Why
	Place
}

func (e *FullError) Error() string {
	if e.Why == UserFull {
		return fmt.Sprintf("queue ask: the user has %d under way", e.Position)
	}
	return fmt.Sprintf("queue ask: the queue is full; it would be number %d", e.Position)
}

// PanicError is a panic of an ask.
type PanicError struct {
	Value any
	Stack []byte
}

func (e *PanicError) Error() string { return fmt.Sprintf("run ask: panic: %v", e.Value) }

// ErrClosed says that the queue is being shut down. It is also the cause of the
// cancelled context of an ask that ran too long for that.
var ErrClosed = errors.New("the queue is shut down")

// NewQueue returns an empty queue.
func NewQueue(s Sizes) (*Queue, error) {
	if err := s.validate(); err != nil {
		return nil, err
	}
	return &Queue{sizes: s, running: map[*ask]struct{}{}, users: map[string]int{}, lastOut: make(chan struct{})}, nil
}

// Do waits for a place and runs the function on the caller's goroutine. If it has
// to wait, waiting is told the place first; it may be nil, and must return soon.
//
// The error is nil if the function ran; else it did not: [*FullError], [ErrClosed]
// or the context's. A function that panicked gives [*PanicError].
func (q *Queue) Do(ctx context.Context, k Key, waiting func(Place), run func(context.Context)) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	a := &ask{key: k, start: make(chan struct{}), cancel: cancel}
	place, err := q.join(a)
	if err != nil {
		return err
	}
	if place.Position > 0 {
		if err := q.wait(ctx, a, place, waiting); err != nil {
			return err
		}
	}
	began := time.Now()
	defer func() { q.leave(a, time.Since(began)) }()
	return contained(ctx, run)
}

// contained turns a panic into an error.
func contained(ctx context.Context, run func(context.Context)) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = &PanicError{p, debug.Stack()}
		}
	}()
	run(ctx)
	return nil
}

// join takes an ask in, to run at once (place 0) or to wait.
func (q *Queue) join(a *ask) (Place, error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	switch {
	case q.closed:
		return Place{}, ErrClosed
	case a.key.User != "" && q.users[a.key.User] >= q.sizes.PerUser:
		return Place{}, &FullError{UserFull, Place{q.users[a.key.User], q.mean}}
	case len(q.running) < q.sizes.Running:
		q.users[a.key.User]++
		q.running[a] = struct{}{}
		return Place{}, nil
	case q.turns.n >= q.sizes.Waiting && !q.pushOutLocked(a.key):
		return Place{}, &FullError{QueueFull, q.placeLocked(q.turns.next(a.key))}
	}
	q.users[a.key.User]++
	return q.placeLocked(q.turns.add(a)), nil
}

// pushOutLocked makes room for an ask of a key in a full queue, if another guild
// has more asks than its guild would have.
func (q *Queue) pushOutLocked(k Key) bool {
	out := q.turns.newestOfMost(k)
	if out == nil {
		return false
	}
	q.turns.remove(out)
	out.cancel(&FullError{QueueFull, q.placeLocked(q.turns.next(out.key))})
	return true
}

// placeLocked estimates when the ask of a position runs: as many end in a mean
// time as run.
func (q *Queue) placeLocked(position int) Place {
	rounds := (position + q.sizes.Running - 1) / q.sizes.Running
	return Place{position, time.Duration(rounds) * q.mean}
}

// wait returns when the ask may run. Whoever gets a place and can't use it passes
// it on.
func (q *Queue) wait(ctx context.Context, a *ask, place Place, waiting func(Place)) error {
	if err := contained(ctx, func(context.Context) {
		if waiting != nil {
			waiting(place)
		}
	}); err != nil {
		q.giveUp(a)
		return err
	}
	select {
	case <-a.start:
		return nil
	case <-ctx.Done():
		q.giveUp(a)
		return context.Cause(ctx)
	}
}

// giveUp takes an ask out that will not run.
func (q *Queue) giveUp(a *ask) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if !q.turns.remove(a) { // it has just been given a place
		delete(q.running, a)
	}
	q.leftLocked(a)
}

// leave takes an ask out that ran for a time.
func (q *Queue) leave(a *ask, took time.Duration) {
	q.mu.Lock()
	defer q.mu.Unlock()
	const weight = 8 // the last eight or so make the mean
	if q.mean == 0 {
		q.mean = took
	} else {
		q.mean += (took - q.mean) / weight
	}
	delete(q.running, a)
	q.leftLocked(a)
}

// leftLocked gives free places to those that wait.
func (q *Queue) leftLocked(a *ask) {
	if q.users[a.key.User]--; q.users[a.key.User] == 0 {
		delete(q.users, a.key.User)
	}
	for len(q.running) < q.sizes.Running && q.turns.n > 0 {
		next := q.turns.take()
		q.running[next] = struct{}{}
		close(next.start)
	}
	q.emptyLocked()
}

// emptyLocked tells Shutdown when a closed queue is empty.
func (q *Queue) emptyLocked() {
	if q.closed && !q.empty && len(q.running) == 0 && q.turns.n == 0 {
		q.empty = true
		close(q.lastOut)
	}
}

// Load is how many asks run and wait.
func (q *Queue) Load() (running, waiting int) {
	q.mu.Lock()
	defer q.mu.Unlock()
	return len(q.running), q.turns.n
}

// Shutdown takes nothing in any more and waits for what runs and waits. When the
// context ends it cancels all of it, with the cause [ErrClosed], and waits for another
// Sizes.Grace. An error tells how many asks still run, since they do not heed
// their context.
func (q *Queue) Shutdown(ctx context.Context) error {
	q.close()
	select {
	case <-q.lastOut:
		return nil
	case <-ctx.Done():
	}
	q.cancelAll()
	grace := time.NewTimer(q.sizes.Grace)
	defer grace.Stop()
	select {
	case <-q.lastOut:
		return nil
	case <-grace.C:
		running, _ := q.Load()
		return fmt.Errorf("shut down queue: %d asks still run", running)
	}
}

func (q *Queue) close() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.closed = true
	q.emptyLocked()
}

func (q *Queue) cancelAll() {
	q.mu.Lock()
	defer q.mu.Unlock()
	for a := range q.running {
		a.cancel(ErrClosed)
	}
	for _, g := range q.turns.guilds {
		for _, a := range g.asks {
			a.cancel(ErrClosed)
		}
	}
}
