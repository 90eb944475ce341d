package loop

import (
	"strings"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/internal/lex"
)

// properties are the words for what all schemes have. A question of nothing else fits
// each of them.
var properties = lex.Set(`key keys public private secret signing verification verifying signature signatures sig ciphertext ciphertexts
size sizes length lengths byte bytes bit bits big large long small short many much parameter parameters set
sets security category level strength seed number values value`)

// ambiguous reports whether a question asks for a property of something that it
// does not name, where several documents have one, and is none that is asked frequently.
func ambiguous(q *question) bool {
	if q.Intent != core.IntentSize || surest(q.match) >= sureChance || len(q.References) > 0 || len(q.Scope) > 0 {
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
