package fetch

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"strconv"
	"strings"
	"sync"
	"syscall"
)

// ErrInternal is wrapped where a server on the public Internet leads to an address
// that is not on it.
var ErrInternal = errors.New("address is not on the public Internet")

// guard keeps a download that began at a public address from being led to the machine
// itself or its network, by a redirect or by a name that resolves there the next time.
// What a person asks for is their own affair: a download that begins at such an
// address may go to any.
//
// A connection is judged when it is made, by the address that it is made to, so that
// it does not matter how a name resolves, or when. Through a proxy the proxy makes it:
// then only addresses that are written as such and names of local networks are
// refused, and what other names mean is for the proxy to know.
type guard struct {
	internal func(netip.Addr) bool

	mu    sync.Mutex
	begun reach // of the address that the download began at; guarded by mu
}

// reach says where an address lies.
type reach int

const (
	unknown reach = iota
	public
	internal
)

func newGuard() *guard { return &guard{internal: isInternal} }

// closed reports whether internal addresses are refused.
func (g *guard) closed() bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.begun == public
}

// learn notes where the download began. Only the first address counts.
func (g *guard) learn(isInternal bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	switch {
	case g.begun != unknown:
	case isInternal:
		g.begun = internal
	default:
		g.begun = public
	}
}

// admit judges a host by its name, where nobody will judge the connection to it.
func (g *guard) admit(host string) error {
	local := g.namesInternal(host)
	if g.closed() && local {
		return fmt.Errorf("%w: %q", ErrInternal, host)
	}
	g.learn(local)
	return nil
}

// namesInternal reports whether a host is written as an internal address, or named as
// only a local network names it.
func (g *guard) namesInternal(host string) bool {
	if ip, ok := writtenAddress(host); ok {
		return g.internal(ip)
	}
	name := "." + strings.ToLower(strings.TrimSuffix(host, "."))
	for _, suffix := range localNames {
		if strings.HasSuffix(name, suffix) {
			return true
		}
	}
	return !strings.Contains(name[1:], ".")
}

// localNames are the ends of names that no public server has: RFC 6761, section 6.3;
// RFC 6762, section 3; RFC 8375, section 3; ICANN's reservation of "internal".
var localNames = []string{".localhost", ".local", ".home.arpa", ".internal"}

// control refuses a connection to an internal address; see [net.Dialer].
func (g *guard) control(_ context.Context, _, address string, _ syscall.RawConn) error {
	if !g.closed() {
		return nil
	}
	at, err := netip.ParseAddrPort(address)
	if err != nil || g.internal(at.Addr()) {
		return fmt.Errorf("%w: %q", ErrInternal, address)
	}
	return nil
}

// toProxy marks the context of a request that a proxy is asked for.
type toProxy struct{}

// guardedTransport returns a transport with the proxy of the environment whose
// connections the guard judges.
//
// Each request has a connection of its own and HTTP/1, since net/http logs by itself
// what a server sends on an idle connection, and what it does against HTTP/2. The
// header of a response is bounded in bytes.
func guardedTransport(g *guard, dialer net.Dialer) *http.Transport {
	own := http.DefaultTransport.(*http.Transport).Clone()
	own.DisableKeepAlives, own.DisableCompression = true, true
	own.MaxResponseHeaderBytes = maxHeaderBytes
	own.Protocols = new(http.Protocols)
	own.Protocols.SetHTTP1(true)
	own.ForceAttemptHTTP2 = false
	guarded := dialer
	guarded.ControlContext = g.control
	own.DialContext = func(ctx context.Context, network, address string) (net.Conn, error) {
		if ctx.Value(toProxy{}) != nil {
			return patient(dialer.DialContext(ctx, network, address))
		}
		conn, err := guarded.DialContext(ctx, network, address)
		if err == nil {
			at, err := netip.ParseAddrPort(conn.RemoteAddr().String())
			g.learn(err != nil || g.internal(at.Addr()))
		}
		return patient(conn, err)
	}
	return own
}

// maxHeaderBytes bounds the header of a response: far more than servers send, whose
// own bound for requests is 8 to 16 kB.
const maxHeaderBytes = 64 << 10

// patientConn is a connection on which nothing is read before something was written:
// what a server says before it is asked is no answer, and net/http would log it.
type patientConn struct {
	net.Conn
	once  sync.Once
	ready chan struct{} // closed by the first write, or the end
}

func patient(conn net.Conn, err error) (net.Conn, error) {
	if err != nil {
		return nil, err
	}
	return &patientConn{Conn: conn, ready: make(chan struct{})}, nil
}

func (c *patientConn) open() { c.once.Do(func() { close(c.ready) }) }

func (c *patientConn) Read(b []byte) (int, error) {
	<-c.ready
	return c.Conn.Read(b)
}

func (c *patientConn) Write(b []byte) (int, error) {
	defer c.open()
	return c.Conn.Write(b)
}

func (c *patientConn) Close() error {
	defer c.open()
	return c.Conn.Close()
}

// internalRanges are the addresses that lie on no public network: IANA's registries of
// special-purpose addresses (RFC 6890) as of 2026, and site-local addresses (RFC
// 3879). Multicast is among them.
var internalRanges = prefixes("0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12",
	"192.0.0.0/24", "192.0.2.0/24", "192.168.0.0/16", "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24", "224.0.0.0/3",
	"::/128", "::1/128", "64:ff9b:1::/48", "100::/64", "2001::/23", "2001:db8::/32", "3fff::/20", "5f00::/16", "fc00::/7", "fe80::/10",
	"fec0::/10", "ff00::/8")

// embedding are the prefixes of IPv6 addresses that stand for an IPv4 address, and the
// byte at which it begins: the compatible form and NAT64 (RFC 6052), 6to4 (RFC 3056).
// An address that is mapped is the IPv4 address.
var embedding = []struct {
	prefix netip.Prefix
	at     int
}{
	{netip.MustParsePrefix("::/96"), 12},
	{netip.MustParsePrefix("64:ff9b::/96"), 12},
	{netip.MustParsePrefix("2002::/16"), 2},
}

func prefixes(texts ...string) []netip.Prefix {
	out := make([]netip.Prefix, len(texts))
	for i, s := range texts {
		out[i] = netip.MustParsePrefix(s)
	}
	return out
}

// isInternal reports whether an address is that of the machine, of its network, or of
// none.
func isInternal(ip netip.Addr) bool {
	ip = ip.WithZone("").Unmap()
	for _, p := range internalRanges {
		if p.Contains(ip) {
			return true
		}
	}
	for _, e := range embedding {
		if e.prefix.Contains(ip) {
			b := ip.As16()
			return isInternal(netip.AddrFrom4([4]byte(b[e.at : e.at+4])))
		}
	}
	return !ip.IsValid()
}

// writtenAddress reads a host that is an address, in any of the ways in which resolvers
// take one: 127.0.0.1, 127.1, 2130706433, 0x7f.1, 0177.0.0.1, ::1.
func writtenAddress(host string) (netip.Addr, bool) {
	if ip, err := netip.ParseAddr(host); err == nil {
		return ip, true
	}
	parts := strings.Split(strings.TrimSuffix(host, "."), ".")
	if len(parts) > 4 {
		return netip.Addr{}, false
	}
	var all uint64
	for i, part := range parts {
		bits := 8
		if i == len(parts)-1 {
			bits = 8 * (5 - len(parts))
		}
		n, err := strconv.ParseUint(octal(part), 0, bits)
		if err != nil || strings.Contains(part, "_") {
			return netip.Addr{}, false
		}
		all = all<<bits | n
	}
	return netip.AddrFrom4([4]byte{byte(all >> 24), byte(all >> 16), byte(all >> 8), byte(all)}), true
}

// octal keeps a number from being read as one of Go's other forms.
func octal(part string) string {
	if len(part) > 1 && part[0] == '0' && strings.IndexByte("oObB", part[1]) >= 0 {
		return "" // no number
	}
	return part
}
