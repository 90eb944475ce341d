package retrieval

import (
	"sync"
	"sync/atomic"

	"github.com/pqcite/pqcite/retrieval/analysis"
)

// maxCachedPassages is how many passages a library may have for them to be kept as the
// rerank reads them: some 15 MB. Those of a larger one are read again every time.
const maxCachedPassages = 1 << 13

// passageCache keeps passages as the rerank reads them, each from the time it was first
// looked at: about twice its text, for as long as the engine is open.
type passageCache struct {
	passages []atomic.Pointer[candidate] // by entry; nil where none are kept
}

func newPassageCache(n int) passageCache {
	if n > maxCachedPassages {
		return passageCache{}
	}
	return passageCache{passages: make([]atomic.Pointer[candidate], n)}
}

func (f *passageCache) passage(e *Engine, entry uint32) *candidate {
	if f.passages == nil {
		return e.rerankPassage(entry)
	}
	if p := f.passages[entry].Load(); p != nil {
		return p
	}
	p := e.rerankPassage(entry)
	f.passages[entry].Store(p)
	return p
}

func (e *Engine) rerankPassage(entry uint32) *candidate {
	d, at := e.passage(entry)
	p := &candidate{Text: d.Quote(at.Span), Kind: at.Kind, Section: d.SectionPath(at.Section)}
	p.read()
	return p
}

// maxCachedTerms bounds what texts with their terms may take, in bytes: the sentences
// of some thousand passages, or the evidence of some hundred questions.
const maxCachedTerms = 8 << 20

// termCache keeps the terms of texts. The same sentences are measured for one
// question after the other, and cutting them into terms is most of the work.
type termCache struct {
	mu    sync.RWMutex
	terms map[string][]string
	size  int // of texts and terms, in bytes
}

// termSize is what a term takes besides its text, which is interned.
const termSize = 16

// of returns the terms of a text, each once.
func (m *termCache) of(text string) []string {
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
	size := len(text) + termSize*len(terms)
	if m.terms == nil || m.size+size > maxCachedTerms {
		m.terms, m.size = make(map[string][]string), 0
	}
	if _, twice := m.terms[text]; !twice && size <= maxCachedTerms {
		m.terms[text] = terms
		m.size += size
	}
	return terms
}
