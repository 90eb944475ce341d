package chatbot_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/pqcite/pqcite/chatbot/words"
	"github.com/pqcite/pqcite/internal/discordtest"
)

// set changes settings as a manager of the guild where a user is.
func (x *session) set(u discordtest.User, options ...discordtest.Option) discordtest.Message {
	x.tb.Helper()
	it := x.Slash(u.With(discordtest.ManageGuild), "config", options...)
	m := x.message(it)
	x.private(it, true)
	x.sound(it)
	return m
}

// Each setting is shown after it is changed, and later on.
func TestConfig(t *testing.T) {
	opt := discordtest.Opt
	onBoth(t, setup{asker: simple}, func(t *testing.T, x *session) {
		manager := x.User("manager")
		channel := manager.Place.Channel
		before := x.set(manager)
		for _, c := range []struct {
			option discordtest.Option
			shown  []string
		}{
			{opt("private", true), []string{says("config.answers_private")}},
			{opt("allow-channel", discordtest.Channel(channel)), []string{"<#" + channel + ">"}},
			{opt("documents", "FIPS 203, nist.fips.204,FIPS 203"), []string{"FIPS 203, FIPS 204"}},
			{opt("limit", 3), []string{"3 questions per minute"}},
			{opt("feedback", false), []string{says("config.off")}},
			{opt("keep-questions", true), []string{says("config.questions_kept")}},
		} {
			for _, m := range []discordtest.Message{x.set(manager, c.option), x.set(manager)} {
				for _, want := range c.shown {
					if !strings.Contains(m.Text(), want) {
						t.Errorf("after %s %v the settings have no %q: %s", c.option.Name, c.option.Value, want, m.Text())
					}
				}
			}
		}
		x.set(manager, opt("private", false), opt("remove-channel", discordtest.Channel(channel)), opt("documents", "ALL"), opt("limit", 0),
			opt("feedback", true), opt("keep-questions", false))
		if after := x.set(manager); after.Text() != before.Text() {
			t.Errorf("the settings can't be taken back:\n%s\nwant\n%s", after.Text(), before.Text())
		}
		in := x.set(manager, opt("language", "de"))
		if !strings.Contains(in.Text(), "Deutsch") || !strings.Contains(in.Text(), says("config.title")) {
			t.Errorf("the manager sees the settings in another language than their own: %s", in.Text())
		}
		x.message(x.ask(x.User("reader").Speaking("fr"), "ML-KEM"), words.For("de").Text("answer.sources", nil))
		x.set(manager, opt("language", "auto"))
		x.message(x.ask(x.User("reader").Speaking("fr"), "FrodoKEM"), words.For("fr").Text("refusal.title", nil))
	})
}

// What a user alone sees is in the language of their client, which calls the commands
// so; what all see is in the language of the server.
func TestLanguageOfServer(t *testing.T) {
	onBoth(t, setup{asker: simple}, func(t *testing.T, x *session) {
		for locale, client := range map[string]string{"en-US": "en", "de": "de", "fr": "fr", "ja": "ja", "zh-CN": "zh-CN", "pt-BR": "en"} {
			own, server := words.For(client), words.For("de")
			u := x.User("reader " + locale).At(x.Guild("of " + locale)).Speaking(locale)
			settings := x.set(u, discordtest.Opt("language", "de"))
			for _, shown := range []string{"`/" + own.Text("command.config.name", nil) + "`", "`" + own.Text("command.config.allow.name", nil) + "`", own.Text("config.title", nil)} {
				if !strings.Contains(settings.Text(), shown) {
					t.Errorf("%s: the settings of a German server have no %q: %s", locale, shown, settings.Text())
				}
			}
			x.message(x.Slash(u, "help"), own.Text("help.title", nil), "`/"+own.Text("command.ask.name", nil)+" ")
			if wrong := x.set(u, discordtest.Opt("documents", "FIPS 999")); !strings.Contains(wrong.Text(), own.Text("invalid.nearest", nil)) {
				t.Errorf("%s: what is wrong is told as %s", locale, wrong.Text())
			}
			x.message(x.ask(u, "ML-KEM"), server.Text("answer.sources", nil))
			private := x.message(x.ask(u, "ML-KEM", discordtest.Opt("private", true)), own.Text("answer.sources", nil))
			x.message(x.pressed(u, private, "why"), own.Text("why.title", nil))
			x.message(x.pressed(u, private, "share"), server.Text("answer.sources", nil))
		}
	})
}

// One wrong setting changes nothing, not even the right ones given with it.
func TestConfigWrongly(t *testing.T) {
	opt := discordtest.Opt
	onBoth(t, setup{asker: simple, guild: "elsewhere"}, func(t *testing.T, x *session) {
		manager := x.User("manager")
		before := x.set(manager)
		for _, c := range []struct {
			wrong discordtest.Option
			want  string
		}{
			{opt("limit", 61), "0 to 60"},
			{opt("limit", -1), "0 to 60"},
			{opt("documents", "FIPS 203, FIPS 999"), "FIPS 999"},
			{opt("language", "tlh"), "tlh"},
			{opt("allow-channel", discordtest.Channel("home")), "home"},
		} {
			if m := x.set(manager, opt("private", true), c.wrong); !strings.Contains(m.Text(), c.want) {
				t.Errorf("%s %v: got %q, want %q in it", c.wrong.Name, c.wrong.Value, m.Text(), c.want)
			}
		}
		if after := x.set(manager); after.Text() != before.Text() {
			t.Errorf("the settings are\n%s\nwant them unchanged\n%s", after.Text(), before.Text())
		}
	})
}

// Discord's permissions of a command can be changed by others: the bot asks itself.
func TestConfigPermission(t *testing.T) {
	onBoth(t, setup{asker: simple, guild: "elsewhere"}, func(t *testing.T, x *session) {
		reader := x.User("reader")
		for _, command := range []string{"config", "stats"} {
			for _, c := range []struct {
				name string
				user discordtest.User
				want string
			}{
				{"anybody", reader, says("denied.permission")},
				{"manager", reader.With(discordtest.ManageGuild), ""},
				{"administrator", reader.With(discordtest.Administrator), ""},
				{"direct message", reader.At(x.BotDM(reader)), says("denied.server_only")},
				{"private channel", reader.At(x.PrivateChannel("friends")).With(discordtest.ManageGuild), says("denied.server_only")},
			} {
				var options []discordtest.Option
				if command == "config" && c.name == "anybody" {
					options = append(options, discordtest.Opt("private", true))
				}
				it := x.Slash(c.user, command, options...)
				m := x.message(it)
				if m.Content != c.want {
					t.Errorf("%s by %s: got %q, want %q", command, c.name, m.Text(), c.want)
				}
				x.private(it, true)
				x.sound(it)
			}
		}
		if m := x.set(reader); !strings.Contains(m.Text(), says("config.answers_public")) {
			t.Errorf("somebody has changed a setting: %s", m.Text())
		}
	})
}

// Private by default is what a user may still choose otherwise.
func TestPrivateByDefault(t *testing.T) {
	onBoth(t, setup{asker: simple}, func(t *testing.T, x *session) {
		reader := x.User("reader")
		x.set(reader, discordtest.Opt("private", true))
		for _, c := range []struct {
			options []discordtest.Option
			private bool
		}{
			{nil, true}, {[]discordtest.Option{discordtest.Opt("private", false)}, false}, {[]discordtest.Option{discordtest.Opt("private", true)}, true},
		} {
			it := x.ask(reader, "What is ML-KEM?", c.options...)
			x.message(it, "Table 3")
			x.private(it, c.private)
		}
		card := x.Slash(reader, "cite", discordtest.Opt("reference", "FIPS 203, Table 3"))
		x.message(card, "Table 3")
		x.private(card, true)
		other := x.ask(reader.At(x.Guild("other")), "What is ML-KEM?")
		x.message(other, "Table 3")
		x.private(other, false)
	})
}

// A guild that allows some channels is answered there and in their threads.
func TestChannels(t *testing.T) {
	onBoth(t, setup{asker: simple, budgets: wide()}, func(t *testing.T, x *session) {
		reader := x.User("reader")
		elsewhere := reader
		elsewhere.Place = x.Thread(reader.Place)
		elsewhere.Place.Parent = "" // a channel of the same guild
		x.set(elsewhere, discordtest.Opt("allow-channel", discordtest.Channel(elsewhere.Place.Channel)))
		asks := map[string]func(discordtest.User) *discordtest.Interaction{
			"ask": func(u discordtest.User) *discordtest.Interaction { return x.ask(u, "What is ML-KEM?") },
			"cite": func(u discordtest.User) *discordtest.Interaction {
				return x.Slash(u, "cite", discordtest.Opt("reference", "FIPS 203, Table 3"))
			},
			"compare": func(u discordtest.User) *discordtest.Interaction {
				return x.Slash(u, "compare", discordtest.Opt("a", "ML-KEM-512"), discordtest.Opt("b", "ML-KEM-768"))
			},
		}
		for name, ask := range asks {
			for _, u := range []discordtest.User{reader, reader.At(x.Thread(reader.Place))} {
				it := ask(u)
				x.message(it, says("denied.channel"), "<#"+elsewhere.Place.Channel+">")
				x.private(it, true)
				x.sound(it)
			}
			for _, u := range []discordtest.User{elsewhere, elsewhere.At(x.Thread(elsewhere.Place)), reader.At(x.BotDM(reader))} {
				if m := x.message(ask(u)); !strings.Contains(m.Text(), "FIPS 203") {
					t.Errorf("%s in %+v got %q", name, u.Place, m.Text())
				}
			}
		}
	})
}

// What a guild keeps to is what is asked.
func TestGuildDocuments(t *testing.T) {
	onBothHeard(t, func(t *testing.T, x *session, calls <-chan call) {
		reader := x.User("reader")
		x.set(reader, discordtest.Opt("documents", "FIPS 204"))
		m := x.message(x.ask(reader, "FrodoKEM"), says("button.retry"))
		if got := <-calls; !slices.Equal(got.scope, []string{"NIST.FIPS.204"}) {
			t.Errorf("it was asked in %q", got.scope)
		}
		x.message(x.pressed(reader, m, "retry"))
		if got := <-calls; len(got.scope) != 0 {
			t.Errorf("it was asked again in %q", got.scope)
		}
	})
}
