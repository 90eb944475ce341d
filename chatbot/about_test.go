package chatbot_test

import (
	"strings"
	"testing"

	"github.com/pqcite/pqcite/chatbot/words"
	"github.com/pqcite/pqcite/internal/discordtest"
)

func TestHelp(t *testing.T) {
	onBoth(t, setup{asker: simple}, func(t *testing.T, x *session) {
		reader := x.User("reader")
		for _, place := range []discordtest.Place{reader.Place, x.BotDM(reader), x.PrivateChannel("friends"), x.GuildByUser("visited")} {
			it := x.Slash(reader.At(place), "help")
			x.message(it, says("help.title"), "/ask", "/cite", "/compare", "/term", "Check citations", "FIPS 203")
			x.private(it, true)
			x.sound(it)
		}
	})
}

func TestStats(t *testing.T) {
	onBoth(t, setup{asker: simple}, func(t *testing.T, x *session) {
		reader := x.User("reader")
		for _, question := range []string{"ML-KEM", "FrodoKEM", "error", "panic"} {
			x.message(x.ask(reader, question))
		}
		x.message(x.ask(reader, "ML-KEM", discordtest.Opt("private", true)))
		x.message(x.ask(reader.At(x.Guild("other")), "ML-KEM"))
		it := x.Slash(reader.With(discordtest.ManageGuild), "stats")
		m := x.message(it, says("stats.title"))
		got := map[string]string{}
		for _, f := range m.Embeds[0].Fields {
			got[f.Name] = f.Value
		}
		for name, want := range map[words.Key]string{
			"stats.asked": "5", "stats.answered": "2 (40 %)", "stats.failed": "2 (40 %)", "stats.private": "1 (20 %)", "stats.refused": "1 (20 %)",
			"stats.documents": "FIPS 203: 2",
		} {
			if !strings.Contains(got[says(name)], want) {
				t.Errorf("%s: %q, want %q", says(name), got[says(name)], want)
			}
		}
		x.private(it, true)
		x.sound(it)
	})
}

// What is stored of a user is shown to them, and deleted when they wish.
func TestPrivacy(t *testing.T) {
	onBoth(t, setup{asker: simple}, func(t *testing.T, x *session) {
		reader, other := x.User("reader"), x.User("other")
		privacy := func(u discordtest.User, want ...string) discordtest.Message {
			t.Helper()
			it := x.Slash(u, "privacy")
			m := x.message(it, append(want, says("privacy.title"), "30 days")...)
			x.private(it, true)
			x.sound(it)
			return m
		}
		privacy(reader, says("privacy.nothing"))
		m := x.message(x.ask(reader, "What is ML-KEM?", discordtest.Opt("private", true)))
		shared := x.message(x.ask(reader, "What is ML-KEM?"))
		x.message(x.Submit(reader, x.form(reader, m, "down"), map[string]string{"reason": "it is wrong"}), says("notice.reason_kept"))
		x.message(x.pressed(other, shared, "up"), says("notice.voted_up"))
		held := privacy(reader, "Answers: 2", "Votes: 1", "Reasons: 1")
		it := x.Press(reader, held, held.Buttons()[0].CustomID)
		if n := x.message(it, says("notice.forgotten")); len(n.Buttons()) > 0 || n.ID != held.ID {
			t.Errorf("after the deletion stands %q with %d buttons", n.Text(), len(n.Buttons()))
		}
		x.sound(it)
		privacy(reader, says("privacy.nothing"))
		privacy(other, "Votes: 1")
		// Nobody owns the answer any more, and its other buttons go on.
		x.message(x.pressed(reader, m, "share"), says("denied.asker_only"))
		x.message(x.pressed(reader, m, "why"), says("why.title"))
	})
}
