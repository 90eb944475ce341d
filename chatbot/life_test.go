package chatbot_test

import (
	"strings"
	"testing"
	"time"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/internal/discordtest"
)

// After fourteen minutes nothing is written: the token is about to expire.
func TestNothingIsWrittenLate(t *testing.T) {
	for name, overHTTP := range transports {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for _, c := range []struct {
				after time.Duration
				edits int
			}{{13*time.Minute + 30*time.Second, 1}, {14 * time.Minute, 0}, {15*time.Minute + time.Second, 0}} {
				g := newGate()
				x := begin(t, setup{asker: g.ask, overHTTP: overHTTP}).ready()
				it := x.awaited(x.ask(x.User("reader"), "What is ML-KEM?"))
				<-g.entered
				x.Advance(c.after)
				close(g.open)
				if err := x.stop(); err != nil {
					t.Error(err)
				}
				if n := x.Calls(discordtest.EditOriginal); n != c.edits {
					t.Errorf("after %v the answer was written %d times, want %d", c.after, n, c.edits)
				}
				if n := it.Callbacks(); n != 1 {
					t.Errorf("%d callbacks", n)
				}
			}
		})
	}
}

// Where Discord says that there is nothing to write to, nothing more is written.
func TestNothingIsWrittenToWhatIsGone(t *testing.T) {
	for name, overHTTP := range transports {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			next := make(chan core.Event)
			x := begin(t, setup{asker: telling(next), overHTTP: overHTTP, bounds: quickly}).ready()
			it := x.ask(x.User("reader"), "What is ML-KEM?")
			next <- core.Event{Kind: core.EventPlan, Plan: &core.Plan{}}
			x.message(it, says("progress.reading"))
			it.Fail(discordtest.EditOriginal, discordtest.Fault{Status: 404, Code: 10008, Message: "Unknown Message"}, discordtest.Always)
			next <- core.Event{Kind: core.EventAssess} // its message was deleted
			x.until("the bot learns it", func() bool { return strings.Contains(x.log.String(), "progress can't be shown") })
			close(next)
			if err := x.stop(); err != nil {
				t.Error(err)
			}
			if n := x.Calls(discordtest.EditOriginal); n != 2 {
				t.Errorf("the answer was written %d times, want once before it was gone and once to learn that", n)
			}
		})
	}
}
