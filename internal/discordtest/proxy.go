package discordtest

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"fmt"
	"io"
	"math/big"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"time"
)

// Proxy starts a CONNECT proxy that acts as https://discord.com and
// wss://gateway.discord.gg for an unmodified program. It returns the additional
// environment for the program: the proxy, and the certificate to trust.
func (s *Server) Proxy() []string {
	s.tb.Helper()
	file := filepath.Join(s.tb.TempDir(), "discord.pem")
	cert, err := newCertificate(file)
	if err != nil {
		s.tb.Fatalf("start the proxy: %v", err)
	}
	listen := func() net.Listener {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			s.tb.Fatalf("start the proxy: %v", err)
		}
		return l
	}
	discord, proxy := listen(), listen()
	inner := s.serveOn(tls.NewListener(discord, &tls.Config{Certificates: []tls.Certificate{cert}}), "wss://"+gatewayHost)
	outer := &http.Server{
		Handler:           http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { s.connect(w, r, discord.Addr().String()) }),
		ReadHeaderTimeout: time.Minute, ErrorLog: s.errorLog(),
	}
	s.running.Go(func() { outer.Serve(proxy) })
	s.onEnd(func() { outer.Close(); inner.Close() })
	address := "http://" + proxy.Addr().String()
	return []string{"HTTPS_PROXY=" + address, "https_proxy=" + address, "NO_PROXY=", "no_proxy=", "SSL_CERT_FILE=" + file}
}

// connect joins a tunnel to one of Discord's hosts with the server.
func (s *Server) connect(w http.ResponseWriter, r *http.Request, to string) {
	if r.Method != http.MethodConnect || r.Host != apiHost+":443" && r.Host != gatewayHost+":443" {
		s.violate(ruleHost, r.Method+" "+r.Host, "only %s and %s are here, through CONNECT to port 443", apiHost, gatewayHost)
		http.Error(w, "not Discord", http.StatusForbidden)
		return
	}
	server, err := net.Dial("tcp", to)
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadGateway)
		return
	}
	client, read, err := http.NewResponseController(w).Hijack()
	if err != nil {
		server.Close()
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	io.WriteString(client, "HTTP/1.1 200 Connection established\r\n\r\n")
	s.running.Go(func() { io.Copy(server, read); server.Close() })
	s.running.Go(func() { io.Copy(client, server); client.Close() })
}

// certificateLife is longer than any test, and starts early for odd clocks.
const certificateLife = 24 * time.Hour

// newCertificate makes a certificate for Discord's hosts, which is its own authority, and
// writes it to a file.
func newCertificate(file string) (tls.Certificate, error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return tls.Certificate{}, fmt.Errorf("make a key: %w", err)
	}
	now := time.Now()
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), NotBefore: now.Add(-certificateLife), NotAfter: now.Add(certificateLife),
		DNSNames: []string{apiHost, gatewayHost}, IsCA: true, BasicConstraintsValid: true,
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	if err != nil {
		return tls.Certificate{}, fmt.Errorf("sign the certificate: %w", err)
	}
	if err := os.WriteFile(file, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der}), 0o600); err != nil {
		return tls.Certificate{}, err
	}
	return tls.Certificate{Certificate: [][]byte{der}, PrivateKey: key}, nil
}
