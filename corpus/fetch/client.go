package fetch

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"net/http"
	"net/url"
	"os"
	"strings"
	"time"
)

// Request says what to download and where to.
type Request struct {
	URL  string // http or https
	Dest string // path of the file; its folder must exist
	// SHA256 pins the document: 64 hex digits, or empty for any document.
	SHA256 string
	// MaxBytes bounds the document; 0 means DefaultMaxBytes.
	MaxBytes int64
	// Progress is called with the bytes on disk and the size of the document, -1
	// while it is unknown. It runs between reads, so it must be quick. done falls
	// back when a download starts over. May be nil.
	Progress func(done, total int64)
}

// Result says what was downloaded.
type Result struct {
	Path        string // the destination
	Bytes       int64
	SHA256      string // lower-case hex, of the file on disk
	ContentType string // as the server said it; "" if it did not
	Attempts    int    // at least 1; redirects are not counted
}

// Client downloads documents. A field with its zero value stands for its
// default, so the zero Client is ready for use. It may be used by several
// goroutines at once.
type Client struct {
	// Attempts bounds the requests for one document, redirects aside. Default 5.
	Attempts int
	// BackoffBase is the longest wait before the second attempt; it doubles with
	// each further one, up to BackoffMax. A random part of up to half is taken
	// off, so that many clients do not come back at once. Defaults 500 ms, 30 s.
	BackoffBase, BackoffMax time.Duration
	// RetryAfterMax caps the wait that a server may ask for. Default 1 min.
	RetryAfterMax time.Duration
	// StallTimeout is how long a server may send nothing, from the dialling to
	// the last byte. Default 30 s.
	StallTimeout time.Duration
	// Timeout bounds a whole call of Fetch: all attempts, the waits between them, and
	// servers that send a byte now and then. Default 15 min: the largest document that
	// is taken comes through in that time at 150 kB/s, an official one at 4. What has
	// come by then stays, and the next call goes on from there.
	Timeout time.Duration
	// UserAgent is sent with each request. Default "pqcite".
	UserAgent string
	// Transport sends the requests. By default each call of Fetch has one of its
	// own, with the proxy of the environment, and closes it at its end. Only that one
	// judges the addresses that names resolve to; with another, as through a proxy,
	// redirects are judged by the names of their hosts.
	Transport http.RoundTripper

	guard  *guard     // seam for tests; one download's own
	dialer net.Dialer // seam for tests
	// proxy finds the proxy of a request; nil for a Transport of somebody else.
	proxy  func(*http.Request) (*url.URL, error)
	sleep  func(context.Context, time.Duration) error // seam for tests
	random func() float64                             // in [0, 1); seam for tests
}

// The defaults of a Client and a Request.
const (
	DefaultAttempts      = 5
	DefaultBackoffBase   = 500 * time.Millisecond
	DefaultBackoffMax    = 30 * time.Second
	DefaultRetryAfterMax = time.Minute
	DefaultStallTimeout  = 30 * time.Second
	DefaultTimeout       = 15 * time.Minute
	DefaultUserAgent     = "pqcite"
	DefaultMaxBytes      = 128 << 20
)

// Fetch downloads a document with the default Client.
func Fetch(ctx context.Context, req Request) (Result, error) {
	return new(Client).Fetch(ctx, req)
}

// Fetch downloads a document. The destination is replaced only by a whole
// document with the right hash; on any error it is as it was. After an error
// that time may cure, and when the context ends, the part file stays for a later
// call to resume from.
//
// Errors name the URL without its user, password and query. They wrap ErrURL,
// ErrHashMismatch (and a HashError), ErrNotDocument, ErrTooLarge, ErrTimeout,
// ErrInternal, a StatusError, the context's error or the system's.
func (c *Client) Fetch(ctx context.Context, req Request) (Result, error) {
	u, err := parseURL(req.URL)
	if err != nil {
		return Result{}, err
	}
	settings := c.withDefaults()
	if c.Transport == nil {
		own := guardedTransport(settings.guard, settings.dialer)
		defer own.CloseIdleConnections()
		settings.Transport, settings.proxy = own, own.Proxy
	}
	ctx, stop := context.WithTimeoutCause(ctx, settings.Timeout, fmt.Errorf("%w: more than %v", ErrTimeout, settings.Timeout))
	defer stop()
	res, err := settings.fetch(ctx, u, req)
	if err != nil {
		return Result{}, fmt.Errorf("fetch %q: %w", redact(u), err)
	}
	return res, nil
}

func (c *Client) withDefaults() Client {
	s := *c
	setDefault(&s.Attempts, DefaultAttempts)
	setDefault(&s.BackoffBase, DefaultBackoffBase)
	setDefault(&s.BackoffMax, DefaultBackoffMax)
	setDefault(&s.RetryAfterMax, DefaultRetryAfterMax)
	setDefault(&s.StallTimeout, DefaultStallTimeout)
	setDefault(&s.Timeout, DefaultTimeout)
	setDefault(&s.UserAgent, DefaultUserAgent)
	if s.guard == nil {
		s.guard = newGuard()
	}
	setDefault(&s.dialer.Timeout, s.StallTimeout)
	if s.sleep == nil {
		s.sleep = sleep
	}
	if s.random == nil {
		s.random = rand.Float64
	}
	return s
}

func setDefault[T comparable](field *T, value T) {
	var zero T
	if *field == zero {
		*field = value
	}
}

func (r *Request) check() error {
	if r.Dest == "" {
		return errors.New("request has no destination")
	}
	if info, err := os.Stat(r.Dest); err == nil && info.IsDir() {
		return fmt.Errorf("destination %q is a folder", r.Dest)
	}
	if r.MaxBytes < 0 {
		return fmt.Errorf("bound of %d bytes is negative", r.MaxBytes)
	}
	if b, err := hex.DecodeString(r.SHA256); err != nil || len(b) != 0 && len(b) != 32 {
		return fmt.Errorf("hash %q is not 64 hex digits", r.SHA256)
	}
	r.SHA256 = strings.ToLower(r.SHA256)
	setDefault(&r.MaxBytes, DefaultMaxBytes)
	return nil
}
