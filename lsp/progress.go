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

// progress reports to a client how far a long request is. Without a listener it does
// nothing. It is used by one goroutine.
type progress struct {
	ctx    context.Context // ends when the person cancels the progress
	server *Server
	token  protocol.ProgressToken // nil without a listener
	stop   context.CancelFunc
	own    *work // of the token, if it is the server's own
	placed bool  // has a slot among the long requests
	done   bool
}

// works are the requests whose progress is shown, or soon will be, by token: one that
// came with the request, or one of the server's. It allows a person to cancel them.
type works struct {
	last atomic.Int64

	mu  sync.Mutex
	all map[protocol.ProgressToken]*work // guarded by mu
}

// work is the request of a token.
type work struct {
	ctx  context.Context // ends when the person cancels
	stop context.CancelFunc
}

// open registers a token before the client can name it again. It must be removed.
func (w *works) open(token protocol.ProgressToken) *work {
	opened := new(work)
	opened.ctx, opened.stop = context.WithCancel(context.Background())
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.all == nil {
		w.all = make(map[protocol.ProgressToken]*work)
	}
	w.all[token] = opened
	return opened
}

// remove forgets a token, unless another request has come with it meanwhile.
func (w *works) remove(token protocol.ProgressToken, opened *work) {
	w.mu.Lock()
	defer w.mu.Unlock()
	opened.stop()
	if w.all[token] == opened {
		delete(w.all, token)
	}
}

// cancel ends the request of a token; an unknown token is ignored.
func (w *works) cancel(token protocol.ProgressToken) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if known := w.all[token]; known != nil {
		known.stop()
	}
}

// createTime bounds how long a client may take to accept a progress.
const createTime = 5 * time.Second

// maxWorks is how many long requests run at once; others wait.
const maxWorks = 4

// begin starts to report once there is a slot among the long requests: with the
// request's token, or with one of our own if the client supports that.
func (v *view) begin(ctx context.Context, token protocol.ProgressToken, title string) *progress {
	rpc.Detach(ctx)
	p := &progress{server: v.server, token: token}
	p.ctx, p.stop = context.WithCancel(ctx)
	if v.work != nil { // what was opened with the request ends when that is answered
		context.AfterFunc(v.work.ctx, p.stop)
	}
	select {
	case v.server.places <- struct{}{}:
		p.placed = true
	case <-p.ctx.Done(): // later steps will notice
	}
	if token == nil && v.client.progress {
		p.create()
	}
	if p.token != nil {
		p.send(&protocol.WorkDoneProgressBegin{Kind: "begin", Title: title, Cancellable: new(true)})
	}
	return p
}

// create asks the client to show a progress.
func (p *progress) create() {
	w := &p.server.works
	token := protocol.String(fmt.Sprintf("pqcite-%d", w.last.Add(1)))
	opened := w.open(token)
	context.AfterFunc(opened.ctx, p.stop)
	ctx, cancel := context.WithTimeout(p.ctx, createTime)
	defer cancel()
	params := &protocol.WorkDoneProgressCreateParams{Token: token}
	if err := p.server.conn.Call(ctx, protocol.MethodWindowWorkDoneProgressCreate, params, nil); err != nil {
		p.server.log.Debug("create progress", "error", err)
		w.remove(token, opened)
		return
	}
	p.token, p.own = token, opened
}

// report says how far it is.
func (p *progress) report(message string) {
	if p.token != nil && !p.done {
		p.send(&protocol.WorkDoneProgressReport{Kind: "report", Message: &message, Cancellable: new(true)})
	}
}

// end says that it is over. Only the first call does.
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
	}
	if p.own != nil {
		p.server.works.remove(p.token, p.own)
	}
}

// failed is the error of a request that ended with one: it distinguishes what the
// person cancelled from what went wrong. The context is the request's.
func (p *progress) failed(ctx context.Context, err error) error {
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case p.ctx.Err() != nil:
		return &rpc.Error{Code: rpc.CodeRequestCancelled, Message: "it was cancelled"}
	}
	return &rpc.Error{Code: rpc.CodeRequestFailed, Message: plainly(err)}
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
	s.works.cancel(p.Token)
}
