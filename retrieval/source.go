package retrieval

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"iter"
	"maps"
	"slices"
	"sync"
	"time"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/retrieval/lexical"
)

// Source is a place outside this process where passages of some documents are found by their
// terms. It only proposes passages: their scores are made here, of their text and the
// statistics, so that an engine with sources ranks as one without.
type Source struct {
	Docs       []string // ids of its documents, all of which the engine has
	Digest     string   // SHA-256 of its documents, in hex
	Statistics []byte   // of its passages, see Engine.Statistics
	// Find returns at most so many passages that have one of the terms, those in which one scores
	// most; the boost of a term is the most that it can score. Only documents with the ids count;
	// none means all.
	Find func(ctx context.Context, terms []lexical.Term, docs []string, limit int) ([]core.PassageRef, error)
}

// ErrStatistics says that the statistics of a source are of other documents, or were made by
// a version of pqcite that cuts text in another way.
var ErrStatistics = errors.New("the statistics of the source do not fit")

// WithSources lets an engine find passages in sources, and those of the other documents itself.
// When a source begins to fail, failed is called with the reason, and the engine finds all
// passages itself for half a minute.
func WithSources(sources []Source, failed func(error)) Option {
	return func(to *settings) { to.sources, to.sourcesFailed = sources, failed }
}

// Statistics returns what the scores of passages depend on besides themselves, for a Source.
func (e *Engine) Statistics() ([]byte, error) {
	x, ok := e.index.(*lexical.Index)
	if !ok {
		return nil, errors.New("an engine with sources has no statistics of its own")
	}
	return x.Statistics()
}

// Impacts returns each passage with what its terms score in it, the greatest first.
func (e *Engine) Impacts() iter.Seq2[core.PassageRef, []lexical.Impact] {
	return func(yield func(core.PassageRef, []lexical.Impact) bool) {
		x, ok := e.index.(*lexical.Index)
		if !ok {
			return
		}
		at := 0
		for entry := range e.entries() {
			p := e.passages[at]
			at++
			if !yield(core.PassageRef{DocID: e.docs[p.doc].ID, Index: p.passage}, x.Impacts(entry)) {
				return
			}
		}
	}
}

// index ranks the passages of an engine.
type index interface {
	Search(ctx context.Context, terms []lexical.Term, k int, accept func(entry uint32) bool) ([]lexical.Hit, error)
	Explain(terms []lexical.Term, entry uint32) (*core.Explanation, error)
	DocFreq(term string) int
	IDF(term string) float64
	Spells(word string) bool
	Close() error
}

const (
	// maxSourceTerms is how many terms of a query candidates are asked for, and minCandidates
	// how many; docs/evaluation.md has what fewer and more find.
	maxSourceTerms = 12
	minCandidates  = 400
	// sourcePause is how long a source that failed is left alone.
	sourcePause = 30 * time.Second
)

// sourced is the index of an engine with sources.
type sourced struct {
	*lexical.Collection
	engine  *Engine
	sources []Source
	failed  func(error)
	rest    *lexical.Index // of the documents that no source has; nil without any
	entries []uint32       // of rest
	bags    bagCache
	// whole indexes all passages; it is made when a source fails for the first time.
	whole func() (*lexical.Index, error)

	mu     sync.Mutex
	until  time.Time // sources are left alone
	fails  bool      // one has failed since all answered
	opened *lexical.Index
}

// openSources makes the index of an engine with sources. The rest of the documents is indexed
// in dir.
func (e *Engine) openSources(dir string, library [32]byte, set *settings, whole func() (*lexical.Index, error)) (*sourced, error) {
	s := &sourced{engine: e, sources: set.sources, failed: set.sourcesFailed}
	s.whole = sync.OnceValues(whole)
	var parts []*lexical.Index
	for i := range set.sources {
		x, err := e.openStatistics(&set.sources[i])
		if err != nil {
			return nil, err
		}
		parts = append(parts, x)
	}
	if err := s.openRest(dir, library); err != nil {
		return nil, fmt.Errorf("index the library: %w", err)
	}
	if s.rest != nil {
		parts = append(parts, s.rest)
	}
	var err error
	s.Collection, err = lexical.Join(parts...)
	return s, err
}

// openStatistics opens the statistics of a source, which must be of its documents and of
// passages that are cut as here.
func (e *Engine) openStatistics(s *Source) (*lexical.Index, error) {
	key, err := indexKey(s.Digest, e.params)
	if err != nil {
		return nil, err
	}
	x, err := lexical.Load(s.Statistics, key)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrStatistics, err)
	}
	n := 0
	for _, p := range e.passages {
		if _, found := slices.BinarySearch(s.Docs, e.docs[p.doc].ID); found {
			n++
		}
	}
	if x.Len() != n {
		return nil, fmt.Errorf("%w: they are of %d passages, its documents have %d", ErrStatistics, x.Len(), n)
	}
	return x, nil
}

// restFile is the name of the index of the documents that no source has.
const restFile = "rest.idx"

// openRest indexes the passages of a library with the key that no source has.
func (s *sourced) openRest(dir string, library [32]byte) error {
	elsewhere := make([]bool, len(s.engine.docs))
	for i := range s.sources {
		for _, id := range s.sources[i].Docs {
			if d, ok := s.engine.byID[id]; ok {
				elsewhere[d] = true
			}
		}
	}
	for i, p := range s.engine.passages {
		if !elsewhere[p.doc] {
			s.entries = append(s.entries, uint32(i))
		}
	}
	if len(s.entries) == 0 {
		return nil
	}
	key := sha256.Sum256(fmt.Appendf(nil, "rest %x %v", library, s.entries))
	var err error
	s.rest, err = openIndex(dir, restFile, key, len(s.entries), s.engine.params.Lexical, s.engine.entriesOf(s.entries))
	return err
}

// Search ranks the passages that the sources propose, and all of the rest. Where a source
// fails it ranks all passages.
func (s *sourced) Search(ctx context.Context, terms []lexical.Term, k int, accept func(entry uint32) bool) ([]lexical.Hit, error) {
	if k < 1 {
		return nil, ctx.Err()
	}
	if s.resting() {
		return s.searchWhole(ctx, terms, k, accept)
	}
	scoring := s.Scoring(terms)
	found, err := s.find(ctx, scoring, k, accept)
	if err != nil {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		s.rests(err)
		return s.searchWhole(ctx, terms, k, accept)
	}
	s.answered()
	if s.rest != nil {
		own, err := s.rest.Search(ctx, terms, max(minCandidates, 10*k), nil)
		if err != nil {
			return nil, err
		}
		for _, h := range own {
			found[s.entries[h.Entry]] = true
		}
	}
	return s.score(ctx, scoring, found, k, accept)
}

func (s *sourced) score(ctx context.Context, scoring *lexical.Scoring, found map[uint32]bool, k int, accept func(entry uint32) bool) ([]lexical.Hit, error) {
	if accept != nil {
		maps.DeleteFunc(found, func(entry uint32, _ bool) bool { return !accept(entry) })
	}
	entries := slices.Sorted(maps.Keys(found))
	hits := make([]lexical.Hit, len(entries))
	for i, b := range s.bags.of(s.engine, entries) {
		hits[i] = lexical.Hit{Entry: entries[i], Score: scoring.Score(b)}
	}
	return lexical.Best(hits, k), ctx.Err()
}

// find asks all sources at once.
func (s *sourced) find(ctx context.Context, scoring *lexical.Scoring, k int, accept func(entry uint32) bool) (map[uint32]bool, error) {
	n := maxSourceTerms
	if accept != nil {
		n *= 2 // the rarest terms may all be in documents that do not count
	}
	terms := scoring.Weightiest(n)
	found := make(map[uint32]bool)
	if len(terms) == 0 {
		return found, nil
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	refs, errs := make([][]core.PassageRef, len(s.sources)), make([]error, len(s.sources))
	var all sync.WaitGroup
	for i := range s.sources {
		docs, some := s.accepted(&s.sources[i], accept)
		if !some {
			continue
		}
		all.Go(func() { refs[i], errs[i] = s.sources[i].Find(ctx, terms, docs, max(minCandidates, 10*k)) })
	}
	all.Wait()
	if err := errors.Join(errs...); err != nil {
		return nil, err
	}
	for i := range refs {
		for _, ref := range refs[i] {
			if entry, ok := s.engine.entryOf(ref); ok {
				found[entry] = true
			}
		}
	}
	return found, nil
}

// accepted are the documents of a source whose passages are accepted, nil for all; some is
// false for none. What is accepted is known by the document alone.
func (s *sourced) accepted(from *Source, accept func(entry uint32) bool) (docs []string, some bool) {
	if accept == nil {
		return nil, len(from.Docs) > 0
	}
	for _, id := range from.Docs {
		if entry, ok := s.engine.firstOf(id); ok && accept(entry) {
			docs = append(docs, id)
		}
	}
	if len(docs) == len(from.Docs) {
		return nil, len(docs) > 0
	}
	return docs, len(docs) > 0
}

// Explain returns the arithmetic of the score of an entry.
func (s *sourced) Explain(terms []lexical.Term, entry uint32) (*core.Explanation, error) {
	return s.Scoring(terms).Explain(s.bags.of(s.engine, []uint32{entry})[0]), nil
}

// Close closes all that was opened.
func (s *sourced) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.opened == nil {
		return s.Collection.Close()
	}
	return errors.Join(s.opened.Close(), s.Collection.Close())
}

func (s *sourced) resting() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return time.Now().Before(s.until)
}

// rests leaves the sources alone for a while. Why is said when they begin to fail.
func (s *sourced) rests(err error) {
	s.mu.Lock()
	began := !s.fails
	s.fails, s.until = true, time.Now().Add(sourcePause)
	s.mu.Unlock()
	if began && s.failed != nil {
		s.failed(err)
	}
}

func (s *sourced) answered() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.fails = false
}

func (s *sourced) searchWhole(ctx context.Context, terms []lexical.Term, k int, accept func(entry uint32) bool) ([]lexical.Hit, error) {
	x, err := s.whole()
	if err != nil {
		return nil, err
	}
	s.mu.Lock()
	s.opened = x
	s.mu.Unlock()
	return x.Search(ctx, terms, k, accept)
}
