package state

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"go.etcd.io/bbolt"

	"github.com/pqcite/pqcite/core"
)

// Asked is one finished ask.
type Asked struct {
	Guild   string // "" in direct messages
	User    Hash   // "" for nobody
	Locale  string
	Private bool
	Took    time.Duration // from the command to the answer
	// Outcome is what came of it; nil means that it failed. It must not change
	// afterwards.
	Outcome *core.Outcome
	At      time.Time // the zero time means the present
}

const (
	// queued is how many asks wait to be written; at 500 bytes each, what a disk
	// that hangs can cost is 2 MB with their outcomes' texts.
	queued = 1024
	// closeWait bounds what Close waits for the last ones.
	closeWait = 5 * time.Second
)

// recorder keeps asks until they are written, after the answers, on one goroutine.
type recorder struct {
	mu      sync.Mutex // guards pending and closed
	pending []Asked
	closed  bool

	wake     chan struct{} // has room for one
	finished chan struct{}
	lost     atomic.Int64
	failure  atomic.Pointer[error]
}

// start writes what is recorded, until stop.
func (r *recorder) start(write func(context.Context) error) {
	r.wake, r.finished = make(chan struct{}, 1), make(chan struct{})
	go func() {
		defer close(r.finished)
		for range r.wake {
			_ = write(context.Background()) // what can't be written is counted or waits for the next
		}
	}()
}

// stop takes nothing any more and ends the goroutine. What is pending stays so.
func (r *recorder) stop() {
	r.mu.Lock()
	r.closed = true
	close(r.wake)
	r.mu.Unlock()
	<-r.finished
}

// add reports whether there was room.
func (r *recorder) add(a Asked) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.closed || len(r.pending) == queued {
		return false
	}
	r.pending = append(r.pending, a)
	select {
	case r.wake <- struct{}{}:
	default: // it is awake
	}
	return true
}

// take empties the recorder.
func (r *recorder) take() []Asked {
	r.mu.Lock()
	defer r.mu.Unlock()
	batch := r.pending
	r.pending = nil
	return batch
}

func (r *recorder) stopped() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.closed
}

func (r *recorder) lose(batch []Asked, why error) {
	r.lost.Add(int64(len(batch)))
	r.failure.Store(&why)
}

// Record counts an ask, and keeps its question if it was refused in a guild that
// keeps them. It returns at once and never fails: what can't be written is counted
// ([Store.Lost]).
func (s *Store) Record(a Asked) {
	if a.At.IsZero() {
		a.At = s.now()
	}
	if !a.User.validOrNobody() {
		a.User = ""
	}
	if !s.recorder.add(a) {
		s.recorder.lost.Add(1)
	}
}

// Lost is how many asks were not recorded since the store was opened, and why the
// last of them was not (nil if they came faster than they could be written).
func (s *Store) Lost() (int64, error) {
	n, why := s.recorder.lost.Load(), s.recorder.failure.Load()
	if why == nil {
		return n, nil
	}
	return n, *why
}

// flush returns when what was recorded before is written or lost.
func (s *Store) flush(ctx context.Context) error {
	if s.recorder.stopped() {
		return ErrClosed
	}
	return s.writeRecorded(ctx)
}

// writeRecorded writes what is pending in one transaction. Whoever else writes has ended by then, so that nothing recorded before is under way.
func (s *Store) writeRecorded(ctx context.Context) error {
	if err := s.begin(ctx); err != nil {
		return err
	}
	defer s.end()
	batch := s.recorder.take()
	if len(batch) == 0 {
		return nil
	}
	if err := s.contained(batch, s.writeAsked); err != nil {
		s.recorder.lose(batch, err)
	}
	return nil
}

// contained turns a panic into an error: an outcome that we can't read must not
// end the bot.
func (s *Store) contained(batch []Asked, write func(*bbolt.Tx, []Asked) error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("record asks: panic: %v", p)
		}
	}()
	return explain(s.path, s.db.Update(faultless(func(tx *bbolt.Tx) error { return write(tx, batch) })))
}

func (s *Store) writeAsked(tx *bbolt.Tx, batch []Asked) error {
	counts := map[tally]int64{}
	for _, a := range batch {
		a.count(counts)
	}
	for t, n := range counts {
		if err := t.add(tx, n); err != nil {
			return err
		}
	}
	for _, a := range batch {
		if err := s.keepQuestion(tx, a); err != nil {
			return err
		}
	}
	return nil
}
