package fetch

import (
	"context"
	"errors"
	"io"
	"time"
)

// errStalled is the cause of a context that a watchdog has ended.
var errStalled = errors.New("server sent nothing")

// watchdog ends a context when no byte has come for a time.
type watchdog struct {
	timer *time.Timer
	limit time.Duration
	end   context.CancelCauseFunc
}

// watch returns a context that the watchdog guards, already running.
func watch(ctx context.Context, limit time.Duration) (context.Context, *watchdog) {
	ctx, end := context.WithCancelCause(ctx)
	w := &watchdog{limit: limit, end: end}
	w.timer = time.AfterFunc(limit, func() { end(errStalled) })
	return ctx, w
}

func (w *watchdog) stop() {
	w.timer.Stop()
	w.end(nil)
}

// reader returns a reader whose every byte calms the watchdog.
func (w *watchdog) reader(r io.Reader) io.Reader { return &watchedReader{r, w} }

type watchedReader struct {
	r io.Reader
	w *watchdog
}

func (r *watchedReader) Read(b []byte) (int, error) {
	n, err := r.r.Read(b)
	if n > 0 {
		r.w.timer.Reset(r.w.limit)
	}
	return n, err
}
