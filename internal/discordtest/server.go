package discordtest

import (
	"bytes"
	"cmp"
	"context"
	"crypto/rand"
	"fmt"
	"log"
	"net"
	"net/http"
	"sync"
	"testing"
	"time"
)

// Options say what kind of Discord it is. The zero value is a patient one; rate limits are
// faults that a test scripts, see [Server.Fail].
type Options struct {
	// HeartbeatInterval is what the gateway asks of a bot; 41.25 s, as Discord does.
	HeartbeatInterval time.Duration
	// Quiet only collects violations, for a test of the server itself.
	Quiet bool
}

// defaultHeartbeat is what Discord's gateway sends in HELLO.
const defaultHeartbeat = 41250 * time.Millisecond

// heartbeatSlack is what a heartbeat may be late by on a loaded machine.
const heartbeatSlack = 5 * time.Second

// Server is one Discord with one application, its bot, one guild and a few
// channels. It ends with its test. Its methods may be called by several
// goroutines at once.
type Server struct {
	Token       string // the bot's, without "Bot "
	Application string // the application's id
	Bot         string // the id of the bot's user

	tb      testing.TB
	o       Options
	seed    [32]byte
	slack   time.Duration // what a heartbeat may be late by
	address string        // host:port of REST and gateway
	http    *http.Server
	running sync.WaitGroup
	ctx     context.Context // ends with the test
	stop    context.CancelFunc

	mu           sync.Mutex
	silent       bool // the test is over and must not be used any more
	ahead        time.Duration
	lastID       uint64
	given        []uint64 // interactions whose tokens were given out
	violations   []Violation
	interactions map[string]*Interaction
	messages     map[string]*posted
	users        map[string]User
	places       map[string]Place      // by channel
	named        map[string]Place      // by what a test calls them
	commands     map[string][]*command // by guild, "" for the global ones
	calls        map[Route]int
	trace        []string // the last calls, for a failed test
	faults       []*scripted
	announced    map[string]announcement // waits, by bucket
	gateway      gateway
	endpoint     *httpEndpoint // nil: interactions go over the gateway
	closers      []func()
}

// New starts a server for one test.
func New(tb testing.TB, o Options) *Server {
	tb.Helper()
	o.HeartbeatInterval = cmp.Or(o.HeartbeatInterval, defaultHeartbeat)
	s := &Server{
		tb: tb, o: o, slack: heartbeatSlack,
		interactions: map[string]*Interaction{}, messages: map[string]*posted{}, users: map[string]User{},
		places: map[string]Place{}, named: map[string]Place{}, commands: map[string][]*command{}, calls: map[Route]int{}, announced: map[string]announcement{},
	}
	s.ctx, s.stop = context.WithCancel(context.Background())
	rand.Read(s.seed[:])
	s.gateway = newGateway()
	s.Application, s.Bot = s.idLocked(), s.idLocked()
	s.Token = s.botToken(s.Bot, s.nowLocked())
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		tb.Fatalf("start Discord: %v", err)
	}
	s.address = listener.Addr().String()
	s.http = s.serveOn(listener, "ws://"+s.address)
	tb.Cleanup(s.end)
	s.checkOpenAPI()
	return s
}

// serveOn answers REST and gateway on a listener. The bot gets the given address of the
// gateway.
func (s *Server) serveOn(l net.Listener, gatewayURL string) *http.Server {
	server := &http.Server{
		Handler:           s.door(gatewayURL),
		ReadHeaderTimeout: time.Minute,
		ErrorLog:          s.errorLog(),
	}
	s.running.Go(func() { server.Serve(l) })
	return server
}

// door is where the bot comes in. Both hosts of Discord share it, since the path
// distinguishes them.
func (s *Server) door(gatewayURL string) http.Handler {
	rest := s.routes(gatewayURL)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Upgrade") != "" {
			s.serveGateway(w, r, gatewayURL)
			return
		}
		rest.ServeHTTP(w, r)
	})
}

// end is the server's cleanup: it drops all connections and waits for everything
// that it started.
func (s *Server) end() {
	s.mu.Lock()
	s.silent = true
	conns, closers := s.gateway.all(), s.closers
	s.mu.Unlock()
	s.stop()
	for _, c := range conns {
		c.drop()
	}
	s.http.Close()
	for _, f := range closers {
		f()
	}
	s.running.Wait()
	if s.tb.Failed() {
		s.printTrace()
	}
}

// onEnd has a function called when the test is over.
func (s *Server) onEnd(f func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.closers = append(s.closers, f)
}

// Advance moves the server's clock: deadlines, the life of tokens and rate limits
// come nearer, and nothing waits.
func (s *Server) Advance(d time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.ahead += d
}

// Now is the time on the server's clock.
func (s *Server) Now() time.Time {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.nowLocked()
}

func (s *Server) nowLocked() time.Time { return time.Now().Add(s.ahead) }

// Calls counts the calls of a route so far, failed ones too.
func (s *Server) Calls(route Route) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	if route != AnyRoute {
		return s.calls[route]
	}
	n := 0
	for _, c := range s.calls {
		n += c
	}
	return n
}

// maxTrace is how many calls a failed test prints.
const maxTrace = 40

func (s *Server) traceLocked(format string, args ...any) {
	if len(s.trace) == maxTrace {
		s.trace = append(s.trace[:0], s.trace[1:]...)
	}
	s.trace = append(s.trace, s.nowLocked().UTC().Format("15:04:05.000 ")+fmt.Sprintf(format, args...))
}

// errorLog has what the HTTP server complains of among the calls: a client that
// does not trust the proxy, above all.
func (s *Server) errorLog() *log.Logger { return log.New(complaints{s}, "", 0) }

type complaints struct{ s *Server }

func (c complaints) Write(p []byte) (int, error) {
	c.s.mu.Lock()
	defer c.s.mu.Unlock()
	c.s.traceLocked("%s", bytes.TrimSpace(p))
	return len(p), nil
}

func (s *Server) printTrace() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.tb.Logf("the last %d calls to Discord:", len(s.trace))
	for _, line := range s.trace {
		s.tb.Log(line)
	}
}

// Forget drops finished interactions and all messages, so that a long test needs
// no more memory than a short one. Their tokens stay known as secrets; a call
// that still uses one is a call to an unknown webhook.
func (s *Server) Forget() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for id, it := range s.interactions {
		if it.callback != nil && !it.thinkingLocked() || it.expiredLocked() {
			delete(s.interactions, id)
		}
	}
	clear(s.messages)
	for _, it := range s.interactions {
		for _, p := range it.postedLocked() {
			s.messages[p.ID] = p
		}
	}
}
