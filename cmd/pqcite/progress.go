package main

import (
	"fmt"
	"io"
	"strings"
	"sync"
	"time"

	"github.com/pqcite/pqcite/internal/visible"
)

// progress shows how far a long command is, to a person only: on a pipe it
// prints nothing. It is for one goroutine.
type progress struct {
	to    io.Writer // nil for nobody
	what  string
	bytes bool
	drawn time.Time
	width int // of what is shown
}

const (
	redraw   = 100 * time.Millisecond // at most so often
	barWidth = 24
)

func (a *app) progress(what string, bytes bool) *progress {
	if !a.watched() {
		return &progress{}
	}
	return &progress{to: a.raw.err, what: visible.Line(what), bytes: bytes}
}

// set shows what is done of a total; one below 1 is unknown.
func (p *progress) set(done, total int64) {
	if p.to == nil || time.Since(p.drawn) < redraw {
		return
	}
	p.drawn = time.Now()
	line := p.what + " " + p.amount(done)
	if total > 0 {
		full := int(min(done, total) * barWidth / total)
		line = fmt.Sprintf("%s %3d%% |%-*s| %s/%s", p.what, min(done, total)*100/total, barWidth, strings.Repeat("=", full), p.amount(done), p.amount(total))
	}
	p.draw(line)
}

func (p *progress) amount(n int64) string {
	if p.bytes {
		return fmt.Sprintf("%.1f MB", float64(n)/1e6)
	}
	return fmt.Sprint(n)
}

// draw shows a line in place of the last. A line that can't be drawn is no reason to stop.
func (p *progress) draw(line string) {
	width := visible.Width(line)
	fmt.Fprint(p.to, "\r", line, strings.Repeat(" ", max(0, p.width-width)))
	p.width = width
}

// done clears the line.
func (p *progress) done() {
	if p.width > 0 {
		p.draw("")
		fmt.Fprint(p.to, "\r")
	}
}

// unexplained is how long a command works before it says at what.
const unexplained = time.Second

// waiting says to a person what takes longer than unexplained, as on the first run, until it is done.
func (a *app) waiting(what string) (done func()) {
	if !a.watched() {
		return func() {}
	}
	p := &progress{to: a.raw.err}
	var mu sync.Mutex // guards p and ended
	ended := false
	timer := time.AfterFunc(unexplained, func() {
		mu.Lock()
		defer mu.Unlock()
		if !ended {
			p.draw("pqcite: " + what + " …")
		}
	})
	return func() {
		timer.Stop()
		mu.Lock()
		defer mu.Unlock()
		ended = true
		p.done()
	}
}
