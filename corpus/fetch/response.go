package fetch

import (
	"errors"
	"fmt"
	"net/http"
	"strings"
)

// accept judges a response by its head and prepares the part for the body. It
// returns the size that the part will have after it, -1 if that is unknown.
func (t *transfer) accept(resp *http.Response) (end int64, err error) {
	asked := resp.Request.Header.Get("Range") != ""
	switch code := resp.StatusCode; {
	case code == http.StatusOK:
		return t.acceptWhole(resp)
	case code == http.StatusPartialContent:
		return t.acceptRest(resp, asked)
	case code == http.StatusRequestedRangeNotSatisfiable && asked:
		return -1, t.startOver(&StatusError{Code: code})
	case code == http.StatusTooManyRequests, code == http.StatusServiceUnavailable:
		return -1, &transientError{err: &StatusError{Code: code}, after: retryAfter(resp.Header)}
	case code == http.StatusRequestTimeout, code == http.StatusTooEarly, code >= 500:
		return -1, transient(&StatusError{Code: code})
	default:
		return -1, &StatusError{Code: code}
	}
}

// startOver empties the part, whose rest the server will not give.
func (t *transfer) startOver(reason error) error {
	if err := t.part.discard(); err != nil {
		return err
	}
	return transient(reason)
}

// acceptWhole takes the document from its first byte, whatever was asked for.
func (t *transfer) acceptWhole(resp *http.Response) (end int64, err error) {
	if err := t.acceptBody(resp, resp.ContentLength); err != nil {
		return -1, err
	}
	return resp.ContentLength, t.part.restart(newOrigin(t.url, resp.Header, resp.ContentLength))
}

// acceptRest takes the bytes that follow the part, and nothing else.
func (t *transfer) acceptRest(resp *http.Response, asked bool) (end int64, err error) {
	value := resp.Header.Get("Content-Range")
	r, ok := parseContentRange(value)
	o := t.part.origin
	switch {
	case !asked:
		return -1, t.startOver(fmt.Errorf("server sent the range %q unasked", value))
	case !ok || r.start != t.part.size:
		return -1, t.startOver(fmt.Errorf("server sent the range %q for the bytes from %d", value, t.part.size))
	case resp.ContentLength >= 0 && resp.ContentLength != r.end-r.start:
		return -1, t.startOver(fmt.Errorf("server sent the range %q in %d bytes", value, resp.ContentLength))
	case o.Total < 0 && r.total < 0:
		return -1, t.startOver(errors.New("server does not say how long the document is"))
	case t.changed(r, resp.Header):
		return -1, t.startOver(errors.New("server changed the document under the download"))
	}
	if err := t.acceptBody(resp, max(r.end, r.total)); err != nil {
		return -1, err
	}
	t.part.mixed = true
	if o.Total < 0 && r.total >= 0 {
		o.Total = r.total
		return r.end, t.part.setOrigin(o)
	}
	return r.end, nil
}

// changed reports whether a range is of another document than the part, whatever
// the server made of If-Range.
func (t *transfer) changed(r contentRange, h http.Header) bool {
	o := t.part.origin
	differ := func(was, is string) bool { return was != "" && is != "" && was != is }
	return o.Total >= 0 && r.total >= 0 && r.total != o.Total ||
		differ(o.ETag, h.Get("ETag")) || differ(o.LastModified, h.Get("Last-Modified"))
}

// acceptBody checks what the head says of any body.
func (t *transfer) acceptBody(resp *http.Response, size int64) error {
	t.kind = resp.Header.Get("Content-Type")
	if coding := resp.Header.Get("Content-Encoding"); coding != "" && !strings.EqualFold(coding, "identity") {
		return fmt.Errorf("server sent the document compressed (%q) unasked", coding)
	}
	if size > t.req.MaxBytes {
		return t.tooLarge()
	}
	return nil
}

func (t *transfer) tooLarge() error {
	return fmt.Errorf("%w: more than %d bytes", ErrTooLarge, t.req.MaxBytes)
}
