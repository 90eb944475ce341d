package lsptest

import (
	"io"
	"sync"
	"time"
)

// outbox writes to the server from a goroutine of its own, so that the editor can
// always go on reading: a pipe without a buffer blocks both ends when each waits
// for the other to read. What waits in it is bounded by what a test sends.
type outbox struct {
	done chan struct{} // closed when nothing more is written

	mu      sync.Mutex
	waiting [][]byte
	busy    bool // a piece is being written
	closed  bool
	changed chan struct{} // closed and replaced with each change
}

func newOutbox() *outbox {
	return &outbox{done: make(chan struct{}), changed: make(chan struct{})}
}

func (o *outbox) add(raw []byte) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if !o.closed {
		o.waiting = append(o.waiting, raw)
		o.signal()
	}
}

// signal must be called with the lock held.
func (o *outbox) signal() {
	close(o.changed)
	o.changed = make(chan struct{})
}

// run writes until the box is closed or a write fails. What a failed write loses
// is not reported: the end of the connection is seen by the reader.
func (o *outbox) run(w io.Writer, chunk int) {
	defer close(o.done)
	for {
		raw, ok := o.next()
		if !ok {
			return
		}
		if err := writeChunks(w, raw, chunk); err != nil {
			o.close()
			return
		}
	}
}

// next waits for the next message; false when the box is closed.
func (o *outbox) next() ([]byte, bool) {
	for {
		o.mu.Lock()
		o.busy = false
		o.signal()
		if o.closed {
			o.mu.Unlock()
			return nil, false
		}
		if len(o.waiting) > 0 {
			raw := o.waiting[0]
			o.waiting, o.busy = o.waiting[1:], true
			o.mu.Unlock()
			return raw, true
		}
		changed := o.changed
		o.mu.Unlock()
		<-changed
	}
}

func writeChunks(w io.Writer, raw []byte, chunk int) error {
	for chunk > 0 && len(raw) > chunk {
		if _, err := w.Write(raw[:chunk]); err != nil {
			return err
		}
		raw = raw[chunk:]
	}
	_, err := w.Write(raw)
	return err
}

// flush waits until all is written. It reports false when that takes longer than
// the bound; a connection that has ended has nothing to wait for.
func (o *outbox) flush(bound time.Duration, ended <-chan struct{}) bool {
	timer := time.NewTimer(bound)
	defer timer.Stop()
	for {
		o.mu.Lock()
		empty, changed := o.closed || len(o.waiting) == 0 && !o.busy, o.changed
		o.mu.Unlock()
		if empty {
			return true
		}
		select {
		case <-changed:
		case <-ended:
			return true
		case <-timer.C:
			return false
		}
	}
}

func (o *outbox) close() {
	o.mu.Lock()
	defer o.mu.Unlock()
	if !o.closed {
		o.closed, o.waiting = true, nil
		o.signal()
	}
}
