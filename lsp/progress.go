package lsp

import (
	"context"
	"encoding/json"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"go.lsp.dev/protocol"

	"github.com/pqcite/pqcite/lsp/rpc"
)

// progress tells a client how far a long request is. One that nobody listens to
// does nothing. It is used by one goroutine.
type progress struct {
	ctx    context.Context // ends when the person cancels the progress
	server *Server
	token  protocol.ProgressToken // nil if nobody listens
	stop   context.CancelFunc
	key    string
	placed bool // among the long requests
	done   bool
}

// works are the progresses that the server has begun of its own, by token, so that
// a person can cancel them.
type works struct {
	mu   sync.Mutex
	last atomic.Int64
	stop map[string]context.CancelFunc // guarded by mu
}

// createTime bounds how long a client may take to agree to a progress.
const createTime = 5 * time.Second

// maxWorks is how many long requests work at once; others wait.
const maxWorks = 4

// begin starts to tell, when there is a place among the long requests. With a token
// of the request it is told there, else through one of our own, if the client has a
// place for it.
func (v *view) begin(ctx context.Context, token protocol.ProgressToken, title string) *progress {
	rpc.Detach(ctx)
	p := &progress{server: v.server, token: token}
	p.ctx, p.stop = context.WithCancel(ctx)
	select {
	case v.server.places <- struct{}{}:
		p.placed = true
	case <-p.ctx.Done(): // what follows will see it
	}
	if token == nil && v.client.progress {
		p.create()
	}
	if p.token != nil {
		p.send(&protocol.WorkDoneProgressBegin{Kind: "begin", Title: title, Cancellable: new(true)})
	}
	return p
}

// create asks the client for a place to tell.
func (p *progress) create() {
	w := &p.server.works
	key := fmt.Sprintf("pqcite-%d", w.last.Add(1))
	w.add(key, p.stop) // before the client knows it, and can cancel it
	ctx, cancel := context.WithTimeout(p.ctx, createTime)
	defer cancel()
	params := &protocol.WorkDoneProgressCreateParams{Token: protocol.String(key)}
	if err := p.server.conn.Call(ctx, protocol.MethodWindowWorkDoneProgressCreate, params, nil); err != nil {
		p.server.log.Debug("create progress", "error", err)
		w.remove(key)
		return
	}
	p.token, p.key = protocol.String(key), key
}

func (w *works) add(key string, stop context.CancelFunc) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.stop == nil {
		w.stop = make(map[string]context.CancelFunc)
	}
	w.stop[key] = stop
}

func (w *works) remove(key string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	delete(w.stop, key)
}

// report tells how far it is.
func (p *progress) report(message string) {
	if p.token != nil && !p.done {
		p.send(&protocol.WorkDoneProgressReport{Kind: "report", Message: &message, Cancellable: new(true)})
	}
}

// end tells that it is over. Only the first call does.
func (p *progress) end() {
	p.stop()
	if p.done {
		return
	}
	p.done = true
	if p.placed {
		<-p.server.places
	}
	if p.token != nil {
		p.send(&protocol.WorkDoneProgressEnd{Kind: "end"})
		p.server.works.remove(p.key)
	}
}

// failed is the error of a request that has ended with one: it tells what the person
// has stopped from what went wrong. The context is that of the request.
func (p *progress) failed(ctx context.Context, err error) error {
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case p.ctx.Err() != nil:
		return &rpc.Error{Code: rpc.CodeRequestCancelled, Message: "it was cancelled"}
	}
	return &rpc.Error{Code: rpc.CodeRequestFailed, Message: err.Error()}
}

func (p *progress) send(value any) {
	encoded, err := json.Marshal(value)
	if err == nil {
		err = p.server.conn.Notify(protocol.MethodProgress, &protocol.ProgressParams{Token: p.token, Value: encoded})
	}
	if err != nil {
		p.server.log.Debug("tell progress", "error", err)
	}
}

// cancelProgress ends what a person has cancelled.
func cancelProgress(_ context.Context, s *Server, raw json.RawMessage) {
	var p protocol.WorkDoneProgressCancelParams
	if decode(raw, &p) != nil {
		return
	}
	key, ok := p.Token.(protocol.String)
	if !ok {
		return
	}
	s.works.mu.Lock()
	defer s.works.mu.Unlock()
	if stop := s.works.stop[string(key)]; stop != nil {
		stop()
	}
}
