package discordtest

import (
	"net/http"
	"strings"
	"testing"
	"time"
)

// Each fault is seen as it was scripted, as often as it was scripted, and then the
// call works.
func TestFaults(t *testing.T) {
	for _, tc := range []struct {
		name   string
		fault  Fault
		status int // 0: no answer
		header map[string]string
		body   string
	}{
		{"500", Fault{}, 500, nil, "Internal Server Error"},
		{"502", Fault{Status: 502, Body: "bad gateway"}, 502, nil, "bad gateway"},
		{"503 with a header", Fault{Status: 503, Header: http.Header{"Retry-After": {"7"}}}, 503, map[string]string{"Retry-After": "7"}, ""},
		{"a code", Fault{Status: 404, Code: 10062, Message: "Unknown interaction"}, 404, nil, `"code":10062`},
		{"429 of a route", Fault{RetryAfter: 50 * time.Millisecond}, 429, map[string]string{"Retry-After": "0.050", "X-RateLimit-Scope": "user", "X-RateLimit-Global": ""}, `"retry_after":0.05`},
		{"429 of a shared resource", Fault{RetryAfter: 50 * time.Millisecond, Scope: "shared"}, 429, map[string]string{"X-RateLimit-Scope": "shared"}, `"global":false`},
		{"429 of everything", Fault{RetryAfter: 50 * time.Millisecond, Global: true}, 429, map[string]string{"X-RateLimit-Global": "true", "X-RateLimit-Scope": "global"}, `"global":true`},
		{"429 of a proxy", Fault{Status: 429, HTML: true}, 429, map[string]string{"Content-Type": "text/html; charset=UTF-8"}, "<html>"},
		{"JSON that is none", Fault{Status: 500, Body: "{"}, 500, map[string]string{"Content-Type": "application/json"}, "{"},
		{"a dropped connection", Fault{DropConnection: true}, 0, nil, ""},
	} {
		t.Run(tc.name, func(t *testing.T) {
			d := New(t, Options{})
			b := newBot(t, d)
			listening(d)
			ask := d.Slash(d.User("reader"), "ask")
			b.want(204, "POST", callbackPath(ask), deferred)
			d.Fail(EditOriginal, tc.fault, 2)
			for range 2 {
				got, err := b.try("PATCH", b.original(ask), edit)
				if tc.status == 0 {
					if err == nil {
						t.Errorf("got %d %s, want no answer", got.status, got.body)
					}
					continue
				}
				if err != nil || got.status != tc.status || !strings.Contains(got.body, tc.body) {
					t.Errorf("got %d %s, %v", got.status, got.body, err)
				}
				for k, v := range tc.header {
					if got.header.Get(k) != v {
						t.Errorf("%s is %q, want %q", k, got.header.Get(k), v)
					}
				}
			}
			if !ask.Thinking() {
				t.Error("a call that failed had an effect")
			}
			d.Advance(time.Second)
			b.want(200, "PATCH", b.original(ask), edit)
		})
	}
}

// A fault of one interaction leaves the others alone, and so does one of a route.
func TestFaultsOfOne(t *testing.T) {
	d := New(t, Options{})
	b := newBot(t, d)
	listening(d)
	one, other := d.Slash(d.User("reader"), "ask"), d.Slash(d.User("reader"), "ask")
	one.Fail(AnyRoute, Fault{Status: 503}, Always)
	b.want(204, "POST", callbackPath(other), deferred)
	b.want(503, "POST", callbackPath(one), deferred)
	b.want(503, "POST", callbackPath(one), deferred)
	d.Heal()
	b.want(204, "POST", callbackPath(one), deferred)
	d.Fail(GetCommands, Fault{}, Always)
	b.want(200, "PATCH", b.original(one), edit)
	if one.Callbacks() != 1 || d.Calls(PostCallback) != 4 || d.Calls(AnyRoute) != 5 {
		t.Errorf("%d attempts arrived, %d calls, %d of all", one.Callbacks(), d.Calls(PostCallback), d.Calls(AnyRoute))
	}
}

// A call that took effect and whose answer was lost may be made again: the bot
// can't know.
func TestAppliedFault(t *testing.T) {
	d := New(t, Options{})
	b := newBot(t, d)
	listening(d)
	ask := d.Slash(d.User("reader"), "ask")
	d.Fail(PostCallback, Fault{DropConnection: true, Applied: true}, 1)
	if _, err := b.try("POST", callbackPath(ask), deferred); err == nil {
		t.Error("the answer came")
	}
	if !ask.Thinking() {
		t.Error("the call had no effect")
	}
	if got := b.call("POST", callbackPath(ask), deferred); got.status != 400 || !strings.Contains(got.body, "40060") {
		t.Errorf("got %d %s", got.status, got.body)
	}
}

// A slow call counts from when it came.
func TestSlowFault(t *testing.T) {
	d := New(t, Options{})
	b := newBot(t, d)
	listening(d)
	ask := d.Slash(d.User("reader"), "ask")
	d.Fail(PostCallback, Fault{Slow: true, Delay: 20 * time.Millisecond}, 1)
	began := time.Now()
	b.want(204, "POST", callbackPath(ask), deferred)
	if took := time.Since(began); took < 20*time.Millisecond {
		t.Errorf("the call took %v", took)
	}
	if !ask.Thinking() {
		t.Error("the call had no effect")
	}
}

// A fault does not hide what is wrong with a body.
func TestFaultsHideNoBreach(t *testing.T) {
	d, b := quiet(t)
	listening(d)
	ask := d.Slash(d.User("reader"), "ask")
	d.Fail(PostCallback, Fault{}, 1)
	b.want(500, "POST", callbackPath(ask), `{"type":4,"data":{"content":"a"}}`)
	onlyViolation(t, d, ruleMentions, "parse")
}

// A bot that calls before the end of an announced wait is reported, by bucket; one that
// waits is not.
func TestRetryAfter(t *testing.T) {
	d, b := quiet(t)
	listening(d)
	one, other := d.Slash(d.User("reader"), "ask"), d.Slash(d.User("reader"), "ask")
	b.want(204, "POST", callbackPath(one), deferred)
	b.want(204, "POST", callbackPath(other), deferred)
	d.Fail(EditOriginal, Fault{RetryAfter: 5 * time.Second}, 1)
	b.want(429, "PATCH", b.original(one), edit)
	d.Advance(time.Second)
	b.want(200, "PATCH", b.original(other), edit)
	if v := d.Violations(); len(v) > 0 {
		t.Fatalf("another interaction has to wait: %v", v)
	}
	b.want(200, "PATCH", b.original(one), edit)
	onlyViolation(t, d, ruleRetryAfter, "before the end")
	d.Advance(5 * time.Second)
	b.want(200, "PATCH", b.original(one), edit)
	if v := d.Violations(); len(v) != 1 {
		t.Errorf("a call in time is reported: %v", v[1:])
	}
}

// A global wait holds for all but interactions.
func TestGlobalRetryAfter(t *testing.T) {
	d, b := quiet(t)
	listening(d)
	d.Fail(GetApplication, Fault{RetryAfter: 5 * time.Second, Global: true}, 1)
	b.want(429, "GET", "/applications/@me", "")
	d.Advance(time.Second)
	b.want(204, "POST", callbackPath(d.Slash(d.User("reader"), "ask")), deferred)
	if v := d.Violations(); len(v) > 0 {
		t.Fatalf("an interaction has to wait: %v", v)
	}
	b.want(200, "GET", "/applications/@me", "")
	onlyViolation(t, d, ruleRetryAfter, "GET /applications/@me")
}
