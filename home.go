package pqcite

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime/debug"
	"sync"
	"time"

	"github.com/pqcite/pqcite/corpus/store"
)

// Source gives a program that runs for long its library, as a [Home] does.
type Source interface {
	// Library returns the library as it is now: the same one as long as nothing has changed.
	// It costs little then, so that it can be called every second. A library that was
	// returned stays open.
	Library(ctx context.Context) (*Library, error)
}

// Follow calls changed with the library of a source, and again whenever it is another one,
// until the context ends. The source is asked at once, then each time that the pause is over.
// Without a library, changed gets the reason, once until the reason changes; a caller keeps the
// library that it has. A panic of the source is such a reason. The pause must be positive.
func Follow(ctx context.Context, from Source, pause time.Duration, changed func(*Library, error)) {
	var last *Library
	said := ""
	tick := time.NewTicker(pause)
	defer tick.Stop()
	for {
		l, err := ask(ctx, from)
		switch {
		case ctx.Err() != nil:
			return
		case err != nil && err.Error() != said:
			said = err.Error()
			changed(nil, err)
		case err == nil && l != last:
			last, said = l, ""
			changed(l, nil)
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

// ask asks a source for its library. A panic is an error: whatever is wrong with a library must
// not end a server.
func ask(ctx context.Context, from Source) (l *Library, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("open the library: internal error, please report it: %v\n%s", p, debug.Stack())
		}
	}()
	return from.Library(ctx)
}

// Home is the folder of a library that may change while a program runs. With [Follow] it is how
// a server sees a newer library without a restart. It has no goroutine of its own: each call of
// [Home.Library] looks at the folder once. It owns the libraries that it opens, and must be
// closed.
type Home struct {
	options Options

	mu     sync.Mutex // guards what follows
	opened []*Library // until Close: somebody may still be asking an older one
	seen   stamp      // of the folder, when it was opened last
	tried  bool       // it was opened, or could not be, and that is err
	err    error
	looked time.Time // at what a team's servers have
}

// NewHome returns the home that the options name. It opens nothing yet.
func NewHome(o Options) (*Home, error) {
	home, err := o.home()
	if err != nil {
		return nil, err
	}
	o.Home = home
	return &Home{options: o}, nil
}

// Dir is the folder.
func (h *Home) Dir() string { return h.options.Home }

// stamp is what the manifest of a library looks like, and what a team's servers have.
type stamp struct {
	modified time.Time
	size     int64
	team     string
}

// teamPause is how long what a team's servers have is believed.
const teamPause = 30 * time.Second

// look is the stamp of now, or of up to teamPause ago where it takes a server. What can't be
// seen has not changed.
func (h *Home) look(ctx context.Context) stamp {
	if h.options.Team == nil {
		return stampOf(h.options.Home)
	}
	if h.tried && time.Since(h.looked) < teamPause {
		return h.seen
	}
	h.looked = time.Now()
	if state := h.options.Team.state(ctx); state != "" {
		return stamp{team: state}
	}
	return h.seen
}

// stampOf is the zero stamp where there is no manifest.
func stampOf(home string) stamp {
	info, err := os.Stat(store.ManifestPath(home))
	if err != nil {
		return stamp{}
	}
	return stamp{modified: info.ModTime(), size: info.Size()}
}

// Library opens the library, unless it was opened and has not changed since. It waits for
// another call that opens it. A call whose context ends has seen nothing.
func (h *Home) Library(ctx context.Context) (*Library, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	seen := h.look(ctx)
	if !h.tried || seen != h.seen {
		l, err := Open(ctx, h.options)
		if err != nil && ctx.Err() != nil {
			return nil, err
		}
		h.seen, h.tried, h.err = seen, true, err
		if err == nil {
			h.opened = append(h.opened, l)
		}
	}
	if h.err != nil {
		return nil, h.err
	}
	return h.opened[len(h.opened)-1], nil
}

// Close closes all libraries that were opened.
func (h *Home) Close() error {
	h.mu.Lock()
	defer h.mu.Unlock()
	var errs []error
	for _, l := range h.opened {
		errs = append(errs, l.Close())
	}
	h.opened, h.tried = nil, false
	return errors.Join(errs...)
}
