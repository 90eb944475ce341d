package llm

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/pqcite/pqcite/internal/llmtest"
	"github.com/pqcite/pqcite/internal/secret"
)

const key = "sk-0123456789abcdef"

func client(t *testing.T, url string, timeout time.Duration) *Client {
	t.Helper()
	c, err := New(Config{BaseURL: url, Model: "m", Key: key, Timeout: timeout})
	if err != nil {
		t.Fatal(err)
	}
	c.pause = time.Millisecond
	return c
}

// TestComplete takes the client through every fault of a server. No error may
// hold the key, no call may outlast its bound, and nothing may be left running.
func TestComplete(t *testing.T) {
	const bound = 5 * time.Second
	good := llmtest.Say("Yes [c1].")
	for name, tt := range map[string]struct {
		script []llmtest.Step
		want   string
		err    error
		status int
		asked  int
	}{
		"good":                      {script: []llmtest.Step{good}, want: "Yes [c1].", asked: 1},
		"500, then good":            {script: []llmtest.Step{llmtest.Status(500, "oops"), good}, want: "Yes [c1].", asked: 2},
		"503 twice":                 {script: []llmtest.Step{llmtest.Status(503, "busy"), llmtest.Status(503, "busy")}, status: 503, asked: 2},
		"429, then good":            {script: []llmtest.Step{llmtest.Status(429, "slow down"), good}, want: "Yes [c1].", asked: 2},
		"429 after 0 s, then good":  {script: []llmtest.Step{llmtest.Status(429, "", "Retry-After", "0"), good}, want: "Yes [c1].", asked: 2},
		"429 after an hour":         {script: []llmtest.Step{llmtest.Status(429, "quota", "Retry-After", "3600")}, status: 429, asked: 1},
		"429 after the timeout":     {script: []llmtest.Step{llmtest.Status(429, "quota", "Retry-After", "9")}, status: 429, asked: 1},
		"429 after nonsense":        {script: []llmtest.Step{llmtest.Status(429, "", "Retry-After", "soon"), good}, want: "Yes [c1].", asked: 2},
		"401 repeats the key":       {script: []llmtest.Step{llmtest.Status(401, "wrong key "+key)}, status: 401, asked: 1},
		"401 repeats a part of it":  {script: []llmtest.Step{llmtest.Status(401, "wrong key sk-0123***")}, status: 401, asked: 1},
		"404":                       {script: []llmtest.Step{llmtest.Status(404, "no such model")}, status: 404, asked: 1},
		"dropped, then good":        {script: []llmtest.Step{llmtest.Drop(), good}, want: "Yes [c1].", asked: 2},
		"dropped twice":             {script: []llmtest.Step{llmtest.Drop(), llmtest.Drop()}, err: ErrTransport, asked: 2},
		"truncated, then good":      {script: []llmtest.Step{llmtest.Truncate(), good}, want: "Yes [c1].", asked: 2},
		"truncated twice":           {script: []llmtest.Step{llmtest.Truncate(), llmtest.Truncate()}, err: ErrTransport, asked: 2},
		"cut":                       {script: []llmtest.Step{llmtest.Cut("Yes [c1]. And")}, err: ErrCut, asked: 1},
		"empty":                     {script: []llmtest.Step{llmtest.Say("")}, err: ErrEmpty, asked: 1},
		"no choices":                {script: []llmtest.Step{llmtest.Raw(`{"choices":[]}`)}, err: ErrMalformed, asked: 1},
		"null content":              {script: []llmtest.Step{llmtest.Raw(`{"choices":[{"finish_reason":"stop","message":{"content":null}}]}`)}, err: ErrEmpty, asked: 1},
		"no end":                    {script: []llmtest.Step{llmtest.Raw(`{"choices":[{"message":{"content":"Yes"}}]}`)}, err: ErrMalformed, asked: 1},
		"a tool call":               {script: []llmtest.Step{llmtest.Raw(`{"choices":[{"finish_reason":"tool_calls","message":{"content":"Yes"}}]}`)}, err: ErrMalformed, asked: 1},
		"filtered":                  {script: []llmtest.Step{llmtest.Raw(`{"choices":[{"finish_reason":"content_filter","message":{"content":"Ye"}}]}`)}, err: ErrCut, asked: 1},
		"a number for the text":     {script: []llmtest.Step{llmtest.Raw(`{"choices":[{"finish_reason":"stop","message":{"content":7}}]}`)}, err: ErrMalformed, asked: 1},
		"not JSON":                  {script: []llmtest.Step{llmtest.Raw("<html>hello</html>")}, err: ErrMalformed, asked: 1},
		"JSON and more":             {script: []llmtest.Step{llmtest.Raw(`{"choices":[]} {}`)}, err: ErrMalformed, asked: 1},
		"huge":                      {script: []llmtest.Step{llmtest.Huge(2 << 20)}, err: ErrTooLarge, asked: 1},
		"redirected":                {script: []llmtest.Step{llmtest.Redirect("http://127.0.0.1:1/v1/chat/completions")}, err: ErrRedirect, asked: 1},
		"the key in what it says":   {script: []llmtest.Step{llmtest.Say("The key is " + key + " [c1].")}, err: ErrMalformed, asked: 1},
		"the key in a broken reply": {script: []llmtest.Step{llmtest.Raw(key)}, err: ErrMalformed, asked: 1},
	} {
		t.Run(name, func(t *testing.T) {
			defer goleak.VerifyNone(t, goleak.IgnoreCurrent())
			s := llmtest.New(t, "m", key, tt.script...)
			defer s.Close()
			start := time.Now()
			got, err := client(t, s.URL, bound).Complete(t.Context(), "be brief", "is it?")
			if took := time.Since(start); took > bound {
				t.Errorf("Complete() took %v", took)
			}
			var status *StatusError
			switch {
			case tt.want != "":
				if err != nil || got != tt.want {
					t.Errorf("Complete() = %q, %v; want %q", got, err, tt.want)
				}
			case tt.status != 0:
				if !errors.As(err, &status) || status.Status != tt.status || got != "" {
					t.Errorf("Complete() = %q, %v; want status %d", got, err, tt.status)
				}
			case !errors.Is(err, tt.err) || got != "":
				t.Errorf("Complete() = %q, %v; want %v", got, err, tt.err)
			}
			if err != nil && secret.Key(key).Leaks(err.Error()) {
				t.Errorf("the error tells of the key: %v", err)
			}
			if n := len(s.Asked()); n != tt.asked {
				t.Errorf("the server was asked %d times, want %d", n, tt.asked)
			}
		})
	}
}

func TestTimeout(t *testing.T) {
	for name, step := range map[string]llmtest.Step{
		"silent":   llmtest.Slow(time.Minute, llmtest.Say("late")),
		"trickles": llmtest.Trickle(),
	} {
		t.Run(name, func(t *testing.T) {
			defer goleak.VerifyNone(t, goleak.IgnoreCurrent())
			s := llmtest.New(t, "m", key, step)
			defer s.Close()
			start := time.Now()
			_, err := client(t, s.URL, 50*time.Millisecond).Complete(t.Context(), "s", "u")
			if !errors.Is(err, ErrTimeout) || time.Since(start) > 2*time.Second {
				t.Errorf("Complete() = %v after %v, want ErrTimeout", err, time.Since(start))
			}
		})
	}
}

func TestCancel(t *testing.T) {
	for name, step := range map[string]llmtest.Step{
		"while it is silent":   llmtest.Slow(time.Minute, llmtest.Say("late")),
		"while it trickles":    llmtest.Trickle(),
		"before the next time": llmtest.Status(429, "", "Retry-After", "9"),
	} {
		t.Run(name, func(t *testing.T) {
			defer goleak.VerifyNone(t, goleak.IgnoreCurrent())
			s := llmtest.New(t, "m", key, step)
			defer s.Close()
			ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
			defer cancel()
			start := time.Now()
			_, err := client(t, s.URL, defaultTimeout).Complete(ctx, "s", "u")
			if took := time.Since(start); took > 2*time.Second {
				t.Errorf("Complete() took %v after its context ended", took)
			}
			if name != "before the next time" && !errors.Is(err, context.DeadlineExceeded) {
				t.Errorf("Complete() = %v, want the context's error", err)
			}
			if err == nil {
				t.Error("Complete() = nil")
			}
		})
	}
}

// TestRedirectCarriesNothing proves that the other host hears nothing at all.
func TestRedirectCarriesNothing(t *testing.T) {
	other := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {
		t.Error("the other host was asked")
	}))
	defer other.Close()
	s := llmtest.New(t, "m", key, llmtest.Redirect(other.URL+"/v1/chat/completions"))
	if _, err := client(t, s.URL, time.Second).Complete(t.Context(), "s", "u"); !errors.Is(err, ErrRedirect) {
		t.Errorf("Complete() = %v, want ErrRedirect", err)
	}
}

// TestUnreadableReply has a transport that quotes what it can't read.
func TestUnreadableReply(t *testing.T) {
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		conn, _, err := http.NewResponseController(w).Hijack()
		if err == nil {
			fmt.Fprintf(conn, "HTTP/1.1 %s\r\n\r\n", key)
			conn.Close()
		}
	}))
	defer s.Close()
	_, err := client(t, s.URL, time.Second).Complete(t.Context(), "s", "u")
	if err == nil || secret.Key(key).Leaks(err.Error()) {
		t.Errorf("Complete() = %v", err)
	}
}

func TestNew(t *testing.T) {
	right := Config{BaseURL: "https://example.org/v1", Model: "m", Key: key}
	for name, spoil := range map[string]func(*Config){
		"no address":       func(c *Config) { c.BaseURL = "" },
		"a file":           func(c *Config) { c.BaseURL = "file:///etc/passwd" },
		"no host":          func(c *Config) { c.BaseURL = "http:///v1" },
		"a user":           func(c *Config) { c.BaseURL = "https://" + key + "@example.org/v1" },
		"a query":          func(c *Config) { c.BaseURL = "https://example.org/v1?key=" + key },
		"not a URL":        func(c *Config) { c.BaseURL = "http://[" + key },
		"no model":         func(c *Config) { c.Model = " " },
		"a line in a key":  func(c *Config) { c.Key = key + "\r\nX: y" },
		"negative time":    func(c *Config) { c.Timeout = -1 },
		"endless time":     func(c *Config) { c.Timeout = time.Hour },
		"negative tokens":  func(c *Config) { c.MaxTokens = -1 },
		"too many tokens":  func(c *Config) { c.MaxTokens = 1 << 20 },
		"a scheme only":    func(c *Config) { c.BaseURL = "https:" },
		"a web socket":     func(c *Config) { c.BaseURL = "ws://example.org/v1" },
		"a key with blank": func(c *Config) { c.Key = "a b" },
	} {
		t.Run(name, func(t *testing.T) {
			c := right
			spoil(&c)
			_, err := New(c)
			if !errors.Is(err, ErrConfig) {
				t.Fatalf("New() = %v, want ErrConfig", err)
			}
			if secret.Key(key).Leaks(err.Error()) {
				t.Errorf("the error tells of the key: %v", err)
			}
		})
	}
	if c, err := New(right); err != nil || c.endpoint != "https://example.org/v1/chat/completions" || c.Name() != "m" {
		t.Errorf("New() = %+v, %v", c, err)
	}
}

// TestKeyIsNotPrinted prints the settings in every way that a log would.
func TestKeyIsNotPrinted(t *testing.T) {
	c := Config{BaseURL: "http://localhost/v1", Model: "m", Key: key}
	var log bytes.Buffer
	for _, h := range []slog.Handler{slog.NewTextHandler(&log, nil), slog.NewJSONHandler(&log, nil)} {
		slog.New(h).Info("start", "config", c, "key", c.Key, "pointer", &c)
	}
	if err := json.NewEncoder(&log).Encode(c); err != nil {
		t.Fatal(err)
	}
	for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q", "%x", "%d"} {
		fmt.Fprintf(&log, verb+" "+verb, c, c.Key)
	}
	for i := 0; i+6 <= len(key); i++ {
		if cut := key[i : i+6]; strings.Contains(log.String(), cut) || strings.Contains(log.String(), fmt.Sprintf("%x", cut)) {
			t.Fatalf("%q is in %s", cut, log.String())
		}
	}
}

func TestRetryAfter(t *testing.T) {
	now := time.Date(2026, 11, 1, 12, 0, 0, 0, time.UTC)
	for value, want := range map[string]time.Duration{
		"": -1, "0": 0, "3": 3 * time.Second, "-1": -1, "x": -1, "1.5": -1, "99999999999999999999": -1,
		"4611686018427387904":           (1 << 20) * time.Second,
		"Sun, 01 Nov 2026 12:00:05 GMT": 5 * time.Second,
		"Sun, 01 Nov 2026 11:00:00 GMT": 0,
	} {
		got, ok := retryAfter(value, now)
		if !ok {
			got = -1
		}
		if got != want {
			t.Errorf("retryAfter(%q) = %v, want %v", value, got, want)
		}
	}
}
