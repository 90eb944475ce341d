package meili

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"
)

// TestBodyAgain: another attempt sends the same body, and the last one may succeed.
func TestBodyAgain(t *testing.T) {
	var bodies []string
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		b, _ := io.ReadAll(r.Body)
		bodies = append(bodies, string(b))
		w.Header().Set("Content-Type", asJSON)
		if len(bodies) < maxAttempts {
			w.WriteHeader(http.StatusServiceUnavailable)
		}
		_, _ = io.WriteString(w, "{}")
	}))
	defer server.Close()
	client := newHTTP(time.Millisecond, true)
	defer client.CloseIdleConnections()
	r, err := http.NewRequestWithContext(t.Context(), "POST", server.URL, io.NopCloser(strings.NewReader("the body")))
	if err != nil {
		t.Fatal(err)
	}
	resp, err := client.Do(r)
	if err != nil || resp.StatusCode != 200 {
		t.Fatal(resp, err)
	}
	resp.Body.Close()
	if !slices.Equal(bodies, []string{"the body", "the body", "the body", "the body"}) {
		t.Errorf("received %q", bodies)
	}
}

// TestRetryEnds: the end of the context ends the pause before another attempt.
func TestRetryEnds(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", asJSON)
		w.Header().Set("Retry-After", "3600")
		w.WriteHeader(http.StatusTooManyRequests)
	}))
	defer server.Close()
	s := connect(t, server.URL, "some-key-of-a-server")
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	start := time.Now()
	_, err := s.Record(ctx, "team")
	if !errors.Is(err, ErrSlow) || time.Since(start) > time.Second {
		t.Errorf("%v after %v", err, time.Since(start))
	}
}

// TestNobodyListens: a server that takes the connection and never answers is slow.
func TestNobodyListens(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	s := connect(t, "http://"+l.Addr().String(), "")
	s.config.Search = 50 * time.Millisecond
	if _, err := s.search(t.Context(), s.config.Search, recordQuery("x")); !errors.Is(err, ErrSlow) {
		t.Errorf("%v, want ErrSlow", err)
	}
}

func TestConfig(t *testing.T) {
	for _, c := range []Config{
		{}, {URL: "search:7700"}, {URL: "ftp://search"}, {URL: "http://"}, {URL: "http://user:hunter22@search"},
		{URL: "http://search?key=hunter22"}, {URL: "http://[hunter22"}, {URL: "http://search", Key: "hunter22\nx"},
	} {
		if _, err := New(c); !errors.Is(err, ErrConfig) || strings.Contains(err.Error(), "hunter22") {
			t.Errorf("%q: %v", c.URL, err)
		}
	}
	for _, name := range []string{"", "A", "a_b", "-a", "a-", "a--b", "a/b", strings.Repeat("a", 41)} {
		if CheckName(name) == nil {
			t.Errorf("%q is a name", name)
		}
	}
}

// TestWord: different tokens are different words, of letters and digits alone.
func TestWord(t *testing.T) {
	seen := map[string]string{}
	for _, token := range []string{"kem", "ml-kem", "ml_kem", "ml.kem", "mlkem", "ml/kem", "η", "2^-138.8", "2-138.8", "ηx", "Ä"} {
		w := word(token)
		if strings.Trim(w, "abcdefghijklmnopqrstuvwxyz0123456789") != "" || seen[w] != "" {
			t.Errorf("%q is %q, as %q", token, w, seen[w])
		}
		seen[w] = token
	}
}
