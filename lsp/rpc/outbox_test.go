package rpc

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func note(key, method string, bytes int) *notification {
	return &notification{key: key, method: method, params: json.RawMessage(strings.Repeat("1", bytes))}
}

// contents takes all that waits and checks that nothing is left on the account.
func contents(t *testing.T, o *outbox) (methods []string) {
	t.Helper()
	for m := o.pop(); m != nil; m = o.pop() {
		methods = append(methods, fmt.Sprint(m.(*notification).method, len(m.(*notification).params)))
		o.written(m)
	}
	if o.bytes != 0 || len(o.latest) != 0 {
		t.Errorf("empty outbox counts %d bytes and has keys %v", o.bytes, o.latest)
	}
	return methods
}

func TestOutboxReplaces(t *testing.T) {
	tests := []struct {
		name     string
		with     *notification
		replaced bool
		want     []string
	}{
		{"same size", note("a", "new", 10), true, []string{"new10", "b10", "c10"}},
		{"smaller", note("a", "new", 1), true, []string{"new1", "b10", "c10"}},
		{"larger", note("a", "new", 100), true, []string{"new100", "b10", "c10"}},
		{"too large", note("a", "new", 5000), false, []string{"b10", "c10"}},
		{"other key", note("x", "new", 10), false, []string{"a10", "b10", "c10"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			o := newOutbox(Limits{Outgoing: 10, OutgoingBytes: 1000})
			for _, key := range []string{"a", "b", "c"} {
				if !o.offer(note(key, key, 10), ordinary, nil) {
					t.Fatal("no room")
				}
			}
			if got := o.replace(tt.with); got != tt.replaced {
				t.Errorf("replace = %v, want %v", got, tt.replaced)
			}
			if diff := cmp.Diff(tt.want, contents(t, o)); diff != "" {
				t.Errorf("queue (-want +got):\n%s", diff)
			}
		})
	}
}

// What is being written has left the queue, so it can't be replaced any more.
func TestOutboxDoesNotReplaceWhatIsWritten(t *testing.T) {
	o := newOutbox(Limits{Outgoing: 10, OutgoingBytes: 1000})
	o.offer(note("a", "old", 1), ordinary, nil)
	m := o.pop()
	if o.replace(note("a", "new", 1)) {
		t.Error("a message that is being written was replaced")
	}
	o.offer(note("a", "new", 1), ordinary, nil)
	o.written(m)
	if diff := cmp.Diff([]string{"new1"}, contents(t, o)); diff != "" {
		t.Errorf("queue (-want +got):\n%s", diff)
	}
}

func TestOutboxRoom(t *testing.T) {
	size := note("", "m", 0).size()
	tests := []struct {
		name          string
		places, bytes int
		queued        int // messages of that size
		class         class
		want          bool
	}{
		{"place and bytes", 2, 10 * size, 1, ordinary, true},
		{"no place", 1, 10 * size, 1, ordinary, false},
		{"no bytes", 10, size, 1, ordinary, false},
		{"bytes to the last", 10, 2 * size, 1, ordinary, true},
		{"larger, alone", 10, 1, 0, ordinary, true},
		{"answer needs no place", 1, 10 * size, 1, answer, true},
		{"answer needs bytes", 10, size, 1, answer, false},
		{"always", 1, 1, 5, always, true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			o := newOutbox(Limits{Outgoing: tt.places, OutgoingBytes: tt.bytes})
			for range tt.queued {
				o.offer(note("", "m", 0), always, nil)
			}
			if got := o.offer(note("", "m", 0), tt.class, nil); got != tt.want {
				t.Errorf("offer = %v, want %v", got, tt.want)
			}
		})
	}
}

func TestOutboxPutEndsWithItsContext(t *testing.T) {
	o := newOutbox(Limits{Outgoing: 1, OutgoingBytes: 1000})
	o.offer(note("", "m", 0), ordinary, nil)
	ctx, cancel := context.WithCancelCause(t.Context())
	done := make(chan error)
	go func() { done <- o.put(ctx, note("", "m", 0), ordinary, func() { t.Error("queued") }) }()
	why := errors.New("enough")
	cancel(why)
	if err := <-done; err != why {
		t.Errorf("put = %v, want %v", err, why)
	}
}
