package state

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

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
	// together is how many asks are written in one transaction.
	together = 64
	// drainWait bounds what Close waits for the last ones.
	drainWait = 5 * time.Second
)

// entry is an ask to be written or a mark of how far it has been.
type entry struct {
	asked   Asked
	written chan struct{}
}

// recorder writes asks behind the answers, on one goroutine.
type recorder struct {
	mu     sync.RWMutex // guards closed, and entries from being sent to after it
	closed bool

	entries  chan entry
	finished chan struct{}
	write    func(context.Context, []Asked) error
	lost     atomic.Int64
	failure  atomic.Value // error, wrapped to be of one type
}

type recordFailure struct{ error }

func (r *recorder) start(write func(context.Context, []Asked) error) {
	r.entries, r.finished, r.write = make(chan entry, queued), make(chan struct{}), write
	go r.run()
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
	if !s.recorder.send(entry{asked: a}) {
		s.recorder.lost.Add(1)
	}
}

// Lost is how many asks were not recorded since the store was opened, and why the
// last of them was not (nil if they came faster than they could be written).
func (s *Store) Lost() (int64, error) {
	f, _ := s.recorder.failure.Load().(recordFailure)
	return s.recorder.lost.Load(), f.error
}

// send reports whether there was room.
func (r *recorder) send(e entry) bool {
	r.mu.RLock()
	defer r.mu.RUnlock()
	if r.closed {
		return false
	}
	select {
	case r.entries <- e:
		return true
	default:
		return false
	}
}

func (r *recorder) stopped() bool {
	r.mu.RLock()
	defer r.mu.RUnlock()
	return r.closed
}

// stop writes what waits and ends the goroutine.
func (r *recorder) stop() {
	if r.entries == nil { // was never started
		return
	}
	r.mu.Lock()
	r.closed = true
	close(r.entries)
	r.mu.Unlock()
	<-r.finished
}

// run ends when the entries are closed and written. From then on they have
// drainWait together; while the store is open each batch has operationWait.
func (r *recorder) run() {
	defer close(r.finished)
	var end time.Time
	for first := range r.entries {
		batch, marks := r.gather(first)
		wait := operationWait
		if r.stopped() {
			if end.IsZero() {
				end = time.Now().Add(drainWait)
			}
			wait = time.Until(end)
		}
		r.writeBatch(batch, wait)
		for _, m := range marks {
			close(m)
		}
	}
}

// gather takes what waits besides an entry.
func (r *recorder) gather(e entry) (batch []Asked, marks []chan struct{}) {
	for {
		if e.written != nil {
			marks = append(marks, e.written)
		} else {
			batch = append(batch, e.asked)
		}
		if len(batch) == together {
			return batch, marks
		}
		var ok bool
		select {
		case e, ok = <-r.entries:
			if !ok {
				return batch, marks
			}
		default:
			return batch, marks
		}
	}
}

func (r *recorder) writeBatch(batch []Asked, wait time.Duration) {
	if len(batch) == 0 {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), wait)
	defer cancel()
	err := r.contained(ctx, batch)
	if err != nil {
		r.lost.Add(int64(len(batch)))
		r.failure.Store(recordFailure{err})
	}
}

// contained turns a panic into an error: an outcome that we can't read must not
// end the bot.
func (r *recorder) contained(ctx context.Context, batch []Asked) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("record asks: panic: %v", p)
		}
	}()
	return r.write(ctx, batch)
}

// flush waits until what was recorded before is written or lost.
func (s *Store) flush(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, operationWait)
	defer cancel()
	mark := entry{written: make(chan struct{})}
	for !s.recorder.send(mark) {
		if s.recorder.stopped() {
			return ErrClosed
		}
		select {
		case <-ctx.Done():
			return errors.Join(errors.New("wait for the asks that are being recorded"), ctx.Err())
		case <-time.After(time.Millisecond): // the queue is full
		}
	}
	select {
	case <-mark.written:
		return nil
	case <-ctx.Done():
		return errors.Join(errors.New("wait for the asks that are being recorded"), ctx.Err())
	}
}

// writeAsked writes a batch in one transaction.
func (s *Store) writeAsked(ctx context.Context, batch []Asked) error {
	return s.update(ctx, func(ctx context.Context, tx *sql.Tx) error {
		counts := map[tally]int64{}
		for _, a := range batch {
			a.count(counts)
		}
		for t, n := range counts {
			if err := s.count(ctx, tx, t, n); err != nil {
				return err
			}
		}
		for _, a := range batch {
			if err := s.keepQuestion(ctx, tx, a); err != nil {
				return err
			}
		}
		return nil
	})
}
