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

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"github.com/pqcite/pqcite/chatbot/state"
)

// Bounds of the look at the store: what it may take, and how long what was found holds,
// so that whoever asks often does not keep the store busy.
const (
	storeTime  = 5 * time.Second
	storePause = time.Second
)

// health says whether the bot can do its work: interactions come in, and the store can
// be written. It is safe for concurrent use.
type health struct {
	write func(context.Context) error // writes to the store
	now   func() time.Time
	log   *slog.Logger

	mu      sync.Mutex
	waiting string    // why no interactions come in; "" while they do
	looked  time.Time // at the store, the last time
	store   string    // why the store could not be written then; "" if it could
}

func newHealth(write func(context.Context) error, log *slog.Logger) *health {
	return &health{write: write, now: time.Now, log: log, waiting: "the bot is starting"}
}

// connected notes that interactions come in.
func (h *health) connected() { h.wait("") }

// wait notes why no interactions come in.
func (h *health) wait(why string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.waiting = why
}

// ills are the reasons why the bot can't do all of its work, a line each; none if it
// can. They hold no secret: nothing that an error says of a file or an address.
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

// lookLocked tries the store, and logs what has changed.
func (h *health) lookLocked(ctx context.Context) {
	if !h.looked.IsZero() && h.now().Sub(h.looked) < storePause {
		return
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), storeTime) // what was found is for others too
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

// storeIll is why the store could not be written, in a few words.
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

// ServeHTTP answers 200 while the bot can do its work, and else 503 with the reasons.
func (h *health) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if ills := h.ills(r.Context()); len(ills) > 0 {
		http.Error(w, strings.Join(ills, "\n"), http.StatusServiceUnavailable)
		return
	}
	fmt.Fprintln(w, "ok")
}

// healthHandler answers /healthz, and /metrics with the counts.
func healthHandler(h *health, metrics prometheus.Gatherer) http.Handler {
	mux := http.NewServeMux()
	mux.Handle("GET /healthz", h)
	mux.Handle("GET /metrics", promhttp.HandlerFor(metrics, promhttp.HandlerOpts{}))
	return mux
}
