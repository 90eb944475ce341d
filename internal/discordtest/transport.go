package discordtest

import (
	"fmt"
	"net/http"
)

// The hosts of Discord.
const (
	apiHost     = "discord.com"
	gatewayHost = "gateway.discord.gg"
)

// Transport brings the calls of a bot in this process to the server: it takes
// those to https://discord.com and refuses every other. GET /gateway names the
// server's own address, so that no dialer need be replaced.
func (s *Server) Transport() http.RoundTripper {
	inner := &http.Transport{MaxIdleConnsPerHost: 64}
	s.onEnd(inner.CloseIdleConnections)
	return &transport{s, inner}
}

type transport struct {
	s     *Server
	inner *http.Transport
}

func (t *transport) RoundTrip(r *http.Request) (*http.Response, error) {
	if r.URL.Scheme != "https" || r.URL.Hostname() != apiHost {
		t.s.violate(ruleHost, r.Method+" "+r.URL.Host, "want https://%s", apiHost)
		if r.Body != nil {
			r.Body.Close()
		}
		return nil, fmt.Errorf("reach %q: only https://%s is here", r.URL.Host, apiHost)
	}
	r = r.Clone(r.Context())
	r.URL.Scheme, r.URL.Host, r.Host = "http", t.s.address, apiHost
	return t.inner.RoundTrip(r)
}

// CloseIdleConnections lets http.Client end what it no longer needs.
func (t *transport) CloseIdleConnections() { t.inner.CloseIdleConnections() }
