package fetch

import (
	"fmt"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// accept judges a response by its head and prepares the part for the body. It returns the size
// that the part will have after it, -1 if that is unknown.
func (t *transfer) accept(resp *http.Response) (size int64, err error) {
	asked := resp.Request.Header.Get("Range") != ""
	refused := fmt.Errorf("server answered %s", strings.TrimSpace(fmt.Sprintf("%d %s", resp.StatusCode, http.StatusText(resp.StatusCode))))
	switch code := resp.StatusCode; {
	case code == http.StatusOK:
		if err := t.acceptBody(resp, resp.ContentLength); err != nil {
			return -1, err
		}
		return resp.ContentLength, t.part.restart(strong(resp.Header.Get("ETag")), resp.ContentLength)
	case code == http.StatusPartialContent:
		return t.acceptRest(resp, asked)
	case code == http.StatusRequestedRangeNotSatisfiable && asked:
		return -1, t.startOver(refused.Error())
	case code == http.StatusTooManyRequests, code == http.StatusServiceUnavailable:
		return -1, &transientError{err: refused, after: retryAfter(resp.Header.Get("Retry-After"))}
	case code == http.StatusRequestTimeout, code == http.StatusTooEarly, code >= 500:
		return -1, transient(refused)
	}
	return -1, refused
}

// strong returns an entity tag if it is a strong one (RFC 9110, section 8.8.3), "" otherwise.
func strong(etag string) string {
	if len(etag) < 2 || etag[0] != '"' {
		return ""
	}
	return etag
}

// startOver empties the part, whose rest the server does not give.
func (t *transfer) startOver(reason string) error {
	if err := t.part.restart("", -1); err != nil {
		return err
	}
	return transient(fmt.Errorf("%s", reason))
}

// acceptRest takes the bytes that follow the part, and nothing else.
func (t *transfer) acceptRest(resp *http.Response, asked bool) (size int64, err error) {
	value := resp.Header.Get("Content-Range")
	start, end, total, ok := parseContentRange(value)
	p := t.part
	is := strong(resp.Header.Get("ETag"))
	switch {
	case !asked:
		return -1, t.startOver(fmt.Sprintf("server sent the range %q unasked", value))
	case !ok || start != p.size || resp.ContentLength >= 0 && resp.ContentLength != end-start:
		return -1, t.startOver(fmt.Sprintf("server sent the range %q for the bytes from %d", value, p.size))
	case p.total < 0 && total < 0:
		return -1, t.startOver("server does not say how long the document is")
	case p.total >= 0 && total >= 0 && total != p.total, p.etag != "" && is != "" && is != p.etag: // whatever it made of If-Range
		return -1, t.startOver("server changed the document during the download")
	}
	if err := t.acceptBody(resp, max(end, total)); err != nil {
		return -1, err
	}
	p.mixed, p.total = true, max(p.total, total)
	return end, nil
}

// acceptBody checks what the head says of any body.
func (t *transfer) acceptBody(resp *http.Response, size int64) error {
	t.kind = resp.Header.Get("Content-Type")
	if coding := resp.Header.Get("Content-Encoding"); coding != "" && !strings.EqualFold(coding, "identity") {
		return fmt.Errorf("server sent the document compressed (%q) unasked", coding)
	}
	if size > t.maxBytes {
		return t.tooLarge()
	}
	return nil
}

var contentRange = regexp.MustCompile(`^(?i:bytes) (\d{1,18})-(\d{1,18})/(?:(\d{1,18})|\*)$`)

// parseContentRange reads "bytes 5-9/20" or "bytes 5-9/*" (RFC 9110, section 14.4): where the
// bytes of a 206 response are in the document, half open, and its size, -1 if unknown.
func parseContentRange(s string) (start, end, total int64, ok bool) {
	m := contentRange.FindStringSubmatch(s)
	if m == nil {
		return 0, 0, 0, false
	}
	start, _ = strconv.ParseInt(m[1], 10, 64)
	last, _ := strconv.ParseInt(m[2], 10, 64)
	total = -1
	if m[3] != "" {
		total, _ = strconv.ParseInt(m[3], 10, 64)
	}
	return start, last + 1, total, start <= last && (total < 0 || last < total)
}

// retryAfter returns the wait that a server asks for, 0 if it asks for none or for one that
// can't be read.
func retryAfter(value string) time.Duration {
	if seconds, err := strconv.ParseUint(value, 10, 32); err == nil {
		return time.Duration(seconds) * time.Second
	}
	if at, err := http.ParseTime(value); err == nil {
		return max(0, time.Until(at))
	}
	return 0
}

// sniffLength is how much of a document is looked at, in bytes; that of http.DetectContentType.
const sniffLength = 512

// webPage is the start of an HTML page, after a byte order mark, comments and an XML
// declaration.
var webPage = regexp.MustCompile(`(?is)^\x{FEFF}?(?:\s|<!--.*?-->|<\?.*?\?>)*<(?:!doctype html|html|head>|body)`)

// isWebPage reports whether a document that starts with head is an HTML page: an error page, a
// login, a landing page. Markdown may start with a tag or a comment too, so a lone tag counts
// only if the server says that it is HTML.
func isWebPage(head []byte, contentType string) bool {
	saysHTML := strings.Contains(strings.ToLower(contentType), "html")
	return webPage.Match(head) || saysHTML && strings.HasPrefix(http.DetectContentType(head), "text/html")
}
