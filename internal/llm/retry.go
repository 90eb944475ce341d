package llm

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"
	"unicode"
)

// retryable is an error after which the request may be sent again, once.
type retryable struct {
	error
	after time.Duration
}

func (r *retryable) Unwrap() error { return r.error }

// StatusError is a status other than 200.
type StatusError struct {
	Status  int
	Message string // the server's message, shortened; "" if it leaks the key
}

// Error names the status and the server's message.
func (e *StatusError) Error() string {
	text := fmt.Sprintf("model server replied %d %s", e.Status, http.StatusText(e.Status))
	if e.Message != "" {
		text += fmt.Sprintf(": %q", e.Message)
	}
	return text
}

// refused is the error for a status other than 200.
func (s *server) refused(res *http.Response, body []byte) error {
	if res.StatusCode >= 300 && res.StatusCode < 400 {
		return fmt.Errorf("%w: status %d", ErrRedirect, res.StatusCode)
	}
	err := &StatusError{Status: res.StatusCode, Message: s.said(body)}
	if res.StatusCode != http.StatusTooManyRequests && res.StatusCode < 500 {
		return err
	}
	after, ok := retryAfter(res.Header.Get("Retry-After"), time.Now())
	switch {
	case !ok:
		after = s.pause
	case after > maxRetryAfter:
		return err
	}
	return &retryable{err, after}
}

// maxMessage bounds the repeated part of a server's message, in bytes.
const maxMessage = 200

// said is the message of an error reply, {"error":{"message"}}, for people.
func (s *server) said(body []byte) string {
	var reply struct {
		Error struct {
			Message string `json:"message"`
		} `json:"error"`
	}
	if json.Unmarshal(body, &reply) != nil || s.config.Key.Leaks(reply.Error.Message) {
		return ""
	}
	text := strings.Map(func(r rune) rune {
		if unicode.IsPrint(r) {
			return r
		}
		return ' '
	}, reply.Error.Message)
	return strings.ToValidUTF8(text[:min(len(text), maxMessage)], "")
}

// retryAfter parses the header of that name: seconds, or a date.
func retryAfter(value string, now time.Time) (time.Duration, bool) {
	if value == "" {
		return 0, false
	}
	if seconds, err := strconv.Atoi(value); err == nil {
		if seconds < 0 {
			return 0, false
		}
		return time.Duration(min(seconds, 1<<20)) * time.Second, true
	}
	at, err := http.ParseTime(value)
	if err != nil {
		return 0, false
	}
	return max(0, at.Sub(now)), true
}

// wait waits, and reports whether there is time left for a retry. If the wait would
// outlast the call, it returns at once.
func (s *server) wait(ctx context.Context, d time.Duration) bool {
	if deadline, ok := ctx.Deadline(); ctx.Err() != nil || ok && time.Until(deadline) <= d {
		return false
	}
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return false
	case <-timer.C:
		return true
	}
}
