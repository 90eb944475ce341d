package pqcite

import (
	"context"

	"github.com/pqcite/pqcite/retrieval"
	"github.com/pqcite/pqcite/retrieval/dense"
)

// Embedder is a model that makes vectors of texts. It is safe for concurrent use.
type Embedder = dense.Embedder

// Reranker is a model that orders texts by how well they answer a query. It is safe for
// concurrent use.
type Reranker = retrieval.Reranker

// Embed makes the vectors of the passages that have none yet by the embedder of the library's
// options, and returns how many it made; anew makes all of them again. Vectors are kept in the
// library's folder: a call goes on where an earlier one ended, and libraries that are open see
// them within seconds. Progress is called with the passages that have one. It fails with the
// error of the embedder, and where the vectors of the folder are damaged or another model's.
func (l *Library) Embed(ctx context.Context, anew bool, progress func(done, total int)) (made int, err error) {
	i, err := l.prepared(ctx)
	if err != nil {
		return 0, err
	}
	return i.engine.Embed(ctx, anew, progress)
}
