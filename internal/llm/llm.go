// Package llm asks a language model one thing at a time, over the
// chat-completions protocol that hosted and local servers share.
//
// It is one POST by hand: the official client library adds 27 MB to the binary
// and minutes to its build for that, reads an unbounded body, and takes its
// settings from environment variables of its own.
package llm

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/pqcite/pqcite/internal/secret"
)

// Defaults and bounds of a Config.
const (
	defaultTimeout   = 30 * time.Second
	defaultMaxTokens = 800
	maxTimeout       = 10 * time.Minute
	maxMaxTokens     = 8192
)

// Bounds that no setting changes.
const (
	maxBody       = 1 << 20 // bytes of a reply's body
	maxRetryAfter = 10 * time.Second
	maxHeader     = 64 << 10
	retryPause    = 500 * time.Millisecond
)

// How a call can fail, apart from the end of its context. A *StatusError is a refusal
// by the server.
var (
	ErrConfig    = errors.New("invalid model settings")
	ErrTransport = errors.New("model server did not answer")
	ErrTimeout   = errors.New("model took too long")
	ErrRedirect  = errors.New("model server redirects elsewhere")
	ErrTooLarge  = errors.New("model reply is too large")
	ErrMalformed = errors.New("model reply is not a completion")
	ErrCut       = errors.New("model reply is cut")
	ErrEmpty     = errors.New("model reply is empty")
)

// Config is a model on a server. Zero values take the defaults.
type Config struct {
	BaseURL   string // what comes before "/chat/completions": "http://localhost:11434/v1"
	Model     string
	Key       secret.Key    // sent to the server as a bearer token; none for ""
	Timeout   time.Duration // of a call with its retry
	MaxTokens int           // of a reply
}

// Client asks one model. It is safe for concurrent use.
type Client struct {
	config   Config
	endpoint string
	http     *http.Client
	pause    time.Duration // before a retry that the server sets no time for
}

// New checks a configuration. It makes no connection. The errors wrap ErrConfig.
func New(c Config) (*Client, error) {
	if c.Timeout == 0 {
		c.Timeout = defaultTimeout
	}
	if c.MaxTokens == 0 {
		c.MaxTokens = defaultMaxTokens
	}
	if err := c.validate(); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrConfig, err)
	}
	endpoint, err := endpointOf(c.BaseURL)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrConfig, err)
	}
	return &Client{config: c, endpoint: endpoint, http: newHTTP(), pause: retryPause}, nil
}

func (c *Config) validate() error {
	switch {
	case strings.TrimSpace(c.Model) == "":
		return errors.New("no model is named")
	case !c.Key.Sendable():
		return errors.New("the key has characters that no header can hold")
	case c.Timeout < 0 || c.Timeout > maxTimeout:
		return fmt.Errorf("timeout %v is not in 0 to %v", c.Timeout, maxTimeout)
	case c.MaxTokens < 1 || c.MaxTokens > maxMaxTokens:
		return fmt.Errorf("%d tokens are not in 1 to %d", c.MaxTokens, maxMaxTokens)
	}
	return nil
}

// endpointOf refuses parts that may contain a secret, since errors show the address.
func endpointOf(base string) (string, error) {
	u, err := url.Parse(base)
	switch {
	case err != nil:
		return "", errors.New("the server's address is no URL")
	case u.User != nil || u.RawQuery != "" || u.Fragment != "":
		return "", errors.New("the server's address has a user, a query or a fragment; a key is set apart from it")
	case u.Scheme != "http" && u.Scheme != "https":
		return "", errors.New("the server's address is not http or https") // not shown: "user:secret@host" reads as a scheme
	case u.Hostname() == "":
		return "", fmt.Errorf("the server's address %q has no host", base)
	}
	return u.JoinPath("chat", "completions").String(), nil
}

// newHTTP makes a client that follows no redirects and keeps no connections: a
// handshake is cheap compared with a completion, and no goroutine outlives a call.
func newHTTP() *http.Client {
	t := http.DefaultTransport.(*http.Transport).Clone()
	t.DisableKeepAlives = true
	t.MaxResponseHeaderBytes = maxHeader
	return &http.Client{
		Transport:     t,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}

// Name is the model's name.
func (c *Client) Name() string { return c.config.Model }

// Complete returns the model's reply to a system and a user message. It ends with the
// context or the configured timeout, whichever comes first.
func (c *Client) Complete(ctx context.Context, system, user string) (string, error) {
	body, err := c.request(system, user)
	if err != nil {
		return "", err
	}
	bounded, cancel := context.WithTimeout(ctx, c.config.Timeout)
	defer cancel()
	reply, err := c.try(bounded, body)
	var again *retryable
	if errors.As(err, &again) && c.wait(bounded, again.after) {
		reply, err = c.try(bounded, body)
	}
	if err == nil && c.config.Key.Within(reply) {
		err = errRepeatsKey
	}
	if err == nil {
		return reply, nil
	}
	return "", fmt.Errorf("ask model %q: %w", c.config.Model, c.ended(ctx, bounded, err))
}

// errRepeatsKey replaces every reply and error that contains the key.
var errRepeatsKey = fmt.Errorf("%w: it repeats the key", ErrMalformed)

// ended replaces a symptom by its cause: the end of a context looks like a broken
// connection.
func (c *Client) ended(ctx, bounded context.Context, err error) error {
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case bounded.Err() != nil:
		return fmt.Errorf("%w: more than %v", ErrTimeout, c.config.Timeout)
	case c.config.Key.Leaks(err.Error()): // a transport quotes what it cannot parse
		return errRepeatsKey
	}
	return err
}
