// Package address shows addresses without the secrets that they may carry: user,
// password, query and fragment. The path is kept, since it says what was asked for; a
// secret in a path cannot be recognised.
//
// The whole query is dropped: there is no complete list of names that tokens have. Two
// addresses that differ only in their queries are shown alike, so a shown address does
// not identify a document.
package address

import (
	"net/url"
	"regexp"
	"strings"
)

// Public returns a URL without possible secrets.
func Public(u *url.URL) string {
	return (&url.URL{Scheme: u.Scheme, Host: u.Host, Path: u.Path, RawPath: u.RawPath}).String()
}

// malformed replaces an address that cannot be parsed, since any part of it may be a
// secret.
const malformed = "(a malformed address, not shown)"

// Is reports whether a text has the form of an address with a host: "https://…".
func Is(s string) bool { return form.FindStringIndex(s) != nil && form.FindStringIndex(s)[0] == 0 }

// PublicText returns an address without possible secrets, and any other text unchanged.
func PublicText(s string) string {
	if !Is(s) {
		return s
	}
	u, err := url.Parse(s)
	if err != nil {
		return malformed
	}
	return Public(u)
}

// form is an address in a text. It ends at white space or a quotation mark, as in other
// programs' messages.
var form = regexp.MustCompile(`[A-Za-z][A-Za-z0-9+.-]*://[^\s"'<>]*`)

// InText returns a message with every address in it shortened as by [PublicText].
// Punctuation after an address stays.
func InText(s string) string {
	if !strings.Contains(s, "://") {
		return s
	}
	return form.ReplaceAllStringFunc(s, func(found string) string {
		bare := strings.TrimRight(found, ".,;:!)")
		return PublicText(bare) + found[len(bare):]
	})
}
