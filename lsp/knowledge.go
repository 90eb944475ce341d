package lsp

import (
	"context"
	"sync"

	"github.com/pqcite/pqcite/citations"
	"github.com/pqcite/pqcite/citations/refs"
	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/core/card"
	"github.com/pqcite/pqcite/corpus"
)

// knowledge is a library made ready for an editor. It does not change: a library
// that has changed on disk is opened as another one.
type knowledge struct {
	lib     *corpus.Library
	deck    *card.Deck
	scanner *refs.Scanner
	links   *corpus.Links

	standards map[string]func() *standard // by document id; made when one is opened
	examiner  *citations.Examiner
	names     func() *corpus.Names

	preparing chan struct{} // holds a token while somebody prepares the asker
	asker     Asker         // read and set by who holds the token; nil until the first question
}

func newKnowledge(lib *corpus.Library) *knowledge {
	k := &knowledge{
		lib: lib, deck: lib.Cards(), scanner: lib.Scanner(), links: lib.Links(),
		standards: make(map[string]func() *standard), preparing: make(chan struct{}, 1),
	}
	for _, d := range lib.Documents() {
		k.standards[d.ID] = sync.OnceValue(func() *standard { return newStandard(d) })
	}
	k.examiner = citations.NewExaminer(k.scanner, lib.Documents())
	k.names = sync.OnceValue(lib.Names)
	return k
}

// standard is the text of a document, or nil.
func (k *knowledge) standard(docID string) *standard {
	if open := k.standards[docID]; open != nil {
		return open()
	}
	return nil
}

// ask asks a question, and prepares the library for questions before the first.
func (k *knowledge) ask(ctx context.Context, from Source, question string, o core.Observer) (core.Outcome, error) {
	asker, err := k.prepared(ctx, from)
	if err != nil {
		return core.Outcome{}, err
	}
	return asker.Ask(ctx, question, o)
}

func (k *knowledge) prepared(ctx context.Context, from Source) (Asker, error) {
	select {
	case k.preparing <- struct{}{}:
		defer func() { <-k.preparing }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	if k.asker == nil {
		a, err := from.Asker(ctx, k.lib)
		if err != nil {
			return nil, err
		}
		k.asker = a
	}
	return k.asker, nil
}
