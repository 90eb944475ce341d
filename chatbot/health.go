package chatbot

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/pqcite/pqcite/chatbot/state"
)

// Bounds of the probe of the store: how long it may take, and how long its result is
// reused, so that frequent health checks do not keep the store busy.
const (
	storeTime  = 5 * time.Second
	storePause = time.Second
)

// health says whether the bot works: interactions come in, and the store is writable.
// It is safe for concurrent use.
type health struct {
	write func(context.Context) error // writes to the store
	now   func() time.Time
	log   *slog.Logger

	mu      sync.Mutex
	waiting string    // why no interactions come in; "" while they do
	looked  time.Time // the last probe of the store
	store   string    // why the store was not writable then; "" if it was
}

func newHealth(write func(context.Context) error, log *slog.Logger) *health {
	return &health{write: write, now: time.Now, log: log, waiting: "the bot is starting"}
}

// connected records that interactions come in.
func (h *health) connected() { h.wait("") }

// wait records why no interactions come in.
func (h *health) wait(why string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.waiting = why
}

// ills are the reasons why the bot does not fully work, one per line; none if it does.
// They contain no secrets: no file names, no addresses.
func (h *health) ills(ctx context.Context) []string {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.lookLocked(ctx)
	var out []string
	if h.waiting != "" {
		out = append(out, h.waiting)
	}
	if h.store != "" {
		out = append(out, "the store can't be written: "+h.store)
	}
	return out
}

// lookLocked probes the store, and logs changes.
func (h *health) lookLocked(ctx context.Context) {
	if !h.looked.IsZero() && h.now().Sub(h.looked) < storePause {
		return
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), storeTime) // the result is for others too
	defer cancel()
	err := h.write(ctx)
	was := h.store
	h.store, h.looked = storeIll(err), h.now()
	switch {
	case err != nil && h.store != was:
		h.log.Error("the store can't be written", "error", err)
	case err == nil && was != "":
		h.log.Info("the store can be written again")
	}
}

// storeIll is why the store is not writable, in a few words.
func storeIll(err error) string {
	switch {
	case err == nil:
		return ""
	case errors.Is(err, context.DeadlineExceeded):
		return "it takes too long"
	}
	for _, known := range []error{state.ErrFull, state.ErrReadOnly, state.ErrDamaged, state.ErrClosed} {
		if errors.Is(err, known) {
			return known.Error()
		}
	}
	return "the log has the reason"
}

// ServeHTTP answers 200 while the bot works, and otherwise 503 with the reasons.
func (h *health) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if ills := h.ills(r.Context()); len(ills) > 0 {
		http.Error(w, strings.Join(ills, "\n"), http.StatusServiceUnavailable)
		return
	}
	fmt.Fprintln(w, "ok")
}

// healthHandler serves /healthz, and /metrics with the metrics.
func healthHandler(h *health, metrics http.Handler) http.Handler {
	mux := http.NewServeMux()
	mux.Handle("GET /healthz", h)
	mux.Handle("GET /metrics", metrics)
	return mux
}
