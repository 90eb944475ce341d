// Package llm asks models on servers: for a completion or for the vectors of texts, over the
// protocol that hosted and local servers share with OpenAI, and for the order of texts, as
// Text Embeddings Inference, Cohere and Jina speak it.
//
// Each is one POST by hand: the official client library adds 27 MB to the binary
// and minutes to its build for that, reads an unbounded body, and takes its
// settings from environment variables of its own.
package llm

import (
	"cmp"
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
	maxCompletion = 1 << 20 // bytes of a reply's body
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
	ErrMalformed = errors.New("model reply is malformed")
	ErrCut       = errors.New("model reply is cut")
	ErrEmpty     = errors.New("model reply is empty")
)

// Config is a model on a server. Zero values take the defaults.
type Config struct {
	BaseURL   string // what comes before the protocol's own path: "http://localhost:11434/v1"
	Model     string
	Key       secret.Key    // sent to the server as a bearer token; none for ""
	Timeout   time.Duration // of a call with its retry
	MaxTokens int           // of a completion
}

// server is a model at one address of a server. It is safe for concurrent use.
type server struct {
	config   Config
	endpoint string
	http     *http.Client
	maxBody  int64         // of a reply, in bytes
	pause    time.Duration // before a retry that the server sets no time for
}

// newServer checks a configuration. It makes no connection. The errors wrap ErrConfig.
func newServer(c Config, maxBody int64, path ...string) (*server, error) {
	c.Timeout = cmp.Or(c.Timeout, defaultTimeout)
	c.MaxTokens = cmp.Or(c.MaxTokens, defaultMaxTokens)
	if err := c.validate(); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrConfig, err)
	}
	endpoint, err := endpointOf(c.BaseURL, path)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrConfig, err)
	}
	return &server{config: c, endpoint: endpoint, http: newHTTP(), maxBody: maxBody, pause: retryPause}, nil
}

func (c *Config) validate() error {
	switch {
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
func endpointOf(base string, path []string) (string, error) {
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
	return u.JoinPath(path...).String(), nil
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
func (s *server) Name() string { return s.config.Model }

// named checks that the protocol's model has a name.
func (c *Config) named() error {
	if strings.TrimSpace(c.Model) == "" {
		return fmt.Errorf("%w: no model is named", ErrConfig)
	}
	return nil
}

// called is the model in an error.
func (c *Config) called() string {
	if c.Model == "" {
		return "the server's model"
	}
	return fmt.Sprintf("model %q", c.Model)
}

// ask posts a request and reads the reply. It ends with the context or the configured
// timeout, whichever comes first.
func (s *server) ask(ctx context.Context, request any, read func(body []byte) error) error {
	body, err := encode(request)
	if err != nil {
		return err
	}
	bounded, cancel := context.WithTimeout(ctx, s.config.Timeout)
	defer cancel()
	reply, err := s.try(bounded, body)
	var again *retryable
	if errors.As(err, &again) && s.wait(bounded, again.after) {
		reply, err = s.try(bounded, body)
	}
	if err == nil {
		err = read(reply)
	}
	if err != nil {
		return fmt.Errorf("ask %s: %w", s.config.called(), s.ended(ctx, bounded, err))
	}
	return nil
}

// errRepeatsKey replaces every reply and error that contains the key.
var errRepeatsKey = fmt.Errorf("%w: it repeats the key", ErrMalformed)

// ended replaces a symptom by its cause: the end of a context looks like a broken
// connection.
func (s *server) ended(ctx, bounded context.Context, err error) error {
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case bounded.Err() != nil:
		return fmt.Errorf("%w: more than %v", ErrTimeout, s.config.Timeout)
	case s.config.Key.Leaks(err.Error()): // a transport quotes what it cannot parse
		return errRepeatsKey
	}
	return err
}
