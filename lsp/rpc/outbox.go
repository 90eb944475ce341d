package rpc

import (
	"context"
	"slices"
	"sync"
)

// class says what a message waits for before it is queued.
type class int

const (
	// ordinary messages wait for a place and for their bytes.
	ordinary class = iota
	// answer is what a client waits for. It waits for its bytes only: a client that sends
	// many requests before it reads can have room for the answers made by that alone.
	answer
	// always is for what is bounded by other means: it never waits.
	always
)

// outbox is the queue of messages that wait to be written. Messages are written in
// the order in which they are queued.
type outbox struct {
	places, room int // the limits, in messages and bytes

	mu      sync.Mutex
	queue   []message
	latest  map[string]*notification // of the queue, by key
	bytes   int                      // of the queue and of the message that is being written
	writing bool
	filled  chan struct{} // holds a token when the writer has to look
	changed chan struct{} // is closed when there is more room; nil if nobody waits
}

func newOutbox(limits Limits) *outbox {
	return &outbox{
		places: limits.Outgoing, room: limits.OutgoingBytes,
		latest: map[string]*notification{}, filled: make(chan struct{}, 1),
	}
}

// put queues a message as soon as there is room for it. queued, if not nil, is
// called in between: the message has its place and is not yet written. The error
// is the context's cause.
func (o *outbox) put(ctx context.Context, m message, c class, queued func()) error {
	for ctx.Err() == nil {
		changed, ok := o.try(m, c, queued)
		if ok {
			return nil
		}
		select {
		case <-ctx.Done():
		case <-changed:
		}
	}
	return context.Cause(ctx)
}

// offer queues a message if there is room for it now.
func (o *outbox) offer(m message, c class, queued func()) bool {
	_, ok := o.try(m, c, queued)
	return ok
}

// try queues a message, or returns what closes when there may be room.
func (o *outbox) try(m message, c class, queued func()) (<-chan struct{}, bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if !o.fits(m, c) {
		return o.wait(), false
	}
	if queued != nil {
		queued()
	}
	o.queue = append(o.queue, m)
	o.bytes += m.size()
	if n, ok := m.(*notification); ok && n.key != "" {
		o.latest[n.key] = n
	}
	select {
	case o.filled <- struct{}{}:
	default:
	}
	return nil, true
}

func (o *outbox) fits(m message, c class) bool {
	switch {
	case c == always:
		return true
	case c == ordinary && len(o.queue) >= o.places:
		return false
	}
	return o.bytes == 0 || o.bytes+m.size() <= o.room
}

// replace puts a notification into the place of the one that waits with its key.
// It keeps the place, so that a key that changes often is not put off for ever. If
// there is none, or the new one is too large for that place, it reports false, and
// none waits any more.
func (o *outbox) replace(n *notification) bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	old := o.latest[n.key]
	if old == nil {
		return false
	}
	more := n.size() - old.size()
	if more > 0 && o.bytes+more > o.room {
		o.drop(old)
		return false
	}
	old.method, old.params = n.method, n.params
	o.bytes += more
	return true
}

// remove takes a message back and reports whether it was still waiting.
func (o *outbox) remove(m message) bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.drop(m)
}

// drop takes a message out of the queue. The caller holds the mutex.
func (o *outbox) drop(m message) bool {
	i := slices.Index(o.queue, m)
	if i < 0 {
		return false
	}
	o.queue = slices.Delete(o.queue, i, i+1)
	o.forget(m)
	o.bytes -= m.size()
	o.announce()
	return true
}

// forget takes a message that leaves the queue out of the index by key.
func (o *outbox) forget(m message) {
	if n, ok := m.(*notification); ok && o.latest[n.key] == n {
		delete(o.latest, n.key)
	}
}

// take waits for the next message to write; false when ctx is done.
func (o *outbox) take(ctx context.Context) (message, bool) {
	for ctx.Err() == nil {
		if m := o.pop(); m != nil {
			return m, true
		}
		select {
		case <-ctx.Done():
		case <-o.filled:
		}
	}
	return nil, false
}

func (o *outbox) pop() message {
	o.mu.Lock()
	defer o.mu.Unlock()
	if len(o.queue) == 0 {
		o.queue = nil // a flood has left a large array
		return nil
	}
	m := o.queue[0]
	o.queue[0], o.queue = nil, o.queue[1:]
	o.forget(m)
	o.writing = true
	o.announce()
	return m
}

// written returns the bytes of the message that was taken.
func (o *outbox) written(m message) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.writing = false
	o.bytes -= m.size()
	o.announce()
}

// empty reports whether all that was queued is written, or returns what closes when a
// message is.
func (o *outbox) empty() (<-chan struct{}, bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if len(o.queue) == 0 && !o.writing {
		return nil, true
	}
	return o.wait(), false
}

// wait returns the channel that announce closes. The caller holds the mutex.
func (o *outbox) wait() <-chan struct{} {
	if o.changed == nil {
		o.changed = make(chan struct{})
	}
	return o.changed
}

// announce wakes all who wait. The caller holds the mutex.
func (o *outbox) announce() {
	if o.changed != nil {
		close(o.changed)
		o.changed = nil
	}
}
