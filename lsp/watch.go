package lsp

import (
	"context"
	"time"
)

// watchTime is how often the client's process, the library and the projects' files are
// checked.
const watchTime = 2 * time.Second

// watch ends the server with the client's process, reopens the library when it has
// changed, and rereads projects' settings when theirs have.
func (s *Server) watch(ctx context.Context) {
	tick := time.NewTicker(watchTime)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		if s.parent > 0 && !alive(s.parent) {
			s.log.Info("the client's process is gone", "pid", s.parent)
			s.leave()
			return
		}
		if s.config.Source.Stale() {
			s.guard("open", func() { s.open(ctx) })
			s.changed()
		}
		if s.projects.refresh() {
			s.mended()
			s.changed()
		}
	}
}

// changed makes everything that depends on the library or the settings be computed
// again.
func (s *Server) changed() {
	for _, d := range s.documents() {
		s.publisher.ask(d.uri, 0)
	}
	s.refresh()
}
