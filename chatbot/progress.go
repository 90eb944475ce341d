package chatbot

import (
	"context"
	"sync"
	"sync/atomic"
	"time"

	"github.com/pqcite/pqcite/chatbot/render"
	"github.com/pqcite/pqcite/core"
)

// progress shows what a run is doing in place of its answer, to a user who waits longer
// than a moment.
type progress struct {
	latest atomic.Pointer[render.Message]
	view   render.View
	of     string // the question
	cancel context.CancelFunc
	done   sync.WaitGroup
}

// showProgress starts to show the progress of a question. It must be stopped before the
// answer is written.
func (c *call) showProgress(ctx context.Context, question string) *progress {
	ctx, cancel := context.WithCancel(ctx)
	p := &progress{view: *c.promised, of: question, cancel: cancel}
	p.done.Go(func() {
		quiet := time.NewTimer(c.bot.config.Bounds.Quiet)
		defer quiet.Stop()
		var shown *render.Message
		for {
			select {
			case <-ctx.Done():
				return
			case <-quiet.C:
			}
			if m := p.latest.Load(); m != nil && m != shown {
				if err := c.Edit(ctx, *m); err != nil && ctx.Err() == nil {
					c.bot.log.Debug("progress can't be shown", "error", err)
					return
				}
				shown = m
			}
			quiet.Reset(c.bot.config.Bounds.Quiet)
		}
	})
	return p
}

// observe records an event of the run.
func (p *progress) observe(e core.Event) {
	if m, ok := p.view.Progress(p.of, &e); ok {
		p.latest.Store(&m)
	}
}

// wait records the place in the queue of a question.
func (p *progress) wait(position int) {
	m := p.view.Queued(p.of, position)
	p.latest.Store(&m)
}

// stop ends it. It writes nothing afterwards.
func (p *progress) stop() {
	p.cancel()
	p.done.Wait()
}
