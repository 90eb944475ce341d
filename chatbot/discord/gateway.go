package discord

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/gorilla/websocket"
)

// Patience are the bounds of a gateway connection.
type Patience struct {
	Open  time.Duration // of the opening handshake
	Ready time.Duration // from there to the session's first event
	Quiet time.Duration // without an acknowledged heartbeat, after which the connection counts as dead
	Least time.Duration // before the next attempt after a failure, doubled each time
	Most  time.Duration
	Reach time.Duration // like Most, until Discord was reached once: the network may be starting
	// Steady is how long a connection must last to count as a success.
	Steady time.Duration
}

// DefaultPatience fits Discord: heartbeats every 41 seconds, and 1,000 new sessions a
// day, of which Most allows 288.
func DefaultPatience() Patience {
	return Patience{Open: 30 * time.Second, Ready: 15 * time.Second, Quiet: 100 * time.Second, Least: time.Second, Most: 5 * time.Minute, Reach: 30 * time.Second, Steady: time.Minute}
}

// ErrFatal means that Discord has closed the connection for a reason that retrying does
// not fix.
var ErrFatal = errors.New("discord has closed the connection for good")

// fatalCodes are the close codes after which a client must not reconnect (Discord,
// Opcodes and status codes, Gateway close event codes), with the remedy.
var fatalCodes = map[int]string{
	4004: "the bot token is wrong, or was reset",
	4010: "the shard is invalid",
	4011: "the bot is in too many guilds for one connection",
	4012: "the version of the gateway is no longer served",
	4013: "the intents are invalid",
	4014: "the intents are not allowed to this app",
}

// Gateway receives interactions over a connection that it keeps open.
type Gateway struct {
	rest     *REST
	patience Patience
	log      *slog.Logger
	deliver  func(*Exchange)
	status   func(connected bool) // called on every change

	sockets sockets
	seen    *seen
	begun   []time.Time // sessions of the last day, the oldest first
}

// NewGateway returns a gateway that delivers each interaction, which must not block,
// and reports when it gains and loses the connection.
func NewGateway(rest *REST, p Patience, log *slog.Logger, deliver func(*Exchange), status func(connected bool)) *Gateway {
	return &Gateway{rest: rest, patience: p, log: log, deliver: deliver, status: status, seen: newSeen(Life)}
}

// line is a session of the library with its events.
type line struct {
	*discordgo.Session
	ready chan struct{} // READY or RESUMED
	ended chan struct{} // the connection was closed
}

// Run keeps a connection until the context ends, and then returns nil. Any other error
// wraps ErrFatal or ErrToken: retrying is pointless.
func (g *Gateway) Run(ctx context.Context) error {
	defer g.sockets.close()
	var l *line
	for wait := g.patience.Least; ; wait = min(2*wait, g.patience.Most) {
		if l == nil {
			var err error
			if l, err = g.begin(ctx); err != nil || l == nil {
				return err
			}
		}
		began := time.Now()
		usable, err := g.hold(ctx, l)
		if ctx.Err() != nil {
			return nil
		}
		if fatal := fatalError(err); fatal != nil {
			return fatal
		}
		if !usable {
			l = nil
		}
		if time.Since(began) >= g.patience.Steady {
			wait = g.patience.Least
		}
		g.log.Warn("the connection to discord is lost", "error", plain(err), "again_in", wait)
		if sleep(ctx, jitter(wait)) != nil {
			return nil
		}
	}
}

// Bounds of new sessions: Discord resets the token of a bot that opens more than 1,000
// a day (Discord, Gateway, Session start limit).
const (
	maxSessions = 900
	day         = 24 * time.Hour
)

// begin makes a new session, once one is allowed.
func (g *Gateway) begin(ctx context.Context) (*line, error) {
	g.begun = slices.DeleteFunc(g.begun, func(at time.Time) bool { return time.Since(at) > day })
	if len(g.begun) >= maxSessions {
		g.log.Error("too many sessions were begun today", "sessions", len(g.begun))
		if sleep(ctx, day-time.Since(g.begun[0])) != nil {
			return nil, nil
		}
	}
	g.begun = append(g.begun, time.Now())
	return g.newLine()
}

// hold opens a connection and keeps it until it ends. It reports whether the session
// can be resumed.
func (g *Gateway) hold(ctx context.Context, l *line) (usable bool, err error) {
	if finished, err := g.open(ctx, l); err != nil {
		return finished, err
	}
	defer g.status(false)
	ready, quiet := time.NewTimer(g.patience.Ready), time.NewTicker(g.patience.Quiet/4)
	defer ready.Stop()
	defer quiet.Stop()
	for {
		select {
		case <-ctx.Done():
			g.close(l, websocket.CloseNormalClosure)
			return false, nil
		case <-l.ended:
			return true, errors.New("it was closed")
		case <-ready.C:
			g.close(l, websocket.CloseServiceRestart)
			return false, errors.New("the session did not begin")
		case <-l.ready:
			ready.Stop()
			g.status(true)
			g.log.Info("connected to discord")
		case <-quiet.C:
			if l.silence() > g.patience.Quiet {
				return g.close(l, websocket.CloseServiceRestart), errors.New("heartbeats are not acknowledged")
			}
		}
	}
}

// open opens a connection within its time. An opening that hangs inside the library
// cannot be cancelled; its socket is closed, and the session is given up.
func (g *Gateway) open(ctx context.Context, l *line) (finished bool, err error) {
	l.drain()
	result := make(chan error, 1)
	go func() {
		defer func() {
			if p := recover(); p != nil {
				result <- fmt.Errorf("the library failed: %v", p)
			}
		}()
		result <- l.Open()
	}()
	timer := time.NewTimer(g.patience.Open)
	defer timer.Stop()
	select {
	case err := <-result:
		return true, err
	case <-timer.C:
		err = errors.New("discord took too long")
	case <-ctx.Done():
		err = context.Cause(ctx)
	}
	g.sockets.close()
	grace := time.NewTimer(closeTime)
	defer grace.Stop()
	select {
	case opened := <-result:
		return opened != nil || g.close(l, websocket.CloseNormalClosure), err
	case <-grace.C:
		return false, err
	}
}

// closeTime bounds the end of a connection: the library waits a second for the
// other side.
const closeTime = 3 * time.Second

// close ends a connection, by force if the other side does not let go; then it reports
// that the session cannot be resumed.
func (g *Gateway) close(l *line, code int) bool {
	done := make(chan struct{})
	go func() {
		defer close(done)
		if err := l.CloseWithCode(code); err != nil {
			g.log.Debug("close the connection to discord", "error", err)
		}
	}()
	timer := time.NewTimer(closeTime)
	defer timer.Stop()
	select {
	case <-done:
		return true
	case <-timer.C:
		g.sockets.close()
		return false
	}
}

// newLine makes a session that has not started.
func (g *Gateway) newLine() (*line, error) {
	session, err := g.rest.credentials.session()
	if err != nil {
		return nil, err
	}
	l := &line{Session: session, ready: make(chan struct{}, 1), ended: make(chan struct{}, 1)}
	dialer := *websocket.DefaultDialer // with the proxy of the environment
	dialer.HandshakeTimeout = g.patience.Open
	dialer.NetDialContext = g.sockets.dial
	session.Dialer = &dialer
	session.AddHandler(func(*discordgo.Session, *discordgo.Ready) { signal(l.ready) })
	session.AddHandler(func(*discordgo.Session, *discordgo.Resumed) { signal(l.ready) })
	session.AddHandler(func(*discordgo.Session, *discordgo.Disconnect) { signal(l.ended) })
	session.AddHandler(func(_ *discordgo.Session, e *discordgo.Event) { g.event(e) })
	return l, nil
}

// event delivers an interaction. Its data is decoded here, not by the library, which
// loses all of it at the first unknown part.
func (g *Gateway) event(e *discordgo.Event) {
	if e.Type != "INTERACTION_CREATE" {
		return
	}
	now := g.rest.credentials.Now()
	i, err := decode(e.RawData)
	switch {
	case err != nil:
		g.log.Warn("an interaction can't be read", "error", err)
	case g.seen.first(i.ID, now): // a resumed session repeats events that may have been lost
		g.deliver(g.rest.exchange(i, now))
	}
}

func signal(c chan struct{}) {
	select {
	case c <- struct{}{}:
	default:
	}
}

// silence is the time since the last acknowledged heartbeat.
func (l *line) silence() time.Duration {
	l.RLock()
	defer l.RUnlock()
	return time.Since(l.LastHeartbeatAck)
}

// drain discards events of an earlier connection.
func (l *line) drain() {
	for _, c := range []chan struct{}{l.ready, l.ended} {
		select {
		case <-c:
		default:
		}
	}
}

// fatalError is the error with which a gateway gives up; nil if retrying may help.
func fatalError(err error) error {
	var closed *websocket.CloseError
	if errors.As(err, &closed) {
		if why, fatal := fatalCodes[closed.Code]; fatal {
			return fmt.Errorf("%w: %s (%d)", ErrFatal, why, closed.Code)
		}
	}
	if errors.Is(plain(err), ErrToken) {
		return plain(err)
	}
	return nil
}
