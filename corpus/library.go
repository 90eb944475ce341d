// Package corpus is what can be cited: the documents of the library on disk and,
// for each official document that it does not hold, the summaries of the
// embedded pack. So there is an answer in the first minute, and the standard's own
// words from the moment that its file was added.
package corpus

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/pqcite/pqcite/citations"
	"github.com/pqcite/pqcite/citations/refs"
	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/core/card"
	"github.com/pqcite/pqcite/corpus/standards"
	"github.com/pqcite/pqcite/corpus/store"
)

// Library is the stored documents and the parts of the pack that they do not
// replace. It does not change, and is safe for concurrent use.
type Library struct {
	stored *store.Library
	docs   []*core.Document // by id
	digest string

	// Each is made when it is first asked for: a hover needs no links, an answer no cards.
	links    func() *Links
	cards    func() *card.Deck
	scanner  func() *refs.Scanner
	resolver func() *refs.Resolver
	names    func() *Names
	prover   *citations.Prover
	examiner func() *citations.Examiner
}

// Open opens the library in the folder home; see [store.Open].
func Open(ctx context.Context, home string) (*Library, error) {
	stored, err := store.Open(ctx, home)
	if err != nil {
		return nil, err
	}
	return With(stored), nil
}

// With joins a stored library with the pack. A document of the pack gives way to
// the stored one that is published or declared as it, and to no other, whatever that is
// called.
func With(stored *store.Library) *Library {
	l := &Library{stored: stored, docs: slices.Clone(stored.Documents())}
	l.links = sync.OnceValue(func() *Links { return newLinks(l) })
	l.cards = sync.OnceValue(func() *card.Deck { return card.NewDeck(l.docs, &glossary{lib: l}) })
	l.scanner = sync.OnceValue(func() *refs.Scanner { return refs.NewScanner(l.docs, standards.Register{}) })
	l.resolver = sync.OnceValue(func() *refs.Resolver { return refs.NewResolver(l.docs) })
	l.names = sync.OnceValue(func() *Names { return newNames(l) })
	l.prover = &citations.Prover{Knowledge: newKnowledge(l)}
	l.examiner = sync.OnceValue(func() *citations.Examiner { return citations.NewExaminer(l.Scanner(), l.docs, l.prover) })
	resolver := refs.NewResolver(stored.Documents())
	sum := sha256.New()
	fmt.Fprintln(sum, stored.Digest())
	for i, s := range standards.Documents() {
		if d := stored.Document(s.ID); d != nil && d.Identity != core.IdentityOwn || len(resolver.Documents(s.Label)) > 0 {
			continue
		}
		d := standards.Pack()[i]
		l.docs = append(l.docs, d)
		fmt.Fprintln(sum, d.ID, d.SHA256)
	}
	if len(l.docs) == len(stored.Documents()) {
		l.digest = stored.Digest()
		return l
	}
	slices.SortFunc(l.docs, func(a, b *core.Document) int { return strings.Compare(a.ID, b.ID) })
	l.digest = hex.EncodeToString(sum.Sum(nil))
	return l
}

// Documents returns the documents in the order of their ids. Neither the slice
// nor the documents may be changed.
func (l *Library) Documents() []*core.Document { return l.docs }

// Document returns the document with the id, or nil.
func (l *Library) Document(id string) *core.Document {
	i, found := slices.BinarySearchFunc(l.docs, id, func(d *core.Document, id string) int { return strings.Compare(d.ID, id) })
	if !found {
		return nil
	}
	return l.docs[i]
}

// Digest names the content, as 64 hex digits: whatever changes a document
// changes it.
func (l *Library) Digest() string { return l.digest }

// CacheDir is a folder for what can be made again; see [store.Library.CacheDir].
func (l *Library) CacheDir() string { return l.stored.CacheDir() }

// Stored is the part that is on disk.
func (l *Library) Stored() *store.Library { return l.stored }

// Links is what the anchors of the documents refer to.
func (l *Library) Links() *Links { return l.links() }

// Cards is the deck of cards over the library.
func (l *Library) Cards() *card.Deck { return l.cards() }

// Scanner finds references, resolves them against the library, and knows what is published
// elsewhere.
func (l *Library) Scanner() *refs.Scanner { return l.scanner() }

// Resolver resolves references against the library.
func (l *Library) Resolver() *refs.Resolver { return l.resolver() }

// Prover holds statements against documents of the library.
func (l *Library) Prover() *citations.Prover { return l.prover }

// Examiner holds people's own sentences against the library.
func (l *Library) Examiner() *citations.Examiner { return l.examiner() }

// Names are the names of all anchors and terms.
func (l *Library) Names() *Names { return l.names() }
