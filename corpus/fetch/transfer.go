package fetch

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"time"

	"github.com/pqcite/pqcite/internal/visible"
)

// transfer is the download of one document.
type transfer struct {
	*client
	transport *http.Transport
	url       *url.URL
	req       Request
	part      *part
	afresh    bool   // a document with a wrong joint was thrown away once
	kind      string // the content type of the last response with a body
}

// transientError is an error that another attempt may cure.
type transientError struct {
	err   error
	after time.Duration // the least wait that the server asked for
}

func (e *transientError) Error() string { return e.err.Error() }

func (e *transientError) Unwrap() error { return e.err }

func transient(err error) error { return &transientError{err: err} }

// run makes attempts until one is good, one can't be cured by another, or all are used up.
func (t *transfer) run(ctx context.Context) error {
	limit := t.attempts
	for n := 1; ; n++ {
		err := t.attempt(ctx)
		if err == nil {
			return nil
		}
		if t.startAfresh(err) {
			limit++
			err = transient(err)
		}
		var retry *transientError
		switch {
		case ctx.Err() != nil:
			return context.Cause(ctx)
		case !errors.As(err, &retry):
			return t.spoil(err)
		case n >= limit:
			return fmt.Errorf("give up after %d attempts: %w", n, err)
		}
		if err := t.pause(ctx, n, err); err != nil {
			return err
		}
	}
}

// spoil throws the part away if the error says that nothing good can come of it.
func (t *transfer) spoil(err error) error {
	if errors.Is(err, ErrHashMismatch) || errors.Is(err, errNotDocument) || errors.Is(err, errTooLarge) {
		return errors.Join(err, t.part.restart("", -1))
	}
	return err
}

// startAfresh reports whether the error is a wrong hash that a wrong joint or an early end may
// explain, and if so throws the part away. It does that once.
func (t *transfer) startAfresh(err error) bool {
	if t.afresh || !errors.Is(err, ErrHashMismatch) || !t.part.mixed && t.part.total >= 0 {
		return false
	}
	t.afresh = true
	return t.part.restart("", -1) == nil
}

// attempt sends one request, stores what comes and, if the document is whole, checks it and
// moves it into place. When no byte has come for the stall timeout, it ends.
func (t *transfer) attempt(ctx context.Context) error {
	ctx, end := context.WithCancelCause(ctx)
	defer end(nil)
	stalled := time.AfterFunc(t.stall, func() { end(errStalled) })
	defer stalled.Stop()
	resp, err := t.get(ctx)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	size, err := t.accept(resp)
	if err != nil {
		return err
	}
	if err := t.receive(ctx, resp.Body, size, stalled); err != nil {
		return err
	}
	if err := t.part.check(t.req.SHA256); err != nil {
		return err
	}
	return t.part.commit(t.req.Dest)
}

// maxRedirects is the number of redirects that one attempt follows.
const maxRedirects = 10

// get sends the request and follows redirects. It does so itself because http.Client puts
// whole URLs, secrets and all, into its errors.
func (t *transfer) get(ctx context.Context) (*http.Response, error) {
	at := t.url
	for range maxRedirects + 1 {
		req, err := http.NewRequestWithContext(ctx, http.MethodGet, at.String(), nil)
		if err != nil {
			return nil, fmt.Errorf("%w: no request can be made for %q", errURL, visible.URL(at))
		}
		t.setHeader(req)
		resp, err := t.transport.RoundTrip(req)
		if err != nil {
			return nil, t.connectionError(ctx, err)
		}
		location := resp.Header.Get("Location")
		if resp.StatusCode/100 != 3 || location == "" {
			return resp, nil
		}
		resp.Body.Close()
		if at, err = redirectTarget(at, location); err != nil {
			return nil, err
		}
	}
	return nil, fmt.Errorf("stop after %d redirects, the last one to %q", maxRedirects, visible.URL(at))
}

// setHeader asks for the bytes that the part lacks, on condition that the document is still the
// same. Where neither an entity tag nor a pinned hash can say so, it asks for all of them.
func (t *transfer) setHeader(req *http.Request) {
	if user := req.URL.User; user != nil {
		password, _ := user.Password()
		req.SetBasicAuth(user.Username(), password)
	}
	req.Header.Set("User-Agent", "pqcite")
	// A range of a compressed body is no range of the document. Asked for by name, it also
	// keeps the transport from asking for and undoing gzip.
	req.Header.Set("Accept-Encoding", "identity")
	if t.part.size == 0 || t.part.etag == "" && t.req.SHA256 == "" {
		return
	}
	req.Header.Set("Range", fmt.Sprintf("bytes=%d-", t.part.size))
	if t.part.etag != "" {
		req.Header.Set("If-Range", t.part.etag)
	}
}

func redirectTarget(from *url.URL, location string) (*url.URL, error) {
	to, err := from.Parse(location)
	if err != nil {
		return nil, fmt.Errorf("follow a redirect: %w: it is malformed", errURL)
	}
	if err := checkURL(to); err != nil {
		return nil, fmt.Errorf("follow a redirect: %w", err)
	}
	if from.Scheme == "https" && to.Scheme == "http" {
		return nil, fmt.Errorf("refuse a redirect from https to %q, which is not encrypted", visible.URL(to))
	}
	// Credentials stay with the server that they were given for. Those in a redirect to
	// another one are not sent.
	if to.User = nil; to.Scheme == from.Scheme && to.Host == from.Host {
		to.User = from.User
	}
	return to, nil
}

// connectionError classifies what the connection failed with. A stall shows as a cancelled
// context; a wrong certificate or name stays wrong.
func (t *transfer) connectionError(ctx context.Context, err error) error {
	var cert *tls.CertificateVerificationError
	var name *net.DNSError
	switch {
	case errors.Is(context.Cause(ctx), errStalled):
		return transient(fmt.Errorf("%w for %v", errStalled, t.stall))
	case errors.Is(err, errInternal), errors.Is(err, errProxy), errors.As(err, &cert), errors.As(err, &name) && name.IsNotFound:
		return err
	}
	return transient(err)
}

// bufferSize is how much is read at a time, in bytes.
const bufferSize = 64 << 10

// receive stores a body that ends the part at a size, -1 if unknown.
func (t *transfer) receive(ctx context.Context, body io.Reader, size int64, stalled *time.Timer) error {
	t.report()
	buf := make([]byte, bufferSize)
	for {
		n, err := body.Read(buf)
		if n > 0 {
			stalled.Reset(t.stall)
			if err := t.store(buf[:n], size); err != nil {
				return err
			}
		}
		switch {
		case errors.Is(err, io.EOF):
			return t.checkWhole(size)
		case err != nil:
			return t.connectionError(ctx, fmt.Errorf("read the body at byte %d: %w", t.part.size, err))
		}
	}
}

// store appends to the part. As soon as there is enough of it to see that it is a web page, it
// is refused.
func (t *transfer) store(b []byte, size int64) error {
	before := t.part.size
	after := before + int64(len(b))
	switch {
	case size >= 0 && after > size:
		return t.startOver("server sent more bytes than it announced")
	case after > t.maxBytes:
		return t.tooLarge()
	}
	if err := t.part.append(b); err != nil {
		return err
	}
	t.report()
	if before < sniffLength && after >= sniffLength {
		return t.sniff()
	}
	return nil
}

// checkWhole is for a body that has ended without an error.
func (t *transfer) checkWhole(size int64) error {
	want := max(size, t.part.total)
	switch {
	case t.part.size == 0:
		return fmt.Errorf("%w: the server sent nothing", errNotDocument)
	case t.part.size < want:
		return transient(fmt.Errorf("document ends at byte %d of %d", t.part.size, want))
	case t.part.size < sniffLength:
		return t.sniff()
	}
	return nil
}

func (t *transfer) sniff() error {
	head, err := t.part.head(sniffLength)
	if err != nil {
		return err
	}
	if isWebPage(head, t.kind) {
		return fmt.Errorf("%w: the server sent a web page (content type %q)", errNotDocument, t.kind)
	}
	return nil
}

func (t *transfer) tooLarge() error {
	return fmt.Errorf("%w: more than %d bytes", errTooLarge, t.maxBytes)
}

func (t *transfer) report() {
	if t.req.Progress != nil {
		t.req.Progress(t.part.size, t.part.total)
	}
}
