package discord

import (
	"context"
	"net"
	"slices"
	"sync"
)

// sockets are the open network connections of a gateway.
type sockets struct {
	mu   sync.Mutex
	open []*socket // guarded by mu
}

type socket struct {
	net.Conn
	owner *sockets
}

// dial opens one.
func (s *sockets) dial(ctx context.Context, network, address string) (net.Conn, error) {
	conn, err := new(net.Dialer).DialContext(ctx, network, address)
	if err != nil {
		return nil, err
	}
	k := &socket{conn, s}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.open = append(s.open, k)
	return k, nil
}

// Close closes the socket and forgets it.
func (k *socket) Close() error {
	k.owner.mu.Lock()
	k.owner.open = slices.DeleteFunc(k.owner.open, func(o *socket) bool { return o == k })
	k.owner.mu.Unlock()
	return k.Conn.Close()
}

// close closes all of them, from outside the code that uses them.
func (s *sockets) close() {
	s.mu.Lock()
	open := s.open
	s.open = nil
	s.mu.Unlock()
	for _, k := range open {
		_ = k.Conn.Close() // it is abandoned
	}
}
