package discord

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"time"
)

const (
	// maxAnswer bounds what is read of an answer: the largest, a message with all its
	// embeds, is far smaller.
	maxAnswer = 4 << 20
	// idleConns is how many connections to Discord are kept for the next request: as
	// many as there are concurrent answers on a busy day.
	idleConns = 64
)

// newTransport is Go's default, with its proxies and roots, but more connections kept
// open.
func newTransport() http.RoundTripper {
	t := http.DefaultTransport.(*http.Transport).Clone()
	t.MaxIdleConnsPerHost = idleConns
	return t
}

// guard sits between the library and the network: it bounds answers, and gives every
// 429 the form that the library reads, whoever on the way to Discord sent it.
type guard struct{ next http.RoundTripper }

// RoundTrip sends a request.
func (g guard) RoundTrip(r *http.Request) (*http.Response, error) {
	resp, err := g.next.RoundTrip(r)
	if err != nil {
		return nil, err
	}
	resp.Body = bounded{io.LimitReader(resp.Body, maxAnswer), resp.Body}
	if resp.StatusCode == http.StatusTooManyRequests {
		return withRetryAfter(resp)
	}
	return resp, nil
}

type bounded struct {
	io.Reader
	io.Closer
}

// defaultRetry is how long to wait if nobody says.
const defaultRetry = time.Second

// withRetryAfter makes sure that the body of a 429 says when to retry, in JSON: a
// proxy's page does not.
func withRetryAfter(resp *http.Response) (*http.Response, error) {
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		return nil, fmt.Errorf("read the refusal: %w", err)
	}
	if err := resp.Body.Close(); err != nil {
		return nil, fmt.Errorf("read the refusal: %w", err)
	}
	var said struct {
		RetryAfter *float64 `json:"retry_after"`
	}
	if json.Unmarshal(body, &said) != nil || said.RetryAfter == nil {
		after := defaultRetry.Seconds()
		if s, err := strconv.ParseFloat(strings.TrimSpace(resp.Header.Get("Retry-After")), 64); err == nil && s > 0 {
			after = s
		}
		body = fmt.Appendf(nil, `{"message":"too many requests","retry_after":%g,"global":false}`, after)
	}
	resp.Body = io.NopCloser(bytes.NewReader(body))
	resp.ContentLength = int64(len(body))
	return resp, nil
}
