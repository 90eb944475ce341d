package chatbot_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/pqcite/pqcite/chatbot/discord"
	"github.com/pqcite/pqcite/internal/discordtest"
)

// alive wants that the bot is connected and answers.
func (x *session) alive() {
	x.tb.Helper()
	x.ready()
	it := x.ask(x.User("reader"), "What is ML-KEM?")
	x.message(it, "Table 3")
	x.sound(it)
}

// await waits until the gateway has seen what is wanted.
func (x *session) await(want func(discordtest.Gateway) bool) discordtest.Gateway {
	x.tb.Helper()
	if err := x.AwaitGateway(x.within(), want); err != nil {
		x.tb.Fatal(err)
	}
	return x.Gateway()
}

func closed(g discordtest.Gateway) bool { return g.Open == 0 }

// A connection that ends is made anew, and the session goes on if it can.
func TestReconnect(t *testing.T) {
	for _, c := range []struct {
		name        string
		what        discordtest.Interruption
		identifies  int
		resumed     int
		connections int
	}{
		{"dropped", discordtest.Drop(), 1, 1, 2},
		{"asked to", discordtest.Reconnect(), 1, 1, 2},
		{"closed with 4000", discordtest.CloseWith(discordtest.CloseUnknownError), 1, 1, 2},
		{"closed with 1001", discordtest.CloseWith(1001), 2, 0, 2},
		{"session is over", discordtest.InvalidSession(false), 2, 0, 1},
		{"session may be resumed", discordtest.InvalidSession(true), 2, 0, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			x := begin(t, setup{asker: simple}).ready()
			x.alive()
			x.Interrupt(c.what)
			got := x.await(func(g discordtest.Gateway) bool { return len(g.Identifies) == c.identifies && g.Resumed == c.resumed })
			x.alive()
			if got.Connections != c.connections || got.Open != 1 {
				t.Errorf("the gateway saw %+v, want %d connections and one of them open", got, c.connections)
			}
			for _, i := range got.Identifies {
				if i.Intents != 0 {
					t.Errorf("the bot wants intents %d, want none", i.Intents)
				}
			}
		})
	}
}

// What is asked while there is no connection is answered when there is one again, and
// once only.
func TestAskedInBetween(t *testing.T) {
	t.Parallel()
	ask, calls := heard()
	x := begin(t, setup{asker: ask}).ready()
	x.message(x.ask(x.User("reader"), "What is ML-KEM?"), "Table 3")
	x.Interrupt(discordtest.Drop())
	x.await(closed)
	it := x.ask(x.User("reader"), "What is ML-KEM-512?")
	x.Advance(-10 * time.Second) // the way back takes a second of the three
	x.message(it, "Table 3")
	x.sound(it)
	if n := len(calls); n != 2 {
		t.Errorf("%d questions were asked, want 2", n)
	}
}

// Whatever happens while the bot connects, it connects in the end.
func TestHandshake(t *testing.T) {
	troubles := map[string]discordtest.Interruption{
		"op 7": discordtest.Reconnect(), "op 9": discordtest.InvalidSession(false), "op 9 resumable": discordtest.InvalidSession(true),
		"dropped": discordtest.Drop(), "closed with 4000": discordtest.CloseWith(discordtest.CloseUnknownError), "closed with 1001": discordtest.CloseWith(1001),
	}
	for name, trouble := range troubles {
		for moment, script := range map[string]discordtest.Handshake{
			"for HELLO": {ForHello: trouble}, "after HELLO": {AfterHello: trouble}, "for READY": {ForReady: trouble}, "after READY": {AfterReady: trouble},
		} {
			switch {
			case moment == "after HELLO" && strings.HasPrefix(name, "op 9"):
				continue // Discord says so of a session, and there is none yet
			case moment == "after READY" && !strings.HasPrefix(name, "op"):
				continue // as TestReconnect
			}
			t.Run(name+" "+moment, func(t *testing.T) {
				t.Parallel()
				d := discordtest.New(t, discordtest.Options{})
				d.Handshakes(script)
				x := beginAt(t, d, setup{asker: simple, state: t.TempDir(), patience: impatient})
				x.settled()
			})
		}
	}
	t.Run("no HELLO", func(t *testing.T) {
		t.Parallel()
		d := discordtest.New(t, discordtest.Options{})
		d.Handshakes(discordtest.Handshake{NoHello: true})
		beginAt(t, d, setup{asker: simple, state: t.TempDir(), patience: impatient}).settled()
	})
	t.Run("late HELLO", func(t *testing.T) {
		t.Parallel()
		d := discordtest.New(t, discordtest.Options{})
		d.Handshakes(discordtest.Handshake{HelloAfter: 100 * time.Millisecond})
		x := beginAt(t, d, setup{asker: simple, state: t.TempDir()})
		x.settled()
		if got := x.Gateway(); got.Connections != 1 {
			t.Errorf("the gateway saw %+v, want one connection", got)
		}
	})
}

// settled asks until an answer comes: what is asked while the bot has no session never
// reaches it.
func (x *session) settled() {
	x.tb.Helper()
	for {
		x.ready()
		it := x.ask(x.User("reader"), "What is ML-KEM?")
		ctx, cancel := context.WithTimeout(x.ctx, 2*time.Second)
		_, err := it.AwaitEdit(ctx, func(m discordtest.Message) bool { return strings.Contains(m.Text(), "Table 3") })
		cancel()
		if err == nil {
			return
		}
		if x.within().Err() != nil || x.ctx.Err() != nil {
			x.tb.Fatal(err)
		}
	}
}

// Trouble may come again and again, also where a session is resumed.
func TestResumeHandshake(t *testing.T) {
	for name, trouble := range map[string]discordtest.Interruption{
		"op 7": discordtest.Reconnect(), "op 9": discordtest.InvalidSession(false), "dropped": discordtest.Drop(),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			x := begin(t, setup{asker: simple, patience: impatient}).ready()
			x.alive()
			x.Handshakes(discordtest.Handshake{ForReady: trouble}, discordtest.Handshake{ForHello: trouble})
			x.Interrupt(discordtest.Drop())
			x.await(func(g discordtest.Gateway) bool { return g.Connections >= 2 })
			x.settled()
		})
	}
}

func impatient(p *discord.Patience) { p.Open, p.Ready = 2*time.Second, 2*time.Second }

// A connection whose heartbeats are not acknowledged is given up, so that the session
// can be resumed: never with 1000, which would end it.
func TestMissedHeartbeats(t *testing.T) {
	t.Parallel()
	const beat = 100 * time.Millisecond
	x := begin(t, setup{
		asker: simple, options: discordtest.Options{HeartbeatInterval: beat}, patience: func(p *discord.Patience) { p.Quiet = 3 * beat },
	}).ready()
	x.alive()
	x.MuteHeartbeats(true)
	got := x.await(func(g discordtest.Gateway) bool { return len(g.Closes) > 0 })
	x.MuteHeartbeats(false)
	if got.Closes[0] == 1000 || got.Closes[0] == 1001 {
		t.Errorf("the bot closed with %d", got.Closes[0])
	}
	x.await(func(g discordtest.Gateway) bool { return g.Resumed > 0 })
	x.alive()
}

// Heartbeats go on as Discord asks for.
func TestHeartbeats(t *testing.T) {
	t.Parallel()
	x := begin(t, setup{asker: simple, options: discordtest.Options{HeartbeatInterval: 100 * time.Millisecond}}).ready()
	x.await(func(g discordtest.Gateway) bool { return g.Heartbeats > 5 })
	x.alive()
}

// After a code that another try does not mend, the bot ends and does not come back.
func TestFatalCodes(t *testing.T) {
	for _, code := range []int{
		discordtest.CloseAuthenticationFailed, discordtest.CloseInvalidShard, discordtest.CloseShardingRequired, discordtest.CloseInvalidVersion,
		discordtest.CloseInvalidIntents, discordtest.CloseDisallowedIntents,
	} {
		refusal := discordtest.CloseWith(code)
		t.Run(fmt.Sprint(code), func(t *testing.T) {
			t.Parallel()
			d := discordtest.New(t, discordtest.Options{})
			d.Handshakes(discordtest.Handshake{ForReady: refusal})
			x := beginAt(t, d, setup{asker: simple, state: t.TempDir(), ends: discord.ErrFatal})
			<-x.over
			if got := x.await(closed); got.Connections != 1 {
				t.Errorf("the gateway saw %+v", got)
			}
		})
	}
	// The library keeps the code of an open connection to itself: the bot learns it
	// when it comes back, and then stays away.
	refusal := discordtest.CloseWith(discordtest.CloseAuthenticationFailed)
	t.Run("of an open connection", func(t *testing.T) {
		t.Parallel()
		x := begin(t, setup{asker: simple, ends: discord.ErrFatal}).ready()
		x.alive()
		x.Handshakes(discordtest.Handshake{ForReady: refusal})
		x.Interrupt(refusal)
		<-x.over
		if got := x.await(closed); got.Connections != 2 {
			t.Errorf("the gateway saw %+v", got)
		}
	})
}
