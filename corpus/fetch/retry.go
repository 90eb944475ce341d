package fetch

import (
	"context"
	"errors"
	"net/http"
	"strconv"
	"time"
)

// sleep waits, or returns the context's error when that ends first.
func sleep(ctx context.Context, d time.Duration) error {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

// pause waits before the attempt that follows the failed one with the number.
func (c *Client) pause(ctx context.Context, failed int, err error) error {
	d := c.backoff(failed)
	var e *transientError
	if errors.As(err, &e) {
		d = max(d, min(e.after, c.RetryAfterMax))
	}
	return c.sleep(ctx, d)
}

func (c *Client) backoff(failed int) time.Duration {
	d := c.BackoffBase
	for i := 1; i < failed && d < c.BackoffMax; i++ {
		d *= 2
	}
	d = min(d, c.BackoffMax)
	return d - time.Duration(c.random()*float64(d)/2)
}

// retryAfter returns the wait that a response asks for, 0 if it asks for none or
// for one that can't be read. A date is taken relative to the server's own
// clock where it gives that.
func retryAfter(h http.Header) time.Duration {
	value := h.Get("Retry-After")
	if seconds, err := strconv.ParseUint(value, 10, 32); err == nil {
		return time.Duration(seconds) * time.Second
	}
	at, err := http.ParseTime(value)
	if err != nil {
		return 0
	}
	now, err := http.ParseTime(h.Get("Date"))
	if err != nil {
		now = time.Now()
	}
	return max(0, at.Sub(now))
}
