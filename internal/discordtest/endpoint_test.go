package discordtest

import (
	"crypto/ed25519"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"
	"time"
)

// reference is a bot's side of HTTP interactions: it judges signatures and time, and
// answers as instructed.
type reference struct {
	public ed25519.PublicKey
	answer func(w http.ResponseWriter, body string)
}

func (e *reference) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, 64<<10))
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	at, _ := strconv.ParseInt(r.Header.Get("X-Signature-Timestamp"), 10, 64)
	signature, _ := hex.DecodeString(r.Header.Get("X-Signature-Ed25519"))
	age := time.Since(time.Unix(at, 0)).Abs()
	signed := append([]byte(r.Header.Get("X-Signature-Timestamp")), body...)
	if r.Method != http.MethodPost || age > 30*time.Second || !ed25519.Verify(e.public, signed, signature) {
		http.Error(w, "bad signature", http.StatusUnauthorized)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	if strings.Contains(string(body), `"type":1,`) {
		io.WriteString(w, `{"type":1}`)
		return
	}
	e.answer(w, string(body))
}

func saying(text string) func(http.ResponseWriter, string) {
	return func(w http.ResponseWriter, _ string) { io.WriteString(w, text) }
}

// posting is a server that posts to an endpoint with an answer.
func posting(t *testing.T, o Options, answer func(http.ResponseWriter, string)) *Server {
	t.Helper()
	d := New(t, o)
	public, private, err := ed25519.GenerateKey(nil)
	if err != nil {
		t.Fatal(err)
	}
	h := httptest.NewServer(&reference{public, answer})
	t.Cleanup(h.Close)
	d.PostTo(h.URL, private)
	return d
}

func TestPostedInteraction(t *testing.T) {
	ctx := within(t)
	d := posting(t, Options{}, saying(`{"type":5,"data":{"flags":64}}`))
	if err := d.AwaitReady(ctx); err != nil {
		t.Fatal(err)
	}
	if err := d.Probe(ctx); err != nil {
		t.Fatal(err)
	}
	ask := d.Slash(d.User("reader"), "ask")
	cb, err := ask.AwaitCallback(ctx)
	if err != nil || cb.Type != CallbackDefer || !cb.Ephemeral() {
		t.Fatalf("callback %+v, %v", cb, err)
	}
	b := newBot(t, d)
	b.header.Del("Authorization") // the token in the path is enough
	b.want(200, "PATCH", b.original(ask), edit)
	if m, err := ask.AwaitEdit(ctx, nil); err != nil || m.Content != "an answer" {
		t.Errorf("answer %+v, %v", m, err)
	}
}

// A bot may send its callback by itself and reply 202, and may edit before its
// reply was read.
func TestPostedWithoutReply(t *testing.T) {
	ctx := within(t)
	var b *bot
	d := posting(t, Options{}, func(w http.ResponseWriter, body string) {
		var it struct{ ID, Token string }
		if err := json.Unmarshal([]byte(body), &it); err != nil {
			t.Error(err)
		}
		b.want(204, "POST", "/interactions/"+it.ID+"/"+it.Token+"/callback", deferred)
		b.want(200, "PATCH", "/webhooks/"+b.d.Application+"/"+it.Token+"/messages/@original", edit)
		w.WriteHeader(http.StatusAccepted)
	})
	b = newBot(t, d)
	ask := d.Slash(d.User("reader"), "ask")
	if m, err := ask.AwaitEdit(ctx, nil); err != nil || m.Content != "an answer" {
		t.Errorf("answer %+v, %v", m, err)
	}
}

// A reply is held against the same rules as a callback.
func TestPostedBreaches(t *testing.T) {
	for _, tc := range []struct {
		name   string
		answer func(http.ResponseWriter, string)
		rule   Rule
		says   string
	}{
		{"mentions", saying(`{"type":4,"data":{"content":"a"}}`), ruleMentions, "parse"},
		{"another type", saying(`{"type":8,"data":{"choices":[]}}`), ruleCallbackType, "type 8"},
		{"too long", saying(`{"type":4,"data":{"content":"` + repeat("a", 2001) + `",` + safe + `}}`), ruleForm, "2,000"},
		{"no JSON", saying(`hello`), ruleJSON, "parse"},
		{"no content type", func(w http.ResponseWriter, _ string) {
			w.Header().Set("Content-Type", "text/plain")
			io.WriteString(w, deferred)
		}, ruleHeader, "application/json"},
		{"500", func(w http.ResponseWriter, _ string) { w.WriteHeader(500) }, ruleEndpoint, "500"},
		{"no reply", func(http.ResponseWriter, string) { panic(http.ErrAbortHandler) }, ruleEndpoint, "no reply"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			d := posting(t, Options{Quiet: true}, tc.answer)
			ask := d.Slash(d.User("reader"), "ask")
			_, err := ask.AwaitCallback(within(t))
			if lost := errors.Is(err, ErrLost); lost == (tc.rule == ruleMentions) {
				t.Errorf("error is %v", err)
			}
			onlyViolation(t, d, tc.rule, tc.says)
		})
	}
}

// An endpoint that is not there loses the interaction, which is no breach.
func TestPostedToNobody(t *testing.T) {
	d := New(t, Options{})
	_, private, err := ed25519.GenerateKey(nil)
	if err != nil {
		t.Fatal(err)
	}
	d.PostTo("http://127.0.0.1:1/", private)
	if _, err := d.Slash(d.User("reader"), "ask").AwaitCallback(within(t)); !errors.Is(err, ErrLost) {
		t.Errorf("error is %v", err)
	}
}

// Every scripted delivery is as wrong as it says; the endpoint of this test knows.
func TestDeliveries(t *testing.T) {
	_, other, err := ed25519.GenerateKey(nil)
	if err != nil {
		t.Fatal(err)
	}
	d := posting(t, Options{}, saying(deferred))
	for _, tc := range []struct {
		name   string
		post   Delivery
		status int
	}{
		{"a PING", Delivery{}, 200},
		{"another key", Delivery{Key: other}, 401},
		{"a signature of zeros", Delivery{Signature: repeat("0", 128)}, 401},
		{"a signature that is no hex", Delivery{Signature: "z"}, 401},
		{"no signature", Delivery{NoSignature: true}, 401},
		{"no timestamp", Delivery{NoTimestamp: true}, 401},
		{"a tampered body", Delivery{Tampered: true}, 401},
		{"yesterday", Delivery{Age: 24 * time.Hour}, 401},
		{"tomorrow", Delivery{Age: -24 * time.Hour}, 401},
		{"a timestamp that is no number", Delivery{Timestamp: "now"}, 401},
		{"another method", Delivery{Method: http.MethodPut}, 401},
		{"a body too large", Delivery{Body: []byte(`{"type":2,"data":"` + repeat("a", 1<<20) + `"}`)}, 400},
	} {
		got, err := d.Deliver(within(t), tc.post)
		if err != nil || got.Status != tc.status {
			t.Errorf("%s: got %d %s, %v, want %d", tc.name, got.Status, got.Body, err, tc.status)
		}
	}
	if got, err := d.Deliver(within(t), Delivery{Cut: 10}); err == nil {
		t.Errorf("a body that is cut off got %d", got.Status)
	}
	// The same bytes again: the bot has to know them, the server sends them.
	ask := d.Slash(d.User("reader"), "ask")
	if _, err := ask.AwaitCallback(within(t)); err != nil {
		t.Fatal(err)
	}
	if got, err := d.Deliver(within(t), Delivery{Body: ask.Payload()}); err != nil || got.Status != 200 || ask.Callbacks() != 1 {
		t.Errorf("replayed: %d, %v, %d callbacks", got.Status, err, ask.Callbacks())
	}
}

// An endpoint that takes anything, or knows no PING, does not pass.
func TestProbeRefuses(t *testing.T) {
	d := New(t, Options{Quiet: true})
	h := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { io.WriteString(w, `{"type":1}`) }))
	defer h.Close()
	_, private, err := ed25519.GenerateKey(nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := d.Probe(within(t)); err == nil {
		t.Error("a probe without an endpoint passed")
	}
	d.PostTo(h.URL, private)
	if err := d.Probe(within(t)); err != nil {
		t.Fatal(err)
	}
	// The content type is text/plain, and two bad signatures were taken.
	if v := d.Violations(); len(v) != 3 || v[0].Rule != ruleEndpoint {
		t.Errorf("violations %v", v)
	}
}
