package quote

import (
	"sync"

	"github.com/pqcite/pqcite/core"
)

// Texts makes documents ready for quotes, each when it is first asked for, and keeps
// them. The zero value has none; it is safe for concurrent use.
type Texts struct {
	mu   sync.Mutex
	made map[*core.Document]*Text // guarded by mu
}

// Of returns the text of a document, the same one each time.
func (t *Texts) Of(d *core.Document) *Text {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.made[d] == nil {
		if t.made == nil {
			t.made = make(map[*core.Document]*Text)
		}
		t.made[d] = NewText(d)
	}
	return t.made[d]
}
