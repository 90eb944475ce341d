package chatbot_test

import (
	"bytes"
	"cmp"
	"context"
	"crypto/ed25519"
	"errors"
	"log/slog"
	"net"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/pqcite/pqcite"
	"github.com/pqcite/pqcite/chatbot"
	"github.com/pqcite/pqcite/chatbot/discord"
	"github.com/pqcite/pqcite/chatbot/limit"
	"github.com/pqcite/pqcite/chatbot/state"
	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/internal/discordtest"
)

// patience bounds what a test waits for. It is no expectation: all of it comes at
// once, unless the machine is busy.
const patience = 30 * time.Second

// asker answers questions as a test scripts it.
type asker func(ctx context.Context, question string, scope []string, o core.Observer) (core.Outcome, error)

// earlierKey has the questions before in the context of an asker.
type earlierKey struct{}

// Ask answers a question.
func (a asker) Ask(ctx context.Context, question string, o pqcite.AskOptions) (core.Outcome, error) {
	return a(context.WithValue(ctx, earlierKey{}, o.Context), question, o.Scope, o.Observer)
}

// packLibrary is the library without any document of its own.
var packLibrary = sync.OnceValue(func() *pqcite.Library {
	dir, err := os.MkdirTemp("", "pqcite-pack")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir)
	lib, err := pqcite.Open(context.Background(), pqcite.Options{Home: dir})
	if err != nil {
		panic(err)
	}
	return lib
})

// source gives the bot the pack.
type source struct{}

func (source) Library(context.Context) (*pqcite.Library, error) { return packLibrary(), nil }

// setup is how a test wants its bot.
type setup struct {
	asker    asker
	overHTTP bool
	options  discordtest.Options
	budgets  *limit.Budgets
	sizes    *limit.Sizes
	bounds   func(*chatbot.Bounds)
	state    string // folder of the store; "" for a new one
	guild    string // name of the guild that alone has the commands; "" for all
	patience func(*discord.Patience)
	grace    time.Duration // 0: all the time that there is
	ends     error         // what Serve returns
	fails    bool          // Serve returns an error, whichever
	health   bool          // health is served
	free     func()        // gives memory back
}

// session is a bot and the Discord that it is connected to.
type session struct {
	*discordtest.Server
	tb   testing.TB
	ctx  context.Context
	made setup
	log  *journal
	stop func() error    // ends the bot, and returns what Serve returned
	over <-chan struct{} // closed when Serve has returned
	// breakStore closes the store under the bot.
	breakStore func()
	healthAt   string // address of the health, where it is served
}

// begin starts a bot. It ends with the test, and none of its secrets may be in its log.
func begin(tb testing.TB, s setup) *session {
	tb.Helper()
	if s.state == "" {
		s.state = tb.TempDir()
	}
	d := discordtest.New(tb, s.options)
	return beginAt(tb, d, s)
}

// again ends the bot and begins another one on its store.
func (x *session) again() *session {
	x.tb.Helper()
	if err := x.stop(); err != nil {
		x.tb.Fatal(err)
	}
	return beginAt(x.tb, x.Server, x.made).ready()
}

// beginAt starts a bot at a Discord that is there.
func beginAt(tb testing.TB, d *discordtest.Server, s setup) *session {
	tb.Helper()
	ctx, cancel := context.WithTimeout(tb.Context(), 10*patience)
	tb.Cleanup(cancel)
	log := &journal{}
	serving, bot, st := made(ctx, tb, d, s, log)
	end := sync.OnceValue(st.Close)
	running, interrupt := context.WithCancel(ctx)
	var served error
	over := make(chan struct{})
	go func() {
		defer close(over)
		served = bot.Serve(running, serving)
	}()
	x := &session{Server: d, tb: tb, ctx: ctx, made: s, log: log, over: over}
	if serving.Health != nil {
		x.healthAt = "http://" + serving.Health.Addr().String()
	}
	x.breakStore = func() { _ = end() }
	x.stop = sync.OnceValue(func() error {
		interrupt()
		<-over
		return errors.Join(served, end())
	})
	tb.Cleanup(func() {
		if err := x.stop(); !errors.Is(err, s.ends) && (err == nil || !s.fails) && !tb.Failed() {
			tb.Errorf("the bot ended with %v, want %v", err, s.ends)
		}
		log.holdsNone(tb, d.Tokens())
	})
	return x
}

// made makes a bot that does not serve yet.
func made(ctx context.Context, tb testing.TB, d *discordtest.Server, s setup, log *journal) (chatbot.Serving, *chatbot.Bot, *state.Store) {
	tb.Helper()
	must := func(err error) {
		tb.Helper()
		if err != nil {
			tb.Fatal(err)
		}
	}
	st, err := state.Open(ctx, s.state, state.Options{Now: d.Now})
	must(err)
	budgets, sizes, bounds, pat := limit.DefaultBudgets(), limit.DefaultSizes(), chatbot.DefaultBounds(), discord.DefaultPatience()
	if s.budgets != nil {
		budgets = *s.budgets
	}
	if s.sizes != nil {
		sizes = *s.sizes
	}
	if s.bounds != nil {
		s.bounds(&bounds)
	}
	pat.Least = 10 * time.Millisecond
	if s.patience != nil {
		s.patience(&pat)
	}
	bot, err := chatbot.New(ctx, chatbot.Config{
		Source: source{}, Asker: s.asker, State: st, Limiter: limit.New(budgets), Queue: limit.NewQueue(sizes), Log: slog.New(slog.NewTextHandler(log, &slog.HandlerOptions{Level: slog.LevelDebug})),
		Bounds: bounds, Keep: state.DefaultBounds().KeepAnswers, Free: s.free,
	})
	must(err)
	rest, err := discord.NewREST(discord.Credentials{Token: d.Token, Version: "test", Address: "https://example.org", Transport: d.Transport(), Now: d.Now})
	must(err)
	guild := ""
	if s.guild != "" {
		guild = d.Guild(s.guild).Guild
	}
	serving := chatbot.Serving{REST: rest, Guild: guild, Patience: pat, Grace: cmp.Or(s.grace, patience)}
	if s.health {
		serving.Health, err = net.Listen("tcp", "127.0.0.1:0")
		must(err)
	}
	if s.overHTTP {
		public, private, err := ed25519.GenerateKey(nil)
		must(err)
		serving.Key = public
		serving.Listener, err = net.Listen("tcp", "127.0.0.1:0")
		must(err)
		d.PostTo("http://"+serving.Listener.Addr().String()+"/", private)
	}
	return serving, bot, st
}

// ready waits until the bot is connected and its commands are registered.
func (x *session) ready() *session {
	x.tb.Helper()
	ctx, cancel := context.WithCancel(x.within())
	defer cancel()
	go func() {
		select {
		case <-x.over:
			cancel()
		case <-ctx.Done():
		}
	}()
	if err := x.AwaitReady(ctx); err != nil {
		x.tb.Fatal(err)
	}
	if x.made.overHTTP { // it listens before it serves
		if _, err := x.Deliver(ctx, discordtest.Delivery{}); err != nil {
			x.tb.Fatal(err)
		}
	}
	return x
}

// in is the session for a test within the test.
func (x *session) in(tb testing.TB) *session {
	inner := *x
	inner.tb = tb
	return &inner
}

// within is a context for what comes at once.
func (x *session) within() context.Context {
	ctx, cancel := context.WithTimeout(x.ctx, patience)
	x.tb.Cleanup(cancel)
	return ctx
}

// until polls for something without an event.
func (x *session) until(what string, is func() bool) {
	x.tb.Helper()
	ctx := x.within()
	tick := time.NewTicker(time.Millisecond)
	defer tick.Stop()
	for !is() {
		select {
		case <-tick.C:
		case <-ctx.Done():
			x.tb.Fatalf("wait until %s: %v", what, ctx.Err())
		}
	}
}

// ends is how many interactions the log says to have ended badly.
func (x *session) ends() int {
	text := x.log.String()
	return strings.Count(text, "an interaction failed") + strings.Count(text, "nobody is left to answer")
}

// message is the first message that an interaction brings and that is wanted.
func (x *session) message(it *discordtest.Interaction, want ...string) discordtest.Message {
	x.tb.Helper()
	m, err := it.AwaitEdit(x.within(), func(m discordtest.Message) bool {
		for _, w := range want {
			if !strings.Contains(m.Text(), w) {
				return false
			}
		}
		return true
	})
	if err != nil {
		last, _ := it.Original()
		x.tb.Fatalf("no message with %q: %v; the last is %q", want, err, last.Text())
	}
	return m
}

// journal is what a bot logs.
type journal struct {
	mu   sync.Mutex
	text bytes.Buffer // guarded by mu
}

// Write takes a line.
func (j *journal) Write(p []byte) (int, error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.text.Write(p)
}

func (j *journal) String() string {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.text.String()
}

// holdsNone wants none of the secrets in the log.
func (j *journal) holdsNone(tb testing.TB, secrets []string) {
	tb.Helper()
	text := j.String()
	for _, s := range secrets {
		if s != "" && strings.Contains(text, s) {
			tb.Errorf("the log holds a secret of %d characters", len(s))
		}
	}
}
