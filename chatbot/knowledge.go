package chatbot

import (
	"context"
	"fmt"
	"runtime/debug"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/pqcite/pqcite/citations"
	"github.com/pqcite/pqcite/citations/refs"
	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/core/card"
	"github.com/pqcite/pqcite/corpus"
)

// Asker runs questions to an answer or a refusal. It is safe for concurrent use.
type Asker interface {
	// Ask keeps to the documents of a scope, whatever the question names; an empty
	// scope is all of them. An error means that neither answer nor refusal could be
	// made.
	Ask(ctx context.Context, question string, scope []string, o core.Observer) (core.Outcome, error)
}

// Source gives the bot what it answers from.
type Source interface {
	// Library opens the library as it is now.
	Library(ctx context.Context) (*corpus.Library, error)
	// Stale reports whether the library has changed since it was opened.
	Stale() bool
	// Asker prepares a library for questions.
	Asker(ctx context.Context, lib *corpus.Library) (Asker, error)
}

// knowledge is a library made ready for the chat. It does not change: a library that
// has changed is opened as another one.
type knowledge struct {
	lib      *corpus.Library
	asker    Asker
	deck     *card.Deck
	scanner  *refs.Scanner
	names    *corpus.Names
	resolver *refs.Resolver
	examiner *citations.Examiner
}

func openKnowledge(ctx context.Context, from Source) (*knowledge, error) {
	lib, err := from.Library(ctx)
	if err != nil {
		return nil, err
	}
	asker, err := from.Asker(ctx, lib)
	if err != nil {
		return nil, err
	}
	scanner := lib.Scanner()
	return &knowledge{lib, asker, lib.Cards(), scanner, lib.Names(), refs.NewResolver(lib.Documents()), citations.NewExaminer(scanner, lib.Documents())}, nil
}

// documentIDs are the ids of the documents of the library.
func (k *knowledge) documentIDs() []string {
	var ids []string
	for _, d := range k.lib.Documents() {
		ids = append(ids, d.ID)
	}
	return ids
}

// document is the one document that a user means by its label or id; nil where there is
// none, or are several.
func (k *knowledge) document(written string) *core.Document {
	if docs := k.resolver.Named(strings.TrimSpace(written)); len(docs) == 1 {
		return docs[0]
	}
	return nil
}

// stalePause is how often the library is looked at.
const stalePause = 10 * time.Second

// watched is the knowledge of a library that may change on disk.
type watched struct {
	now  atomic.Pointer[knowledge]
	done sync.WaitGroup
}

// watch opens a library, and opens it anew whenever it has changed, until the
// context ends. Where that fails, the one that is open stays.
func (b *Bot) watch(ctx context.Context) error {
	k, err := openKnowledge(ctx, b.config.Source)
	if err != nil {
		return err
	}
	b.library.now.Store(k)
	b.library.done.Go(func() {
		tick := time.NewTicker(stalePause)
		defer tick.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-tick.C:
			}
			b.reopen(ctx)
		}
	})
	return nil
}

// reopen opens the library anew if it has changed. Whatever is wrong with it must
// not end the bot.
func (b *Bot) reopen(ctx context.Context) {
	defer func() {
		if p := recover(); p != nil {
			b.log.Error("the changed library can't be opened", "panic", fmt.Sprint(p), "stack", string(debug.Stack()))
		}
	}()
	if !b.config.Source.Stale() {
		return
	}
	k, err := openKnowledge(ctx, b.config.Source)
	if err != nil {
		b.log.Error("the changed library can't be opened", "error", err)
		return
	}
	b.library.now.Store(k)
	b.log.Info("the library was opened anew", "documents", len(k.lib.Documents()))
}
