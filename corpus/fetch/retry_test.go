package fetch

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestFetchWaits(t *testing.T) {
	busy := func(headers ...string) reply { return reply{status: "503 Service Unavailable", header: headers} }
	at := func(d time.Duration) string { return "Retry-After: " + time.Now().Add(d).UTC().Format(http.TimeFormat) }
	s := serve(t,
		busy(),
		busy("Retry-After: 7"),
		reply{status: "429 Too Many Requests", header: []string{at(30 * time.Minute)}},
		busy("Retry-After: 86400"),
		busy(at(-time.Hour)),
		busy("Retry-After: soon"),
		reply{status: "502 Bad Gateway", header: []string{"Retry-After: 50"}},
		reply{body: document},
	)
	b := newBench(t)
	b.attempts = 8
	b.backoffMax = 6 * time.Second
	if err := b.get(t, Request{URL: s.URL}); err != nil {
		t.Fatal(err)
	}
	want := []time.Duration{
		500 * time.Millisecond, 7 * time.Second, time.Minute, time.Minute,
		6 * time.Second, 6 * time.Second, 6 * time.Second,
	}
	if diff := cmp.Diff(want, b.sleeps); diff != "" {
		t.Errorf("waits (-want +got):\n%s", diff)
	}
}

func TestBackoff(t *testing.T) {
	random := 0.0
	c := newClient()
	c.random = func() float64 { return random }
	for _, tt := range []struct {
		failed int
		random float64
		want   time.Duration
	}{
		{1, 0, 500 * time.Millisecond}, {1, 0.5, 375 * time.Millisecond},
		{2, 0, time.Second}, {4, 0, 4 * time.Second}, {7, 0, 30 * time.Second}, {7, 0.5, 22500 * time.Millisecond}, {1 << 30, 0, 30 * time.Second},
	} {
		random = tt.random
		if got := c.wait(tt.failed); got != tt.want {
			t.Errorf("wait after %d failures at %v is %v, want %v", tt.failed, tt.random, got, tt.want)
		}
	}
}

func TestFetchGivesUp(t *testing.T) {
	s := serve(t, times(reply{status: "500 Internal Server Error"}, 5)...)
	b := newBench(t)
	err := b.get(t, Request{URL: s.URL})
	wantError(t, err, nil, "give up after 5 attempts: server answered 500 Internal Server Error")
	b.wantFiles(t, map[string]string{})
}

// TestFetchStartsAfreshAtTheLast has the joint turn out wrong when all attempts
// are used up: the one from scratch is still due.
func TestFetchStartsAfreshAtTheLast(t *testing.T) {
	wrong := rest(20)
	wrong.body = strings.Repeat("x", len(document)-20)
	s := serve(t, reply{header: []string{etag}, body: document[:20], length: len(document)}, wrong, reply{body: document})
	b := newBench(t)
	b.attempts = 2
	if err := b.get(t, Request{URL: s.URL, SHA256: hashOf(document)}); err != nil {
		t.Fatal(err)
	}
	b.wantFiles(t, map[string]string{"doc.pdf": document})
}
