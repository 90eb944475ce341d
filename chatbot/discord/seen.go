package discord

import (
	"sync"
	"time"
)

// seen remembers ids for a while, to recognise replayed requests.
type seen struct {
	keep time.Duration

	mu    sync.Mutex
	ids   map[string]struct{} // guarded by mu
	order []seenAt            // the oldest first; guarded by mu
}

type seenAt struct {
	id string
	at time.Time
}

func newSeen(keep time.Duration) *seen { return &seen{keep: keep, ids: map[string]struct{}{}} }

// first reports whether an id is new, and remembers it. Its size is bounded by what
// Discord signs in that time.
func (s *seen) first(id string, now time.Time) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	for len(s.order) > 0 && now.Sub(s.order[0].at) > s.keep {
		delete(s.ids, s.order[0].id)
		s.order = s.order[1:]
	}
	if _, known := s.ids[id]; known {
		return false
	}
	s.ids[id] = struct{}{}
	s.order = append(s.order, seenAt{id, now})
	return true
}
