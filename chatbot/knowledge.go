package chatbot

import (
	"context"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/pqcite/pqcite"
	"github.com/pqcite/pqcite/core"
)

// knowledge is a library made ready for the chat. It does not change: a library that
// has changed on disk is another one.
type knowledge struct {
	*pqcite.Library
	asker pqcite.Asker
}

// prepare makes a library ready, so that the first question takes no longer than the others.
// Questions go to the asker, if there is one.
func prepare(ctx context.Context, lib *pqcite.Library, asker pqcite.Asker) (*knowledge, error) {
	if asker != nil {
		return &knowledge{lib, asker}, nil
	}
	return &knowledge{lib, lib}, lib.Prepare(ctx)
}

// documentIDs are the ids of the documents of the library.
func (k *knowledge) documentIDs() []string {
	var ids []string
	for _, d := range k.Corpus().Documents() {
		ids = append(ids, d.ID)
	}
	return ids
}

// document is the one document that a user means by its label or id; nil where there is
// none, or are several.
func (k *knowledge) document(written string) *core.Document {
	if docs := k.Corpus().Resolver().Named(strings.TrimSpace(written)); len(docs) == 1 {
		return docs[0]
	}
	return nil
}

// libraryPause is how often the library is looked at.
const libraryPause = 10 * time.Second

// watched is the knowledge of a library that may change on disk.
type watched struct {
	now  atomic.Pointer[knowledge]
	done sync.WaitGroup
}

// watch opens the library, and opens it anew whenever it has changed, until the context ends.
// Where that fails, the one that is open stays.
func (b *Bot) watch(ctx context.Context) error {
	lib, err := b.config.Source.Library(ctx)
	if err != nil {
		return err
	}
	k, err := prepare(ctx, lib, b.config.Asker)
	if err != nil {
		return err
	}
	b.library.now.Store(k)
	b.library.done.Go(func() {
		pqcite.Follow(ctx, b.config.Source, libraryPause, func(lib *pqcite.Library, err error) { b.changed(ctx, lib, err) })
	})
	return nil
}

// changed takes a library that was opened anew.
func (b *Bot) changed(ctx context.Context, lib *pqcite.Library, err error) {
	if err == nil && lib == b.library.now.Load().Library {
		return // the first
	}
	var k *knowledge
	if err == nil {
		k, err = prepare(ctx, lib, b.config.Asker)
	}
	if err != nil {
		b.log.Error("the changed library can't be opened", "error", err)
		return
	}
	b.library.now.Store(k)
	b.log.Info("the library was opened anew", "documents", len(lib.Corpus().Documents()))
}
