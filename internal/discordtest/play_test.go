package discordtest

import (
	"encoding/json"
	"fmt"
	"strings"
	"sync"
	"testing"
)

// recorder is a test that fails without failing this one.
type recorder struct {
	*testing.T
	mu     sync.Mutex
	failed []string
}

func (r *recorder) Errorf(format string, args ...any) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.failed = append(r.failed, fmt.Sprintf(format, args...))
}

func (r *recorder) Failed() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return len(r.failed) > 0
}

// A scenario that no user could play fails by itself.
func TestMisuse(t *testing.T) {
	const registered = `[
		{"name":"ask","description":"d","contexts":[0,1],"integration_types":[0],"options":[
			{"type":3,"name":"question","description":"d","required":true,"max_length":10},
			{"type":3,"name":"detail","description":"d","choices":[{"name":"Short","value":"short"}]},
			{"type":5,"name":"private","description":"d"}]},
		{"name":"cite","description":"d","options":[{"type":3,"name":"reference","description":"d","autocomplete":true}]},
		{"name":"Check citations","type":3}]`
	for _, tc := range []struct {
		name string
		play func(d *Server, u User)
		says string // "" where it is right
	}{
		{"as registered", func(d *Server, u User) {
			d.Slash(u, "ask", Opt("question", "q"), Opt("detail", "short"), Opt("private", true))
		}, ""},
		{"in the bot's DM", func(d *Server, u User) { d.Slash(u.At(d.BotDM(u)), "ask", Opt("question", "q")) }, ""},
		{"autocomplete", func(d *Server, u User) { d.Autocomplete(u, "cite", "reference", "FI") }, ""},
		{"a menu's entry", func(d *Server, u User) { d.MessageCommand(u, "Check citations", d.Write(u, Message{Content: "a"})) }, ""},

		{"an unknown command", func(d *Server, u User) { d.Slash(u, "help") }, `"help": it is not registered`},
		{"an unknown entry", func(d *Server, u User) { d.MessageCommand(u, "Check", d.Write(u, Message{Content: "a"})) }, "not registered"},
		{"an unknown message", func(d *Server, u User) { d.MessageCommand(u, "Check citations", Message{ID: "1"}) }, "no message"},
		{"an unknown option", func(d *Server, u User) { d.Slash(u, "ask", Opt("question", "q"), Opt("speed", 3)) }, `no option "speed"`},
		{"a missing option", func(d *Server, u User) { d.Slash(u, "ask") }, `"question" is required`},
		{"an option's type", func(d *Server, u User) { d.Slash(u, "ask", Opt("question", 3)) }, "type 3, not 4"},
		{"an option's length", func(d *Server, u User) { d.Slash(u, "ask", Opt("question", repeat("a", 11))) }, "0 to 10"},
		{"a choice", func(d *Server, u User) { d.Slash(u, "ask", Opt("question", "q"), Opt("detail", "long")) }, "does not offer long"},
		{"an option that does not complete", func(d *Server, u User) { d.Autocomplete(u, "ask", "question", "q") }, "does not complete"},
		{"where the app is not", func(d *Server, u User) { d.Slash(u.At(d.GuildByUser("x")), "ask", Opt("question", "q")) }, "installed for a user"},
		{"a private channel", func(d *Server, u User) { d.Slash(u.At(d.PrivateChannel("x")), "ask", Opt("question", "q")) }, "context 2"},
		{"a button of no message", func(d *Server, u User) { d.Press(u, Message{ID: "1"}, "p") }, "no message 1"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			r := &recorder{T: t}
			d := New(r, Options{})
			b := newBot(t, d)
			b.want(200, "PUT", "/applications/"+d.Application+"/commands", registered)
			listening(d)
			tc.play(d, d.User("reader"))
			if got := strings.Join(r.failed, "\n"); tc.says == "" && got != "" || !strings.Contains(got, tc.says) {
				t.Errorf("the test said %q, want %q", got, tc.says)
			}
		})
	}
}

// Buttons and modals can be used only as a client would.
func TestMisuseOfComponents(t *testing.T) {
	parts := components(rowOf(press, `{"type":2,"style":1,"label":"D","custom_id":"d","disabled":true}`))
	for _, tc := range []struct {
		name string
		play func(d *Server, u User, m Message, modal *Interaction)
		says string
	}{
		{"press", func(d *Server, u User, m Message, _ *Interaction) { d.Press(u, m, "p") }, ""},
		{"submit", func(d *Server, u User, _ Message, o *Interaction) { d.Submit(u, o, map[string]string{"i": "text"}) }, ""},
		{"another's message", func(d *Server, u User, m Message, _ *Interaction) { d.Press(d.User("other"), m, "p") }, "somebody else"},
		{"an unknown button", func(d *Server, u User, m Message, _ *Interaction) { d.Press(u, m, "x") }, "no such component"},
		{"a disabled button", func(d *Server, u User, m Message, _ *Interaction) { d.Press(u, m, "d") }, "disabled"},
		{"another's modal", func(d *Server, u User, _ Message, o *Interaction) { d.Submit(d.User("other"), o, nil) }, "that reader sees"},
		{"a modal without its input", func(d *Server, u User, _ Message, o *Interaction) { d.Submit(u, o, nil) }, "required"},
		{"a modal with another input", func(d *Server, u User, _ Message, o *Interaction) {
			d.Submit(u, o, map[string]string{"i": "text", "j": "x"})
		}, `no input "j"`},
		{"a modal's length", func(d *Server, u User, _ Message, o *Interaction) { d.Submit(u, o, map[string]string{"i": "t"}) }, "1 characters"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			r := &recorder{T: t}
			d := New(r, Options{})
			b := newBot(t, d)
			listening(d)
			u := d.User("reader")
			ask, form := d.Slash(u, "ask"), d.Slash(u, "follow")
			b.want(204, "POST", callbackPath(ask), `{"type":4,"data":{"content":"a","flags":64,`+parts+`,`+safe+`}}`)
			b.want(204, "POST", callbackPath(form), modalOf("t", "m", inputWith(`,"min_length":2`)))
			m, _ := ask.Original()
			tc.play(d, u, m, form)
			if got := strings.Join(r.failed, "\n"); tc.says == "" && got != "" || !strings.Contains(got, tc.says) {
				t.Errorf("the test said %q, want %q", got, tc.says)
			}
		})
	}
}

// An interaction says where it happens and for whom the app is there.
func TestPlaces(t *testing.T) {
	d := New(t, Options{})
	listening(d)
	u := d.User("reader").Speaking("ja").With(ManageGuild)
	for _, tc := range []struct {
		place         Place
		context       int
		owners        map[string]string
		guild, member bool
		guildLocale   string
	}{
		{d.Guild("home"), 0, map[string]string{"0": d.Guild("home").Guild}, true, true, "en-US"},
		{d.GuildByUser("other"), 0, map[string]string{"1": u.ID}, true, true, "en-US"},
		{d.BotDM(u), 1, map[string]string{"0": "0"}, false, false, ""},
		{d.PrivateChannel("pair"), 2, map[string]string{"1": u.ID}, false, false, ""},
	} {
		var got struct {
			Context     int
			Locale      string
			GuildLocale string            `json:"guild_locale"`
			Guild       string            `json:"guild_id"`
			Channel     string            `json:"channel_id"`
			Owners      map[string]string `json:"authorizing_integration_owners"`
			User        *struct{ ID string }
			Member      *struct{ Permissions string }
		}
		if err := json.Unmarshal(d.Slash(u.At(tc.place), "ask").Payload(), &got); err != nil {
			t.Fatal(err)
		}
		if got.Context != tc.context || got.Locale != "ja" || got.GuildLocale != tc.guildLocale || got.Guild != tc.place.Guild ||
			got.Channel != tc.place.Channel || fmt.Sprint(got.Owners) != fmt.Sprint(tc.owners) || (got.Member != nil) != tc.member || (got.User == nil) != tc.member {
			t.Errorf("in context %d: %+v", tc.context, got)
		}
		if tc.member && got.Member.Permissions != "2147601440" {
			t.Errorf("permissions %s", got.Member.Permissions)
		}
	}
}

// A message of unknown parts reaches the bot as it is.
func TestWrittenMessage(t *testing.T) {
	d := New(t, Options{})
	listening(d)
	u := d.User("reader")
	m := d.Write(u, Message{Content: "see FIPS 203", Components: []Component{{Type: 99, Content: "new"}}})
	payload := string(d.MessageCommand(u, "Check citations", m).Payload())
	for _, want := range []string{`"target_id":"` + m.ID + `"`, `"content":"see FIPS 203"`, `"type":99`, `"username":"reader"`} {
		if !strings.Contains(payload, want) {
			t.Errorf("payload has no %s: %s", want, payload)
		}
	}
}
