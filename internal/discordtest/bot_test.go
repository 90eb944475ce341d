package discordtest

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"sync"
	"testing"
	"time"

	"github.com/gorilla/websocket"
	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// patience is the bound on everything that a test waits for.
const patience = 20 * time.Second

func within(t *testing.T) context.Context {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	t.Cleanup(cancel)
	return ctx
}

const goodAgent = "DiscordBot (https://example.org, 1.0)"

// bot is the plainest client: it does as instructed, right or wrong.
type bot struct {
	t      *testing.T
	d      *Server
	client *http.Client
	header http.Header // of every call
}

func newBot(t *testing.T, d *Server) *bot {
	return &bot{t, d, &http.Client{Transport: d.Transport()}, http.Header{
		"User-Agent": {goodAgent}, "Content-Type": {"application/json"}, "Authorization": {"Bot " + d.Token},
	}}
}

// quiet is a server whose violations are only collected.
func quiet(t *testing.T) (*Server, *bot) {
	t.Helper()
	d := New(t, Options{Quiet: true})
	return d, newBot(t, d)
}

// answer is what a call got.
type answer struct {
	status int
	header http.Header
	body   string
}

// try makes a call; an error is that of the connection.
func (b *bot) try(method, path, body string) (answer, error) {
	var in io.Reader
	if body != "" {
		in = bytes.NewBufferString(body)
	}
	r, err := http.NewRequest(method, "https://discord.com/api/v10"+path, in)
	if err != nil {
		return answer{}, err
	}
	r.Header = b.header.Clone()
	if body == "" {
		r.Header.Del("Content-Type")
	}
	resp, err := b.client.Do(r)
	if err != nil {
		return answer{}, err
	}
	defer resp.Body.Close()
	raw, err := io.ReadAll(resp.Body)
	return answer{resp.StatusCode, resp.Header, string(raw)}, err
}

// call is try where the connection must hold.
func (b *bot) call(method, path, body string) answer {
	b.t.Helper()
	a, err := b.try(method, path, body)
	if err != nil {
		b.t.Fatalf("%s %s: %v", method, path, err)
	}
	return a
}

// want makes a call that must get a status.
func (b *bot) want(status int, method, path, body string) answer {
	b.t.Helper()
	a := b.call(method, path, body)
	if a.status != status {
		b.t.Errorf("%s %.60s got %d %s, want %d", method, path, a.status, a.body, status)
	}
	return a
}

func callbackPath(it *Interaction) string {
	return "/interactions/" + it.ID + "/" + it.Token + "/callback"
}

func (b *bot) webhook(it *Interaction) string {
	return "/webhooks/" + b.d.Application + "/" + it.Token
}

func (b *bot) original(it *Interaction) string { return b.webhook(it) + "/messages/@original" }

const (
	safe     = `"allowed_mentions":{"parse":[]}`
	deferred = `{"type":5}`
	hello    = `{"type":4,"data":{"content":"hello",` + safe + `}}`
	edit     = `{"content":"an answer",` + safe + `}`
)

// line is a bot's connection to the gateway.
type line struct {
	t  *testing.T
	d  *Server
	ws *websocket.Conn
	mu sync.Mutex
}

func (b *bot) dial() *line {
	b.t.Helper()
	var got struct{ URL string }
	if err := json.Unmarshal([]byte(b.call("GET", "/gateway", "").body), &got); err != nil {
		b.t.Fatal(err)
	}
	ws, resp, err := websocket.DefaultDialer.Dial(got.URL+"?v=10&encoding=json", nil)
	if err != nil {
		b.t.Fatal(err)
	}
	resp.Body.Close()
	b.t.Cleanup(func() { ws.Close() })
	ws.SetReadDeadline(time.Now().Add(patience))
	return &line{t: b.t, d: b.d, ws: ws}
}

// packet is one message of the gateway.
type packet struct {
	Op int
	T  string
	S  int
	D  json.RawMessage
}

func (l *line) next() (packet, error) {
	var p packet
	_, raw, err := l.ws.ReadMessage()
	if err == nil {
		err = json.Unmarshal(raw, &p)
	}
	return p, err
}

// expect reads a packet of an operation.
func (l *line) expect(op int, kind string) packet {
	l.t.Helper()
	p, err := l.next()
	if err != nil {
		l.t.Fatalf("want op %d %s: %v", op, kind, err)
	}
	if p.Op != op || p.T != kind {
		l.t.Fatalf("got op %d %s, want op %d %s", p.Op, p.T, op, kind)
	}
	return p
}

// ends reads until the connection ends, and wants a code.
func (l *line) ends(code int) {
	l.t.Helper()
	for {
		_, err := l.next()
		if err == nil {
			continue
		}
		if !websocket.IsCloseError(err, code) {
			l.t.Errorf("the connection ended with %v, want code %d", err, code)
		}
		return
	}
}

func (l *line) send(format string, args ...any) {
	l.t.Helper()
	l.mu.Lock()
	defer l.mu.Unlock()
	if err := l.ws.WriteMessage(websocket.TextMessage, fmt.Appendf(nil, format, args...)); err != nil {
		l.t.Fatal(err)
	}
}

func (l *line) identify() packet {
	l.t.Helper()
	l.expect(opHello, "")
	l.send(`{"op":2,"d":{"token":%q,"intents":0,"properties":{"os":"a","browser":"b","device":"c"}}}`, l.d.Token)
	return l.expect(opDispatch, "READY")
}

func sessionOf(t *testing.T, ready packet) string {
	t.Helper()
	var x struct {
		ID string `json:"session_id"`
	}
	if err := json.Unmarshal(ready.D, &x); err != nil || x.ID == "" {
		t.Fatalf("READY has no session: %v: %s", err, ready.D)
	}
	return x.ID
}

func (l *line) resume(session string, seq int) {
	l.t.Helper()
	l.expect(opHello, "")
	l.send(`{"op":6,"d":{"token":%q,"session_id":%q,"seq":%d}}`, l.d.Token, session, seq)
}

func contextWithin(t *testing.T, d time.Duration) (context.Context, context.CancelFunc) {
	t.Helper()
	return context.WithTimeout(context.Background(), d)
}
