package retrieval

import (
	"context"
	"sync"
	"time"
)

// aid is a model on a server that a search can do without. It has little time, and one that
// failed is left alone for a while, so that a server that is gone costs a batch of questions no
// more than one of them.
type aid struct {
	time   time.Duration // of one request
	failed func(error)   // is called when it begins to fail; may be nil

	mu    sync.Mutex // guards what follows
	fails bool
	again time.Time // it is not asked before
}

// How long models have. A reranker reads thousands of words where an embedder reads a question.
const (
	embedTime  = 2 * time.Second
	rerankTime = 5 * time.Second
	aidRest    = 30 * time.Second // after a request that failed
)

// ask makes a request within its time and reports whether it was answered. The end of the
// search's own context is no failure of the server.
func (a *aid) ask(ctx context.Context, request func(context.Context) error) bool {
	if a.resting() {
		return false
	}
	bounded, cancel := context.WithTimeout(ctx, a.time)
	defer cancel()
	err := request(bounded)
	if ctx.Err() == nil {
		a.note(err)
	}
	return err == nil
}

func (a *aid) resting() bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	return time.Now().Before(a.again)
}

// note says that a server fails, and no more until it has answered again.
func (a *aid) note(err error) {
	a.mu.Lock()
	began := err != nil && !a.fails
	a.fails = err != nil
	if a.fails {
		a.again = time.Now().Add(aidRest)
	}
	a.mu.Unlock()
	if began && a.failed != nil {
		a.failed(err)
	}
}
