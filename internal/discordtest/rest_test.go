package discordtest

import (
	"errors"
	"net/http"
	"strings"
	"testing"
	"time"
)

// onlyViolation wants exactly one, of a rule, that says something.
func onlyViolation(t *testing.T, d *Server, rule Rule, says string) {
	t.Helper()
	got := d.Violations()
	if len(got) != 1 || got[0].Rule != rule || !strings.Contains(got[0].String(), says) {
		t.Errorf("violations %v, want one of %q that says %q", got, rule, says)
	}
}

// listening has somebody take what the gateway sends, so that nothing is lost.
func listening(d *Server) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.gateway.sessions = []*session{{}}
}

// Each breach of the order of calls, of deadlines and of headers.
func TestBreaches(t *testing.T) {
	for _, tc := range []struct {
		name   string
		breach func(d *Server, b *bot, ask *Interaction)
		status int // of the last call
		rule   Rule
		says   string
	}{
		{"an unknown route", func(d *Server, b *bot, ask *Interaction) {
			b.want(404, "GET", "/guilds/1/members", "")
		}, 404, ruleRoute, "GET /api/v10/guilds/1/members"},
		{"a method of no route", func(d *Server, b *bot, ask *Interaction) {
			b.want(404, "PUT", callbackPath(ask), deferred)
		}, 404, ruleRoute, "{token}"},
		{"a second callback", func(d *Server, b *bot, ask *Interaction) {
			b.want(204, "POST", callbackPath(ask), deferred)
			b.want(400, "POST", callbackPath(ask), hello)
		}, 400, ruleSecond, "with type 5"},
		{"a callback after 3 s", func(d *Server, b *bot, ask *Interaction) {
			d.Advance(3100 * time.Millisecond)
			b.want(404, "POST", callbackPath(ask), deferred)
		}, 404, ruleLate, "at most 3s"},
		{"a callback of an unknown interaction", func(d *Server, b *bot, ask *Interaction) {
			b.want(404, "POST", "/interactions/1/"+ask.Token+"/callback", deferred)
		}, 404, ruleUnknown, `"1"`},
		{"a callback with the wrong token", func(d *Server, b *bot, ask *Interaction) {
			b.want(404, "POST", "/interactions/"+ask.ID+"/abc/callback", deferred)
		}, 404, ruleUnknown, "token"},
		{"a modal from a modal", func(d *Server, b *bot, ask *Interaction) {
			b.want(204, "POST", callbackPath(ask), modalOf("t", "m", inputWith("")))
			sent := d.Submit(ask.User, ask, map[string]string{"i": "text"})
			b.want(400, "POST", callbackPath(sent), modalOf("t", "m", inputWith("")))
		}, 400, ruleCallbackType, "type 9 can't answer an interaction of type 5"},
		{"an update from a modal of no message", func(d *Server, b *bot, ask *Interaction) {
			b.want(204, "POST", callbackPath(ask), modalOf("t", "m", inputWith("")))
			sent := d.Submit(ask.User, ask, map[string]string{"i": "text"})
			b.want(400, "POST", callbackPath(sent), `{"type":6}`)
		}, 400, ruleCallbackType, "type 6"},
		{"an edit before the callback", func(d *Server, b *bot, ask *Interaction) {
			b.want(404, "PATCH", b.original(ask), edit)
		}, 404, ruleUnanswered, "no callback"},
		{"an edit after 15 minutes", func(d *Server, b *bot, ask *Interaction) {
			b.want(204, "POST", callbackPath(ask), deferred)
			d.Advance(15*time.Minute + time.Second)
			b.want(401, "PATCH", b.original(ask), edit)
		}, 401, ruleExpired, "at most 15m"},
		{"an edit of an unknown webhook", func(d *Server, b *bot, ask *Interaction) {
			b.want(404, "PATCH", "/webhooks/"+d.Application+"/abc/messages/@original", edit)
		}, 404, ruleWebhook, "no interaction"},
		{"an edit under another application", func(d *Server, b *bot, ask *Interaction) {
			b.want(204, "POST", callbackPath(ask), deferred)
			b.want(404, "PATCH", "/webhooks/1/"+ask.Token+"/messages/@original", edit)
		}, 404, ruleWebhook, "no interaction"},
		{"ephemeral changed later", func(d *Server, b *bot, ask *Interaction) {
			b.want(204, "POST", callbackPath(ask), deferred)
			b.want(200, "PATCH", b.original(ask), `{"content":"a","flags":64,`+safe+`}`)
		}, 200, ruleEphemeral, "can't change"},
		{"no Authorization", func(d *Server, b *bot, ask *Interaction) {
			b.header.Del("Authorization")
			b.want(401, "GET", "/applications/@me", "")
		}, 401, ruleAuth, "missing"},
		{"the wrong Authorization", func(d *Server, b *bot, ask *Interaction) {
			b.header.Set("Authorization", "Bot abc")
			b.want(401, "GET", "/applications/@me", "")
		}, 401, ruleAuth, "not the bot's token"},
		{"a token without Bot", func(d *Server, b *bot, ask *Interaction) {
			b.header.Set("Authorization", d.Token)
			b.want(401, "GET", "/applications/@me", "")
		}, 401, ruleAuth, "not the bot's token"},
		{"a User-Agent", func(d *Server, b *bot, ask *Interaction) {
			b.header.Set("User-Agent", "Go-http-client/1.1")
			b.want(204, "POST", callbackPath(ask), deferred)
		}, 204, ruleHeader, "User-Agent"},
		{"no content type", func(d *Server, b *bot, ask *Interaction) {
			b.header.Del("Content-Type")
			b.want(400, "POST", callbackPath(ask), deferred)
		}, 400, ruleHeader, "application/json"},
		{"another content type", func(d *Server, b *bot, ask *Interaction) {
			b.header.Set("Content-Type", "text/plain")
			b.want(400, "POST", callbackPath(ask), deferred)
		}, 400, ruleHeader, "text/plain"},
		{"a multipart body without JSON", func(d *Server, b *bot, ask *Interaction) {
			b.header.Set("Content-Type", "multipart/form-data; boundary=x")
			b.want(400, "POST", callbackPath(ask), "--x\r\nContent-Disposition: form-data; name=\"files[0]\"; filename=\"a\"\r\n\r\na\r\n--x--\r\n")
		}, 400, ruleJSON, "payload_json"},
		{"a multipart body with another part", func(d *Server, b *bot, ask *Interaction) {
			b.header.Set("Content-Type", "multipart/form-data; boundary=x")
			b.want(400, "POST", callbackPath(ask), "--x\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a\"\r\n\r\na\r\n--x--\r\n")
		}, 400, ruleJSON, `part "file"`},
		{"another application's commands", func(d *Server, b *bot, ask *Interaction) {
			b.want(404, "GET", "/applications/1/commands", "")
		}, 404, ruleUnknown, "application"},
		{"commands of a guild without the bot", func(d *Server, b *bot, ask *Interaction) {
			b.want(403, "PUT", "/applications/"+d.Application+"/guilds/"+d.GuildByUser("other").Guild+"/commands", "[]")
		}, 403, ruleAuth, "not in guild"},
		{"a body on a route that takes none", func(d *Server, b *bot, ask *Interaction) {
			b.want(200, "GET", "/applications/@me", "{}")
		}, 200, ruleJSON, "takes none"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			d, b := quiet(t)
			listening(d)
			tc.breach(d, b, d.Slash(d.User("reader"), "ask"))
			onlyViolation(t, d, tc.rule, tc.says)
		})
	}
}

// Another version of the API, or another host, is no route and no Discord.
func TestElsewhere(t *testing.T) {
	d, b := quiet(t)
	r, err := http.NewRequest("GET", "https://discord.com/api/v8/gateway", nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("User-Agent", goodAgent)
	resp, err := b.client.Do(r)
	if err != nil || resp.StatusCode != 404 {
		t.Errorf("got %v, %v", resp, err)
	}
	resp.Body.Close()
	onlyViolation(t, d, ruleRoute, "/api/v8/gateway")
	for _, url := range []string{"https://example.org/api/v10/gateway", "http://discord.com/api/v10/gateway"} {
		d, b := quiet(t)
		if _, err := b.client.Get(url); err == nil {
			t.Errorf("%s was reached", url)
		}
		onlyViolation(t, d, ruleHost, "want https://discord.com")
	}
}

// Files come along with the JSON, and stay with the message until an edit lists others.
func TestFiles(t *testing.T) {
	d := New(t, Options{})
	b := newBot(t, d)
	listening(d)
	ask := d.Slash(d.User("reader"), "ask")
	b.want(204, "POST", callbackPath(ask), deferred)
	b.header.Set("Content-Type", "multipart/form-data; boundary=x")
	part := func(head, body string) string {
		return "--x\r\nContent-Disposition: form-data; " + head + "\r\n\r\n" + body + "\r\n"
	}
	b.want(200, "PATCH", b.original(ask), part(`name="payload_json"`, `{"attachments":[{"id":"0","description":"all of it"}],"embeds":[{"image":{"url":"attachment://a.txt"}}],`+safe+`}`)+
		part(`name="files[0]"; filename="a.txt"`, "whole answer")+"--x--\r\n")
	m, _ := ask.Original()
	if len(m.Attachments) != 1 || string(m.Attachments[0].Data) != "whole answer" || m.Attachments[0].Description != "all of it" || m.Attachments[0].Name != "a.txt" {
		t.Fatalf("attachments %+v", m.Attachments)
	}
	b.header.Set("Content-Type", "application/json")
	b.want(200, "PATCH", b.original(ask), edit)
	if m, _ := ask.Original(); len(m.Attachments) != 1 {
		t.Error("an edit that says nothing of attachments took them away")
	}
	b.want(200, "PATCH", b.original(ask), `{"attachments":[],`+safe+`}`)
	if m, _ := ask.Original(); len(m.Attachments) != 0 {
		t.Error("the attachment is still there")
	}
}

// A wait ends with an error that says what was there.
func TestAwaitEnds(t *testing.T) {
	d := New(t, Options{})
	b := newBot(t, d)
	lost := d.Slash(d.User("reader"), "ask")
	if _, err := lost.AwaitCallback(within(t)); !errors.Is(err, ErrLost) {
		t.Errorf("with no bot: %v", err)
	}
	listening(d)
	ask := d.Slash(d.User("reader"), "ask")
	b.want(204, "POST", callbackPath(ask), hello)
	ctx, cancel := contextWithin(t, time.Millisecond)
	defer cancel()
	_, err := ask.AwaitEdit(ctx, func(m Message) bool { return m.Content == "never" })
	if err == nil || !strings.Contains(err.Error(), `"hello"`) {
		t.Errorf("error %v, want it to quote the message", err)
	}
}
