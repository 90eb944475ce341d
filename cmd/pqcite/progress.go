package main

import (
	"time"

	"github.com/schollz/progressbar/v3"

	"github.com/pqcite/pqcite/internal/visible"
)

// progress shows how far a long command is, to a person only: on a pipe it
// prints nothing.
type progress struct{ bar *progressbar.ProgressBar }

func (a *app) progress(total int64, what string, bytes bool) *progress {
	if !a.watched() {
		return &progress{}
	}
	return &progress{progressbar.NewOptions64(total,
		progressbar.OptionSetWriter(a.raw.err), progressbar.OptionSetDescription(visible.Line(what)),
		progressbar.OptionShowBytes(bytes), progressbar.OptionShowCount(),
		progressbar.OptionSetWidth(24), progressbar.OptionThrottle(100*time.Millisecond),
		progressbar.OptionClearOnFinish())}
}

func (p *progress) set(done, total int64) {
	if p.bar == nil {
		return
	}
	if total > 0 && p.bar.GetMax64() != total {
		p.bar.ChangeMax64(total)
	}
	_ = p.bar.Set64(done) // a bar that cannot be drawn is no reason to stop
}

func (p *progress) done() {
	if p.bar != nil {
		_ = p.bar.Finish()
	}
}
