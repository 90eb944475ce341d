package retrieval

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/retrieval/analysis"
	"github.com/pqcite/pqcite/retrieval/lexical"
)

// IndexFile is the name of the index in its directory.
const IndexFile = "lexical.idx"

// errDigest is wrapped by the error for a library digest that is no SHA-256.
var errDigest = errors.New("invalid library digest")

// Engine searches a fixed set of documents. Its methods may be called by many
// goroutines at once. It must be closed.
type Engine struct {
	params   params
	docs     []*core.Document // by id
	byID     map[string]int   // into docs
	passages []passageKey     // of the entries of the index
	anchors  map[string][]anchorStart
	index    index

	notes       *lexical.Index // nil where there are none
	noteTargets []noteTarget   // of the entries of notes
	links       func(docID, anchor string) []Link

	dense     *denseSearch // nil without an embedder
	reranker  Reranker     // nil without one
	rerankAid aid

	reranked passageCache
	cache    termCache
}

// passageKey is the passage that an entry of the index is: its document, in Engine.docs,
// and its index there.
type passageKey struct {
	doc, passage int
}

// Open returns an engine over the documents, which must not change while it is
// open. The digest is the SHA-256 of the library in hex: whatever changes the
// passages changes it. The index in dir is used if it was made for the digest;
// otherwise it is built, at about 30,000 passages a second, and written there.
// Where it can't be written, and with an empty dir, it is kept in memory.
func Open(dir string, docs []*core.Document, digest string, options ...Option) (*Engine, error) {
	set := settings{params: defaultParams()}
	for _, o := range options {
		o(&set)
	}
	key, err := indexKey(digest, set.params)
	if err != nil {
		return nil, err
	}
	e := &Engine{params: set.params, docs: slices.Clone(docs), links: set.links, reranker: set.reranker, rerankAid: aid{time: rerankTime, failed: set.failed}}
	if err := e.admit(); err != nil {
		return nil, err
	}
	e.indexPassages()
	e.indexAnchors()
	e.reranked = newPassageCache(len(e.passages))
	if e.index, err = e.openIndex(dir, key, &set); err != nil {
		return nil, err
	}
	if err := e.openNotes(dir, set.notes); err != nil {
		return nil, errors.Join(err, e.Close())
	}
	if set.embedder != nil {
		e.dense = &denseSearch{dir: dir, embedder: set.embedder, aid: aid{time: embedTime, failed: set.failed}}
	}
	return e, nil
}

// openIndex opens the index of all passages, or where there are sources the one that asks them.
func (e *Engine) openIndex(dir string, key [32]byte, set *settings) (index, error) {
	whole := func() (*lexical.Index, error) {
		x, err := openIndex(dir, IndexFile, key, len(e.passages), e.params.Lexical, e.entries())
		if err != nil {
			return nil, fmt.Errorf("index the library: %w", err)
		}
		return x, nil
	}
	if len(set.sources) > 0 {
		return e.openSources(dir, key, set, whole)
	}
	return whole()
}

// Close gives the index back when the searches under way have ended.
func (e *Engine) Close() error {
	if e.notes == nil {
		return e.index.Close()
	}
	return errors.Join(e.notes.Close(), e.index.Close())
}

// indexKey is what an index is known by: the library, how its text is cut, and
// the parameters that are fixed in the index.
func indexKey(digest string, p params) (key [32]byte, err error) {
	library, err := hex.DecodeString(digest)
	if err != nil || len(library) != sha256.Size {
		return key, fmt.Errorf("%w: %q is not 64 hex digits", errDigest, digest)
	}
	return sha256.Sum256(fmt.Appendf(nil, "library %x, analysis %d, entries %d, %v",
		library, analysis.Version, entryVersion, p.Lexical)), nil
}

// admit sorts the documents by id, so that the order they are given in changes
// nothing, and refuses what a search would fall over.
func (e *Engine) admit() error {
	for i, d := range e.docs {
		if d == nil {
			return fmt.Errorf("%w: document %d is nil", core.ErrInvalidDocument, i)
		}
	}
	slices.SortFunc(e.docs, func(a, b *core.Document) int { return cmp.Compare(a.ID, b.ID) })
	e.byID = make(map[string]int, len(e.docs))
	for i, d := range e.docs {
		if _, twice := e.byID[d.ID]; twice {
			return fmt.Errorf("%w: two have the id %q", core.ErrInvalidDocument, d.ID)
		}
		e.byID[d.ID] = i
		if err := checkSpans(d); err != nil {
			return fmt.Errorf("%w %q: %w", core.ErrInvalidDocument, d.ID, err)
		}
	}
	return nil
}

// checkSpans checks what is sliced by: the spans of pages and passages. The
// rest of a document's invariants is its reader's to check.
func checkSpans(d *core.Document) error {
	inside := func(s core.Span) bool { return 0 <= s.Start && s.Start <= s.End && s.End <= len(d.Text) }
	for i := range d.Pages {
		if !inside(d.Pages[i].Span) {
			return fmt.Errorf("page %d lies outside the text", i+1)
		}
	}
	for i := range d.Passages {
		p := &d.Passages[i]
		if !inside(p.Span) || p.StartPage < 1 || p.EndPage < p.StartPage || p.EndPage > len(d.Pages) {
			return fmt.Errorf("passage %d lies outside the text or its pages", i)
		}
	}
	return nil
}

func (e *Engine) indexPassages() {
	for d, doc := range e.docs {
		for i := range doc.Passages {
			if doc.Passages[i].Retrieved() {
				e.passages = append(e.passages, passageKey{doc: d, passage: i})
			}
		}
	}
}

// entryOf is the entry of a passage, if it is one that is retrieved.
func (e *Engine) entryOf(ref core.PassageRef) (uint32, bool) {
	d, ok := e.byID[ref.DocID]
	if !ok {
		return 0, false
	}
	i, found := slices.BinarySearchFunc(e.passages, passageKey{d, ref.Index}, comparePassages)
	return uint32(i), found
}

// firstOf is the first entry of a document that has one.
func (e *Engine) firstOf(docID string) (uint32, bool) {
	d := e.byID[docID]
	i, _ := slices.BinarySearchFunc(e.passages, passageKey{d, 0}, comparePassages)
	return uint32(i), i < len(e.passages) && e.passages[i].doc == d
}

func (e *Engine) passage(entry uint32) (*core.Document, *core.Passage) {
	p := e.passages[entry]
	d := e.docs[p.doc]
	return d, &d.Passages[p.passage]
}

// Len is the number of passages that are searched.
func (e *Engine) Len() int { return len(e.passages) }
