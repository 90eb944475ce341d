package fetch

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"time"

	"github.com/pqcite/pqcite/internal/visible"
)

// Request says what to download and where to.
type Request struct {
	URL  string // http or https
	Dest string // path of the file; its folder must exist
	// SHA256 pins the document: 64 lower-case hex digits, or empty for any document.
	SHA256 string
	// Progress is called with the bytes on disk and the size of the document, -1 while it is
	// unknown. It runs between reads, so it must be quick. done falls back when a download
	// starts over. May be nil.
	Progress func(done, total int64)
}

// ErrHashMismatch is wrapped where a whole document arrived and was another one.
var ErrHashMismatch = errors.New("document does not have the pinned hash")

var (
	errURL         = errors.New("unsupported URL")
	errNotDocument = errors.New("not a document")
	errTooLarge    = errors.New("document is too large")
	errTimeout     = errors.New("download takes too long")
	errStalled     = errors.New("server sent nothing")
	errProxy       = errors.New("the environment names a proxy that is no URL") // which may contain a password
)

// client has the bounds of downloads, which tests change.
type client struct {
	attempts int // requests for one document, redirects aside
	// backoff is the longest wait before the second attempt; it doubles with each further
	// one, up to backoffMax. A random part of up to half is taken off, so that many clients
	// do not come back at once. A server may ask for up to retryAfterMax.
	backoff, backoffMax, retryAfterMax time.Duration
	stall                              time.Duration // in which a server may send nothing, from dialling to the last byte
	timeout                            time.Duration // over all attempts and the waits between them
	maxBytes                           int64         // of the document

	internal  func(netip.Addr) bool
	dialer    net.Dialer
	transport func(*http.Transport)
	sleep     func(context.Context, time.Duration) error
	random    func() float64 // in [0, 1)
}

// newClient returns a client whose timeout lets the largest document through at 150 kB/s, an
// official one at 4.
func newClient() *client {
	return &client{
		attempts: 5, backoff: 500 * time.Millisecond, backoffMax: 30 * time.Second, retryAfterMax: time.Minute,
		stall: 30 * time.Second, timeout: 15 * time.Minute, maxBytes: 128 << 20,
		internal: isInternal, transport: func(*http.Transport) {}, sleep: sleep, random: rand.Float64,
	}
}

// Fetch downloads a document, through the proxy of the environment if there is one. The
// destination is replaced only by a whole document with the right hash; on any error it is as
// it was. After an error that time may cure, and when the context ends, the part file of a
// pinned document stays for a later call to resume from.
//
// Errors name the URL without its user, password and query. They wrap ErrHashMismatch, the
// context's error or the system's, if that is the reason.
func Fetch(ctx context.Context, req Request) error { return newClient().fetch(ctx, req) }

func (c *client) fetch(ctx context.Context, req Request) error {
	u, err := url.Parse(req.URL)
	if err != nil { // the parser's message repeats parts of the URL, a password among them
		return fmt.Errorf("%w: it is malformed (not shown, it may contain a password)", errURL)
	}
	if err := checkURL(u); err != nil {
		return err
	}
	ctx, stop := context.WithTimeoutCause(ctx, c.timeout, fmt.Errorf("%w: more than %v", errTimeout, c.timeout))
	defer stop()
	if err := c.download(ctx, u, req); err != nil {
		return fmt.Errorf("fetch %q: %w", visible.URL(u), err)
	}
	return nil
}

func (c *client) download(ctx context.Context, u *url.URL, req Request) error {
	p, err := openPart(req.Dest, req.SHA256 != "")
	if err != nil {
		return err
	}
	t := &transfer{client: c, transport: c.guardedTransport(), url: u, req: req, part: p}
	if err := t.run(ctx); err != nil {
		return errors.Join(err, p.close(req.SHA256 != ""))
	}
	return nil
}

func checkURL(u *url.URL) error {
	if u.Scheme != "http" && u.Scheme != "https" {
		return fmt.Errorf("%w: scheme %q is neither http nor https", errURL, u.Scheme)
	}
	if u.Hostname() == "" {
		return fmt.Errorf("%w: %q has no host", errURL, visible.URL(u))
	}
	return nil
}

// sleep waits, or returns the context's error when that ends first.
func sleep(ctx context.Context, d time.Duration) error {
	select {
	case <-time.After(d):
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

// pause waits before the attempt that follows the failed one with the number.
func (c *client) pause(ctx context.Context, failed int, err error) error {
	d := c.wait(failed)
	var e *transientError
	if errors.As(err, &e) {
		d = max(d, min(e.after, c.retryAfterMax))
	}
	return c.sleep(ctx, d)
}

func (c *client) wait(failed int) time.Duration {
	d := c.backoff
	for i := 1; i < failed && d < c.backoffMax; i++ {
		d *= 2
	}
	d = min(d, c.backoffMax)
	return d - time.Duration(c.random()*float64(d)/2)
}
