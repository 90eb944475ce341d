package faq

import (
	"slices"
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
// are normalised. statements is a checksum of the statements in the entries, which weights
// don't depend on. What is derived from all, in a second or so, is kept as a file in the
// first of the cache folders that can be written, and mapped from there the next time; entries
// is called only if none of the folders has it. Without a writable folder it is derived each
// time; "" is no folder.
func Open(weights []byte, statements uint32, entries func() ([]Entry, error), caches ...string) (*Matcher, error) {
	head, err := headOf(weights)
	if err != nil {
		return nil, err
	}
	key := cacheKey(head, statements)
	caches = slices.DeleteFunc(slices.Clone(caches), func(dir string) bool { return dir == "" })
	for _, cache := range caches {
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
	for _, cache := range caches {
		if m.save(cache, key) == nil {
			break
		}
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
