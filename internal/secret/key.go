// Package secret keeps keys out of whatever is printed: messages, logs and JSON. Who needs the
// text of one converts it, which is the one thing to look for in a review.
package secret

import (
	"fmt"
	"io"
	"strings"
)

// Key is a secret. It is never shown, however it is printed.
type Key string

const hidden = "[key]"

// Format prints only that there is a key, for every verb.
func (k Key) Format(f fmt.State, _ rune) {
	if k != "" {
		_, _ = io.WriteString(f, hidden)
	}
}

// MarshalText keeps the key out of JSON and of structured logs.
func (k Key) MarshalText() ([]byte, error) {
	if k == "" {
		return nil, nil
	}
	return []byte(hidden), nil
}

// Sendable reports whether the key can be the value of a header.
func (k Key) Sendable() bool {
	return strings.IndexFunc(string(k), func(r rune) bool { return r <= ' ' || r > '~' }) < 0
}

// leak is the length from which a part of a key reveals too much.
const leak = 6

// Leaks reports whether a text contains a part of the key: servers repeat keys that
// they refuse.
func (k Key) Leaks(text string) bool {
	if len(k) < leak {
		return k.Within(text)
	}
	for i := 0; i+leak <= len(k); i++ {
		if strings.Contains(text, string(k[i:i+leak])) {
			return true
		}
	}
	return false
}

// Within reports whether a text contains the whole key.
func (k Key) Within(text string) bool { return k != "" && strings.Contains(text, string(k)) }
