package llm

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

// sendable reports whether the key can be the value of a header.
func (k Key) sendable() bool {
	return strings.IndexFunc(string(k), func(r rune) bool { return r <= ' ' || r > '~' }) < 0
}

// leak is the length from which a part of a key reveals too much.
const leak = 6

// leaks reports whether a text contains a part of the key: servers repeat keys that
// they refuse.
func (k Key) leaks(text string) bool {
	if len(k) < leak {
		return k.within(text)
	}
	for i := 0; i+leak <= len(k); i++ {
		if strings.Contains(text, string(k[i:i+leak])) {
			return true
		}
	}
	return false
}

// within reports whether a text contains the whole key.
func (k Key) within(text string) bool { return k != "" && strings.Contains(text, string(k)) }
