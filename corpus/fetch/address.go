package fetch

import (
	"fmt"
	"net/url"

	"github.com/pqcite/pqcite/internal/visible"
)

func parseURL(s string) (*url.URL, error) {
	u, err := url.Parse(s)
	if err != nil {
		// The parser's message repeats parts of the URL, a password among them.
		return nil, fmt.Errorf("%w: it is malformed (not shown, it may hold a password)", ErrURL)
	}
	if err := checkURL(u); err != nil {
		return nil, err
	}
	return u, nil
}

func checkURL(u *url.URL) error {
	if u.Scheme != "http" && u.Scheme != "https" {
		return fmt.Errorf("%w: scheme %q is neither http nor https", ErrURL, u.Scheme)
	}
	if u.Hostname() == "" {
		return fmt.Errorf("%w: %q has no host", ErrURL, redact(u))
	}
	return nil
}

// redact returns the URL without what may be a secret: user, password, query
// and fragment.
func redact(u *url.URL) string { return visible.URL(u) }
