package meili

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/meilisearch/meilisearch-go"
)

// What can be wrong with a server. Every error of this package but the end of a context is an
// *Error that wraps one of them.
var (
	ErrConfig  = errors.New("invalid server")
	ErrDown    = errors.New("the server does not answer")
	ErrSlow    = errors.New("the server takes too long")
	ErrBusy    = errors.New("the server is overloaded or failing")
	ErrKey     = errors.New("the server refuses the key")
	ErrAnswer  = errors.New("the server does not answer as Meilisearch does")
	ErrVersion = errors.New("the server's version is not supported")
	ErrMissing = errors.New("the collection is not on the server")
	ErrChanged = errors.New("the collection has changed on the server")
	ErrPartial = errors.New("a part of the collection is missing")
	ErrFormat  = errors.New("the collection was pushed by another version of pqcite")
	ErrTask    = errors.New("the server could not do its task")
	ErrFull    = errors.New("the server's disk is full")
	ErrDamaged = errors.New("a file on the server is damaged")
	errRefused = errors.New("the server refuses the request")
	errExists  = errors.New("the index is there already")
)

// Error is what is wrong with a server. It never contains a key.
type Error struct {
	Server string // host and port
	Kind   error  // one of the above
	Detail string // "" for none
}

// Error names the server.
func (e *Error) Error() string {
	if e.Detail == "" {
		return fmt.Sprintf("%s: %v", e.Server, e.Kind)
	}
	return fmt.Sprintf("%s: %v: %s", e.Server, e.Kind, e.Detail)
}

// Unwrap returns what is wrong.
func (e *Error) Unwrap() error { return e.Kind }

// maxDetail bounds what a server says about an error, in bytes.
const maxDetail = 300

// fault is an error about the server. Text that has a part of the key in it is left out.
func (s *Server) fault(kind error, format string, args ...any) *Error {
	detail := fmt.Sprintf(format, args...)
	if s.key.Leaks(detail) {
		detail = "it repeats the key"
	}
	if len(detail) > maxDetail {
		detail = strings.ToValidUTF8(detail[:maxDetail], "") + "…"
	}
	return &Error{Server: s.name, Kind: kind, Detail: detail}
}

// failed makes an error of one of the client library, whose text may repeat a whole response.
func (s *Server) failed(ctx context.Context, err error) error {
	var ours *Error
	if errors.As(err, &ours) {
		return ours
	}
	if errors.Is(ctx.Err(), context.Canceled) {
		return ctx.Err()
	}
	var api *meilisearch.Error
	if errors.As(err, &api) && api.StatusCode != 0 {
		if api.ErrCode == meilisearch.ErrCodeResponseUnmarshalBody {
			return s.fault(ErrAnswer, "its answer is not the JSON that was asked for")
		}
		return s.refused(api.StatusCode, api.MeilisearchApiError.Code, api.MeilisearchApiError.Message)
	}
	if api != nil && api.OriginError != nil {
		err = api.OriginError // the library's error does not unwrap
	}
	return s.unanswered(ctx, err)
}

// unanswered makes an error of a request without a response that can be read.
func (s *Server) unanswered(ctx context.Context, err error) error {
	var foreign *foreignError
	var timeout interface{ Timeout() bool }
	switch {
	case errors.As(err, &foreign) && passingStatus(foreign.status):
		return s.fault(ErrBusy, "%v", foreign)
	case errors.As(err, &foreign):
		return s.fault(ErrAnswer, "%v", foreign)
	case errors.Is(ctx.Err(), context.DeadlineExceeded), errors.As(err, &timeout) && timeout.Timeout():
		return s.fault(ErrSlow, "")
	}
	return s.fault(ErrDown, "%v", withoutURL(err))
}

// refused makes an error of a status and what Meilisearch says with it.
func (s *Server) refused(status int, code, message string) error {
	kind := kindOf(code)
	switch {
	case kind != nil:
	case status == 401 || status == 403:
		kind = ErrKey
	case status == 408 || status == 429 || status >= 500:
		kind = ErrBusy
	case code == "" || code == "not_found": // a path that Meilisearch does not have
		kind = ErrAnswer
	default:
		kind = errRefused
	}
	if code == "" {
		return s.fault(kind, "status %d", status)
	}
	return s.fault(kind, "%s%s", strings.TrimSuffix(message, "."), skew(message, time.Now()))
}

// kindOf is what the error codes mean that Meilisearch has a reason of its own for.
func kindOf(code string) error {
	switch code {
	case "index_not_found":
		return ErrMissing
	case "index_already_exists":
		return errExists
	case "invalid_api_key", "missing_authorization_header", "missing_master_key":
		return ErrKey
	case "no_space_left_on_device", "database_size_limit_reached", "io_error":
		return ErrFull
	case "too_many_search_requests":
		return ErrBusy
	}
	return nil
}

var expired = regexp.MustCompile("valid up to `([0-9]+)` and we're now `([0-9]+)`")

// maxSkew is how far two clocks may differ before it is worth a word.
const maxSkew = time.Minute

// skew says that the clock of a server which calls a token expired is not ours.
func skew(message string, now time.Time) string {
	m := expired.FindStringSubmatch(message)
	if m == nil {
		return ""
	}
	theirs, err := strconv.ParseInt(m[2], 10, 64)
	if err != nil {
		return ""
	}
	if d := time.Unix(theirs, 0).Sub(now).Round(time.Second); d.Abs() > maxSkew {
		return fmt.Sprintf(" (its clock and ours differ by %v)", d.Abs())
	}
	return ""
}

// withoutURL is an error of a request without the URL: the server's name is said instead.
func withoutURL(err error) error {
	var at *url.Error
	if errors.As(err, &at) {
		return at.Err
	}
	return err
}
