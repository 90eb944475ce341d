package discordtest

import (
	"strings"
	"testing"
)

// Ids stay with names.
func TestCommands(t *testing.T) {
	d := New(t, Options{})
	b := newBot(t, d)
	path := "/applications/" + d.Application + "/commands"
	one, two := commandWith(`,"default_member_permissions":"32","name_localizations":{"de":"frag"}`), `{"name":"Check","type":3}`
	b.want(200, "PUT", path, `[`+one+`,`+two+`]`)
	first := d.Commands("")
	if len(first) != 2 || first[0].Name != "ask" || first[1].Type != 3 || first[0].ID == first[1].ID {
		t.Fatalf("commands %+v", first)
	}
	b.want(200, "PUT", path, `[`+one+`,{"name":"Check","type":3,"nsfw":false,"options":null}]`)
	if again := d.Commands(""); again[0].ID != first[0].ID {
		t.Errorf("the same commands changed: %+v", again)
	}
	got := b.want(200, "GET", path+"?with_localizations=true", "").body
	if !strings.Contains(got, `"frag"`) || !strings.Contains(got, `"default_member_permissions":"32"`) || !strings.Contains(got, `"version"`) {
		t.Errorf("the list is %s", got)
	}
	if got := b.want(200, "GET", path, "").body; strings.Contains(got, "frag") {
		t.Errorf("the list has translations that nobody asked for: %s", got)
	}
	b.want(200, "PUT", path, `[`+commandWith(`,"nsfw":true`)+`]`)
	if c := d.Commands(""); len(c) != 1 || c[0].ID != first[0].ID || d.Calls(PutCommands) != 3 {
		t.Errorf("after the change: %+v, %d puts", c, d.Calls(PutCommands))
	}
}

// A guild has its own, which come before the global ones.
func TestGuildCommands(t *testing.T) {
	d := New(t, Options{})
	b := newBot(t, d)
	listening(d)
	guild := d.Guild("home").Guild
	b.want(200, "PUT", "/applications/"+d.Application+"/guilds/"+guild+"/commands", `[`+commandWith("")+`]`)
	b.want(200, "PUT", "/applications/"+d.Application+"/commands", `[`+commandWith("")+`]`)
	local, global := d.Commands(guild)[0], d.Commands("")[0]
	u := d.User("reader")
	if p := string(d.Slash(u, "ask").Payload()); !strings.Contains(p, `"id":"`+local.ID+`"`) {
		t.Errorf("in the guild ran %s", p)
	}
	if p := string(d.Slash(u.At(d.BotDM(u)), "ask").Payload()); !strings.Contains(p, `"id":"`+global.ID+`"`) {
		t.Errorf("in the DM ran %s", p)
	}
}
