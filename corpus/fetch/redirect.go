package fetch

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
)

// maxRedirects is the number of redirects that one attempt follows.
const maxRedirects = 10

// get sends the request and follows redirects. It does so itself because
// http.Client puts whole URLs, secrets and all, into its errors.
func (t *transfer) get(ctx context.Context) (*http.Response, error) {
	at := t.url
	for hops := 0; ; hops++ {
		resp, err := t.ask(ctx, at)
		if err != nil {
			return nil, err
		}
		if !isRedirect(resp.StatusCode) {
			return resp, nil
		}
		resp.Body.Close()
		if hops == maxRedirects {
			return nil, fmt.Errorf("stop after %d redirects, the last one to %q", maxRedirects, redact(at))
		}
		if at, err = redirectTarget(at, resp.Header.Get("Location")); err != nil {
			return nil, err
		}
	}
}

// ask sends one request. Its errors are transient but for those that only the
// user can cure.
func (t *transfer) ask(ctx context.Context, at *url.URL) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, at.String(), nil)
	if err != nil {
		return nil, fmt.Errorf("%w: no request can be made for %q", ErrURL, redact(at))
	}
	if at.User != nil {
		password, _ := at.User.Password()
		req.SetBasicAuth(at.User.Username(), password)
	}
	req.Header.Set("User-Agent", t.client.UserAgent)
	// A range of a compressed body is no range of the document. Asked for by
	// name, it also keeps the transport from asking for and undoing gzip.
	req.Header.Set("Accept-Encoding", "identity")
	t.askForRest(req.Header)
	if req, err = t.guarded(req); err != nil {
		return nil, err
	}
	resp, err := t.client.Transport.RoundTrip(req)
	if err != nil {
		return nil, t.connectionError(ctx, err)
	}
	return resp, nil
}

// guarded has the guard judge where a request goes, unless it judges the connection.
func (t *transfer) guarded(req *http.Request) (*http.Request, error) {
	if t.client.proxy != nil {
		proxy, err := t.client.proxy(req)
		if err != nil { // it repeats what the environment says, with a password
			return nil, errors.New("the environment names a proxy that is no URL")
		}
		if proxy == nil {
			return req, nil
		}
		req = req.WithContext(context.WithValue(req.Context(), toProxy{}, true))
	}
	return req, t.client.guard.admit(req.URL.Hostname())
}

func isRedirect(code int) bool {
	switch code {
	case http.StatusMovedPermanently, http.StatusFound, http.StatusSeeOther,
		http.StatusTemporaryRedirect, http.StatusPermanentRedirect:
		return true
	}
	return false
}

func redirectTarget(from *url.URL, location string) (*url.URL, error) {
	if location == "" {
		return nil, errors.New("server redirects without saying where to")
	}
	to, err := from.Parse(location)
	if err != nil {
		return nil, fmt.Errorf("follow a redirect: %w: it is malformed", ErrURL)
	}
	if err := checkURL(to); err != nil {
		return nil, fmt.Errorf("follow a redirect: %w", err)
	}
	if from.Scheme == "https" && to.Scheme == "http" {
		return nil, fmt.Errorf("refuse a redirect from https to %q, which is not encrypted", redact(to))
	}
	// Who a person is stays with the server that they named. What another one says of
	// them is nothing to send on.
	if to.User = nil; to.Scheme == from.Scheme && to.Host == from.Host {
		to.User = from.User
	}
	return to, nil
}
