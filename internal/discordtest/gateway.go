package discordtest

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"time"
)

// Operations of the gateway.
const (
	opDispatch       = 0
	opHeartbeat      = 1
	opIdentify       = 2
	opResume         = 6
	opReconnect      = 7
	opInvalidSession = 9
	opHello          = 10
	opHeartbeatAck   = 11
)

// Codes that the gateway closes a connection with.
const (
	CloseUnknownError         = 4000
	closeUnknownOperation     = 4001
	closeDecode               = 4002
	CloseAuthenticationFailed = 4004
	closeAlreadyAuthenticated = 4005
	closeInvalidSeq           = 4007
	closeRateLimited          = 4008
	closeSessionTimedOut      = 4009
	CloseInvalidShard         = 4010
	CloseShardingRequired     = 4011
	CloseInvalidVersion       = 4012
	CloseInvalidIntents       = 4013
	CloseDisallowedIntents    = 4014
)

// maxReplay is how many events a session keeps for a RESUME.
const maxReplay = 5000

// gateway is the state of the gateway, guarded by the server's lock.
type gateway struct {
	conns      map[*conn]bool
	sessions   []*session // events go to all of them, as at Discord
	changed    chan struct{}
	script     []Handshake
	muted      bool // heartbeats are not acknowledged
	connected  int
	identifies []Identify
	resumed    int
	heartbeats int
	closes     []int
}

func newGateway() gateway { return gateway{conns: map[*conn]bool{}, changed: make(chan struct{})} }

func (g *gateway) all() []*conn {
	var out []*conn
	for c := range g.conns {
		out = append(out, c)
	}
	return out
}

func (g *gateway) changedLocked() {
	close(g.changed)
	g.changed = make(chan struct{})
}

// session is what a READY begins. It outlives its connections.
type session struct {
	id     string
	seq    int
	events []event // not yet known to have arrived
	conn   *conn   // that has READY or RESUMED; nil while nothing is connected
}

type event struct {
	seq         int
	raw         []byte
	interaction string // its id; "" where it is another event
}

// Identify is what a bot says of itself with op 2.
type Identify struct {
	Intents int
}

// Gateway is what has happened at the gateway so far.
type Gateway struct {
	Connections int // ever made
	Open        int // of them, still there
	Identifies  []Identify
	Resumed     int // sessions that went on
	Heartbeats  int
	Closes      []int // codes that the bot closed with; 1006 where it just went
}

// Gateway returns what has happened at the gateway so far.
func (s *Server) Gateway() Gateway {
	s.mu.Lock()
	defer s.mu.Unlock()
	g := &s.gateway
	return Gateway{g.connected, len(g.conns), slices.Clone(g.identifies), g.resumed, g.heartbeats, slices.Clone(g.closes)}
}

// AwaitGateway waits until what has happened at the gateway is as wanted.
func (s *Server) AwaitGateway(ctx context.Context, want func(Gateway) bool) error {
	for {
		s.mu.Lock()
		changed := s.gateway.changed
		s.mu.Unlock()
		now := s.Gateway()
		if want(now) {
			return nil
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return fmt.Errorf("await the gateway: %w; so far: %+v", ctx.Err(), now)
		}
	}
}

// AwaitReady waits until an interaction would reach the bot at once: a session is
// connected and ready. Over HTTP it returns at once.
func (s *Server) AwaitReady(ctx context.Context) error {
	return s.AwaitGateway(ctx, func(Gateway) bool {
		s.mu.Lock()
		defer s.mu.Unlock()
		return s.endpoint != nil || slices.ContainsFunc(s.gateway.sessions, func(x *session) bool { return x.conn != nil })
	})
}

// MuteHeartbeats stops the acknowledgement of heartbeats, or has it go on.
func (s *Server) MuteHeartbeats(muted bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.gateway.muted = muted
}

// dispatchLocked sends an interaction to the sessions, which keep it while nothing
// is connected. It reports whether there is one.
func (s *Server) dispatchLocked(it *Interaction) bool {
	for _, x := range s.gateway.sessions {
		x.dispatchLocked("INTERACTION_CREATE", it.payload, it.ID)
	}
	return len(s.gateway.sessions) > 0
}

// sessionLocked finds a session; nil where there is none.
func (g *gateway) sessionLocked(id string) *session {
	for _, x := range g.sessions {
		if x.id == id {
			return x
		}
	}
	return nil
}

// endLocked ends a session: it can't be resumed any more.
func (g *gateway) endLocked(ended *session) {
	g.sessions = slices.DeleteFunc(g.sessions, func(x *session) bool { return x == ended })
}

func (x *session) dispatchLocked(kind string, payload json.RawMessage, interaction string) {
	x.seq++
	raw := encode(packed{&kind, &x.seq, opDispatch, payload})
	if len(x.events) == maxReplay {
		x.events = slices.Delete(x.events, 0, 1)
	}
	x.events = append(x.events, event{x.seq, raw, interaction})
	if x.conn != nil {
		x.conn.send(raw)
	}
}

// arrivedLocked forgets what the bot says that it has.
func (x *session) arrivedLocked(seq int) {
	x.events = slices.DeleteFunc(x.events, func(e event) bool { return e.seq <= seq })
}

// packed is a message of the gateway, in Discord's order of keys.
type packed struct {
	T  *string `json:"t"`
	S  *int    `json:"s"`
	Op int     `json:"op"`
	D  any     `json:"d"`
}

// plain is a message that is no event.
func plain(op int, d any) []byte { return encode(packed{nil, nil, op, d}) }

func encode(v any) []byte {
	raw, err := json.Marshal(v)
	if err != nil { // the server has made it
		panic(err)
	}
	return raw
}

// Interruption is what may happen to a connection of the gateway at any time. The
// zero value is nothing.
type Interruption struct {
	op        int
	resumable bool
	code      int
	drop      bool
}

func (i Interruption) happens() bool { return i != Interruption{} }

// Reconnect is op 7: the bot is asked to connect again and resume. The connection
// stays until the bot ends it.
func Reconnect() Interruption { return Interruption{op: opReconnect} }

// InvalidSession is op 9: the session is over, or may be resumed.
func InvalidSession(resumable bool) Interruption {
	return Interruption{op: opInvalidSession, resumable: resumable}
}

// CloseWith ends the connection with a code.
func CloseWith(code int) Interruption { return Interruption{code: code} }

// Drop ends the connection without a word.
func Drop() Interruption { return Interruption{drop: true} }

// Handshake is what goes wrong while a bot connects. Each part that is set takes
// the place of what would come then, and the connection goes on from there if it
// can.
type Handshake struct {
	HelloAfter time.Duration // how long HELLO takes
	NoHello    bool          // it never comes
	ForHello   Interruption  // instead of HELLO
	AfterHello Interruption  // before anything was read
	ForReady   Interruption  // instead of READY or RESUMED
	AfterReady Interruption  // right after it
}

// Handshakes scripts the next connections, one each.
func (s *Server) Handshakes(script ...Handshake) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.gateway.script = append(s.gateway.script, script...)
}

// Interrupt does something to all connections of the gateway.
func (s *Server) Interrupt(i Interruption) {
	s.mu.Lock()
	conns := s.gateway.all()
	s.mu.Unlock()
	for _, c := range conns {
		c.interrupt(i)
	}
}
