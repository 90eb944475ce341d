// Package address shows addresses without the secrets that they may carry: user,
// password, query and fragment. A path stays, since it says what was asked for; who
// puts a secret there has no other place to tell it from.
//
// All of a query goes, whatever its names: there is no list of the names that tokens
// have. Two addresses that differ in their queries alone are shown alike, so an
// address that is shown can't tell documents apart.
package address

import (
	"net/url"
	"regexp"
	"strings"
)

// Public returns a URL without what may be a secret.
func Public(u *url.URL) string {
	return (&url.URL{Scheme: u.Scheme, Host: u.Host, Path: u.Path, RawPath: u.RawPath}).String()
}

// malformed is shown of an address that can't be read, since nobody can tell what of
// it is a secret.
const malformed = "(a malformed address, not shown)"

// Is reports whether a text is written as an address with a host: "https://…".
func Is(s string) bool { return form.FindStringIndex(s) != nil && form.FindStringIndex(s)[0] == 0 }

// PublicText returns a text that is one address without what may be a secret. A text
// that is none comes back as it is.
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

// form is an address in a text. It ends with white space or a quotation mark, as the
// messages of others end theirs.
var form = regexp.MustCompile(`[A-Za-z][A-Za-z0-9+.-]*://[^\s"'<>]*`)

// InText returns a message with each address in it as [PublicText] has it. Punctuation
// after an address stays.
func InText(s string) string {
	if !strings.Contains(s, "://") {
		return s
	}
	return form.ReplaceAllStringFunc(s, func(found string) string {
		bare := strings.TrimRight(found, ".,;:!)")
		return PublicText(bare) + found[len(bare):]
	})
}
