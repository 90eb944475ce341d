package fetch

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"
)

func TestIsInternal(t *testing.T) {
	tests := map[bool][]string{
		true: {
			"127.0.0.1", "127.255.0.9", "0.0.0.0", "0.1.2.3", "10.0.0.1", "172.16.0.1", "172.31.255.255", "192.168.1.1", "169.254.169.254", "100.64.0.1",
			"100.127.255.255", "192.0.0.8", "198.18.0.1", "224.0.0.1", "240.0.0.1", "255.255.255.255", "::", "::1", "::ffff:127.0.0.1", "::ffff:10.0.0.1",
			"::7f00:1", "64:ff9b::127.0.0.1", "64:ff9b::a00:1", "64:ff9b:1::1", "2002:7f00:1::", "2002:c0a8:101::1", "fe80::1%eth0", "fc00::1", "fd12::1", "fec0::1", "ff02::1",
			"2001:db8::1", "2001::1",
		},
		false: {
			"129.6.13.49", "1.1.1.1", "100.63.255.255", "100.128.0.1", "172.32.0.1", "198.20.0.1", "2610:20:6005:13::49", "64:ff9b::8106:d31", "2002:8106:d31::1",
			"::ffff:129.6.13.49", "2600::1",
		},
	}
	for want, addresses := range tests {
		for _, a := range addresses {
			if got := isInternal(netip.MustParseAddr(a)); got != want {
				t.Errorf("%s is internal: %v, want %v", a, got, want)
			}
		}
	}
	if !isInternal(netip.Addr{}) {
		t.Error("no address is public")
	}
}

func TestNamesInternal(t *testing.T) {
	g := &guard{internal: isInternal}
	for want, hosts := range map[bool][]string{
		true: {"localhost", "LOCALHOST.", "a.localhost", "printer.local", "Printer.Local.", "router", "db.internal", "nas.home.arpa", "127.1", "127.0.0.1.", "2130706433",
			"0x7f000001", "0x7f.1", "0177.0.0.1", "017700000001", "10.1", "::1", "192.168.257", "0", "", "1..2", "256.1.1.1", "0x81060d31"},
		false: {"csrc.nist.gov", "nist.gov.", "local.example", "129.6.13.49", "1.1.1.1.example", "localhost.example"},
	} {
		for _, host := range hosts {
			if got := g.namesInternal(host); got != want {
				t.Errorf("%q is internal: %v, want %v", host, got, want)
			}
		}
	}
}

// guarded makes 127.0.0.2 and the rest of its network internal and 127.0.0.1 public, so
// that both have servers.
func (b *bench) guarded() {
	b.internal = func(ip netip.Addr) bool { return ip.Unmap() != netip.MustParseAddr("127.0.0.1") && isInternal(ip) }
}

// serveAt is serve at an address of the machine.
func serveAt(t *testing.T, address string, script ...reply) *server {
	t.Helper()
	l, err := net.Listen("tcp", address+":0")
	if err != nil {
		t.Skipf("no server can be at %s: %v", address, err)
	}
	s := &server{t: t, script: script}
	s.Server = &httptest.Server{Listener: l, Config: &http.Server{Handler: s}}
	s.Start()
	t.Cleanup(s.Close)
	return s
}

func redirectTo(location string) reply {
	return reply{status: "302 Found", header: []string{"Location: " + location}}
}

// TestRedirectInside: a server at a public address can't lead to the machine or its
// network, however the way there is written; one that is inside can.
func TestRedirectInside(t *testing.T) {
	inside := serveAt(t, "127.0.0.2") // must not be asked
	port := inside.Listener.Addr().(*net.TCPAddr).Port
	names := serveNames(t, map[string][]string{"inside.example.": {"127.0.0.2"}, "0x7f000002.": {"127.0.0.2"}, "printer.local.": {"127.0.0.2"}, "mapped.example.": {"::ffff:127.0.0.2"}})
	for _, host := range []string{"127.0.0.2", "[::ffff:127.0.0.2]", "inside.example", "0x7f000002", "printer.local", "mapped.example"} {
		t.Run(host, func(t *testing.T) {
			s := serve(t, redirectTo(fmt.Sprintf("http://%s:%d/doc?token=secret", host, port)))
			b := newBench(t)
			b.guarded()
			b.dialer.Resolver = names
			err := b.get(t, Request{URL: s.URL})
			wantError(t, err, errInternal, "address is not on the public Internet")
			if len(b.sleeps) > 0 || strings.Contains(err.Error(), "secret") {
				t.Errorf("%v, tried %d more times", err, len(b.sleeps))
			}
		})
	}
	t.Run("from inside", func(t *testing.T) {
		end := serveAt(t, "127.0.0.3", reply{body: document})
		s := serveAt(t, "127.0.0.2", redirectTo(end.URL+"/doc"))
		b := newBench(t)
		b.guarded()
		if err := b.get(t, Request{URL: s.URL}); err != nil {
			t.Error(err)
		}
	})
	t.Run("and out again", func(t *testing.T) {
		inner := serveAt(t, "127.0.0.2")
		s := serve(t, redirectTo("/doc/2"), reply{want: asked{Path: "/doc/2"}, status: "307 Temporary Redirect", header: []string{"Location: " + inner.URL}})
		b := newBench(t)
		b.guarded()
		err := b.get(t, Request{URL: s.URL})
		wantError(t, err, errInternal)
	})
}

// TestNameMoves: a name that resolves to another address at the second attempt leads
// nowhere else than at the first.
func TestNameMoves(t *testing.T) {
	s := serve(t, reply{status: "503 Service Unavailable"})
	port := s.Listener.Addr().(*net.TCPAddr).Port
	b := newBench(t)
	b.guarded()
	b.dialer.Resolver = serveNames(t, map[string][]string{"moves.example.": {"127.0.0.1", "127.0.0.2"}})
	err := b.get(t, Request{URL: fmt.Sprintf("http://moves.example:%d", port)})
	wantError(t, err, errInternal)
	if len(b.sleeps) != 1 {
		t.Errorf("%d further attempts, want one", len(b.sleeps))
	}
}

// TestRedirectThroughProxy: what a proxy is asked for is judged by its name.
func TestRedirectThroughProxy(t *testing.T) {
	for _, target := range []string{"http://169.254.169.254/latest", "http://[::1]/", "http://localhost:8080/", "http://0x7f.1/", "http://nas.local/", "http://router/"} {
		proxy := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.URL.Host != "standards.example" {
				t.Errorf("the proxy is asked for %s", r.URL)
			}
			w.Header().Set("Location", target)
			w.WriteHeader(http.StatusFound)
		}))
		at, err := url.Parse(proxy.URL)
		if err != nil {
			t.Fatal(err)
		}
		b := newBench(t)
		b.transport = func(own *http.Transport) { own.Proxy = http.ProxyURL(at) }
		err = b.get(t, Request{URL: "http://standards.example"})
		wantError(t, err, errInternal)
		proxy.Close()
	}
}

// serveNames is a resolver that asks a server of names which gives the addresses of a
// name in turn, the last one from then on.
func serveNames(t *testing.T, names map[string][]string) *net.Resolver {
	t.Helper()
	c, err := net.ListenPacket("udp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	done := make(chan struct{})
	go func() {
		defer close(done)
		given := make(map[string]int)
		buf := make([]byte, 1500)
		for {
			n, from, err := c.ReadFrom(buf)
			if err != nil {
				return
			}
			c.WriteTo(nameReply(buf[:n], names, given), from)
		}
	}()
	t.Cleanup(func() { c.Close(); <-done })
	return &net.Resolver{PreferGo: true, Dial: func(ctx context.Context, _, _ string) (net.Conn, error) {
		return new(net.Dialer).DialContext(ctx, "udp", c.LocalAddr().String())
	}}
}

// nameReply answers one question (RFC 1035, section 4.1).
func nameReply(query []byte, names map[string][]string, given map[string]int) []byte {
	var name strings.Builder
	at := 12
	for at < len(query) && query[at] != 0 {
		name.Write(query[at+1 : at+1+int(query[at])])
		name.WriteByte('.')
		at += 1 + int(query[at])
	}
	end := at + 5
	kind := query[at+2]
	out := append([]byte(nil), query[:end]...)
	out[2], out[3] = 0x84, 0 // an authoritative answer
	for i := 6; i < 12; i++ {
		out[i] = 0
	}
	addresses := names[name.String()]
	if len(addresses) == 0 {
		out[3] = 3 // there is no such name
		return out
	}
	ip := netip.MustParseAddr(addresses[min(given[name.String()], len(addresses)-1)])
	if ip.Is4() != (kind == 1) {
		return out
	}
	given[name.String()]++
	data := ip.AsSlice()
	out[7] = 1
	out = append(out, 0xC0, 12, 0, kind, 0, 1, 0, 0, 0, 0, 0, byte(len(data)))
	return append(out, data...)
}

// TestRedirectForwardsNobody: who a person is goes to the server that they named, and
// what a server says of them goes nowhere.
func TestRedirectForwardsNobody(t *testing.T) {
	var mu sync.Mutex
	seen := map[string]string{}
	note := func(next string) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) {
			mu.Lock()
			seen[r.URL.Path] = r.Header.Get("Authorization")
			mu.Unlock()
			if r.URL.Path == "/doc" {
				http.Redirect(w, r, "/doc/same", http.StatusFound)
			} else if next != "" {
				http.Redirect(w, r, next, http.StatusFound)
			} else {
				io.WriteString(w, document)
			}
		}
	}
	other := httptest.NewServer(note(""))
	defer other.Close()
	s := httptest.NewServer(note(strings.Replace(other.URL, "http://", "http://eve:secret@", 1) + "/doc/other"))
	defer s.Close()
	b := newBench(t)
	if err := b.get(t, Request{URL: strings.Replace(s.URL, "http://", "http://alice:secret@", 1)}); err != nil {
		t.Fatal(err)
	}
	if seen["/doc"] == "" || seen["/doc/same"] != seen["/doc"] || seen["/doc/other"] != "" {
		t.Errorf("authorizations: %q", seen)
	}
}

// TestTimeout: a server that sends a byte now and then, and one that asks to come back
// later for ever, end with the timeout. What has come stays to be gone on from.
func TestTimeout(t *testing.T) {
	t.Run("drip", func(t *testing.T) {
		drip := func(c net.Conn) {
			for {
				if _, err := c.Write([]byte("x")); err != nil {
					return
				}
				time.Sleep(time.Millisecond)
			}
		}
		s := serve(t, reply{header: []string{etag}, body: document[:10], length: 1 << 20, then: drip})
		b := newBench(t)
		b.timeout = 100 * time.Millisecond
		err := b.get(t, Request{URL: s.URL, SHA256: hashOf(document)})
		wantError(t, err, errTimeout, "download takes too long: more than 100ms")
		if kept := b.files(t)["doc.pdf.part"]; !strings.HasPrefix(kept, document[:10]) {
			t.Errorf("of what came %q is kept", kept)
		}
	})
	t.Run("later, and later", func(t *testing.T) {
		s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusServiceUnavailable) }))
		defer s.Close()
		b := newBench(t)
		b.sleep, b.attempts, b.backoff, b.backoffMax, b.timeout = sleep, 1<<30, time.Millisecond, time.Millisecond, 100*time.Millisecond
		err := b.get(t, Request{URL: s.URL})
		wantError(t, err, errTimeout)
	})
	t.Run("somebody else's end comes first", func(t *testing.T) {
		s := serve(t, reply{length: 10, then: hang})
		b := newBench(t)
		ctx, cancel := context.WithCancel(t.Context())
		time.AfterFunc(20*time.Millisecond, cancel)
		err := b.fetch(ctx, Request{URL: s.URL + "/doc", Dest: b.dest})
		if !errors.Is(err, context.Canceled) || errors.Is(err, errTimeout) {
			t.Errorf("ends with %v", err)
		}
	})
}

func TestHeaderBound(t *testing.T) {
	s := serve(t, times(reply{header: []string{"X-Long: " + strings.Repeat("x", 2*maxHeaderBytes)}, body: document}, 2)...)
	b := newBench(t)
	b.attempts = 2
	err := b.get(t, Request{URL: s.URL})
	wantError(t, err, nil, "give up after 2 attempts", "response headers exceeded")
}
