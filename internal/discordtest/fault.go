package discordtest

import (
	"cmp"
	"context"
	"net/http"
	"slices"
	"strconv"
	"time"
)

// Always has a fault stay until the test ends.
const Always = -1

// Fault is what a call gets in place of its answer. The zero value is a 500.
type Fault struct {
	Status  int    // 500
	Code    int    // Discord's, in a JSON body
	Message string // in a JSON body
	Body    string // sent as it is, in place of the JSON body
	HTML    bool   // the body is a page, as a proxy in front of Discord sends it
	Header  http.Header
	// RetryAfter makes a 429 of it, of a route, or of everything where Global is set.
	RetryAfter time.Duration
	Global     bool
	Scope      string // "user", "global" or "shared"; by default what Global says
	Delay      time.Duration
	// Slow has only the Delay: then the call takes effect, as one that came when it
	// did, and is answered as it should be.
	Slow bool
	// DropConnection ends the connection without an answer.
	DropConnection bool
	// Applied has the call take effect before it fails, so that the bot can't know.
	Applied bool
}

// scripted is a fault that waits for its calls.
type scripted struct {
	route       Route
	interaction *Interaction // nil: of any
	fault       Fault
	left        int
}

// Fail has the next calls of a route fail; Always takes all. Faults for the same
// call are taken in the order in which they were scripted.
func (s *Server) Fail(route Route, fault Fault, times int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.faults = append(s.faults, &scripted{route, nil, fault, times})
}

// Fail is as the server's, for the calls of one interaction alone. Its callback may
// have come before; that takes the server's.
func (it *Interaction) Fail(route Route, fault Fault, times int) {
	it.s.mu.Lock()
	defer it.s.mu.Unlock()
	it.s.faults = append(it.s.faults, &scripted{route, it, fault, times})
}

// Heal takes back all faults that are left.
func (s *Server) Heal() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.faults = nil
}

// takeFault uses up the first fault that fits a call.
func (s *Server) takeFault(c *call) *Fault {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.faults = slices.DeleteFunc(s.faults, func(f *scripted) bool { return f.left == 0 })
	for _, f := range s.faults {
		if (f.route == AnyRoute || f.route == c.route) && (f.interaction == nil || f.interaction.concerns(c)) {
			if f.left > 0 {
				f.left--
			}
			return &f.fault
		}
	}
	return nil
}

func (it *Interaction) concerns(c *call) bool { return c.params["token"] == it.Token }

// fail answers a call as a fault says; serve does what the call asks for.
func (s *Server) fail(ctx context.Context, c *call, f *Fault, header http.Header, serve func() reply) (answer reply, lost bool) {
	if f.Applied {
		answer = serve()
		s.answerLost(c)
	}
	select {
	case <-time.After(f.Delay):
	case <-ctx.Done():
		return reply{}, true
	case <-s.ctx.Done():
		return reply{}, true
	}
	if f.Slow && !f.Applied {
		answer = serve()
	}
	if f.Slow {
		return answer, false
	}
	for k, v := range f.Header {
		header[k] = v
	}
	if f.DropConnection {
		return reply{}, true
	}
	status := cmp.Or(f.Status, http.StatusInternalServerError)
	if f.RetryAfter > 0 {
		status = cmp.Or(f.Status, http.StatusTooManyRequests)
		s.announce(c, f.RetryAfter, f.Global, f.scope(), header)
	}
	return reply{status, f.body()}, false
}

func (f *Fault) scope() string {
	if f.Global {
		return cmp.Or(f.Scope, "global")
	}
	return cmp.Or(f.Scope, "user")
}

func (f *Fault) body() any {
	switch {
	case f.HTML:
		return html(cmp.Or(f.Body, "<!DOCTYPE html><html><body>error code: 1015</body></html>"))
	case f.Body != "":
		return rawBody(f.Body)
	case f.RetryAfter > 0:
		return rateLimited(f.RetryAfter, f.Global)
	}
	return map[string]any{"message": cmp.Or(f.Message, "Internal Server Error"), "code": f.Code}
}

// rawBody is sent as it is, as JSON, whether it is or not.
type rawBody string

func rateLimited(after time.Duration, global bool) map[string]any {
	return map[string]any{"message": "You are being rate limited.", "retry_after": after.Seconds(), "global": global}
}

func seconds(d time.Duration) string { return strconv.FormatFloat(d.Seconds(), 'f', 3, 64) }
