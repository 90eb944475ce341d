package visible

import (
	"net/url"
	"regexp"
	"strings"
)

// URL returns a URL without the secrets that it may carry: user, password, query and
// fragment. The path is kept, since it says what was asked for; a secret in a path cannot
// be recognised. The whole query is dropped, as there is no complete list of the names
// that tokens have: two addresses that differ only there are shown alike.
func URL(u *url.URL) string {
	return (&url.URL{Scheme: u.Scheme, Host: u.Host, Path: u.Path, RawPath: u.RawPath}).String()
}

// malformed replaces an address that cannot be parsed, since any part of it may be a
// secret.
const malformed = "(a malformed address, not shown)"

// IsAddress reports whether a text has the form of an address with a host: "https://…".
func IsAddress(s string) bool {
	return addressForm.FindStringIndex(s) != nil && addressForm.FindStringIndex(s)[0] == 0
}

// Address returns an address without possible secrets, see [URL], and any other text
// unchanged.
func Address(s string) string {
	if !IsAddress(s) {
		return s
	}
	u, err := url.Parse(s)
	if err != nil {
		return malformed
	}
	return URL(u)
}

// addressForm is an address in a text. It ends at white space or a quotation mark, as in other
// programs' messages.
var addressForm = regexp.MustCompile(`[A-Za-z][A-Za-z0-9+.-]*://[^\s"'<>]*`)

// Addresses returns a message with every address in it shortened as by [Address].
// Punctuation after an address stays.
func Addresses(s string) string {
	if !strings.Contains(s, "://") {
		return s
	}
	return addressForm.ReplaceAllStringFunc(s, func(found string) string {
		bare := strings.TrimRight(found, ".,;:!)")
		return Address(bare) + found[len(bare):]
	})
}
