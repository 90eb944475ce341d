package lsp

import (
	"context"
	"time"
)

// watchTime is how often the client's process and the projects' files are looked at.
const watchTime = 2 * time.Second

// watch ends the server with the client's process, and reads the settings of projects again
// when they have changed.
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
