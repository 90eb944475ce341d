package lsp

import (
	"context"
	"sync"
	"time"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"
)

// publisher schedules diagnostics. Of several requests for one document the last
// counts: what is published is about the document at that time.
type publisher struct {
	mu   sync.Mutex
	due  map[uri.URI]time.Time // guarded by mu
	wake chan struct{}
	// sending is held while diagnostics are sent, so that none can follow the message
	// that clears them.
	sending sync.Mutex
}

func (p *publisher) init() {
	p.due, p.wake = make(map[uri.URI]time.Time), make(chan struct{}, 1)
}

// ask schedules a document after a time. Another request before then starts the wait
// again: a person is typing.
func (p *publisher) ask(of uri.URI, after time.Duration) {
	p.mu.Lock()
	p.due[of] = time.Now().Add(after)
	p.mu.Unlock()
	select {
	case p.wake <- struct{}{}:
	default:
	}
}

// next takes a document that is due, or returns how long until one is.
func (p *publisher) next(now time.Time) (of uri.URI, wait time.Duration, ok bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	wait = time.Hour
	for u, at := range p.due {
		if d := at.Sub(now); d <= 0 {
			delete(p.due, u)
			return u, 0, true
		} else if d < wait {
			wait = d
		}
	}
	return "", wait, false
}

// settleTime is how long diagnostics wait for the client's settings.
const settleTime = 2 * time.Second

// publish sends diagnostics as they fall due, until the server ends. It starts when the
// library is open and the settings are known, so that nothing is shown that is switched
// off.
func (s *Server) publish(ctx context.Context) {
	select {
	case <-s.loaded:
	case <-ctx.Done():
		return
	}
	timer := time.NewTimer(settleTime)
	defer timer.Stop()
	select {
	case <-s.configured:
	case <-timer.C: // the client does not answer
	case <-ctx.Done():
		return
	}
	for {
		u, wait, ok := s.publisher.next(time.Now())
		if ok {
			s.guard("publish", func() { s.publishDocument(u) })
			continue
		}
		timer.Reset(wait)
		select {
		case <-ctx.Done():
			return
		case <-s.publisher.wake:
		case <-timer.C:
		}
	}
}

// publishDocument computes the diagnostics of a document and sends them, unless it has
// changed or was closed meanwhile.
func (s *Server) publishDocument(raw uri.URI) {
	key := keyOf(string(raw))
	v := s.view(key)
	k, err := s.current()
	if v.doc == nil || err != nil || s.client.pull {
		return
	}
	found := v.diagnostics(k)
	s.publisher.sending.Lock()
	defer s.publisher.sending.Unlock()
	if s.document(key) == v.doc {
		s.send(raw, protocol.NewOptional(v.doc.version), found)
	}
}

// send publishes the diagnostics of an address, unless the client pulls them.
func (s *Server) send(raw uri.URI, version protocol.Optional[int32], found []protocol.Diagnostic) {
	if s.client.pullOnly {
		return
	}
	if found == nil {
		found = []protocol.Diagnostic{}
	}
	p := &protocol.PublishDiagnosticsParams{URI: raw, Version: version, Diagnostics: found}
	if err := s.conn.NotifyLatest(string(raw), protocol.MethodTextDocumentPublishDiagnostics, p); err != nil {
		s.log.Debug("publish diagnostics", "uri", raw, "error", err)
	}
}

// clear withdraws what was published for an address.
func (s *Server) clear(raw uri.URI) {
	if s.client.pull && !s.tree.wasMarked(keyOf(string(raw))) {
		return
	}
	s.publisher.sending.Lock()
	defer s.publisher.sending.Unlock()
	s.send(raw, protocol.Optional[int32]{}, nil)
}
