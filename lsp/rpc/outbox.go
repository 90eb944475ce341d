package rpc

import (
	"context"
	"slices"
	"sync"
)

// message is one that waits to be written. Of notifications with the same key, unless it is
// empty, only the latest waits.
type message struct {
	key  string
	body []byte
}

// overhead is what a message takes besides its texts. It is counted so that a flood
// of tiny messages is bounded as well.
const overhead = 96

// size is about what the message takes in memory, in bytes.
func (m *message) size() int { return overhead + len(m.key) + len(m.body) }

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
	queue   []*message
	latest  map[string]*message // of the queue, by key
	bytes   int                 // of the queue and of the message that is being written
	writing bool
	filled  chan struct{} // has a token when the writer has to look
	changed changes       // when there is more room
}

func newOutbox(limits Limits) *outbox {
	return &outbox{
		places: limits.Outgoing, room: limits.OutgoingBytes,
		latest: map[string]*message{}, filled: make(chan struct{}, 1),
	}
}

// put queues a message as soon as there is room for it. queued, if not nil, is
// called in between: the message has its place and is not yet written. The error
// is the context's cause.
func (o *outbox) put(ctx context.Context, m *message, c class, queued func()) error {
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
func (o *outbox) offer(m *message, c class, queued func()) bool {
	_, ok := o.try(m, c, queued)
	return ok
}

// try queues a message, or returns what closes when there may be room.
func (o *outbox) try(m *message, c class, queued func()) (<-chan struct{}, bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if !o.fits(m, c) {
		return o.changed.wait(), false
	}
	if queued != nil {
		queued()
	}
	o.queue = append(o.queue, m)
	o.bytes += m.size()
	if m.key != "" {
		o.latest[m.key] = m
	}
	select {
	case o.filled <- struct{}{}:
	default:
	}
	return nil, true
}

func (o *outbox) fits(m *message, c class) bool {
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
func (o *outbox) replace(m *message) bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	old := o.latest[m.key]
	if old == nil {
		return false
	}
	more := m.size() - old.size()
	if more > 0 && o.bytes+more > o.room {
		o.drop(old)
		return false
	}
	old.body = m.body
	o.bytes += more
	return true
}

// remove takes a message back and reports whether it was still waiting.
func (o *outbox) remove(m *message) bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.drop(m)
}

// drop takes a message out of the queue. The caller holds the mutex.
func (o *outbox) drop(m *message) bool {
	i := slices.Index(o.queue, m)
	if i < 0 {
		return false
	}
	o.queue = slices.Delete(o.queue, i, i+1)
	o.forget(m)
	o.bytes -= m.size()
	o.changed.announce()
	return true
}

// forget takes a message that leaves the queue out of the index by key.
func (o *outbox) forget(m *message) {
	if o.latest[m.key] == m {
		delete(o.latest, m.key)
	}
}

// take waits for the next message to write; false when ctx is done.
func (o *outbox) take(ctx context.Context) (*message, bool) {
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

func (o *outbox) pop() *message {
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
	o.changed.announce()
	return m
}

// written returns the bytes of the message that was taken.
func (o *outbox) written(m *message) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.writing = false
	o.bytes -= m.size()
	o.changed.announce()
}

// empty reports whether all that was queued is written, or returns what closes when a
// message is.
func (o *outbox) empty() (<-chan struct{}, bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if len(o.queue) == 0 && !o.writing {
		return nil, true
	}
	return o.changed.wait(), false
}

// changes wakes whoever waits for a change. The mutex of its owner guards it.
type changes struct{ next chan struct{} }

// wait returns what is closed with the next change.
func (c *changes) wait() <-chan struct{} {
	if c.next == nil {
		c.next = make(chan struct{})
	}
	return c.next
}

func (c *changes) announce() {
	if c.next != nil {
		close(c.next)
		c.next = nil
	}
}
