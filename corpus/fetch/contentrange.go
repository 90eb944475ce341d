package fetch

import (
	"strconv"
	"strings"
)

// contentRange is where the bytes of a 206 response stand in the document.
type contentRange struct {
	start, end int64 // half open, start < end
	total      int64 // size of the document; -1 if the server does not say it
}

// parseContentRange reads "bytes 5-9/20" or "bytes 5-9/*" (RFC 9110, section
// 14.4).
func parseContentRange(s string) (contentRange, bool) {
	unit, rest, ok := strings.Cut(s, " ")
	if !ok || !strings.EqualFold(unit, "bytes") {
		return contentRange{}, false
	}
	span, size, ok := strings.Cut(rest, "/")
	if !ok {
		return contentRange{}, false
	}
	from, to, ok := strings.Cut(span, "-")
	if !ok {
		return contentRange{}, false
	}
	start, ok1 := parseSize(from)
	last, ok2 := parseSize(to)
	total, ok3 := int64(-1), size == "*"
	if !ok3 {
		total, ok3 = parseSize(size)
	}
	valid := ok1 && ok2 && ok3 && start <= last && (total < 0 || last < total)
	if !valid {
		return contentRange{}, false
	}
	return contentRange{start: start, end: last + 1, total: total}, true
}

// parseSize reads a number of digits only, below 2^62 so that sums cannot
// overflow.
func parseSize(s string) (int64, bool) {
	n, err := strconv.ParseUint(s, 10, 62)
	return int64(n), err == nil
}
