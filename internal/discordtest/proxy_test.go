package discordtest

import (
	"crypto/tls"
	"crypto/x509"
	"net/http"
	"net/url"
	"os"
	"strings"
	"testing"

	"github.com/gorilla/websocket"
)

// throughProxy is what a program has that reads its environment.
func throughProxy(t *testing.T, env []string) (*tls.Config, func(*http.Request) (*url.URL, error)) {
	t.Helper()
	vars := map[string]string{}
	for _, v := range env {
		name, value, _ := strings.Cut(v, "=")
		vars[name] = value
	}
	pem, err := os.ReadFile(vars["SSL_CERT_FILE"])
	if err != nil {
		t.Fatal(err)
	}
	pool := x509.NewCertPool()
	if !pool.AppendCertsFromPEM(pem) {
		t.Fatal("SSL_CERT_FILE has no certificate")
	}
	u, err := url.Parse(vars["HTTPS_PROXY"])
	if err != nil {
		t.Fatal(err)
	}
	return &tls.Config{RootCAs: pool}, http.ProxyURL(u)
}

// REST and gateway are reached by their real names, over TLS.
func TestProxy(t *testing.T) {
	d := New(t, Options{})
	config, proxy := throughProxy(t, d.Proxy())
	b := newBot(t, d)
	inner := &http.Transport{TLSClientConfig: config, Proxy: proxy}
	defer inner.CloseIdleConnections()
	b.client = &http.Client{Transport: inner}
	if got := b.want(200, "GET", "/gateway", ""); !strings.Contains(got.body, "wss://gateway.discord.gg") {
		t.Errorf("the gateway is %s", got.body)
	}
	dialer := websocket.Dialer{TLSClientConfig: config, Proxy: proxy}
	ws, _, err := dialer.Dial("wss://gateway.discord.gg/?v=9&encoding=json", nil)
	if err != nil {
		t.Fatal(err)
	}
	defer ws.Close()
	l := &line{t: t, d: d, ws: ws}
	ready := l.identify()
	if !strings.Contains(string(ready.D), `"resume_gateway_url":"wss://gateway.discord.gg"`) {
		t.Errorf("READY says %s", ready.D)
	}
	ask := d.Slash(d.User("reader"), "ask")
	l.expect(opDispatch, "INTERACTION_CREATE")
	b.want(204, "POST", callbackPath(ask), deferred)
}

// Other hosts, other ports, and clients that trust somebody else get nothing.
func TestProxyRefuses(t *testing.T) {
	d := New(t, Options{Quiet: true})
	config, proxy := throughProxy(t, d.Proxy())
	for _, url := range []string{"https://example.org/", "https://discord.com:8443/api/v10/gateway", "http://discord.com/api/v10/gateway"} {
		inner := &http.Transport{TLSClientConfig: config, Proxy: proxy}
		resp, err := (&http.Client{Transport: inner}).Get(url)
		if err == nil {
			resp.Body.Close()
			if resp.StatusCode != http.StatusForbidden {
				t.Errorf("%s got %d", url, resp.StatusCode)
			}
		}
		inner.CloseIdleConnections()
	}
	if v := d.Violations(); len(v) != 3 || v[0].Rule != ruleHost {
		t.Errorf("violations %v", v)
	}
	stranger := &http.Transport{Proxy: proxy}
	if _, err := (&http.Client{Transport: stranger}).Get("https://discord.com/api/v10/gateway"); err == nil {
		t.Error("a client without the authority got through")
	}
	stranger.CloseIdleConnections()
}
