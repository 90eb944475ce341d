package fetch

import (
	"bytes"
	"mime"
	"net/http"
	"strings"
)

// sniffLength is how much of a document is looked at, in bytes; that of
// http.DetectContentType.
const sniffLength = 512

// isWebPage reports whether a document that starts with head is an HTML page: an
// error page, a login, a landing page. Markdown may start with a tag or a comment
// too, so a lone tag counts only if the server says that it is HTML.
func isWebPage(head []byte, contentType string) bool {
	head = head[:min(len(head), sniffLength)]
	start := bytes.ToLower(skipProlog(head))
	for _, tag := range []string{"<!doctype html", "<html", "<head>", "<body"} {
		if bytes.HasPrefix(start, []byte(tag)) {
			return true
		}
	}
	return saysHTML(contentType) && strings.HasPrefix(http.DetectContentType(head), "text/html")
}

func saysHTML(contentType string) bool {
	kind, _, err := mime.ParseMediaType(contentType)
	return err == nil && (kind == "text/html" || kind == "application/xhtml+xml")
}

// skipProlog drops what may stand before the first tag: a byte order mark,
// blanks, comments and an XML declaration.
func skipProlog(b []byte) []byte {
	b = bytes.TrimPrefix(b, []byte("\xef\xbb\xbf"))
	for {
		b = bytes.TrimLeft(b, " \t\r\n\f")
		rest, ok := skipPair(b, "<!--", "-->")
		if !ok {
			rest, ok = skipPair(b, "<?", "?>")
		}
		if !ok {
			return b
		}
		b = rest
	}
}

func skipPair(b []byte, open, shut string) ([]byte, bool) {
	if !bytes.HasPrefix(b, []byte(open)) {
		return b, false
	}
	_, rest, ok := bytes.Cut(b[len(open):], []byte(shut))
	return rest, ok
}
