package chatbot_test

import (
	"sync/atomic"
	"testing"
	"time"

	"github.com/pqcite/pqcite/chatbot"
)

// Memory is given back once after each stretch of work, and not while something is being
// answered.
func TestSettle(t *testing.T) {
	for name, overHTTP := range transports {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			g := newGate()
			var freed atomic.Int64
			x := begin(t, setup{
				asker: g.ask, overHTTP: overHTTP, free: func() { freed.Add(1) }, bounds: func(b *chatbot.Bounds) { b.Settle = time.Millisecond },
			}).ready()
			it := x.ask(x.User("reader"), "What is ML-KEM?")
			<-g.entered
			before := freed.Load()
			time.Sleep(20 * time.Millisecond) // many times as long as it takes to settle
			if n := freed.Load(); n != before {
				t.Errorf("memory was given back %d times while a question was answered", n-before)
			}
			close(g.open)
			x.message(it, "Table 3")
			x.until("memory is given back", func() bool { return freed.Load() > before })
			after := freed.Load()
			time.Sleep(20 * time.Millisecond)
			if n := freed.Load(); n > after+1 { // one may just have been under way
				t.Errorf("memory was given back %d times more without any work", n-after)
			}
		})
	}
}
