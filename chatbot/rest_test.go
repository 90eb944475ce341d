package chatbot_test

import (
	"testing"
	"time"

	"github.com/pqcite/pqcite/internal/discordtest"
)

// An answer arrives although Discord, or what is before it, has a bad moment: once in
// one message, whatever happened on the way.
func TestEditFaults(t *testing.T) {
	onBoth(t, setup{asker: simple}, func(t *testing.T, x *session) {
		for _, c := range []struct {
			name  string
			fault discordtest.Fault
			times int
		}{
			{"429", discordtest.Fault{RetryAfter: 100 * time.Millisecond}, 2},
			{"429 shared", discordtest.Fault{RetryAfter: 50 * time.Millisecond, Scope: "shared"}, 1},
			{"429 global", discordtest.Fault{RetryAfter: 50 * time.Millisecond, Global: true}, 1},
			{"429 as a page", discordtest.Fault{RetryAfter: 50 * time.Millisecond, HTML: true}, 1},
			{"500", discordtest.Fault{Status: 500}, 2},
			{"502 as a page", discordtest.Fault{Status: 502, HTML: true}, 2},
			{"503", discordtest.Fault{Status: 503}, 1},
			{"dropped", discordtest.Fault{DropConnection: true}, 2},
			{"dropped after it was taken", discordtest.Fault{DropConnection: true, Applied: true}, 1},
			{"500 after it was taken", discordtest.Fault{Status: 500, Applied: true}, 1},
			{"slow", discordtest.Fault{Delay: 200 * time.Millisecond, Slow: true}, 1},
			{"no json", discordtest.Fault{Status: 500, Body: "{"}, 1},
		} {
			t.Run(c.name, func(t *testing.T) {
				x := x.in(t)
				reader := x.User("reader of " + c.name)
				before := x.Calls(discordtest.EditOriginal)
				x.Fail(discordtest.EditOriginal, c.fault, c.times)
				it := x.ask(reader, "What is ML-KEM?")
				x.message(it, "Table 3")
				x.sound(it)
				want := c.times + 1
				if c.fault.Slow {
					want = c.times
				}
				calls := func() int { return x.Calls(discordtest.EditOriginal) - before }
				x.until("the answer is written", func() bool { return calls() >= want })
				if n := calls(); n != want {
					t.Errorf("%d edits, want %d", n, want)
				}
			})
		}
	})
}

// A rate limit on one interaction delays no other.
func TestOthersDoNotStarve(t *testing.T) {
	onBoth(t, setup{asker: simple, grace: 50 * time.Millisecond}, func(t *testing.T, x *session) {
		x.Fail(discordtest.EditOriginal, discordtest.Fault{RetryAfter: 20 * time.Second}, 1)
		first := x.ask(x.User("unlucky"), "What is ML-KEM?")
		x.until("the first answer is written", func() bool { return x.Calls(discordtest.EditOriginal) > 0 })
		for _, name := range []string{"a", "b", "c", "d"} {
			it := x.ask(x.User(name), "What is ML-KEM?")
			x.message(it, "Table 3")
			x.sound(it)
		}
		if !first.Thinking() {
			t.Error("the bot did not wait as it was told")
		}
	})
}

// Where the first answer can't be given, the bot does not try for longer than there is
// somebody to take it, does not write to what never was, and goes on.
func TestCallbackFaults(t *testing.T) {
	t.Parallel()
	x := begin(t, setup{asker: simple}).ready()
	for _, c := range []struct {
		name     string
		fault    discordtest.Fault
		times    int
		answered bool
		attempts int // that reach Discord
	}{
		{"429", discordtest.Fault{RetryAfter: time.Second}, 1, false, 0},
		{"429 as a page", discordtest.Fault{RetryAfter: time.Second, HTML: true}, 1, false, 0},
		{"unknown interaction", discordtest.Fault{Status: 404, Code: 10062}, 1, false, 0},
		{"answered by another", discordtest.Fault{Status: 400, Code: 40060}, 1, false, 0},
		{"403", discordtest.Fault{Status: 403, Code: 50001}, 1, false, 0},
		{"500 once", discordtest.Fault{Status: 500}, 1, true, 1},
		{"502 for good", discordtest.Fault{Status: 502, HTML: true}, 3, false, 0},
		{"dropped once", discordtest.Fault{DropConnection: true}, 1, true, 1},
		{"dropped after it was taken", discordtest.Fault{DropConnection: true, Applied: true}, 1, true, 2},
		{"500 after it was taken", discordtest.Fault{Status: 500, Applied: true}, 1, true, 2},
		{"slow", discordtest.Fault{Delay: 100 * time.Millisecond, Slow: true}, 1, true, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			x := x.in(t)
			ends := x.ends()
			calls, edits := x.Calls(discordtest.PostCallback), x.Calls(discordtest.EditOriginal)
			x.Fail(discordtest.PostCallback, c.fault, c.times)
			it := x.ask(x.User("reader of "+c.name), "What is ML-KEM?")
			if c.answered {
				x.message(it, "Table 3")
				if it.Thinking() || it.Callbacks() != c.attempts {
					t.Errorf("thinking %v after %d callbacks, want %d", it.Thinking(), it.Callbacks(), c.attempts)
				}
				return
			}
			x.until("the bot has given up", func() bool { return x.ends() > ends })
			if n := x.Calls(discordtest.PostCallback) - calls; n != c.times {
				t.Errorf("the first answer was tried %d times, want %d", n, c.times)
			}
			if n := x.Calls(discordtest.EditOriginal) - edits; n != 0 {
				t.Errorf("an answer that nobody awaits was written %d times", n)
			}
			if it.Callbacks() != c.attempts || it.Thinking() {
				t.Errorf("%d callbacks, thinking %v", it.Callbacks(), it.Thinking())
			}
		})
	}
	x.alive()
}
