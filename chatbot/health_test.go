package chatbot_test

import (
	"io"
	"net/http"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/pqcite/pqcite/chatbot/discord"
	"github.com/pqcite/pqcite/internal/discordtest"
)

// asksHealth returns the status and the body of /healthz.
func (x *session) asksHealth() (int, string) {
	x.tb.Helper()
	r, err := http.NewRequestWithContext(x.within(), http.MethodGet, x.healthAt+"/healthz", nil)
	if err != nil {
		x.tb.Fatal(err)
	}
	resp, err := http.DefaultClient.Do(r)
	if err != nil {
		x.tb.Fatal(err)
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		x.tb.Fatal(err)
	}
	return resp.StatusCode, string(body)
}

// A bot that is started without a network waits for it, says so, and then serves.
func TestStartWithoutNetwork(t *testing.T) {
	for name, overHTTP := range transports {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := discordtest.New(t, discordtest.Options{})
			d.Fail(discordtest.AnyRoute, discordtest.Fault{DropConnection: true}, discordtest.Always)
			x := beginAt(t, d, setup{asker: simple, overHTTP: overHTTP, health: true, state: t.TempDir(), patience: func(p *discord.Patience) { p.Reach = 10 * time.Millisecond }})
			x.until("the bot has tried twice", func() bool { return strings.Count(x.log.String(), "discord is not reached yet") >= 2 })
			if status, body := x.asksHealth(); status != http.StatusServiceUnavailable || body != "discord is not reached yet\n" {
				t.Errorf("the health is %d %q", status, body)
			}
			select {
			case <-x.over:
				t.Fatalf("the bot has ended: %s", x.log.String())
			default:
			}
			d.Heal()
			x.ready()
			x.until("it is healthy", func() bool { status, _ := x.asksHealth(); return status == http.StatusOK })
			x.message(x.ask(x.User("reader"), "What is ML-KEM?"), "Table 3")
		})
	}
}

// An end while the network is waited for is one, and no error.
func TestStopWithoutNetwork(t *testing.T) {
	t.Parallel()
	d := discordtest.New(t, discordtest.Options{})
	d.Fail(discordtest.AnyRoute, discordtest.Fault{DropConnection: true}, discordtest.Always)
	x := beginAt(t, d, setup{asker: simple, state: t.TempDir(), patience: func(p *discord.Patience) { p.Least, p.Reach = time.Minute, time.Minute }})
	x.until("the bot waits", func() bool { return strings.Contains(x.log.String(), "discord is not reached yet") })
	if err := x.stop(); err != nil {
		t.Error(err)
	}
}

// What a proxy says is no word of Discord's: only that ends the bot.
func TestFinalAnswersAtStart(t *testing.T) {
	for _, c := range []struct {
		name  string
		fault discordtest.Fault
		ends  bool
	}{
		{"token", discordtest.Fault{Status: 401, Code: 0, Message: "401: Unauthorized"}, true},
		{"commands refused", discordtest.Fault{Status: 403, Code: 50001, Message: "Missing Access"}, true},
		{"page of a proxy", discordtest.Fault{Status: 403, HTML: true}, false},
		{"portal", discordtest.Fault{Status: 200, HTML: true}, false},
		{"outage", discordtest.Fault{Status: 503}, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			d := discordtest.New(t, discordtest.Options{Quiet: true})
			d.Fail(discordtest.AnyRoute, c.fault, discordtest.Always)
			x := beginAt(t, d, setup{asker: simple, state: t.TempDir(), fails: c.ends})
			if !c.ends {
				x.until("the bot waits", func() bool { return strings.Contains(x.log.String(), "discord is not reached yet") })
				return
			}
			select {
			case <-x.over:
			case <-x.within().Done():
				t.Fatal("the bot goes on")
			}
			if strings.Contains(x.log.String(), "discord is not reached yet") {
				t.Errorf("it was tried again: %s", x.log.String())
			}
		})
	}
}

// A store that is not writable is reported, with a reason that does not say where it
// is.
func TestHealthOfStore(t *testing.T) {
	t.Parallel()
	x := begin(t, setup{asker: simple, health: true}).ready()
	x.until("it is healthy", func() bool { status, _ := x.asksHealth(); return status == http.StatusOK })
	x.breakStore()
	x.until("it is not", func() bool { status, _ := x.asksHealth(); return status == http.StatusServiceUnavailable })
	_, body := x.asksHealth()
	if body != "the store can't be written: the store is closed\n" || strings.Contains(body, os.TempDir()) {
		t.Errorf("the reason is %q", body)
	}
	if n := strings.Count(x.log.String(), "the store can't be written"); n != 1 {
		t.Errorf("it is logged %d times, want once until it changes", n)
	}
}
