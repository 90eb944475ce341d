package discordtest

import (
	"crypto/ed25519"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// A whole scenario over the gateway: a slash command that is deferred, edited
// and pressed.
func TestScenario(t *testing.T) {
	ctx := within(t)
	d := New(t, Options{})
	b := newBot(t, d)
	l := b.dial()
	l.identify()
	if err := d.AwaitReady(ctx); err != nil {
		t.Fatal(err)
	}
	reader := d.User("reader").Speaking("de")
	ask := d.Slash(reader, "ask", Opt("question", "what is d?"), Opt("private", true))
	var got struct {
		ID, Token, Locale string
		Type              int
		Data              struct {
			Name    string
			Options []struct{ Value any }
		}
		Member struct{ User struct{ ID string } }
	}
	if err := json.Unmarshal(l.expect(opDispatch, "INTERACTION_CREATE").D, &got); err != nil {
		t.Fatal(err)
	}
	if got.ID != ask.ID || got.Token != ask.Token || got.Locale != "de" || got.Type != kindCommand || got.Data.Name != "ask" ||
		len(got.Data.Options) != 2 || got.Data.Options[0].Value != "what is d?" || got.Member.User.ID != reader.ID {
		t.Errorf("the bot got %+v", got)
	}

	b.want(204, "POST", callbackPath(ask), `{"type":5,"data":{"flags":64}}`)
	cb, err := ask.AwaitCallback(ctx)
	if err != nil || cb.Type != CallbackDefer || !cb.Ephemeral() || !ask.Thinking() {
		t.Errorf("callback %+v, %v, thinking %v", cb, err, ask.Thinking())
	}
	row := `"components":[{"type":1,"components":[{"type":2,"style":1,"label":"Why","custom_id":"v1:why"}]}]`
	b.want(200, "PATCH", b.original(ask), `{"content":"it is 12",`+row+`,`+safe+`}`)
	answer, err := ask.AwaitEdit(ctx, nil)
	if err != nil || answer.Content != "it is 12" || answer.Flags&Ephemeral == 0 || ask.Thinking() || len(answer.Buttons()) != 1 {
		t.Errorf("answer %+v, %v", answer, err)
	}

	why := d.Press(reader, answer, "v1:why")
	l.expect(opDispatch, "INTERACTION_CREATE")
	b.want(204, "POST", callbackPath(why), `{"type":6}`)
	b.want(200, "PATCH", b.original(why), `{"content":"because",`+safe+`}`)
	if m, _ := ask.Original(); m.Content != "because" || len(m.Buttons()) != 1 {
		t.Errorf("the message is %+v, want it changed and its buttons kept", m)
	}
	if len(ask.Edits()) != 1 || len(why.Edits()) != 1 || d.Calls(EditOriginal) != 2 {
		t.Errorf("edits %d and %d, calls %d", len(ask.Edits()), len(why.Edits()), d.Calls(EditOriginal))
	}
}

// respond is a bot in one function: what it answers at once, and what it does then.
func (b *bot) respond(payload []byte) (callback string, then func()) {
	var it struct {
		Token string
		Type  int
		Data  struct {
			CustomID string `json:"custom_id"`
		}
	}
	if err := json.Unmarshal(payload, &it); err != nil {
		b.t.Error(err)
	}
	webhook := "/webhooks/" + b.d.Application + "/" + it.Token
	switch it.Type {
	case kindAutocomplete:
		return `{"type":8,"data":{"choices":[{"name":"FIPS 203","value":"NIST.FIPS.203"}]}}`, nil
	case kindComponent:
		return modalOf("Follow-up", "follow", inputWith("")), nil
	case kindModal:
		return deferred, func() {
			b.want(200, "PATCH", webhook+"/messages/@original", edit)
		}
	}
	return `{"type":4,"data":{"content":"12",` + components(rowOf(press)) + `,` + safe + `}}`, nil
}

// overGateway serves a bot's gateway until the test ends.
func overGateway(t *testing.T, d *Server, b *bot) {
	l := b.dial()
	l.identify()
	done := make(chan struct{})
	t.Cleanup(func() { l.ws.Close(); <-done })
	go func() {
		defer close(done)
		for {
			p, err := l.next()
			if err != nil {
				return
			}
			var it struct{ ID, Token string }
			if err := json.Unmarshal(p.D, &it); err != nil {
				t.Error(err)
			}
			callback, then := b.respond(p.D)
			b.want(204, "POST", "/interactions/"+it.ID+"/"+it.Token+"/callback", callback)
			if then != nil {
				then()
			}
		}
	}()
}

// overHTTP serves a bot's endpoint until the test ends. What it does after the
// callback may come before the reply has arrived.
func overHTTP(t *testing.T, d *Server, b *bot) {
	after := make(chan func(), 10)
	done := make(chan struct{})
	go func() {
		defer close(done)
		for then := range after {
			then()
		}
	}()
	public, private, err := ed25519.GenerateKey(nil)
	if err != nil {
		t.Fatal(err)
	}
	h := httptest.NewServer(&reference{public, func(w http.ResponseWriter, body string) {
		callback, then := b.respond([]byte(body))
		if then != nil {
			after <- then
		}
		io.WriteString(w, callback)
	}})
	t.Cleanup(func() { h.Close(); close(after); <-done })
	d.PostTo(h.URL, private)
}

// One scenario runs over both ways of delivery.
func TestBothWays(t *testing.T) {
	for name, serve := range map[string]func(*testing.T, *Server, *bot){"gateway": overGateway, "HTTP": overHTTP} {
		t.Run(name, func(t *testing.T) {
			ctx := within(t)
			d := New(t, Options{})
			serve(t, d, newBot(t, d))
			if err := d.AwaitReady(ctx); err != nil {
				t.Fatal(err)
			}
			u := d.User("reader")
			if cb, err := d.Autocomplete(u, "cite", "reference", "FI").AwaitCallback(ctx); err != nil || len(cb.Choices) != 1 || cb.Choices[0].Value != "NIST.FIPS.203" {
				t.Fatalf("choices %+v, %v", cb, err)
			}
			answer, err := d.Slash(u, "ask", Opt("question", "what is d?")).AwaitEdit(ctx, nil)
			if err != nil {
				t.Fatal(err)
			}
			form := d.Press(u, answer, "p")
			if cb, err := form.AwaitCallback(ctx); err != nil || cb.Modal == nil || cb.Modal.Title != "Follow-up" {
				t.Fatalf("modal %+v, %v", cb, err)
			}
			follow := d.Submit(u, form, map[string]string{"i": "and q?"})
			if _, err := follow.AwaitEdit(ctx, func(m Message) bool { return m.Content == "an answer" }); err != nil {
				t.Error(err)
			}
			if !strings.Contains(string(follow.Payload()), answer.ID) {
				t.Error("the modal does not name the message that it came from")
			}
		})
	}
}

// What the bot can ask about itself.
func TestIdentity(t *testing.T) {
	d := New(t, Options{})
	b := newBot(t, d)
	public, private, err := ed25519.GenerateKey(nil)
	if err != nil {
		t.Fatal(err)
	}
	d.PostTo("http://127.0.0.1:1/interactions", private)
	for path, want := range map[string]string{
		"/applications/@me": `"verify_key":"` + sprintf("%x", []byte(public)) + `"`,
	} {
		if got := b.want(200, "GET", path, ""); !strings.Contains(got.body, want) {
			t.Errorf("%s says %s, want %s", path, got.body, want)
		}
	}
}
