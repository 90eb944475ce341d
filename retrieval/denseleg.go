package retrieval

import (
	"context"
	"errors"
	"fmt"
	"os"
	"sync"
	"time"

	"github.com/pqcite/pqcite/retrieval/dense"
)

// denseSearch is the dense leg of an engine: the vectors that were made of its passages, and
// the model that makes those of queries.
type denseSearch struct {
	dir      string
	embedder dense.Embedder
	aid      aid

	mu     sync.Mutex // guards what follows
	index  *dense.Index
	read   time.Time // when the file was looked at last
	stamp  time.Time // of the file that was read
	lacked int       // how many passages were said to have no vector
}

// errNoEmbedder means that an engine without a model is to make vectors.
var errNoEmbedder = errors.New("no model makes vectors")

// reread is how long a file that lacks vectors is not looked at again: another process may be
// making them.
const reread = 10 * time.Second

// denseLeg ranks passages by the vector of the query; none where the leg counts nothing or the
// model does not answer.
func (r *request) denseLeg(ctx context.Context) []*result {
	if r.dense == nil || r.weights.Dense == 0 {
		return nil
	}
	index := r.dense.current(r.Engine)
	if index == nil {
		return nil
	}
	var hits []dense.Hit
	if !r.dense.aid.ask(ctx, func(ctx context.Context) (err error) {
		if hits, err = index.Search(ctx, cutForModel(r.Text), r.weights.Pool, r.accept); err != nil {
			err = fmt.Errorf("search by vectors: %w", err)
		}
		return err
	}) {
		return nil
	}
	entries := make([]uint32, len(hits))
	for i, h := range hits {
		entries[i] = h.Entry
	}
	return r.sideLeg(entries, func(res *result, rank int) { res.dense = rank })
}

// current is the index of the vectors there are, nil where there are none. A file that lacks
// some is read again when it has changed.
func (s *denseSearch) current(e *Engine) *dense.Index {
	s.mu.Lock()
	defer s.mu.Unlock()
	complete := s.index != nil && s.index.Covered() == len(e.passages)
	if complete || time.Since(s.read) < reread {
		return s.index
	}
	s.read = time.Now()
	info, err := os.Stat(dense.Path(s.dir, s.embedder.Name()))
	if err == nil {
		if info.ModTime().Equal(s.stamp) {
			return s.index
		}
		s.stamp = info.ModTime()
	}
	s.load(e)
	return s.index
}

// load reads the vectors, and says once what is wrong with them.
func (s *denseSearch) load(e *Engine) {
	vectors, err := dense.Read(s.dir, s.embedder.Name())
	if err != nil {
		s.say(err)
		return
	}
	s.index = dense.NewIndex(s.embedder, vectors, e.modelTexts())
	lack := len(e.passages) - s.index.Covered()
	if lack > 0 && s.lacked == 0 {
		s.say(fmt.Errorf("%d of %d %w by model %q", lack, len(e.passages), dense.ErrMissing, s.embedder.Name()))
	}
	s.lacked = lack
	if s.index.Covered() == 0 {
		s.index = nil
	}
}

func (s *denseSearch) say(err error) {
	if s.aid.failed != nil {
		s.aid.failed(fmt.Errorf("search by vectors: %w", err))
	}
}

// modelTexts are what a model reads of the passages, in their order.
func (e *Engine) modelTexts() []string {
	texts := make([]string, 0, len(e.passages))
	for entry := range e.entries() {
		texts = append(texts, modelText(entry))
	}
	return texts
}

// Embed makes the vectors of the passages that have none yet, and returns how many it made; anew
// makes all of them again. It goes on where an earlier call ended, and may take hours. It fails
// with the error of the model, with dense.ErrModel, dense.ErrDimension or dense.ErrCorrupt.
func (e *Engine) Embed(ctx context.Context, anew bool, progress func(done, total int)) (made int, err error) {
	if e.dense == nil {
		return 0, errNoEmbedder
	}
	return dense.Make(ctx, e.dense.dir, e.dense.embedder, e.modelTexts(), anew, progress)
}

// Vector is that of the passage of an entry, of length 1; nil if it has none.
func (e *Engine) Vector(entry uint32) []float32 {
	if e.dense == nil {
		return nil
	}
	if index := e.dense.current(e); index != nil {
		return index.Vector(entry)
	}
	return nil
}
