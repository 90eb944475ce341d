package lsptest

import (
	"strings"
	"testing"
	"time"
)

// slow is a writer that says when it is asked and waits to be let.
type slow struct {
	began, let chan struct{}
	pieces     []string
}

func (s *slow) Write(p []byte) (int, error) {
	s.began <- struct{}{}
	<-s.let
	s.pieces = append(s.pieces, string(p))
	return len(p), nil
}

// A message that is being written is not written yet: the connection must not be
// closed under it.
func TestFlushWaitsForTheLastWrite(t *testing.T) {
	o, w := newOutbox(), &slow{began: make(chan struct{}), let: make(chan struct{})}
	go o.run(w, 2)
	o.add([]byte("abc"))
	<-w.began
	never := make(chan struct{})
	if o.flush(10*time.Millisecond, never) {
		t.Error("flush is done while a write goes on")
	}
	w.let <- struct{}{}
	<-w.began
	w.let <- struct{}{}
	if !o.flush(time.Minute, never) {
		t.Error("flush is not done after all writes")
	}
	<-o.done
	if got := strings.Join(w.pieces, "|"); got != "ab|c" {
		t.Errorf("pieces are %q, want two", got)
	}
	o.add([]byte("d")) // is dropped
	if !o.flush(time.Minute, never) {
		t.Error("a box that has ended waits")
	}
}
