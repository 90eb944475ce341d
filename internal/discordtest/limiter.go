package discordtest

import (
	"hash/fnv"
	"net/http"
	"strconv"
	"time"
)

// Limits are rates that the server holds a bot to. Zero means no limit. Real ones
// are in headers alone and change; these are of their size.
type Limits struct {
	// PerWebhook is for the token of one interaction, all its routes together.
	PerWebhook int
	// PerRoute is for any other route with its channel, guild or application.
	PerRoute int
	// Global is for everything but interactions; 50 at Discord.
	Global int
	// Window is what they are counted in; 1 s.
	Window time.Duration
}

// inFlight is how long after a 429 a call may have been sent before it was read.
const inFlight = 100 * time.Millisecond

// maxBuckets bounds what the limiter keeps; older ones are dropped.
const maxBuckets = 4096

// limiter counts calls by bucket, and knows what was announced.
type limiter struct {
	Limits
	buckets   map[string]*bucket
	announced map[string]announcement
}

type bucket struct {
	began time.Time
	used  int
}

// announcement is the end of a wait that a bot was given.
type announcement struct{ at, until time.Time }

const globalBucket = "global"

func newLimiter(l Limits) limiter {
	if l.Window == 0 {
		l.Window = time.Second
	}
	return limiter{l, map[string]*bucket{}, map[string]announcement{}}
}

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

// checkRate holds a call against what was announced, and against the limits.
func (s *Server) checkRate(c *call, header http.Header) (reply, bool) {
	s.mu.Lock()
	now := s.nowLocked()
	keys := []string{c.bucketOf()}
	if !c.exempt() {
		keys = append(keys, globalBucket)
	}
	for _, key := range keys {
		a, was := s.limits.announced[key]
		if was && now.Before(a.until) && now.Sub(a.at) > inFlight {
			s.violateLocked(ruleRetryAfter, string(c.route), "called %v before the end of the wait that it was told of", a.until.Sub(now).Round(time.Millisecond))
		}
		if was && !now.Before(a.until) {
			delete(s.limits.announced, key)
		}
	}
	wait, global := s.limits.countLocked(c, now, header)
	s.mu.Unlock()
	if wait <= 0 {
		return reply{}, false
	}
	scope := "user"
	if global {
		scope = "global"
	}
	s.announce(c, wait, global, scope, header)
	return reply{http.StatusTooManyRequests, rateLimited(wait, global)}, true
}

// countLocked counts a call and returns how long the bot has to wait, if it does.
func (l *limiter) countLocked(c *call, now time.Time, header http.Header) (wait time.Duration, global bool) {
	most := l.PerRoute
	if c.exempt() {
		most = l.PerWebhook
	}
	if most > 0 && c.route != PostCallback {
		key := c.bucketOf()
		b := l.bucket(key, now)
		b.used++
		reset := b.began.Add(l.Window)
		header.Set("X-RateLimit-Limit", strconv.Itoa(most))
		header.Set("X-RateLimit-Remaining", strconv.Itoa(max(0, most-b.used)))
		header.Set("X-RateLimit-Reset", strconv.FormatFloat(float64(reset.UnixMilli())/1000, 'f', 3, 64))
		header.Set("X-RateLimit-Reset-After", seconds(reset.Sub(now)))
		header.Set("X-RateLimit-Bucket", hash(string(c.route)))
		if b.used > most {
			return reset.Sub(now), false
		}
	}
	if l.Global > 0 && !c.exempt() {
		b := l.bucket(globalBucket, now)
		b.used++
		if b.used > l.Global {
			return b.began.Add(l.Window).Sub(now), true
		}
	}
	return 0, false
}

func (l *limiter) bucket(key string, now time.Time) *bucket {
	b := l.buckets[key]
	if b == nil || now.Sub(b.began) >= l.Window {
		if len(l.buckets) >= maxBuckets {
			l.forget(now)
		}
		b = &bucket{began: now}
		l.buckets[key] = b
	}
	return b
}

// forget drops what no longer counts.
func (l *limiter) forget(now time.Time) {
	for key, b := range l.buckets {
		if now.Sub(b.began) >= l.Window {
			delete(l.buckets, key)
		}
	}
	for key, a := range l.announced {
		if !now.Before(a.until) {
			delete(l.announced, key)
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
	s.limits.announced[key] = announcement{now, now.Add(wait)}
	header.Set("Retry-After", seconds(wait))
	header.Set("X-RateLimit-Scope", scope)
	header.Set("X-RateLimit-Reset-After", seconds(wait))
}

// hash names a bucket as Discord does, by something that means nothing.
func hash(s string) string {
	h := fnv.New128a()
	h.Write([]byte(s))
	return sprintf("%x", h.Sum(nil))
}
