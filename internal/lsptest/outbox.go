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
	more    *sync.Cond // than before, or the end
	waiting [][]byte
	ending  bool
}

func newOutbox() *outbox {
	o := &outbox{done: make(chan struct{})}
	o.more = sync.NewCond(&o.mu)
	return o
}

// add queues what is written, unless the box is ending.
func (o *outbox) add(raw []byte) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if !o.ending {
		o.waiting = append(o.waiting, raw)
		o.more.Signal()
	}
}

// run writes until the box has ended or a write fails. What a failed write loses
// is not reported: the end of the connection is seen by the reader.
func (o *outbox) run(w io.Writer, chunk int) {
	defer close(o.done)
	for raw := o.next(); raw != nil; raw = o.next() {
		for len(raw) > 0 {
			n := len(raw)
			if chunk > 0 {
				n = min(n, chunk)
			}
			if _, err := w.Write(raw[:n]); err != nil {
				return
			}
			raw = raw[n:]
		}
	}
}

// next waits for what is to be written; nil at the end.
func (o *outbox) next() []byte {
	o.mu.Lock()
	defer o.mu.Unlock()
	for len(o.waiting) == 0 && !o.ending {
		o.more.Wait()
	}
	if len(o.waiting) == 0 {
		return nil
	}
	raw := o.waiting[0]
	o.waiting = o.waiting[1:]
	return raw
}

// flush ends the box and waits until all is written. It reports false when that takes
// longer than the bound; a connection that has ended has nothing to wait for.
func (o *outbox) flush(bound time.Duration, ended <-chan struct{}) bool {
	o.mu.Lock()
	o.ending = true
	o.more.Signal()
	o.mu.Unlock()
	select {
	case <-o.done:
	case <-ended:
	case <-time.After(bound):
		return false
	}
	return true
}
