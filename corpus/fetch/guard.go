package fetch

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
)

// errInternal is wrapped where a server on the public Internet leads to an address that is not
// on it.
var errInternal = errors.New("address is not on the public Internet")

// guard keeps a download that began at a public address from being led to the machine itself
// or its network, by a redirect or by a name that resolves there the next time. One that begins
// at such an address may go to any: what people ask for is their own affair.
//
// A connection is judged when it is made, by the address that it is made to, so that it does
// not matter how a name resolves, or when. Through a proxy the proxy makes it: then only
// addresses that are written as such and names of local networks are refused, and what other
// names mean is for the proxy to know.
type guard struct {
	internal func(netip.Addr) bool
	begun    atomic.Int32 // where the download began: a reach
	proxies  sync.Map     // the addresses of proxies, to which connections are not judged
}

// reach says where an address lies.
type reach = int32

const (
	unknown reach = iota
	public
	internal
)

// begin notes where the download begins. Only the first address counts.
func (g *guard) begin(isInternal bool) {
	at := public
	if isInternal {
		at = internal
	}
	g.begun.CompareAndSwap(unknown, at)
}

// refuse refuses an internal address in a download that began at a public one.
func (g *guard) refuse(isInternal bool, address string) error {
	if isInternal && g.begun.Load() == public {
		return fmt.Errorf("%w: %q", errInternal, address)
	}
	return nil
}

// isInternal judges an address with a port.
func (g *guard) isInternal(address string) bool {
	at, err := netip.ParseAddrPort(address)
	return err != nil || g.internal(at.Addr())
}

// localNames are the ends of names that no public server has: RFC 6761, section 6.3;
// RFC 6762, section 3; RFC 8375, section 3; ICANN's reservation of "internal".
var localNames = []string{".localhost", ".local", ".home.arpa", ".internal"}

// namesInternal reports whether a host is written as an internal address, or named as only a
// local network names it. No top-level domain starts with a digit: a name that ends in a number
// is an address in a form such as 127.1 or 0x7f000001, which resolvers take.
func (g *guard) namesInternal(host string) bool {
	if ip, err := netip.ParseAddr(strings.TrimSuffix(host, ".")); err == nil {
		return g.internal(ip)
	}
	name := "." + strings.ToLower(strings.TrimSuffix(host, "."))
	last := name[strings.LastIndexByte(name, '.')+1:]
	return len(last) == len(name)-1 || last[0] >= '0' && last[0] <= '9' ||
		slices.ContainsFunc(localNames, func(end string) bool { return strings.HasSuffix(name, end) })
}

// proxy is the proxy of the environment for a request. What a proxy is asked for is judged by
// its name.
func (g *guard) proxy(of func(*http.Request) (*url.URL, error), req *http.Request) (*url.URL, error) {
	at, err := of(req)
	if err != nil {
		return nil, errProxy
	}
	if at == nil {
		return nil, nil
	}
	port := at.Port()
	if port == "" {
		port = map[string]string{"http": "80", "https": "443"}[at.Scheme]
	}
	if port == "" {
		port = "1080" // SOCKS
	}
	g.proxies.Store(net.JoinHostPort(at.Hostname(), port), true)
	host := req.URL.Hostname()
	local := g.namesInternal(host)
	err = g.refuse(local, host)
	g.begin(local)
	return at, err
}

// maxHeaderBytes bounds the header of a response: far more than servers send, whose own bound
// for requests is 8 to 16 kB.
const maxHeaderBytes = 64 << 10

// guardedTransport returns a transport with the proxy of the environment whose connections,
// one for each request, a guard judges.
func (c *client) guardedTransport() *http.Transport {
	g := &guard{internal: c.internal}
	t := http.DefaultTransport.(*http.Transport).Clone()
	t.DisableKeepAlives, t.DisableCompression, t.MaxResponseHeaderBytes = true, true, maxHeaderBytes
	c.transport(t)
	of := t.Proxy
	t.Proxy = func(req *http.Request) (*url.URL, error) { return g.proxy(of, req) }
	plain, guarded := c.dialer, c.dialer
	plain.Timeout, guarded.Timeout = c.stall, c.stall
	guarded.ControlContext = func(_ context.Context, _, address string, _ syscall.RawConn) error {
		return g.refuse(g.isInternal(address), address)
	}
	t.DialContext = func(ctx context.Context, network, address string) (net.Conn, error) {
		if _, ok := g.proxies.Load(address); ok {
			return plain.DialContext(ctx, network, address)
		}
		conn, err := guarded.DialContext(ctx, network, address)
		if err == nil {
			g.begin(g.isInternal(conn.RemoteAddr().String()))
		}
		return conn, err
	}
	return t
}

// internalRanges are the addresses that lie on no public network: IANA's registries of
// special-purpose addresses (RFC 6890) as of 2026, and site-local addresses (RFC
// 3879). Multicast is among them.
var internalRanges = prefixes("0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12",
	"192.0.0.0/24", "192.0.2.0/24", "192.168.0.0/16", "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24", "224.0.0.0/3",
	"::/128", "::1/128", "64:ff9b:1::/48", "100::/64", "2001::/23", "2001:db8::/32", "3fff::/20", "5f00::/16", "fc00::/7", "fe80::/10",
	"fec0::/10", "ff00::/8")

// embedding are the prefixes of IPv6 addresses that contain an IPv4 address, and the
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
