package discordtest

import (
	"net/http"
	"time"
)

// inFlight is how long after a 429 a call may have been sent before it was read.
const inFlight = 100 * time.Millisecond

// announcement is the end of a wait that a bot was given.
type announcement struct{ at, until time.Time }

const globalBucket = "global"

// bucketOf is what a call is counted in.
func (c *call) bucketOf() string {
	if token := c.params["token"]; token != "" {
		if c.route == PostCallback {
			return "callback " + token
		}
		return "webhook " + token
	}
	return string(c.route) + " " + c.params["channel"] + c.params["guild"]
}

// exempt reports whether the global limit does not count a call.
func (c *call) exempt() bool { return c.params["token"] != "" }

// checkRate checks a call against the waits that were announced.
func (s *Server) checkRate(c *call) {
	s.mu.Lock()
	defer s.mu.Unlock()
	now := s.nowLocked()
	for _, key := range []string{c.bucketOf(), globalBucket} {
		a, was := s.announced[key]
		if !was || key == globalBucket && c.exempt() {
			continue
		}
		if now.Before(a.until) && now.Sub(a.at) > inFlight {
			s.violateLocked(ruleRetryAfter, string(c.route), "called %v before the end of the wait that it was given", a.until.Sub(now).Round(time.Millisecond))
		}
		if !now.Before(a.until) {
			delete(s.announced, key)
		}
	}
}

// announce makes a bot wait, and records it.
func (s *Server) announce(c *call, wait time.Duration, global bool, scope string, header http.Header) {
	s.mu.Lock()
	defer s.mu.Unlock()
	now := s.nowLocked()
	key := c.bucketOf()
	if global {
		key = globalBucket
		header.Set("X-RateLimit-Global", "true")
	}
	s.announced[key] = announcement{now, now.Add(wait)}
	header.Set("Retry-After", seconds(wait))
	header.Set("X-RateLimit-Scope", scope)
	header.Set("X-RateLimit-Reset-After", seconds(wait))
}
