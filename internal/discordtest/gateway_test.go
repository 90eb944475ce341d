package discordtest

import (
	"bytes"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/gorilla/websocket"
)

// What a bot does not answer while it is away comes with the resume.
func TestResume(t *testing.T) {
	ctx := within(t)
	d := New(t, Options{})
	b := newBot(t, d)
	l := b.dial()
	ready := l.identify()
	d.Slash(d.User("reader"), "first")
	first := l.expect(opDispatch, "INTERACTION_CREATE")
	d.Interrupt(Drop())
	if _, err := l.next(); err == nil {
		t.Fatal("the connection is still there")
	}
	if err := d.AwaitGateway(ctx, func(g Gateway) bool { return g.Open == 0 }); err != nil {
		t.Fatal(err)
	}
	missed := d.Slash(d.User("reader"), "missed")
	again := b.dial()
	again.resume(sessionOf(t, ready), first.S)
	got := again.expect(opDispatch, "INTERACTION_CREATE")
	if !strings.Contains(string(got.D), missed.ID) || got.S != first.S+1 {
		t.Errorf("the replay is %d %s", got.S, got.D)
	}
	again.expect(opDispatch, "RESUMED")
	d.Slash(d.User("reader"), "next")
	again.expect(opDispatch, "INTERACTION_CREATE")
	if g := d.Gateway(); g.Connections != 2 || len(g.Identifies) != 1 || g.Resumed != 1 || g.Open != 1 {
		t.Errorf("gateway %+v", g)
	}
}

// What was missed for too long can't be answered, which is not the bot's fault.
func TestReplayedTooLate(t *testing.T) {
	d := New(t, Options{})
	b := newBot(t, d)
	l := b.dial()
	ready := l.identify()
	l.ws.NetConn().Close()
	missed := d.Slash(d.User("reader"), "missed")
	d.Advance(4 * time.Second)
	again := b.dial()
	again.resume(sessionOf(t, ready), ready.S)
	again.expect(opDispatch, "INTERACTION_CREATE")
	b.want(404, "POST", callbackPath(missed), deferred)
	if _, err := missed.AwaitCallback(within(t)); !errors.Is(err, ErrLost) {
		t.Errorf("error is %v", err)
	}
}

// A session is over after op 9, after a fatal code, and where the bot says goodbye;
// then nothing can be delivered and a resume is refused.
func TestSessionEnds(t *testing.T) {
	for name, end := range map[string]func(d *Server, l *line){
		"op 9":       func(d *Server, l *line) { d.Interrupt(InvalidSession(false)); l.expect(opInvalidSession, "") },
		"4009":       func(d *Server, l *line) { d.Interrupt(CloseWith(closeSessionTimedOut)); l.ends(4009) },
		"4014":       func(d *Server, l *line) { d.Interrupt(CloseWith(CloseDisallowedIntents)); l.ends(4014) },
		"its 1000":   func(d *Server, l *line) { l.bye(websocket.CloseNormalClosure) },
		"its 1001":   func(d *Server, l *line) { l.bye(websocket.CloseGoingAway) },
		"no session": func(d *Server, l *line) {},
	} {
		t.Run(name, func(t *testing.T) {
			d := New(t, Options{})
			b := newBot(t, d)
			l := b.dial()
			id := "0123456789abcdef"
			if name != "no session" {
				id = sessionOf(t, l.identify())
			}
			end(d, l)
			if err := d.AwaitGateway(within(t), func(Gateway) bool { return !d.hasSession() }); err != nil {
				t.Fatal(err)
			}
			again := b.dial()
			again.resume(id, 1)
			if p := again.expect(opInvalidSession, ""); string(p.D) != "false" {
				t.Errorf("op 9 says %s", p.D)
			}
		})
	}
}

func (s *Server) hasSession() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.gateway.sessions) > 0
}

// bye closes as a bot does, with a code.
func (l *line) bye(code int) {
	l.ws.WriteControl(websocket.CloseMessage, websocket.FormatCloseMessage(code, ""), time.Now().Add(patience))
	l.ws.Close()
}

// A session survives what a bot may come back from.
func TestSessionGoesOn(t *testing.T) {
	for name, interrupt := range map[string]func(d *Server, l *line){
		"op 7":       func(d *Server, l *line) { d.Interrupt(Reconnect()); l.expect(opReconnect, ""); l.bye(4900) },
		"op 9":       func(d *Server, l *line) { d.Interrupt(InvalidSession(true)); l.expect(opInvalidSession, "") },
		"4000":       func(d *Server, l *line) { d.Interrupt(CloseWith(CloseUnknownError)); l.ends(4000) },
		"its own":    func(d *Server, l *line) { l.bye(4900) },
		"its socket": func(d *Server, l *line) { l.ws.NetConn().Close() },
	} {
		t.Run(name, func(t *testing.T) {
			d := New(t, Options{})
			b := newBot(t, d)
			l := b.dial()
			ready := l.identify()
			interrupt(d, l)
			again := b.dial()
			again.resume(sessionOf(t, ready), ready.S)
			again.expect(opDispatch, "RESUMED")
		})
	}
}

// What the bot closed with is noted, what the server closed is not.
func TestCloses(t *testing.T) {
	d := New(t, Options{})
	b := newBot(t, d)
	l := b.dial()
	l.identify()
	l.bye(4900)
	if err := d.AwaitGateway(within(t), func(g Gateway) bool { return len(g.Closes) == 1 }); err != nil {
		t.Fatal(err)
	}
	other := b.dial()
	other.identify()
	d.Interrupt(CloseWith(CloseUnknownError))
	other.ends(4000)
	third := b.dial()
	third.identify()
	third.bye(1000)
	if err := d.AwaitGateway(within(t), func(g Gateway) bool { return g.Open == 0 && len(g.Closes) == 2 }); err != nil {
		t.Fatal(err)
	}
	if g := d.Gateway(); g.Closes[0] != 4900 || g.Closes[1] != 1000 {
		t.Errorf("closes %v", g.Closes)
	}
}

// Each interruption of the handshake comes where it was scripted, once.
func TestHandshakes(t *testing.T) {
	for _, tc := range []struct {
		name   string
		script Handshake
		see    func(l *line)
	}{
		{"slow HELLO", Handshake{HelloAfter: 10 * time.Millisecond}, func(l *line) { l.identify() }},
		{"op 7 for HELLO", Handshake{ForHello: Reconnect()}, func(l *line) { l.expect(opReconnect, "") }},
		{"op 7 after HELLO", Handshake{AfterHello: Reconnect()}, func(l *line) {
			l.expect(opHello, "")
			l.expect(opReconnect, "")
		}},
		{"op 9 for READY", Handshake{ForReady: InvalidSession(true)}, func(l *line) {
			l.expect(opHello, "")
			l.send(`{"op":2,"d":{"token":%q,"intents":0,"properties":{"os":"a","browser":"b","device":"c"}}}`, l.d.Token)
			l.expect(opInvalidSession, "")
		}},
		{"4004 for READY", Handshake{ForReady: CloseWith(CloseAuthenticationFailed)}, func(l *line) {
			l.expect(opHello, "")
			l.send(`{"op":2,"d":{"token":%q,"intents":0,"properties":{"os":"a","browser":"b","device":"c"}}}`, l.d.Token)
			l.ends(4004)
		}},
		{"op 7 after READY", Handshake{AfterReady: Reconnect()}, func(l *line) {
			l.identify()
			l.expect(opReconnect, "")
		}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			d := New(t, Options{})
			b := newBot(t, d)
			d.Handshakes(tc.script)
			tc.see(b.dial())
			b.dial().identify() // the next one is whole
		})
	}
}

// HELLO that never comes leaves the connection open.
func TestNoHello(t *testing.T) {
	d := New(t, Options{})
	b := newBot(t, d)
	d.Handshakes(Handshake{NoHello: true})
	l := b.dial()
	l.ws.SetReadDeadline(time.Now().Add(50 * time.Millisecond))
	if p, err := l.next(); err == nil || !strings.Contains(err.Error(), "timeout") {
		t.Errorf("got %+v, %v", p, err)
	}
	if g := d.Gateway(); g.Open != 1 {
		t.Errorf("gateway %+v", g)
	}
}

// A refused RESUME ends the session where it can't be tried again.
func TestHandshakeOfResume(t *testing.T) {
	for _, resumable := range []bool{true, false} {
		d := New(t, Options{})
		b := newBot(t, d)
		l := b.dial()
		ready := l.identify()
		l.ws.NetConn().Close()
		d.Handshakes(Handshake{ForReady: InvalidSession(resumable)})
		second := b.dial()
		second.resume(sessionOf(t, ready), ready.S)
		second.expect(opInvalidSession, "")
		third := b.dial()
		third.resume(sessionOf(t, ready), ready.S)
		if resumable {
			third.expect(opDispatch, "RESUMED")
		} else {
			third.expect(opInvalidSession, "")
		}
	}
}

// Heartbeats are acknowledged until the server is set not to.
func TestHeartbeats(t *testing.T) {
	d := New(t, Options{HeartbeatInterval: time.Minute})
	l := newBot(t, d).dial()
	hello := l.expect(opHello, "")
	if !bytes.Contains(hello.D, []byte(`"heartbeat_interval":60000`)) {
		t.Errorf("HELLO says %s", hello.D)
	}
	l.send(`{"op":1,"d":null}`)
	l.expect(opHeartbeatAck, "")
	d.MuteHeartbeats(true)
	l.send(`{"op":1,"d":null}`)
	if err := d.AwaitGateway(within(t), func(g Gateway) bool { return g.Heartbeats == 2 }); err != nil {
		t.Fatal(err)
	}
	d.MuteHeartbeats(false)
	l.send(`{"op":1,"d":null}`)
	l.expect(opHeartbeatAck, "")
}

// A bot without a heartbeat is thrown out.
func TestNoHeartbeat(t *testing.T) {
	d := New(t, Options{Quiet: true, HeartbeatInterval: 10 * time.Millisecond})
	d.slack = 0
	l := newBot(t, d).dial()
	l.ends(4009)
	onlyViolation(t, d, ruleHeartbeat, "two intervals of 10ms")
}

// What a bot says wrongly at the gateway ends its connection with Discord's code.
func TestGatewayBreaches(t *testing.T) {
	good := `{"token":"%s","intents":0,"properties":{"os":"a","browser":"b","device":"c"}}`
	for _, tc := range []struct {
		name, send string
		ready      bool
		code       int // 0: the connection stays
		says       string
	}{
		{"no JSON", `{`, false, 4002, "no JSON"},
		{"too long", `{"op":1,"d":"` + repeat("a", maxGatewayMessage) + `"}`, false, 1009, "4096 bytes"},
		{"an unknown op", `{"op":5}`, false, 4001, "op 5"},
		{"presence", `{"op":3,"d":{}}`, false, 4001, "op 3"},
		{"a wrong token", `{"op":2,"d":{"token":"a","intents":0,"properties":{"os":"a","browser":"b","device":"c"}}}`, false, 4004, "not the bot's"},
		{"a wrong token in RESUME", `{"op":6,"d":{"token":"a","session_id":"b","seq":1}}`, false, 4004, "not the bot's"},
		{"IDENTIFY twice", `{"op":2,"d":` + good + `}`, true, 4005, "in a session"},
		{"a seq that never was", `{"op":6,"d":{"token":"%s","session_id":"SESSION","seq":99}}`, true, 4007, "never was"},
		{"no intents", `{"op":2,"d":{"token":"%s","properties":{"os":"a","browser":"b","device":"c"}}}`, false, 0, "intents"},
		{"no properties", `{"op":2,"d":{"token":"%s","intents":0,"properties":{}}}`, false, 0, "d/properties: "},
		{"a key of nothing", `{"op":2,"d":{"token":"%s","intents":0,"capabilities":1,"properties":{"os":"a","browser":"b","device":"c"}}}`, false, 0, "capabilities"},
		{"a heartbeat of the future", `{"op":1,"d":7}`, true, 0, "never sent"},
		{"a heartbeat of a text", `{"op":1,"d":"7"}`, false, 4002, "sequence number"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			d, b := quiet(t)
			l := b.dial()
			text := strings.ReplaceAll(tc.send, "%s", d.Token)
			if tc.ready {
				text = strings.ReplaceAll(text, "SESSION", sessionOf(t, l.identify()))
			}
			l.send("%s", text)
			if tc.code != 0 {
				l.ends(tc.code)
				// The bot may see the end before the server has noted why.
				if err := d.AwaitGateway(within(t), func(g Gateway) bool { return g.Open == 0 }); err != nil {
					t.Fatal(err)
				}
			} else {
				for p := (packet{}); p.T != "READY" && p.Op != opHeartbeatAck; {
					var err error
					if p, err = l.next(); err != nil {
						t.Fatal(err)
					}
				}
			}
			if v := d.Violations(); len(v) == 0 || !strings.Contains(v[0].String(), tc.says) {
				t.Errorf("violations %v, want one that says %q", v, tc.says)
			}
		})
	}
}

// A bot that floods the gateway is thrown out.
func TestGatewayFlood(t *testing.T) {
	d, b := quiet(t)
	l := b.dial()
	for range gatewaySends + 1 {
		l.send(`{"op":1,"d":null}`)
	}
	l.ends(4008)
	onlyViolation(t, d, ruleGateway, "120 messages")
}

// A connection without a version is reported.
func TestGatewayQuery(t *testing.T) {
	d, _ := quiet(t)
	ws, _, err := websocket.DefaultDialer.Dial("ws://"+d.address+"/?encoding=etf", nil)
	if err != nil {
		t.Fatal(err)
	}
	ws.Close()
	onlyViolation(t, d, ruleGateway, "encoding=etf")
}

// Two sessions get everything, as at Discord: a bot that leaks one answers twice.
func TestTwoSessions(t *testing.T) {
	d := New(t, Options{})
	b := newBot(t, d)
	one, two := b.dial(), b.dial()
	one.identify()
	two.identify()
	d.Slash(d.User("reader"), "ask")
	one.expect(opDispatch, "INTERACTION_CREATE")
	two.expect(opDispatch, "INTERACTION_CREATE")
}
