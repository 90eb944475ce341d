package lsp

import (
	"context"
	"sync"

	"go.lsp.dev/protocol"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/core/trace"
	"github.com/pqcite/pqcite/lsp/markdown"
	"github.com/pqcite/pqcite/lsp/rpc"
)

// lastRun keeps the events of the last question that has ended.
type lastRun struct {
	mu  sync.Mutex
	run trace.Run // guarded by mu
}

func (l *lastRun) set(run trace.Run) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.run = run
}

func (l *lastRun) get() trace.Run {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.run
}

// lastTrace shows how the last answer, or refusal, was found.
func lastTrace(ctx context.Context, v *view, a *struct {
	Quiet bool `json:"quiet"`
}, _ protocol.ProgressToken,
) (any, error) {
	run := v.server.lastRun.get()
	if len(run) == 0 {
		return nil, &rpc.Error{Code: rpc.CodeRequestFailed, Message: "nothing was asked yet"}
	}
	body := "# How the last answer was found\n\n" + markdown.Fence(trace.Timeline(run)) + "\n"
	out := &answered{Markdown: body}
	var err error
	out.URI, out.Shown, err = v.showAnswer(ctx, body, a.Quiet)
	return out, err
}

// recorded is an observer that records events and passes them on.
func recorded(into *trace.Run, o core.Observer) core.Observer {
	return func(e core.Event) {
		*into = append(*into, e)
		o(e)
	}
}
