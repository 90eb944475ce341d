package loop

import (
	"strings"

	"github.com/pqcite/pqcite/core"
)

// properties are the words for what all schemes have. A question of nothing else fits
// each of them.
var properties = map[string]bool{
	"key": true, "keys": true, "public": true, "private": true, "secret": true, "signing": true, "verification": true,
	"verifying": true, "signature": true, "signatures": true, "sig": true, "ciphertext": true, "ciphertexts": true,
	"size": true, "sizes": true, "length": true, "lengths": true, "byte": true, "bytes": true, "bit": true, "bits": true,
	"big": true, "large": true, "long": true, "small": true, "short": true, "many": true, "much": true, "parameter": true,
	"parameters": true, "set": true, "sets": true, "security": true, "category": true, "level": true, "strength": true,
	"seed": true, "number": true, "values": true, "value": true,
}

// ambiguous reports whether a question asks for a property of something that it
// does not name, where several documents have one.
func ambiguous(q *question) bool {
	if q.Intent != core.IntentSize || len(q.References) > 0 || len(q.Scope) > 0 {
		return false
	}
	words := q.measure.Missing(core.Marks{})
	for _, w := range words {
		if !properties[strings.ToLower(w)] {
			return false
		}
	}
	return len(words) > 0 && len(q.library.Documents()) > 1
}
