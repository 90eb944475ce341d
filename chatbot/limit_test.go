package chatbot_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/pqcite/pqcite/chatbot"
	"github.com/pqcite/pqcite/chatbot/limit"
	"github.com/pqcite/pqcite/chatbot/words"
	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/internal/discordtest"
)

// An answer that takes too long is given up, with an apology that is no refusal.
func TestTimedOut(t *testing.T) {
	g := newGate()
	onBoth(t, setup{asker: g.ask, bounds: func(b *chatbot.Bounds) { b.Answer = 50 * time.Millisecond }}, func(t *testing.T, x *session) {
		for _, private := range []bool{false, true} {
			it := x.ask(x.User("reader"), "What is ML-KEM?", discordtest.Opt("private", private))
			if m := x.message(it, says("notice.timeout")); len(m.Buttons()) > 0 || strings.Contains(m.Text(), says("refusal.title")) {
				t.Errorf("the apology is %q", m.Text())
			}
			x.private(it, private)
			x.sound(it)
		}
	})
}

// Where as many wait as may, the next is told, and whoever came before is served.
func TestTooBusy(t *testing.T) {
	for name, overHTTP := range transports {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			g := newGate()
			x := begin(t, setup{asker: g.ask, overHTTP: overHTTP, bounds: quickly, sizes: &limit.Sizes{Running: 1, Waiting: 1, PerUser: 1}}).ready()
			running := x.ask(x.User("a"), "What is ML-KEM?")
			<-g.entered
			waiting := x.ask(x.User("b"), "What is ML-KEM?")
			x.message(waiting, "ahead of yours")
			late := x.ask(x.User("c"), "What is ML-KEM?")
			x.message(late, says("notice.too_busy"))
			x.sound(late)
			again := x.ask(x.User("a"), "What is ML-KEM?") // has one under way
			x.message(again, says("notice.too_busy"))
			close(g.open)
			for _, it := range []*discordtest.Interaction{running, waiting} {
				x.message(it, "Table 3")
				x.sound(it)
			}
		})
	}
}

// Each limit turns a question away in private, with the moment from which on one is
// taken, and takes it then.
func TestLimits(t *testing.T) {
	wide := []limit.Budget{{N: 1000, Per: time.Minute}}
	narrow := []limit.Budget{{N: 2, Per: time.Minute}}
	for _, c := range []struct {
		name     string
		budgets  limit.Budgets
		key      words.Key
		same     func(x *session, i int) discordtest.User // who asks, one after another
		spared   func(x *session) discordtest.User        // who may still ask; nil for nobody
		perGuild int
	}{
		{
			"user", limit.Budgets{User: narrow, Guild: wide, Everyone: wide}, "limited.user",
			func(x *session, _ int) discordtest.User { return x.User("reader") },
			func(x *session) discordtest.User { return x.User("other") }, 0,
		},
		{
			"guild", limit.Budgets{User: wide, Guild: narrow, Everyone: wide}, "limited.guild",
			func(x *session, i int) discordtest.User { return x.User(fmt.Sprint("reader ", i)) },
			func(x *session) discordtest.User { return x.User("reader 0").At(x.Guild("other")) }, 0,
		},
		{
			"everyone", limit.Budgets{User: wide, Guild: wide, Everyone: narrow}, "limited.everyone",
			func(x *session, i int) discordtest.User {
				return x.User(fmt.Sprint("reader ", i)).At(x.Guild(fmt.Sprint("guild ", i)))
			},
			nil, 0,
		},
		{
			"user in a guild", limit.Budgets{User: wide, Guild: wide, Everyone: wide}, "limited.user",
			func(x *session, _ int) discordtest.User { return x.User("reader") },
			func(x *session) discordtest.User { return x.User("reader").At(x.Guild("other")) }, 2,
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			onBoth(t, setup{asker: simple, budgets: &c.budgets}, func(t *testing.T, x *session) {
				if c.perGuild > 0 {
					x.set(x.User("manager"), discordtest.Opt("limit", c.perGuild))
				}
				asks := func() { // two are taken and the third is not
					for i := range 2 {
						x.message(x.ask(c.same(x, i), "What is ML-KEM?"), "Table 3")
					}
					it := x.ask(c.same(x, 2), "What is ML-KEM?")
					m := x.message(it, "<t:", ":R>")
					if want, _, _ := strings.Cut(words.For("en").Text(c.key, words.Args{"When": "<"}), "<"); !strings.Contains(m.Text(), want) {
						t.Errorf("got %q, want %q", m.Text(), want)
					}
					x.private(it, true)
					x.sound(it)
				}
				asks()
				if c.spared != nil {
					x.message(x.ask(c.spared(x), "What is ML-KEM?"), "Table 3")
				}
				x.Advance(61 * time.Second)
				asks()
			})
		})
	}
}

// All that comes to stand in a channel is limited alike: an answer that is shared, a
// card. What only the user sees of cards is not.
func TestPublicIsLimited(t *testing.T) {
	narrow := limit.Budgets{User: []limit.Budget{{N: 2, Per: time.Minute}}, Everyone: []limit.Budget{{N: 1000, Per: time.Minute}}}
	onBoth(t, setup{asker: simple, budgets: &narrow}, func(t *testing.T, x *session) {
		reader := x.User("reader")
		m := x.message(x.ask(reader, "What is ML-KEM?", discordtest.Opt("private", true)), "Table 3")
		id := x.button(m, "share")
		x.message(x.Press(reader, m, id), "Table 3")
		posted := len(x.Posted(reader.Place.Channel))
		for name, act := range map[string]func() *discordtest.Interaction{
			"share": func() *discordtest.Interaction { return x.Press(reader, m, id) },
			"cite": func() *discordtest.Interaction {
				return x.Slash(reader, "cite", discordtest.Opt("reference", "FIPS 203, Table 3"))
			},
			"term": func() *discordtest.Interaction { return x.Slash(reader, "term", discordtest.Opt("term", "ML-KEM-768")) },
		} {
			it := act()
			if got := x.message(it); !strings.Contains(got.Text(), "<t:") {
				t.Errorf("%s is not limited: %q", name, got.Text())
			}
			x.private(it, true)
			x.sound(it)
		}
		if n := len(x.Posted(reader.Place.Channel)); n != posted {
			t.Errorf("%d messages were posted beyond the limit", n-posted)
		}
		x.Advance(61 * time.Second)
		x.message(x.Press(reader, m, id), "Table 3")
		x.set(reader, discordtest.Opt("private", true)) // from here on cards are for the user alone
		for range 4 {
			it := x.Slash(reader, "cite", discordtest.Opt("reference", "FIPS 203, Table 3"))
			x.message(it, "Table 3")
			x.private(it, true)
		}
	})
}

// An answer is shared only where the bot may answer.
func TestShareInChannel(t *testing.T) {
	onBoth(t, setup{asker: simple}, func(t *testing.T, x *session) {
		reader := x.User("reader")
		m := x.message(x.ask(reader, "What is ML-KEM?", discordtest.Opt("private", true)), "Table 3")
		x.set(reader, discordtest.Opt("allow-channel", discordtest.Channel(x.Thread(reader.Place).Channel)))
		it := x.pressed(reader, m, "share")
		x.message(it, says("denied.channel"))
		x.private(it, true)
		if n := len(x.Posted(reader.Place.Channel)); n != 0 {
			t.Errorf("%d messages stand in a channel where the bot may not answer", n)
		}
	})
}

// A flood in one guild does not make another wait for all of it.
func TestFairness(t *testing.T) {
	for name, overHTTP := range transports {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			entered, next := make(chan string, 100), make(chan struct{})
			one := func(ctx context.Context, question string, scope []string, o core.Observer) (core.Outcome, error) {
				entered <- question
				<-next
				return simple(ctx, question, scope, o)
			}
			x := begin(t, setup{asker: one, overHTTP: overHTTP, bounds: quickly, sizes: &limit.Sizes{Running: 1, Waiting: 50, PerUser: 1}}).ready()
			flood := make([]*discordtest.Interaction, 20)
			for i := range flood {
				flood[i] = x.ask(x.User(fmt.Sprint("flooder ", i)), fmt.Sprintf("ML-KEM %d", i))
				if i == 0 {
					<-entered
				} else {
					x.message(flood[i], "ahead of yours")
				}
			}
			other := x.ask(x.User("reader").At(x.Guild("other")), "What is ML-KEM?")
			x.message(other, "ahead of yours")
			position := 0
			for range flood {
				next <- struct{}{}
				position++
				if <-entered == "What is ML-KEM?" {
					break
				}
			}
			if position > 2 {
				t.Errorf("the other guild came after %d of a flood of %d", position, len(flood))
			}
			close(next)
			for _, it := range append(flood, other) {
				x.message(it, "Table 3")
				x.sound(it)
			}
		})
	}
}
