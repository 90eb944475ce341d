package chatbot_test

import (
	"slices"
	"testing"

	"github.com/bwmarrin/discordgo"

	"github.com/pqcite/pqcite/chatbot"
	"github.com/pqcite/pqcite/chatbot/discord"
	"github.com/pqcite/pqcite/internal/discordtest"
)

// names are the commands that are registered.
func names(commands []discordtest.Command) []string {
	var out []string
	for _, c := range commands {
		out = append(out, c.Name)
	}
	slices.Sort(out)
	return out
}

var allCommands = []string{"Check citations", "ask", "cite", "compare", "config", "help", "privacy", "stats", "term"}

// The commands are registered when they are not as they should be, and else left.
func TestRegistration(t *testing.T) {
	onBoth(t, setup{asker: simple}, func(t *testing.T, x *session) {
		puts := func(y *session, want int) {
			t.Helper()
			if got := y.Calls(discordtest.PutCommands); got != want || !slices.Equal(names(y.Commands("")), allCommands) {
				t.Errorf("after %d registrations, want %d, there are %q", got, want, names(y.Commands("")))
			}
		}
		puts(x, 1)
		y := x.again()
		puts(y, 1)
		rest, err := discord.NewREST(discord.Credentials{Token: x.Token, Version: "1", Address: "https://example.org", Transport: x.Transport()})
		if err != nil {
			t.Fatal(err)
		}
		for i, spoil := range []func(){
			func() { register(t, rest, y, chatbot.Commands()[:7]) },
			func() {
				changed := chatbot.Commands()
				(*changed[0].NameLocalizations)["de"] = "andersfragen"
				register(t, rest, y, changed)
			},
			func() {
				changed := chatbot.Commands()
				changed[0].Options[0].MaxLength = 7
				register(t, rest, y, changed)
			},
		} {
			spoil()
			y = y.again()
			puts(y, 3+2*i)
		}
		reordered := chatbot.Commands()
		slices.Reverse(reordered)
		if wrote, err := rest.Register(y.within(), y.Application, "", reordered); err != nil || wrote {
			t.Errorf("another order was registered: %v, %v", wrote, err)
		}
	})
}

func register(tb testing.TB, rest *discord.REST, x *session, commands []*discordgo.ApplicationCommand) {
	tb.Helper()
	wrote, err := rest.Register(x.within(), x.Application, "", commands)
	if err != nil || !wrote {
		tb.Errorf("registered %v, %v; want it written", wrote, err)
	}
}

// What is of a server's managers alone is listed to nobody else, and nowhere else.
func TestManagersCommands(t *testing.T) {
	for _, c := range chatbot.Commands() {
		ofManagers := c.Name == "config" || c.Name == "stats"
		permissions := c.DefaultMemberPermissions
		if listed := permissions == nil || *permissions != discordgo.PermissionManageGuild; listed == ofManagers {
			t.Errorf("/%s is listed to everybody: %v", c.Name, listed)
		}
		if inGuilds := len(*c.Contexts) == 1 && (*c.Contexts)[0] == discordgo.InteractionContextGuild; inGuilds != ofManagers {
			t.Errorf("/%s is of servers alone: %v", c.Name, inGuilds)
		}
	}
}

// A guild may have the commands for itself.
func TestGuildRegistration(t *testing.T) {
	onBoth(t, setup{asker: simple, guild: "home"}, func(t *testing.T, x *session) {
		for range 2 {
			if got := names(x.Commands(x.Guild("home").Guild)); !slices.Equal(got, allCommands) || len(x.Commands("")) != 0 {
				t.Errorf("the guild has %q, all have %q", got, names(x.Commands("")))
			}
			if n := x.Calls(discordtest.PutGuildCommands); n != 1 {
				t.Errorf("they were registered %d times", n)
			}
			x.message(x.ask(x.User("reader"), "What is ML-KEM?"), "Table 3")
			x = x.again()
		}
	})
}
