package lsp

import (
	"context"
	"sync"

	"github.com/pqcite/pqcite"
	"github.com/pqcite/pqcite/core"
)

// knowledge is a library made ready for an editor. It does not change: a library
// that has changed on disk is another one.
type knowledge struct {
	*pqcite.Library
	asker     pqcite.Asker
	standards map[string]func() *standard // by document id; made when one is opened
}

// newKnowledge makes a library ready. Questions go to the asker, if there is one.
func newKnowledge(lib *pqcite.Library, asker pqcite.Asker) *knowledge {
	if asker == nil {
		asker = lib
	}
	k := &knowledge{Library: lib, asker: asker, standards: make(map[string]func() *standard)}
	for _, d := range lib.Corpus().Documents() {
		k.standards[d.ID] = sync.OnceValue(func() *standard { return newStandard(d) })
	}
	return k
}

// standard is the text of a document, or nil.
func (k *knowledge) standard(docID string) *standard {
	if open := k.standards[docID]; open != nil {
		return open()
	}
	return nil
}

// ask asks a question of a conversation.
func (k *knowledge) ask(ctx context.Context, question string, earlier []string, o core.Observer) (core.Outcome, error) {
	return k.asker.Ask(ctx, question, pqcite.AskOptions{Context: earlier, Detail: true, Observer: o})
}
