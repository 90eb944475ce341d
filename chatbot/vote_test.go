package chatbot_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/pqcite/pqcite/internal/discordtest"
)

// votes are the votes that a guild's statistics count.
func (x *session) votes(of discordtest.User) string {
	x.tb.Helper()
	m := x.message(x.Slash(of.With(discordtest.ManageGuild), "stats"), says("stats.title"))
	for _, e := range m.Embeds {
		for _, f := range e.Fields {
			if f.Name == says("stats.votes") {
				return f.Value
			}
		}
	}
	x.tb.Fatalf("the statistics have no votes: %s", m.Text())
	return ""
}

// A user has one vote on an answer, and may change it.
func TestVotes(t *testing.T) {
	onBoth(t, setup{asker: simple}, func(t *testing.T, x *session) {
		asker, reader := x.User("asker"), x.User("reader")
		m := x.message(x.ask(asker, "What is ML-KEM?"), "Table 3")
		up := func(u discordtest.User) {
			it := x.pressed(u, m, "up")
			x.message(it, says("notice.voted_up"))
			x.private(it, true)
			x.sound(it)
		}
		down := func(u discordtest.User) *discordtest.Interaction {
			it := x.pressed(u, m, "down")
			callback, err := it.AwaitCallback(x.within())
			if err != nil || callback.Modal == nil || callback.Modal.Title != says("modal.reason.title") {
				t.Fatalf("no form for the reason: %+v, %v", callback, err)
			}
			x.sound(it)
			return it
		}
		wants := func(step, want string) {
			t.Helper()
			if got := x.votes(asker); got != want {
				t.Errorf("%s: the votes are %q, want %q", step, got, want)
			}
		}
		wants("before", "👍 0 · 👎 0")
		up(reader)
		up(reader)
		wants("the same twice", "👍 1 · 👎 0")
		up(asker)
		wants("two users", "👍 2 · 👎 0")
		form := down(reader) // counts without a reason
		wants("changed", "👍 1 · 👎 1")
		none := x.Submit(reader, form, nil)
		x.message(none, says("notice.voted_down"))
		x.private(none, true)
		kept := x.Submit(reader, down(reader), map[string]string{"reason": "the wrong\ntable @everyone"})
		x.message(kept, says("notice.reason_kept"))
		x.private(kept, true)
		x.sound(kept)
		wants("with a reason", "👍 1 · 👎 1")
		x.sound(x.awaited(x.Submit(reader, down(reader), map[string]string{"reason": strings.Repeat("€", 1000)})))
	})
}

// awaited waits for the first answer.
func (x *session) awaited(it *discordtest.Interaction) *discordtest.Interaction {
	x.tb.Helper()
	if _, err := it.AwaitCallback(x.within()); err != nil {
		x.tb.Fatal(err)
	}
	return it
}

// A guild may do without votes.
func TestWithoutVotes(t *testing.T) {
	onBoth(t, setup{asker: simple}, func(t *testing.T, x *session) {
		reader := x.User("reader")
		x.set(reader, discordtest.Opt("feedback", false))
		if got := verbs(x.message(x.ask(reader, "ML-KEM"))); slices.Contains(got, "up") || slices.Contains(got, "down") {
			t.Errorf("the answer has buttons for votes: %q", got)
		}
		x.set(reader, discordtest.Opt("feedback", true))
		if got := verbs(x.message(x.ask(reader, "ML-KEM"))); !slices.Contains(got, "up") {
			t.Errorf("the answer has no buttons for votes: %q", got)
		}
		// In direct messages there is nobody to turn them off.
		if got := verbs(x.message(x.ask(reader.At(x.BotDM(reader)), "ML-KEM"))); !slices.Contains(got, "up") {
			t.Errorf("the answer has no buttons for votes: %q", got)
		}
	})
}
