package faq

import (
	"sync"
)

// Matcher matches questions against frequently asked ones. Its methods may be called by
// many goroutines at once.
type Matcher struct {
	model   *model
	source  [32]byte
	scratch sync.Pool // *scratch
}

// Open returns a matcher for the weights that Train has made of the entries, whose questions
// are normalised. What is derived from both, in a second or so, is kept as a file in the
// folder cache and mapped from there the next time; entries is called only where it is not
// there. Where the folder can't be written, or is "", it is derived each time.
func Open(weights []byte, entries func() ([]Entry, error), cache string) (*Matcher, error) {
	head, err := headOf(weights)
	if err != nil {
		return nil, err
	}
	key := cacheKey(head)
	if cache != "" {
		if m, err := load(cache, key); err == nil {
			return newMatcher(m, head), nil
		}
	}
	list, err := entries()
	if err != nil {
		return nil, err
	}
	m, err := derived(weights, list)
	if err != nil {
		return nil, err
	}
	if cache != "" {
		_ = m.save(cache, key) // a folder that can't be written costs time only
	}
	return newMatcher(m, head), nil
}

func newMatcher(m *model, h head) *Matcher {
	out := &Matcher{model: m, source: h.source()}
	out.scratch.New = func() any { return newScratch(m) }
	return out
}

// Documents returns the ids of the documents that have facts, in byte order. They must not
// be changed.
func (m *Matcher) Documents() []string { return m.model.documents }

// Source is the SHA-256 over what the weights were trained from: see [Source].
func (m *Matcher) Source() [32]byte { return m.source }
