package discordtest

import (
	"encoding/json"
	"slices"
)

// identify is op 2: a new session.
func (c *conn) identify(d json.RawMessage, script Handshake) {
	s := c.s
	v, err := parseJSON(d)
	switch {
	case err != nil:
		c.refuse(closeDecode, "op 2: %v", err)
		return
	case c.inSession():
		c.refuse(closeAlreadyAuthenticated, "op 2 in a session")
		return
	case str(get(v, "token")) != s.Token && str(get(v, "token")) != "Bot "+s.Token:
		c.refuse(CloseAuthenticationFailed, "op 2 with a token that is not the bot's")
		return
	}
	for _, f := range checkShape("identify", v) {
		s.violate(f.rule, "op 2", "%s: %s", f.at, f.says)
	}
	s.mu.Lock()
	s.gateway.identifies = append(s.gateway.identifies, Identify{num(get(v, "intents"))})
	s.gateway.changedLocked()
	s.mu.Unlock()
	if script.ForReady.happens() {
		c.interrupt(script.ForReady)
		return
	}
	c.ready(script)
}

func (c *conn) ready(script Handshake) {
	s := c.s
	s.mu.Lock()
	s.gateway.sessions = slices.DeleteFunc(s.gateway.sessions, func(x *session) bool { return x.conn == nil })
	x := &session{id: sprintf("%x", s.seal("session "+s.idLocked()))[:32], conn: c}
	c.session, s.gateway.sessions = x, append(s.gateway.sessions, x)
	x.dispatchLocked("READY", encode(map[string]any{
		"v": 9, "user": s.self(), "session_id": x.id, "session_type": "normal", "resume_gateway_url": c.url,
		"application": map[string]any{"id": s.Application, "flags": 0}, "guilds": s.guildsLocked(),
		"private_channels": []any{}, "shard": []any{0, 1}, "_trace": []any{"gateway"},
	}), "")
	s.gateway.changedLocked()
	s.mu.Unlock()
	if script.AfterReady.happens() {
		c.interrupt(script.AfterReady)
	}
}

// guildsLocked are the guilds that the bot is in; without intents they stay
// unavailable.
func (s *Server) guildsLocked() []any {
	out := []any{}
	for _, p := range s.places {
		if p.Guild != "" && !p.ByUser {
			out = append(out, map[string]any{"id": p.Guild, "unavailable": true})
		}
	}
	return out
}

// resume is op 6: the session goes on where the bot has lost it.
func (c *conn) resume(d json.RawMessage, script Handshake) {
	s := c.s
	v, err := parseJSON(d)
	s.mu.Lock()
	c.resumed = num(get(v, "seq"))
	s.mu.Unlock()
	switch {
	case err != nil:
		c.refuse(closeDecode, "op 6: %v", err)
		return
	case str(get(v, "token")) != s.Token && str(get(v, "token")) != "Bot "+s.Token:
		c.refuse(CloseAuthenticationFailed, "op 6 with a token that is not the bot's")
		return
	case script.ForReady.happens():
		c.refuseResume(str(get(v, "session_id")), script.ForReady)
		return
	}
	for _, f := range checkShape("resume", v) {
		s.violate(f.rule, "op 6", "%s: %s", f.at, f.says)
	}
	code, gone := c.replay(str(get(v, "session_id")), num(get(v, "seq")))
	switch {
	case code != 0:
		c.refuse(code, "op 6 with a seq that never was")
	case gone:
		c.interrupt(InvalidSession(false))
	case script.AfterReady.happens():
		c.interrupt(script.AfterReady)
	}
}

// refuseResume has something else come instead of RESUMED.
func (c *conn) refuseResume(id string, i Interruption) {
	if i.op == opInvalidSession && !i.resumable || slices.Contains(final, i.code) {
		c.s.mu.Lock()
		c.s.gateway.endLocked(c.s.gateway.sessionLocked(id))
		c.s.mu.Unlock()
	}
	c.interrupt(i)
}

// replay sends what the bot has missed, and RESUMED.
func (c *conn) replay(id string, seq int) (code int, gone bool) {
	s := c.s
	s.mu.Lock()
	defer s.mu.Unlock()
	x := s.gateway.sessionLocked(id)
	switch {
	case x == nil:
		return 0, true
	case seq > x.seq || seq < 0:
		return closeInvalidSeq, false
	case len(x.events) > 0 && x.events[0].seq > seq+1, len(x.events) == 0 && seq < x.seq:
		return 0, true // too long ago
	}
	if x.conn != nil && x.conn != c {
		old := x.conn
		old.session = nil
		s.running.Go(old.drop)
	}
	x.arrivedLocked(seq)
	x.conn, c.session = c, x
	for _, e := range x.events {
		c.send(e.raw)
		if it := s.interactions[e.interaction]; it != nil {
			it.replayed = true
		}
	}
	x.dispatchLocked("RESUMED", json.RawMessage(`{"_trace":["gateway"]}`), "")
	s.gateway.resumed++
	s.gateway.changedLocked()
	return 0, false
}

// heartbeat is op 1.
func (c *conn) heartbeat(d json.RawMessage) {
	s := c.s
	v, err := parseJSON(d)
	seq, is := whole(v)
	if err != nil || !is && v != nil {
		c.refuse(closeDecode, "op 1: want a sequence number or null, got %s", d)
		return
	}
	s.mu.Lock()
	s.gateway.heartbeats++
	if x := c.session; x != nil && is && int(seq) <= x.seq {
		x.arrivedLocked(int(seq))
	} else if x != nil && is {
		if int(seq) > c.resumed { // a heartbeat of the session that could not be resumed may be on its way
			s.violateLocked(ruleHeartbeat, "op 1", "seq %d was never sent, the last is %d", seq, x.seq)
		}
	}
	muted := s.gateway.muted
	s.gateway.changedLocked()
	s.mu.Unlock()
	c.awaitHeartbeat()
	if !muted {
		c.send(plain(opHeartbeatAck, nil))
	}
}

// awaitHeartbeat gives the bot time for the next heartbeat.
func (c *conn) awaitHeartbeat() { c.beat.Reset(2*c.s.o.HeartbeatInterval + c.s.slack) }

// overdue ends a connection whose bot is silent.
func (c *conn) overdue() {
	if slices.Contains(c.s.openConns(), c) {
		c.s.violate(ruleHeartbeat, "gateway", "no heartbeat in two intervals of %v", c.s.o.HeartbeatInterval)
		c.interrupt(CloseWith(closeSessionTimedOut))
	}
}

func (s *Server) openConns() []*conn {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.gateway.all()
}
