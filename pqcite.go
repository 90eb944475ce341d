// Package pqcite answers questions about the post-quantum standards (FIPS 203, 204, 205,
// SP 800-227, IR 8545, IR 8547) and about documents of one's own, in their words, and checks
// what others say of them. Every quote is checked on its page before it is returned; what is
// not proved is not said.
//
// [Open] opens a [Library], which does it all:
//
//   - [Library.Ask] answers a question with quotes, or refuses and says why;
//   - [Library.Search] finds passages;
//   - [Library.Card] says what is at a reference, or what a name denotes, as an editor shows it;
//   - [Library.References] and [Library.Check] find the citations of standards in code and
//     prose, and those that are wrong;
//   - [Library.Verify] checks a sentence or a quote against the documents;
//   - [Library.VerifyReceipt] proves an answer again that somebody else hands in.
//
// It works offline and without any file: the summaries that are embedded answer for each of
// the standards that was not ingested, and a citation says so. "pqcite corpus pull" and
// "pqcite corpus add" bring documents into the library on disk.
//
// The same library gives the same results, byte for byte but for the times in an outcome. A
// Library does not change. A program that runs for long takes it from a [Home], which opens it
// anew when it was changed on disk. Results are of the types of package core, card and
// citations.
//
// It trades fluency for proof: an answer is made of sentences of the documents, and a language
// model, which one may bring as a [Model], adds only what passes the same checks.
package pqcite

import (
	"context"
	"errors"

	"github.com/pqcite/pqcite/core/loop"
	"github.com/pqcite/pqcite/corpus"
	"github.com/pqcite/pqcite/corpus/store"
	"github.com/pqcite/pqcite/retrieval"
)

// Options say what a library is opened from. The zero value is the user's own library,
// without a language model.
type Options struct {
	// Home is the folder of the library, which need not exist; "" is the user's:
	// $PQCITE_HOME, or the platform's folder for data.
	Home string
	// Model writes answers where it can; nil leaves them to quotes.
	Model Model
	// Embedder makes vectors of questions, by which passages are found too that have none of
	// their words; nil leaves finding to words. [Library.Embed] makes the vectors of passages.
	Embedder Embedder
	// Reranker orders the passages that were found; nil leaves that to us.
	Reranker Reranker
	// Failed is called when the embedder or the reranker begins to fail, and why; questions are
	// answered without it meanwhile. It may be nil, and is called by many goroutines at once.
	Failed func(error)
	// Team is whose library is read; nil means the one in Home.
	Team *Team
}

// home is the folder of the library.
func (o *Options) home() (string, error) {
	if o.Home != "" {
		return o.Home, nil
	}
	return store.Home()
}

// Library is the documents of one state of a library on disk, and the embedded summaries of
// the standards that it lacks. It does not change, and is safe for concurrent use. It must be
// closed.
//
// To open it reads the documents, some milliseconds each. The search index is opened by the
// first question, or by [Library.Prepare]; after documents were added it is built then, at
// about 30,000 passages a second.
type Library struct {
	corpus  *corpus.Library
	options Options

	team    *Team              // nil for one's own library
	sources []retrieval.Source // of its passages; none means that they are found here

	opening chan struct{} // has a token while somebody opens or closes the index
	index   *index        // nil until it is opened; used by who has the token
	closed  bool          // used by who has the token
}

// index is the search index with what runs over it.
type index struct {
	engine *retrieval.Engine
	ports  loop.Ports
}

// ErrClosed is returned by what needs the index of a library that was closed.
var ErrClosed = errors.New("library is closed")

// Open opens a library as it is now. Where the folder has none, the embedded summaries are
// all of it. The error wraps [store.ErrCorrupt] or [store.ErrVersion] where a file is damaged
// or is of another version of pqcite.
func Open(ctx context.Context, o Options) (*Library, error) {
	home, err := o.home()
	if err != nil {
		return nil, err
	}
	l, err := openDocuments(ctx, home, o.Team)
	if err != nil {
		return nil, err
	}
	l.options = o
	return l, nil
}

func openDocuments(ctx context.Context, home string, t *Team) (*Library, error) {
	if t != nil {
		return openTeam(ctx, home, t)
	}
	documents, err := corpus.Open(ctx, home)
	if err != nil {
		return nil, err
	}
	return &Library{corpus: documents, opening: make(chan struct{}, 1)}, nil
}

// Corpus is the documents of the library, and what is known of their anchors and terms.
func (l *Library) Corpus() *corpus.Library { return l.corpus }

// Prepare opens the search index, as the first question else does: a server calls it before
// somebody waits.
func (l *Library) Prepare(ctx context.Context) error {
	_, err := l.prepared(ctx)
	return err
}

// prepared is the index. Who has to wait until another has opened it waits no longer than the
// context.
func (l *Library) prepared(ctx context.Context) (*index, error) {
	select {
	case l.opening <- struct{}{}:
		defer func() { <-l.opening }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	if l.closed {
		return nil, ErrClosed
	}
	if l.index == nil {
		engine, err := l.openEngine()
		if err != nil {
			return nil, err
		}
		l.index = &index{engine, l.ports(engine)}
	}
	return l.index, nil
}

// Close gives the search index back when the searches under way have ended. Questions that are
// under way fail.
func (l *Library) Close() error {
	l.opening <- struct{}{}
	defer func() { <-l.opening }()
	l.closed = true
	if l.index == nil {
		return nil
	}
	engine := l.index.engine
	l.index = nil
	return engine.Close()
}
