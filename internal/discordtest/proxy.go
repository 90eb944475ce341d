package discordtest

import (
	"bufio"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"errors"
	"fmt"
	"math/big"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"sync"
	"time"
)

// Proxy starts a CONNECT proxy that acts as https://discord.com and
// wss://gateway.discord.gg for an unmodified program. It returns the additional
// environment for the program: the proxy, and the certificate authority to trust.
func (s *Server) Proxy() []string {
	s.tb.Helper()
	authority, err := newAuthority()
	if err != nil {
		s.tb.Fatalf("start the proxy: %v", err)
	}
	file := filepath.Join(s.tb.TempDir(), "authority.pem")
	if err := os.WriteFile(file, authority.pem, 0o600); err != nil {
		s.tb.Fatalf("start the proxy: %v", err)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		s.tb.Fatalf("start the proxy: %v", err)
	}
	p := &proxy{s: s, authority: authority, tunnels: &tunnels{conns: make(chan net.Conn), closed: make(chan struct{}), addr: l.Addr()}}
	outer := &http.Server{Handler: p, ReadHeaderTimeout: time.Minute, ErrorLog: s.errorLog()}
	inner := s.serveOn(p.tunnels, "wss://"+gatewayHost)
	s.running.Go(func() { outer.Serve(l) })
	s.onEnd(func() { outer.Close(); inner.Close(); p.tunnels.Close() })
	address := "http://" + l.Addr().String()
	return []string{"HTTPS_PROXY=" + address, "https_proxy=" + address, "NO_PROXY=", "no_proxy=", "SSL_CERT_FILE=" + file}
}

// proxy turns CONNECTs into connections of the inner server.
type proxy struct {
	s         *Server
	authority *authority
	tunnels   *tunnels
}

func (p *proxy) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	host, port, err := net.SplitHostPort(r.Host)
	if r.Method != http.MethodConnect || err != nil || port != "443" || host != apiHost && host != gatewayHost {
		p.s.violate(ruleHost, r.Method+" "+r.Host, "only %s and %s are here, through CONNECT to port 443", apiHost, gatewayHost)
		http.Error(w, "not Discord", http.StatusForbidden)
		return
	}
	raw, rest, err := http.NewResponseController(w).Hijack()
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	if _, err := raw.Write([]byte("HTTP/1.1 200 Connection established\r\n\r\n")); err != nil {
		raw.Close()
		return
	}
	p.tunnels.put(tls.Server(buffered{raw, rest.Reader}, p.authority.config(host)))
}

// buffered is a connection whose first bytes were read already.
type buffered struct {
	net.Conn
	r *bufio.Reader
}

func (b buffered) Read(p []byte) (int, error) { return b.r.Read(p) }

// tunnels is a listener that is handed its connections.
type tunnels struct {
	conns  chan net.Conn
	closed chan struct{}
	once   sync.Once
	addr   net.Addr
}

var errTunnelsClosed = errors.New("accept a tunnel: the proxy has ended")

func (t *tunnels) put(c net.Conn) {
	select {
	case t.conns <- c:
	case <-t.closed:
		c.Close()
	}
}

func (t *tunnels) Accept() (net.Conn, error) {
	select {
	case c := <-t.conns:
		return c, nil
	case <-t.closed:
		return nil, errTunnelsClosed
	}
}

func (t *tunnels) Close() error {
	t.once.Do(func() { close(t.closed) })
	return nil
}

func (t *tunnels) Addr() net.Addr { return t.addr }

// authority signs for Discord's hosts.
type authority struct {
	pem   []byte
	certs map[string]tls.Certificate
}

// certificateLife is longer than any test, and starts early for odd clocks.
const certificateLife = 24 * time.Hour

func newAuthority() (*authority, error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, fmt.Errorf("make a key: %w", err)
	}
	root := template(1, "fake Discord")
	root.IsCA, root.BasicConstraintsValid, root.KeyUsage = true, true, x509.KeyUsageCertSign
	der, err := x509.CreateCertificate(rand.Reader, root, root, &key.PublicKey, key)
	if err != nil {
		return nil, fmt.Errorf("sign the root: %w", err)
	}
	a := &authority{pem: pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der}), certs: map[string]tls.Certificate{}}
	for i, host := range []string{apiHost, gatewayHost} {
		leaf := template(int64(i)+2, host)
		leaf.DNSNames, leaf.ExtKeyUsage = []string{host}, []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth}
		der, err := x509.CreateCertificate(rand.Reader, leaf, root, &key.PublicKey, key)
		if err != nil {
			return nil, fmt.Errorf("sign for %q: %w", host, err)
		}
		a.certs[host] = tls.Certificate{Certificate: [][]byte{der}, PrivateKey: key}
	}
	return a, nil
}

func template(serial int64, name string) *x509.Certificate {
	now := time.Now()
	return &x509.Certificate{
		SerialNumber: big.NewInt(serial), Subject: pkix.Name{CommonName: name},
		NotBefore: now.Add(-certificateLife), NotAfter: now.Add(certificateLife),
	}
}

func (a *authority) config(host string) *tls.Config {
	return &tls.Config{Certificates: []tls.Certificate{a.certs[host]}, MinVersion: tls.VersionTLS12, NextProtos: []string{"http/1.1"}}
}
