package chatbot_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/pqcite/pqcite/chatbot"
	"github.com/pqcite/pqcite/chatbot/limit"
	"github.com/pqcite/pqcite/chatbot/words"
	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/internal/discordtest"
)

// stopping begins to end the bot, and returns when nothing new reaches it.
func (x *session) stopping() {
	x.tb.Helper()
	go x.stop()
	if !x.made.overHTTP {
		x.await(closed)
		return
	}
	for ctx := x.within(); ; {
		if _, err := x.Deliver(ctx, discordtest.Delivery{}); err != nil {
			return // the listener is closed
		}
	}
}

// A bot that ends lets the questions that it has taken be answered.
func TestStopFinishes(t *testing.T) {
	for name, overHTTP := range transports {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			g := newGate()
			x := begin(t, setup{asker: g.ask, overHTTP: overHTTP, bounds: quickly, sizes: &limit.Sizes{Running: 1, Waiting: 5, PerUser: 3}}).ready()
			running := x.ask(x.User("a"), "What is ML-KEM?")
			<-g.entered
			waiting := x.ask(x.User("b"), "What is ML-KEM?")
			x.message(waiting, "ahead of yours")
			x.stopping()
			close(g.open)
			if err := x.stop(); err != nil {
				t.Error(err)
			}
			for _, it := range []*discordtest.Interaction{running, waiting} {
				x.message(it, "Table 3")
				x.sound(it)
			}
		})
	}
}

// What is not answered within the grace ends with a message, and the end does not wait
// for it any longer.
func TestStopGivesUp(t *testing.T) {
	for name, overHTTP := range transports {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			g := newGate()
			x := begin(t, setup{
				asker: g.ask, overHTTP: overHTTP, bounds: quickly, sizes: &limit.Sizes{Running: 1, Waiting: 5, PerUser: 3}, grace: 50 * time.Millisecond,
			}).ready()
			all := []*discordtest.Interaction{x.ask(x.User("a"), "What is ML-KEM?", discordtest.Opt("private", true))}
			<-g.entered
			all = append(all, x.ask(x.User("b"), "What is ML-KEM?"))
			x.message(all[1], "ahead of yours")
			all = append(all, x.checked(discordtest.Message{Content: "See FIPS 203, Algorithm 13."}))
			if _, err := all[2].AwaitCallback(x.within()); err != nil {
				t.Fatal(err)
			}
			if err := x.stop(); err != nil {
				t.Error(err)
			}
			for i, it := range all {
				want := []words.Key{"notice.stopped", "notice.stopped", "notice.stopped_other"}[i] // a check is no question
				if m, _ := it.Original(); !strings.HasSuffix(m.Content, says(want)) {
					t.Errorf("the last word is %q", m.Text())
				}
				x.sound(it)
			}
		})
	}
}

// An answer that is there when the grace ends is shown.
func TestStopShowsWhatIsThere(t *testing.T) {
	late := func(ctx context.Context, question string, scope []string, o core.Observer) (core.Outcome, error) {
		<-ctx.Done()
		return simple(ctx, question, scope, o)
	}
	onBoth(t, setup{asker: late, grace: 50 * time.Millisecond}, func(t *testing.T, x *session) {
		it := x.awaited(x.ask(x.User("reader"), "What is ML-KEM?"))
		if err := x.stop(); err != nil {
			t.Error(err)
		}
		x.message(it, "Table 3")
		x.sound(it)
	})
}

// A Discord that does not answer does not keep the bot from ending.
func TestStopWithoutDiscord(t *testing.T) {
	onBoth(t, setup{asker: simple, bounds: func(b *chatbot.Bounds) { b.Goodbye = 50 * time.Millisecond }, grace: 50 * time.Millisecond}, func(t *testing.T, x *session) {
		x.Fail(discordtest.EditOriginal, discordtest.Fault{Delay: time.Hour}, discordtest.Always)
		it := x.ask(x.User("reader"), "What is ML-KEM?")
		if _, err := it.AwaitCallback(x.within()); err != nil {
			t.Fatal(err)
		}
		if err := x.stop(); err != nil {
			t.Error(err)
		}
	})
}

// A bot that ends says goodbye to the gateway, so that Discord shows it offline.
func TestStopClosesTheGateway(t *testing.T) {
	t.Parallel()
	x := begin(t, setup{asker: simple}).ready()
	x.message(x.ask(x.User("reader"), "What is ML-KEM?"), "Table 3")
	if err := x.stop(); err != nil {
		t.Error(err)
	}
	if got := x.await(closed); len(got.Closes) != 1 || got.Closes[0] != 1000 || got.Connections != 1 {
		t.Errorf("the gateway saw %+v", got)
	}
}
