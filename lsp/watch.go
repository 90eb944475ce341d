package lsp

import (
	"context"
	"time"
)

// watchTime is how often the client's process and the library are looked at.
const watchTime = 2 * time.Second

// watch ends the server with the client's process, and opens the library anew when
// it has changed. A process that is not there at the start is one of another
// machine or container, and says nothing by being absent.
func (s *Server) watch(ctx context.Context) {
	parent := s.config.Parent
	if parent > 0 && !alive(parent) {
		parent = 0
	}
	tick := time.NewTicker(watchTime)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		if parent > 0 && !alive(parent) {
			s.log.Info("the client's process is gone", "pid", parent)
			s.leave()
			return
		}
		if s.config.Source.Stale() {
			s.open(ctx)
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
