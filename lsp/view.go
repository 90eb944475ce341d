package lsp

import (
	"context"

	"go.lsp.dev/protocol"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/core/card"
	"github.com/pqcite/pqcite/lsp/text"
)

// view is everything that a request is answered from, as of when the request came.
type view struct {
	server   *Server
	client   *client
	settings Settings
	doc      *document // the one that the request is about; nil if it is not open
	ready    <-chan struct{}
	work     *work         // of the request's token; nil without one
	counter  *text.Counter // of doc; a view is used by one goroutine
	rules    *ruling       // of doc; nil until needed
}

// knowledge waits for the library, which is opened when the server starts. The error
// says why there is none.
func (v *view) knowledge(ctx context.Context) (*knowledge, error) {
	select {
	case <-v.ready:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	return v.server.current()
}

// offset is the offset of a position in the document's text.
func (v *view) offset(p protocol.Position) int {
	return v.doc.text.Offset(read(protocol.Range{Start: p}).Start, v.client.encoding)
}

// span is the span of a range in the document's text.
func (v *view) span(r protocol.Range) core.Span { return v.doc.text.Span(read(r), v.client.encoding) }

// rangeOf is the range of a span of the document.
func (v *view) rangeOf(s core.Span) protocol.Range {
	if v.counter == nil {
		v.counter = text.NewCounter(v.doc.text, v.client.encoding)
	}
	return wire(v.counter.Range(s))
}

// card returns the card for a position of the document; false if there is nothing to
// show.
func (v *view) card(k *knowledge, p protocol.Position) (card.Card, bool) {
	return v.cardAt(k, v.offset(p))
}

// cardAt is card for an offset in the document's text.
func (v *view) cardAt(k *knowledge, offset int) (card.Card, bool) {
	found := v.doc.references(k)
	return k.Corpus().Cards().In(found.surroundings, v.doc.text.String(), offset, found.around(offset))
}
