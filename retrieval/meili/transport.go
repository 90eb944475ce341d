package meili

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"mime"
	"net/http"
	"strconv"
	"strings"
	"syscall"
	"time"
)

const (
	maxAttempts   = 4
	firstPause    = 100 * time.Millisecond
	maxPause      = 5 * time.Second // also of a Retry-After
	maxResponse   = 64 << 20        // bytes
	maxHeaders    = 64 << 10
	maxIdle       = 4
	swapPath      = "/swap-indexes"
	idleTimeout   = 90 * time.Second
	headerTimeout = 30 * time.Second
)

// transport sends requests again that failed for a passing reason, and reads each response
// whole, so that one which is cut is asked for again, too. Every request of this package may be
// repeated but the swap of two indexes.
type transport struct {
	base  http.RoundTripper
	pause time.Duration // before the second attempt; twice as long before each further one
}

func newHTTP(pause time.Duration, secure bool) *http.Client {
	base := http.DefaultTransport.(*http.Transport).Clone()
	base.MaxResponseHeaderBytes = maxHeaders
	// Meilisearch does not switch Nagle's algorithm off: from the second request of a connection
	// on, an answer waits 40 ms for an acknowledgement. Where TLS makes connections dear, a proxy
	// is in between, which does.
	base.DisableKeepAlives = !secure
	base.MaxIdleConnsPerHost = maxIdle
	base.IdleConnTimeout = idleTimeout
	base.ResponseHeaderTimeout = headerTimeout
	return &http.Client{
		Transport: &transport{base: base, pause: pause},
		// A redirect would take the key elsewhere.
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}

// CloseIdleConnections closes those of the transport below.
func (t *transport) CloseIdleConnections() {
	if c, ok := t.base.(interface{ CloseIdleConnections() }); ok {
		c.CloseIdleConnections()
	}
}

// RoundTrip sends a request until it is answered, at most maxAttempts times.
func (t *transport) RoundTrip(r *http.Request) (*http.Response, error) {
	body, err := readBody(r)
	if err != nil {
		return nil, err
	}
	for attempt := 1; ; attempt++ {
		resp, err := t.send(r, body)
		if attempt == maxAttempts || !passing(r, resp, err) {
			return resp, err
		}
		if err := wait(r.Context(), t.before(attempt+1, resp)); err != nil {
			return nil, err
		}
	}
}

func readBody(r *http.Request) ([]byte, error) {
	if r.Body == nil {
		return nil, nil
	}
	defer r.Body.Close()
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return nil, fmt.Errorf("read the request: %w", err)
	}
	return body, nil
}

// send sends a request once and reads its response.
func (t *transport) send(r *http.Request, body []byte) (*http.Response, error) {
	again := r.Clone(r.Context())
	if r.Body != nil {
		again.Body, again.ContentLength = io.NopCloser(bytes.NewReader(body)), int64(len(body))
	}
	resp, err := t.base.RoundTrip(again)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	data, err := io.ReadAll(io.LimitReader(resp.Body, maxResponse+1))
	switch {
	case err != nil:
		return nil, fmt.Errorf("read the response: %w", err)
	case len(data) > maxResponse:
		return nil, errTooLarge
	}
	resp.Body = io.NopCloser(bytes.NewReader(data))
	if foreign(resp, data) {
		return nil, &foreignError{status: resp.StatusCode, kind: resp.Header.Get("Content-Type")}
	}
	return resp, nil
}

var errTooLarge = fmt.Errorf("its response has more than %d bytes", maxResponse)

// foreignError is a response that no Meilisearch gives: the page of a proxy, say.
type foreignError struct {
	status int
	kind   string
}

// Error names the kind of the response.
func (e *foreignError) Error() string {
	return fmt.Sprintf("it answers with status %d and %q, not JSON", e.status, e.kind)
}

// foreign reports whether a response is none of Meilisearch: all that have a body are JSON.
func foreign(resp *http.Response, body []byte) bool {
	if len(body) == 0 {
		return false
	}
	kind, _, err := mime.ParseMediaType(resp.Header.Get("Content-Type"))
	return err != nil || kind != "application/json"
}

// passing reports whether another attempt may succeed, and can do no harm.
func passing(r *http.Request, resp *http.Response, err error) bool {
	var other *foreignError
	switch {
	case r.Context().Err() != nil || errors.Is(err, errTooLarge):
		return false
	case errors.As(err, &other):
		return passingStatus(other.status)
	case err != nil:
		// Where the server may have seen a swap, a second one would undo it.
		return !strings.HasSuffix(r.URL.Path, swapPath) || errors.Is(err, syscall.ECONNREFUSED)
	}
	return passingStatus(resp.StatusCode)
}

func passingStatus(status int) bool {
	switch status {
	case http.StatusTooManyRequests, http.StatusBadGateway, http.StatusServiceUnavailable, http.StatusGatewayTimeout:
		return true
	}
	return false
}

// before is the pause before an attempt: what the server asks for, or twice the one before,
// of which a random half is left out so that many clients do not come back at once.
func (t *transport) before(attempt int, resp *http.Response) time.Duration {
	if resp != nil {
		if seconds, err := strconv.Atoi(resp.Header.Get("Retry-After")); err == nil && seconds >= 0 {
			return min(time.Duration(seconds)*time.Second, maxPause)
		}
	}
	full := min(t.pause<<(attempt-2), maxPause)
	return full/2 + rand.N(full/2+1)
}

func wait(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-timer.C:
		return nil
	}
}
