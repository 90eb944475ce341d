package discordtest

import (
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
)

// Ten thousand interactions cost no more memory than a thousand, when a test
// forgets.
func TestMany(t *testing.T) {
	if testing.Short() {
		t.Skip("10,000 interactions take a few seconds")
	}
	d := New(t, Options{})
	b := newBot(t, d)
	listening(d)
	const parallel, rounds = 100, 100
	heap := func() uint64 {
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	var early uint64
	for round := range rounds {
		var all sync.WaitGroup
		for i := range parallel {
			all.Go(func() {
				ask := d.Slash(d.User("reader "+strconv.Itoa(i)), "ask", Opt("question", repeat("q", 1000)))
				if got, err := b.try("POST", callbackPath(ask), deferred); err != nil || got.status != 204 {
					t.Errorf("callback: %d, %v", got.status, err)
				}
				if got, err := b.try("PATCH", b.original(ask), `{"content":"`+repeat("a", 2000)+`",`+safe+`}`); err != nil || got.status != 200 {
					t.Errorf("edit: %d, %v", got.status, err)
				}
			})
		}
		all.Wait()
		d.Forget()
		d.mu.Lock()
		d.gateway.sessions[0].arrivedLocked(d.gateway.sessions[0].seq) // a heartbeat would
		d.mu.Unlock()
		if round == rounds/10 {
			early = heap()
		}
	}
	// 9,000 interactions lie between; each has 3 KB of text alone.
	if late := heap(); late > early+4<<20 {
		t.Errorf("the heap grew from %d to %d bytes", early, late)
	}
	if n := len(d.Tokens()); n != parallel*rounds+1 {
		t.Errorf("%d tokens are known", n)
	}
}

// Forget keeps what is not finished.
func TestForget(t *testing.T) {
	d := New(t, Options{})
	b := newBot(t, d)
	listening(d)
	u := d.User("reader")
	waiting, thinking, done := d.Slash(u, "ask"), d.Slash(u, "ask"), d.Slash(u, "ask")
	b.want(204, "POST", callbackPath(thinking), deferred)
	b.want(204, "POST", callbackPath(done), hello)
	d.Forget()
	b.want(204, "POST", callbackPath(waiting), deferred)
	b.want(200, "PATCH", b.original(thinking), edit)
	if m, there := done.Original(); !there || m.Content != "hello" {
		t.Errorf("what a test holds is gone: %+v", m)
	}
}

// Every secret is listed, forgotten ones too, and each is long and unlike the rest.
func TestTokens(t *testing.T) {
	d := New(t, Options{})
	listening(d)
	one := d.Slash(d.User("reader"), "ask")
	d.Advance(tokenLife * 2)
	d.Forget()
	two := d.Slash(d.User("reader"), "ask")
	got := d.Tokens()
	if !slices.Equal(got, []string{d.Token, one.Token, two.Token}) || len(one.Token) < 100 || one.Token == two.Token {
		t.Errorf("tokens %v", got)
	}
	if parts := strings.Split(d.Token, "."); len(parts) != 3 || New(t, Options{}).Token == d.Token {
		t.Errorf("the bot's token is %q", d.Token)
	}
}

func BenchmarkInteraction(b *testing.B) {
	d := New(b, Options{})
	listening(d)
	u := d.User("reader")
	for b.Loop() {
		it := d.Slash(u, "ask", Opt("question", "q"))
		c := &call{route: PostCallback, params: map[string]string{"interaction": it.ID, "token": it.Token}, at: d.Now()}
		c.body = body{raw: []byte(hello), sent: true}
		if err := c.body.decode(map[string][]string{"Content-Type": {"application/json"}}); err != nil {
			b.Fatal(err)
		}
		if found := checkRoute(c); len(found) > 0 {
			b.Fatal(found)
		}
		if r := d.serveCallback(c); r.status != 204 {
			b.Fatal(r)
		}
		d.Forget()
	}
}
