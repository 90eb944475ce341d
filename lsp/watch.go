package lsp

import (
	"context"
	"time"
)

// watchTime is how often the client's process, the library and the
// projects' files are looked at.
const watchTime = 2 * time.Second

// watch ends the server with the client's process, opens the library anew when it has
// changed, and reads the settings of projects again when theirs have.
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

// changed tells what depends on the library or the settings to look again.
func (s *Server) changed() {
	for _, d := range s.documents() {
		s.publisher.ask(d.uri, 0)
	}
	s.refresh()
}
