package pqcite

import (
	"context"
	"errors"
	"fmt"
	"iter"

	"github.com/pqcite/pqcite/corpus/store"
	"github.com/pqcite/pqcite/retrieval"
	"github.com/pqcite/pqcite/retrieval/meili"
)

// Pushed is what a push has put on the servers.
type Pushed struct {
	Collection string `json:"collection"`
	Digest     string `json:"digest"` // of the library's documents
	Documents  int    `json:"documents"`
	Passages   int    `json:"passages"`
	// Changed is false where just that was there already.
	Changed bool `json:"changed"`
}

// ErrNothing is returned by a push of a library without documents.
var ErrNothing = errors.New("the library has no documents to push")

// Push puts the library in a folder, as it is now, on the servers of a team as its collection,
// of which it must have one. Each server gets a part. Done is called with how many of how many
// passages were sent; it may be nil. Until all is there readers see what was there before, and
// a push that failed can be made again.
func (t *Team) Push(ctx context.Context, home string, done func(sent, of int)) (Pushed, error) {
	names := t.collections()
	if len(names) != 1 {
		return Pushed{}, fmt.Errorf("push: %d collections are named, must be one", len(names))
	}
	servers, err := t.servers()
	if err != nil {
		return Pushed{}, err
	}
	library, err := store.Open(ctx, home)
	if err != nil {
		return Pushed{}, err
	}
	if len(library.Documents()) == 0 {
		return Pushed{}, ErrNothing
	}
	engine, err := retrieval.Open("", library.Documents(), library.Digest())
	if err != nil {
		return Pushed{}, err
	}
	defer engine.Close()
	u, err := uploadOf(ctx, names[0], library, engine)
	if err != nil {
		return Pushed{}, err
	}
	changed, err := meili.Push(ctx, servers, u, func(sent int) {
		if done != nil {
			done(sent, u.Count)
		}
	})
	return Pushed{Collection: u.Collection, Digest: u.Digest, Documents: u.Documents, Passages: u.Count, Changed: changed}, err
}

func uploadOf(ctx context.Context, collection string, library *store.Library, engine *retrieval.Engine) (u meili.Upload, err error) {
	u = meili.Upload{
		Collection: collection, Digest: library.Digest(), Documents: len(library.Documents()),
		Passages: engine.Impacts(), Count: engine.Len(), Files: filesOf(ctx, library),
	}
	if u.Manifest, err = library.Manifest(); err != nil {
		return u, err
	}
	u.Statistics, err = engine.Statistics()
	return u, err
}

func filesOf(ctx context.Context, library *store.Library) iter.Seq2[[]byte, error] {
	return func(yield func([]byte, error) bool) {
		for _, e := range library.Entries() {
			file, err := library.DocumentFile(e)
			if err == nil {
				err = ctx.Err()
			}
			if !yield(file, err) {
				return
			}
		}
	}
}
