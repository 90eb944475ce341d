package visible

import (
	"net/url"
	"strings"
	"testing"
)

func TestAddress(t *testing.T) {
	for text, want := range map[string]string{
		"https://example.org/a/b.pdf":                    "https://example.org/a/b.pdf",
		"https://user:secret@example.org/a?token=secret": "https://example.org/a",
		"https://secret@example.org/?a=1#secret":         "https://example.org/",
		"HTTPS://user:secret@example.org":                "https://example.org",
		"ftp://user:secret@example.org/x":                "ftp://example.org/x",
		"https://example.org/a%2Fb?secret":               "https://example.org/a%2Fb",
		"https://user:secret@example.org:port/":          malformed,
		"https://user:se%zzcret@example.org/":            malformed,
		"file.pdf":                                       "file.pdf",
		"a?b#c@d":                                        "a?b#c@d",
	} {
		if got := Address(text); got != want {
			t.Errorf("Address(%q) = %q, want %q", text, got, want)
		}
	}
}

func TestAddresses(t *testing.T) {
	for text, want := range map[string]string{
		`Get "https://u:secret@h/a?k=secret": EOF`:                  `Get "https://h/a": EOF`,
		`invalid proxy address "http://u:secret@h:x": parse failed`: `invalid proxy address "` + malformed + `": parse failed`,
		"see https://h/a?k=secret, then socks5://u:secret@h.":       "see https://h/a, then socks5://h.",
		"no address: a b":       "no address: a b",
		"(https://h/a?secret)!": "(https://h/a)!",
	} {
		if got := Addresses(text); got != want {
			t.Errorf("Addresses(%q) = %q, want %q", text, got, want)
		}
	}
}

// FuzzAddress puts a secret where addresses have them, and wants it gone.
func FuzzAddress(f *testing.F) {
	f.Add("u", "h", "/p", "k")
	f.Add("", "h:1", "/%2f", "a=b&c")
	f.Fuzz(func(t *testing.T, user, host, path, key string) {
		const secret = "0secret0"
		u := url.URL{Scheme: "https", User: url.UserPassword(user, secret), Host: host, Path: path, RawQuery: key + secret, Fragment: secret}
		if strings.Contains(user+host+path+key, secret) {
			return
		}
		for _, got := range []string{URL(&u), Address(u.String())} {
			if IsAddress(u.String()) && strings.Contains(got, secret) {
				t.Errorf("%q is shown as %q", u.String(), got)
			}
		}
	})
}
