package discordtest

import (
	"bytes"
	"encoding/json"
	"errors"
	"net/http"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/gorilla/websocket"
)

const (
	// gatewaySends is how many messages a bot may send in a minute.
	gatewaySends = 120
	// maxGatewayMessage is the size of one, in bytes.
	maxGatewayMessage = 4096
	writeWithin       = 10 * time.Second
)

// conn is one connection of the gateway.
type conn struct {
	s       *Server
	ws      *websocket.Conn
	url     string
	out     chan []byte
	ended   chan struct{}
	endOnce sync.Once
	session *session    // the server's lock guards it
	resumed int         // the seq that the bot wanted to resume at; the server's lock guards it
	sends   []time.Time // of the last minute
	beat    *time.Timer // until a heartbeat is overdue
	closing atomic.Bool // the server closes it with a code
	said    bool        // the bot was notified; used by the writer only
}

// maxQueue is how many messages wait for a bot that does not read; it is dropped
// then, as a real gateway does.
const maxQueue = 20000

var upgrader = websocket.Upgrader{CheckOrigin: func(*http.Request) bool { return true }}

func (s *Server) serveGateway(w http.ResponseWriter, r *http.Request, url string) {
	if v := r.URL.Query().Get("v"); v != "9" && v != "10" || r.URL.Query().Get("encoding") != "json" {
		s.violate(ruleGateway, "connect", "the query is %q, want v=9 or 10 and encoding=json", r.URL.RawQuery)
	}
	if r.URL.Query().Has("compress") {
		s.violate(ruleGateway, "connect", "transport compression is not supported here: the query is %q", r.URL.RawQuery)
	}
	ws, err := upgrader.Upgrade(w, r, nil)
	if err != nil {
		return // it has answered
	}
	ws.SetReadLimit(maxGatewayMessage)
	c := &conn{s: s, ws: ws, url: url, out: make(chan []byte, maxQueue), ended: make(chan struct{})}
	s.mu.Lock()
	if s.silent {
		s.mu.Unlock()
		ws.Close()
		return
	}
	s.gateway.conns[c] = true
	s.gateway.connected++
	var script Handshake
	if len(s.gateway.script) > 0 {
		script, s.gateway.script = s.gateway.script[0], s.gateway.script[1:]
	}
	s.traceLocked("gateway: connection %d from %s", s.gateway.connected, r.UserAgent())
	s.gateway.changedLocked()
	s.running.Add(2)
	s.mu.Unlock()
	go func() { defer s.running.Done(); c.write() }()
	defer s.running.Done()
	c.run(script)
}

// run is the life of a connection.
func (c *conn) run(script Handshake) {
	defer c.leave()
	c.beat = time.AfterFunc(time.Hour, c.overdue)
	defer c.beat.Stop()
	if c.hello(script) {
		c.read(script)
		return
	}
	c.waitForEnd()
}

// hello begins the handshake. It reports whether it goes on.
func (c *conn) hello(script Handshake) bool {
	select {
	case <-time.After(script.HelloAfter):
	case <-c.ended:
		return false
	}
	switch {
	case script.NoHello:
		return false
	case script.ForHello.happens():
		c.interrupt(script.ForHello)
	default:
		c.send(plain(opHello, map[string]any{
			"heartbeat_interval": c.s.o.HeartbeatInterval.Milliseconds(), "_trace": []any{"gateway"},
		}))
	}
	if script.AfterHello.happens() {
		c.interrupt(script.AfterHello)
	}
	return true
}

// waitForEnd reads until the bot is gone, and answers nothing.
func (c *conn) waitForEnd() {
	for {
		if _, _, err := c.ws.ReadMessage(); err != nil {
			c.closed(err)
			return
		}
	}
}

// operation is what a bot sends.
type operation struct {
	Op int             `json:"op"`
	D  json.RawMessage `json:"d"`
}

func (c *conn) read(script Handshake) {
	c.awaitHeartbeat()
	for {
		kind, raw, err := c.ws.ReadMessage()
		if err != nil {
			c.closed(err)
			return
		}
		if c.closing.Load() {
			continue
		}
		var m operation
		if err := json.Unmarshal(raw, &m); err != nil || kind != websocket.TextMessage {
			c.refuse(closeDecode, "a message that is no JSON text")
			continue
		}
		if !c.allowedToSend() {
			c.refuse(closeRateLimited, "more than %d messages in a minute", gatewaySends)
			continue
		}
		c.take(m, script)
		if m.Op == opIdentify || m.Op == opResume {
			script = Handshake{} // it has happened
		}
	}
}

func (c *conn) take(m operation, script Handshake) {
	switch m.Op {
	case opHeartbeat:
		c.heartbeat(m.D)
	case opIdentify:
		c.identify(m.D, script)
	case opResume:
		c.resume(m.D, script)
	default:
		c.refuse(closeUnknownOperation, "op %d is none that the bot sends", m.Op)
	}
}

// refuse records what a bot did wrong, and ends the connection with a code.
func (c *conn) refuse(code int, format string, args ...any) {
	c.s.violate(ruleGateway, "gateway", format, args...)
	c.interrupt(CloseWith(code))
}

// allowedToSend counts what the bot sends. Only the reader calls it.
func (c *conn) allowedToSend() bool {
	now := time.Now()
	for len(c.sends) > 0 && now.Sub(c.sends[0]) > time.Minute {
		c.sends = c.sends[1:]
	}
	c.sends = append(c.sends, now)
	return len(c.sends) <= gatewaySends
}

// send queues a message; it never waits.
func (c *conn) send(raw []byte) {
	select {
	case c.out <- raw:
	default:
		c.drop()
	}
}

// closeMark begins a queued message that closes the connection, with a code.
var closeMark = []byte("close ")

func (c *conn) interrupt(i Interruption) {
	switch {
	case i.drop:
		c.drop()
	case i.code != 0:
		c.closing.Store(true)
		c.leaveSession(slices.Contains(final, i.code))
		c.send(append(closeMark[:len(closeMark):len(closeMark)], websocket.FormatCloseMessage(i.code, "")...))
	case i.op == opInvalidSession:
		c.leaveSession(!i.resumable)
		c.send(plain(i.op, i.resumable))
	default:
		c.send(plain(i.op, nil))
	}
}

// final are the codes that end a session.
var final = []int{
	websocket.CloseNormalClosure, websocket.CloseGoingAway, CloseAuthenticationFailed, closeInvalidSeq, closeSessionTimedOut,
	CloseInvalidShard, CloseShardingRequired, CloseInvalidVersion, CloseInvalidIntents, CloseDisallowedIntents,
}

func (c *conn) inSession() bool {
	c.s.mu.Lock()
	defer c.s.mu.Unlock()
	return c.session != nil
}

// leaveSession takes the session off the connection, and ends it where it is over.
func (c *conn) leaveSession(over bool) {
	c.s.mu.Lock()
	defer c.s.mu.Unlock()
	x := c.session
	if x == nil {
		return
	}
	x.conn, c.session = nil, nil
	if over {
		c.s.gateway.endLocked(x)
	}
	c.s.gateway.changedLocked()
}

// write is the one writer of a connection.
func (c *conn) write() {
	for {
		select {
		case raw := <-c.out:
			if !c.put(raw) {
				c.drop()
				return
			}
		case <-c.ended:
			return
		}
	}
}

// put writes one message and reports whether more may follow.
func (c *conn) put(raw []byte) bool {
	if c.said {
		return true // nothing may follow
	}
	deadline := time.Now().Add(writeWithin)
	if code, is := bytes.CutPrefix(raw, closeMark); is {
		c.said = true
		c.ws.SetReadDeadline(deadline) // the bot has to go
		return c.ws.WriteControl(websocket.CloseMessage, code, deadline) == nil
	}
	c.ws.SetWriteDeadline(deadline)
	return c.ws.WriteMessage(websocket.TextMessage, raw) == nil
}

// drop ends the connection without a word.
func (c *conn) drop() {
	c.endOnce.Do(func() { close(c.ended) })
	c.ws.NetConn().Close()
}

// closed notes how the bot ended the connection. A bot that says goodbye gives up
// its session.
func (c *conn) closed(err error) {
	if errors.Is(err, websocket.ErrReadLimit) {
		c.s.violate(ruleGateway, "gateway", "a message of more than %d bytes", maxGatewayMessage)
	}
	code := websocket.CloseAbnormalClosure
	var ce *websocket.CloseError
	if errors.As(err, &ce) {
		code = ce.Code
	}
	if code == websocket.CloseNormalClosure || code == websocket.CloseGoingAway {
		c.leaveSession(true)
	}
	c.s.mu.Lock()
	defer c.s.mu.Unlock()
	select {
	case <-c.ended: // the server did it
	default:
		if !c.closing.Load() {
			c.s.gateway.closes = append(c.s.gateway.closes, code)
		}
	}
	c.s.traceLocked("gateway: the bot's end closed with %d (%s)", code, strings.TrimPrefix(err.Error(), "websocket: "))
}

// leave takes the connection out of the server's state.
func (c *conn) leave() {
	c.drop()
	c.s.mu.Lock()
	defer c.s.mu.Unlock()
	if c.session != nil {
		c.session.conn = nil
	}
	delete(c.s.gateway.conns, c)
	c.s.gateway.changedLocked()
}
