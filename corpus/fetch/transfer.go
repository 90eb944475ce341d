package fetch

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
)

// transfer is the download of one document.
type transfer struct {
	client   *Client // with its defaults filled in
	url      *url.URL
	req      Request
	part     *part
	attempts int
	afresh   bool   // a document with a wrong joint was thrown away once
	kind     string // the content type of the last response with a body
}

func (c *Client) fetch(ctx context.Context, u *url.URL, req Request) (Result, error) {
	if err := req.check(); err != nil {
		return Result{}, err
	}
	p, err := openPart(req.Dest, u)
	if err != nil {
		return Result{}, err
	}
	t := &transfer{client: c, url: u, req: req, part: p}
	res, err := t.run(ctx)
	if err != nil {
		return Result{}, errors.Join(err, p.close())
	}
	return res, nil
}

// run makes attempts until one is good, one can't be cured by another, or all
// are used up.
func (t *transfer) run(ctx context.Context) (Result, error) {
	limit := t.client.Attempts
	for {
		t.attempts++
		res, err := t.attempt(ctx)
		if err == nil {
			return res, nil
		}
		if t.startAfresh(err) {
			limit++
			err = transient(err)
		}
		if err := t.giveUp(ctx, err, limit); err != nil {
			return Result{}, err
		}
		if err := t.client.pause(ctx, t.attempts, err); err != nil {
			return Result{}, err
		}
	}
}

// giveUp returns the error to end with, or nil if there is to be another attempt.
func (t *transfer) giveUp(ctx context.Context, err error, limit int) error {
	var retry *transientError
	switch {
	case ctx.Err() != nil:
		return context.Cause(ctx)
	case !errors.As(err, &retry):
		return t.spoil(err)
	case t.attempts >= limit:
		return fmt.Errorf("give up after %d attempts: %w", t.attempts, err)
	}
	return nil
}

// spoil throws the part away if the error says that nothing good can come of it.
func (t *transfer) spoil(err error) error {
	if errors.Is(err, ErrHashMismatch) || errors.Is(err, ErrNotDocument) || errors.Is(err, ErrTooLarge) {
		return errors.Join(err, t.part.discard())
	}
	return err
}

// startAfresh reports whether the error is a wrong hash that a wrong joint may
// explain, and if so throws the part away. It does that once.
func (t *transfer) startAfresh(err error) bool {
	if t.afresh || !errors.Is(err, ErrHashMismatch) || !t.part.mixed && t.part.origin.Total >= 0 {
		return false
	}
	t.afresh = true
	return t.part.discard() == nil
}

// attempt sends one request, stores what comes and, if the document is whole,
// checks it and moves it into place.
func (t *transfer) attempt(ctx context.Context) (Result, error) {
	ctx, dog := watch(ctx, t.client.StallTimeout)
	defer dog.stop()
	resp, err := t.get(ctx)
	if err != nil {
		return Result{}, err
	}
	defer resp.Body.Close()
	end, err := t.accept(resp)
	if err != nil {
		return Result{}, err
	}
	if err := t.receive(ctx, dog.reader(resp.Body), end); err != nil {
		return Result{}, err
	}
	return t.finish()
}

func (t *transfer) finish() (Result, error) {
	sum, err := t.part.sum()
	if err != nil {
		return Result{}, err
	}
	if t.req.SHA256 != "" && sum != t.req.SHA256 {
		return Result{}, &HashError{Want: t.req.SHA256, Got: sum}
	}
	if err := t.part.commit(t.req.Dest); err != nil {
		return Result{}, err
	}
	return Result{Path: t.req.Dest, Bytes: t.part.size, SHA256: sum, ContentType: t.kind, Attempts: t.attempts}, nil
}

// connectionError classifies what the connection failed with. A stall shows as a
// cancelled context; a wrong certificate or name stays wrong.
func (t *transfer) connectionError(ctx context.Context, err error) error {
	var cert *tls.CertificateVerificationError
	var name *net.DNSError
	switch {
	case errors.Is(context.Cause(ctx), errStalled):
		return transientf("%w for %v", errStalled, t.client.StallTimeout)
	case errors.Is(err, ErrInternal), errors.As(err, &cert), errors.As(err, &name) && name.IsNotFound:
		return err
	}
	return transient(err)
}

// askForRest asks for the bytes that the part lacks, on condition that the
// document is still the same. Without a validator only a pinned hash can tell,
// and without either the document is asked for anew.
func (t *transfer) askForRest(h http.Header) {
	validator := t.part.origin.validator()
	if t.part.size == 0 || validator == "" && t.req.SHA256 == "" {
		return
	}
	h.Set("Range", fmt.Sprintf("bytes=%d-", t.part.size))
	if validator != "" {
		h.Set("If-Range", validator)
	}
}

func (t *transfer) report() {
	if t.req.Progress != nil {
		t.req.Progress(t.part.size, t.part.origin.Total)
	}
}
