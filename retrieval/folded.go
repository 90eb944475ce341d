package retrieval

import (
	"sync"
	"sync/atomic"

	"github.com/pqcite/pqcite/retrieval/analysis"
	"github.com/pqcite/pqcite/retrieval/rerank"
)

// folded keeps passages as the rerank reads them, each from the time it was first
// looked at: about twice its text, for as long as the engine is open.
type folded struct {
	passages []atomic.Pointer[rerank.Passage] // by entry
}

func (f *folded) passage(e *Engine, entry uint32) *rerank.Passage {
	if p := f.passages[entry].Load(); p != nil {
		return p
	}
	d, at := e.passage(entry)
	p := &rerank.Passage{Text: d.Quote(at.Span), Kind: at.Kind, Section: d.SectionPath(at.Section)}
	p.Read()
	f.passages[entry].Store(p)
	return p
}

// maxRemembered bounds how many texts have their terms remembered: the sentences of
// a few hundred passages, about 4 MB.
const maxRemembered = 1 << 13

// termMemory remembers the terms of texts. The same sentences are measured for one
// question after the other, and cutting them into terms is most of the work.
type termMemory struct {
	mu    sync.RWMutex
	terms map[string][]string
}

// of returns the terms of a text, each once.
func (m *termMemory) of(text string) []string {
	m.mu.RLock()
	terms, ok := m.terms[text]
	m.mu.RUnlock()
	if ok {
		return terms
	}
	seen := make(map[string]bool)
	for t := range analysis.Tokens(text) {
		if !seen[t.Text] {
			seen[t.Text] = true
			terms = append(terms, t.Text)
		}
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.terms == nil || len(m.terms) >= maxRemembered {
		m.terms = make(map[string][]string)
	}
	m.terms[text] = terms
	return terms
}
