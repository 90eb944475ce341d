package discord

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"strings"
	"time"

	"github.com/bwmarrin/discordgo"

	"github.com/pqcite/pqcite/chatbot/render"
)

// Credentials identify a bot to Discord.
type Credentials struct {
	Token string
	// Version and Address identify the bot as Discord requires (Discord, API reference,
	// User Agent).
	Version, Address string
	// Transport connects to Discord; nil for Go's default, with the proxies of the
	// environment.
	Transport http.RoundTripper
	// Now is the clock for the age of interactions; nil for time.Now.
	Now func() time.Time
}

// REST is a client of Discord's HTTP API. It is safe for concurrent use.
type REST struct {
	credentials Credentials
	session     *discordgo.Session
}

// requestTime bounds one request, without waiting.
const requestTime = 20 * time.Second

// NewREST returns a client.
func NewREST(c Credentials) (*REST, error) {
	if strings.TrimSpace(c.Token) == "" {
		return nil, fmt.Errorf("%w: it is empty", ErrToken)
	}
	if c.Transport == nil {
		c.Transport = newTransport()
	}
	if c.Now == nil {
		c.Now = time.Now
	}
	session, err := c.session()
	if err != nil {
		return nil, err
	}
	return &REST{c, session}, nil
}

// session is one of the library's that neither retries nor stores anything by itself.
func (c *Credentials) session() (*discordgo.Session, error) {
	s, err := discordgo.New("Bot " + c.Token)
	if err != nil {
		return nil, fmt.Errorf("make a session: %w", err)
	}
	s.Client = &http.Client{Transport: guard{c.Transport}, Timeout: requestTime}
	s.UserAgent = fmt.Sprintf("DiscordBot (%s, %s)", c.Address, numbered(c.Version))
	s.ShouldReconnectOnError = false
	s.ShouldRetryOnRateLimit = false
	s.MaxRestRetries = 0
	s.StateEnabled = false
	s.Compress = false
	s.SyncEvents = true // handlers only pass events on
	s.Identify.Intents = discordgo.IntentsNone
	return s, nil
}

// numbered is a version that starts with a number, as Discord requires; 0 for a build
// without one.
func numbered(version string) string {
	version = strings.Trim(version, "()v ")
	if version == "" || version[0] < '0' || version[0] > '9' {
		return strings.TrimRight("0-"+version, "-")
	}
	return version
}

func init() {
	// The library's log can contain tokens. Everything that matters arrives as an
	// error.
	discordgo.Logger = func(int, int, string, ...any) {}
}

// patience is how often a request may be retried.
type patience struct {
	limited int // after Discord has asked to wait
	failed  int // after a failure of the network or of Discord
}

var (
	// onceOnly is for what must not be done twice, or late.
	onceOnly = patience{}
	// patient is for what can be repeated without harm.
	patient = patience{limited: 5, failed: 3}
)

// lane orders the requests that share one of Discord's limits: an interaction's own, or
// the app's. It is forgotten with its owner.
type lane struct {
	turn    chan struct{}
	limiter *discordgo.RateLimiter
	bucket  *discordgo.Bucket
}

func newLane() *lane {
	l := &lane{turn: make(chan struct{}, 1), limiter: discordgo.NewRatelimiter()}
	l.bucket = l.limiter.GetBucket("lane")
	return l
}

// request sends a request, as often as its patience allows.
func (r *REST) request(ctx context.Context, l *lane, p patience, method, address string, payload any, files []render.File) ([]byte, error) {
	contentType, body, err := encode(payload, files)
	if err != nil {
		return nil, err
	}
	select {
	case l.turn <- struct{}{}:
		defer func() { <-l.turn }()
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
	for tries := 0; ; tries++ {
		if err := sleep(ctx, l.limiter.GetWaitTime(l.bucket, 1)); err != nil {
			return nil, errors.Join(ErrLimited, err)
		}
		// It does not block: the waiting is over.
		bucket := l.limiter.LockBucketObject(l.bucket)
		answer, err := r.session.RequestWithLockedBucket(method, address, contentType, body, bucket, 0, discordgo.WithContext(ctx))
		if err = plain(err); err == nil {
			return answer, nil
		}
		wait, again := p.again(err, tries)
		if !again || ctx.Err() != nil {
			return nil, err
		}
		if sleep(ctx, wait) != nil {
			return nil, err
		}
	}
}

// again decides whether, and after how long, a failed request is retried.
func (p *patience) again(err error, tries int) (time.Duration, bool) {
	var answered *Error
	switch {
	case errors.Is(err, ErrLimited) && errors.As(err, &answered):
		return answered.After, tries < p.limited
	case retryable(err):
		return jitter(500 * time.Millisecond << tries), tries < p.failed
	}
	return 0, false
}

// jitter is a time from half of d to d, so that many waiting clients do not return at
// once.
func jitter(d time.Duration) time.Duration { return d/2 + rand.N(d/2+1) }

// sleep waits, but not longer than the context.
func sleep(ctx context.Context, d time.Duration) error {
	if d <= 0 {
		return nil
	}
	if deadline, ok := ctx.Deadline(); ok && time.Until(deadline) < d {
		return context.DeadlineExceeded
	}
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

func encode(payload any, files []render.File) (contentType string, body []byte, err error) {
	switch {
	case payload == nil:
		return "application/json", nil, nil
	case len(files) > 0:
		contentType, body, err = discordgo.MultipartBodyWithJSON(payload, readable(files))
	default:
		contentType = "application/json"
		body, err = json.Marshal(payload)
	}
	if err != nil {
		return "", nil, fmt.Errorf("encode a request: %w", err)
	}
	return contentType, body, nil
}

// Application is the app that the token belongs to.
type Application struct {
	ID        string `json:"id"`
	VerifyKey string `json:"verify_key"` // in hex: signs what comes over HTTP
}

// Application returns the token's app. ErrToken means that there is none.
func (r *REST) Application(ctx context.Context) (Application, error) {
	var app Application
	answer, err := r.request(ctx, newLane(), patient, http.MethodGet, discordgo.EndpointApplications+"/@me", nil, nil)
	if err != nil {
		return app, err
	}
	if err := json.Unmarshal(answer, &app); err != nil || app.ID == "" {
		return app, errors.New("read discord's answer: it names no application")
	}
	return app, nil
}
