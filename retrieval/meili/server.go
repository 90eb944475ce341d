package meili

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/meilisearch/meilisearch-go"

	"github.com/pqcite/pqcite/internal/secret"
)

// The oldest minor version of Meilisearch 1 that has all that is used.
const oldestMinor = 15

// Config is a server. Zero values take the defaults.
type Config struct {
	URL string // "http://search.example:7700", with a path where a proxy has one
	Key secret.Key
	// Search bounds a search with its attempts, and Request any other request; not the tasks
	// that a push waits for.
	Search, Request time.Duration

	pause time.Duration // before a second attempt
}

const (
	defaultSearch  = 2 * time.Second
	defaultRequest = time.Minute
)

// Server is one server. It is safe for concurrent use.
type Server struct {
	config Config
	name   string // host and port
	key    secret.Key
	http   *http.Client
	client meilisearch.ServiceManager
}

// New checks a configuration. It makes no connection. The errors wrap ErrConfig.
func New(c Config) (*Server, error) {
	u, err := url.Parse(strings.TrimSuffix(c.URL, "/"))
	switch {
	case err != nil: // its text repeats the URL, which may have a password in it
		return nil, fmt.Errorf("%w: the URL can't be read", ErrConfig)
	case u.Scheme != "http" && u.Scheme != "https" || u.Host == "":
		return nil, fmt.Errorf("%w: the URL must be http://HOST or https://HOST", ErrConfig)
	case u.User != nil || u.RawQuery != "" || u.Fragment != "":
		return nil, fmt.Errorf("%w: the URL of %s must have no user, query or fragment", ErrConfig, u.Host)
	case !c.Key.Sendable():
		return nil, fmt.Errorf("%w: the key for %s has characters that no key has", ErrConfig, u.Host)
	}
	for d, otherwise := range map[*time.Duration]time.Duration{&c.Search: defaultSearch, &c.Request: defaultRequest, &c.pause: firstPause} {
		if *d == 0 {
			*d = otherwise
		}
	}
	s := &Server{config: c, name: u.Host, key: c.Key, http: newHTTP(c.pause, u.Scheme == "https")}
	s.client = meilisearch.New(u.String(), meilisearch.WithAPIKey(string(c.Key)), meilisearch.WithCustomClient(s.http), meilisearch.DisableRetries())
	return s, nil
}

// Name is the server's host and port.
func (s *Server) Name() string { return s.name }

// Close closes its idle connections.
func (s *Server) Close() { s.http.CloseIdleConnections() }

// Version asks for the server's version, which takes a key that may. It fails with ErrVersion
// for one that is not supported.
func (s *Server) Version(ctx context.Context) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, s.config.Request)
	defer cancel()
	v, err := s.client.VersionWithContext(ctx)
	if err != nil {
		return "", s.failed(ctx, err)
	}
	parts := strings.SplitN(v.PkgVersion, ".", 3)
	if len(parts) < 3 {
		return "", s.fault(ErrAnswer, "its version is %q", v.PkgVersion)
	}
	if minor, err := strconv.Atoi(parts[1]); err != nil || parts[0] != "1" || minor < oldestMinor {
		return "", s.fault(ErrVersion, "it is Meilisearch %s, must be 1.%d or a later 1", v.PkgVersion, oldestMinor)
	}
	return v.PkgVersion, nil
}

// search asks one search.
func (s *Server) search(ctx context.Context, limit time.Duration, q *meilisearch.SearchRequest) (*meilisearch.SearchResponse, error) {
	r, err := s.multiSearch(ctx, limit, &meilisearch.MultiSearchRequest{Queries: []*meilisearch.SearchRequest{q}})
	if err != nil {
		return nil, err
	}
	if len(r.Results) != 1 {
		return nil, s.fault(ErrAnswer, "%d results for one search", len(r.Results))
	}
	return &r.Results[0], nil
}

// federated asks several searches as one, which returns their best hits together.
func (s *Server) federated(ctx context.Context, queries []meilisearch.SearchRequest, limit int) (meilisearch.Hits, error) {
	r := &meilisearch.MultiSearchRequest{Federation: &meilisearch.MultiSearchFederation{Limit: int64(limit)}}
	for _, q := range queries { // the library changes what it sends
		r.Queries = append(r.Queries, &q)
	}
	found, err := s.multiSearch(ctx, s.config.Search, r)
	if err != nil {
		return nil, err
	}
	if len(found.RemoteErrors) > 0 { // what is left is not all that there is
		return nil, s.fault(ErrPartial, "it could not ask %s", strings.Join(slices.Sorted(maps.Keys(found.RemoteErrors)), ", "))
	}
	return found.Hits, nil
}

// multiSearch has one deadline for all attempts.
func (s *Server) multiSearch(ctx context.Context, limit time.Duration, q *meilisearch.MultiSearchRequest) (*meilisearch.MultiSearchResponse, error) {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	r, err := s.client.MultiSearchWithContext(ctx, q)
	if err != nil {
		return nil, s.failed(ctx, err)
	}
	return r, nil
}

// task waits until a task is done. It fails with ErrTask, or what the reason of the task is.
func (s *Server) task(ctx context.Context, uid int64) error {
	for pause := s.config.pause / 5; ; pause = min(2*pause, time.Second) {
		t, err := s.askTask(ctx, uid)
		if err != nil {
			return err
		}
		switch t.Status {
		case meilisearch.TaskStatusSucceeded:
			return nil
		case meilisearch.TaskStatusFailed:
			return s.taskFailed(t)
		case meilisearch.TaskStatusCanceled:
			return s.fault(ErrTask, "task %d was cancelled", uid)
		}
		if err := wait(ctx, pause); err != nil {
			return err
		}
	}
}

func (s *Server) askTask(ctx context.Context, uid int64) (*meilisearch.Task, error) {
	ctx, cancel := context.WithTimeout(ctx, s.config.Request)
	defer cancel()
	t, err := s.client.GetTaskWithContext(ctx, uid)
	if err != nil {
		return nil, s.failed(ctx, err)
	}
	return t, nil
}

func (s *Server) taskFailed(t *meilisearch.Task) error {
	if kind := kindOf(t.Error.Code); kind != nil {
		return s.fault(kind, "%s", t.Error.Message)
	}
	return s.fault(ErrTask, "%s: %s", t.Type, t.Error.Message)
}

// run sends a request that makes a task and waits until it is done.
func (s *Server) run(ctx context.Context, send func(context.Context) (*meilisearch.TaskInfo, error)) error {
	uid, err := s.enqueue(ctx, send)
	if err != nil {
		return err
	}
	return s.task(ctx, uid)
}

func (s *Server) enqueue(ctx context.Context, send func(context.Context) (*meilisearch.TaskInfo, error)) (int64, error) {
	bounded, cancel := context.WithTimeout(ctx, s.config.Request)
	defer cancel()
	info, err := send(bounded)
	if err != nil {
		return 0, s.failed(bounded, err)
	}
	return info.TaskUID, nil
}

// isMissing reports whether an index is not there.
func isMissing(err error) bool { return errors.Is(err, ErrMissing) }
