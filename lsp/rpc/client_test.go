package rpc_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"os"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"go.uber.org/goleak"

	"github.com/pqcite/pqcite/lsp/rpc"
)

// patience bounds every wait of the tests: beyond it something hangs.
const patience = 20 * time.Second

// functions make a rpc.Handler of two functions; nil ones do nothing.
type functions struct {
	notification func(ctx context.Context, method string, params json.RawMessage)
	request      func(ctx context.Context, method string, params json.RawMessage) (rpc.Run, error)
}

func (f functions) Notification(ctx context.Context, method string, params json.RawMessage) {
	if f.notification != nil {
		f.notification(ctx, method, params)
	}
}

func (f functions) Request(ctx context.Context, method string, params json.RawMessage) (rpc.Run, error) {
	if f.request != nil {
		return f.request(ctx, method, params)
	}
	return echo(ctx, method, params)
}

// echo answers "echo" with its params and knows no other method.
func echo(_ context.Context, method string, params json.RawMessage) (rpc.Run, error) {
	if method != "echo" {
		return nil, &rpc.Error{Code: rpc.CodeMethodNotFound, Message: "unknown method"}
	}
	return func(context.Context) (any, error) {
		if params == nil {
			return nil, nil
		}
		return params, nil
	}, nil
}

// wire is a kind of connection: the server's end, and the client's two.
type wire func(t testing.TB) (server io.ReadWriteCloser, in io.WriteCloser, out io.ReadCloser)

func netPipe(testing.TB) (io.ReadWriteCloser, io.WriteCloser, io.ReadCloser) {
	server, client := net.Pipe()
	return server, client, client
}

func osPipes(t testing.TB) (io.ReadWriteCloser, io.WriteCloser, io.ReadCloser) {
	t.Helper()
	stdin, in, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	out, stdout, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	return rpc.Join(stdin, stdout), in, out
}

// client is the other end of a connection. It writes what it is told to, and reads
// frames strictly.
type client struct {
	t    testing.TB
	conn *rpc.Conn
	in   io.WriteCloser
	out  io.ReadCloser
	log  *log
	read chan string // messages in canonical form, until the server has closed its end
	lazy sync.Once
}

// connect serves h over a wire until the end of the test, and checks then that no
// goroutine is left.
func connect(t testing.TB, w wire, limits rpc.Limits, handler func(*rpc.Conn) rpc.Handler) *client {
	t.Helper()
	present := goleak.IgnoreCurrent()
	c := open(t, w, limits, handler)
	t.Cleanup(func() {
		c.close()
		goleak.VerifyNone(t, present)
	})
	return c
}

func open(t testing.TB, w wire, limits rpc.Limits, handler func(*rpc.Conn) rpc.Handler) *client {
	t.Helper()
	server, in, out := w(t)
	c := &client{t: t, in: in, out: out, log: &log{}, read: make(chan string)}
	c.conn = rpc.Connect(context.Background(), server, limits, slog.New(slog.NewTextHandler(c.log, nil)), handler)
	return c
}

func (c *client) close() {
	c.t.Helper()
	if err := c.conn.Close(); err != nil {
		c.t.Errorf("Close: %v", err)
	}
	c.in.Close()
	c.lazy.Do(func() { close(c.read) })
	for range c.read { // the reader may wait for somebody to take a message
	}
	c.out.Close()
}

func serving(h rpc.Handler) func(*rpc.Conn) rpc.Handler {
	return func(*rpc.Conn) rpc.Handler { return h }
}

// frame is a message as it stands on the wire.
func frame(body string) string { return fmt.Sprintf("Content-Length: %d\r\n\r\n%s", len(body), body) }

func (c *client) write(raw string) {
	c.t.Helper()
	if _, err := io.WriteString(c.in, raw); err != nil {
		c.t.Fatalf("write %.100q: %v", raw, err)
	}
}

func (c *client) send(bodies ...string) {
	c.t.Helper()
	for _, body := range bodies {
		c.write(frame(body))
	}
}

// start reads on, from the first call.
func (c *client) start() {
	c.lazy.Do(func() {
		go func() {
			defer close(c.read)
			in := bufio.NewReader(c.out)
			for {
				body, err := readFrame(in)
				if err != nil {
					if errors.Is(err, errFrame) {
						c.t.Error(err)
					}
					return
				}
				c.read <- canonical(c.t, body)
			}
		}()
	})
}

// next is the next message from the server.
func (c *client) next() string {
	c.t.Helper()
	c.start()
	select {
	case m, ok := <-c.read:
		if !ok {
			c.t.Fatalf("connection has ended: %v", c.conn.Err())
		}
		return m
	case <-time.After(patience):
		c.t.Fatal("no message from the server")
	}
	return ""
}

// expect compares the next messages, in any form of JSON, in this order.
func (c *client) expect(want ...string) {
	c.t.Helper()
	for _, w := range want {
		if diff := cmp.Diff(canonical(c.t, []byte(w)), c.next()); diff != "" {
			c.t.Fatalf("message (-want +got):\n%s", diff)
		}
	}
}

// settle proves that everything before it has been answered, and nothing else.
func (c *client) settle() {
	c.t.Helper()
	c.send(`{"jsonrpc":"2.0","id":"settled","method":"echo"}`)
	c.expect(`{"jsonrpc":"2.0","id":"settled","result":null}`)
}

func (c *client) waitDone() {
	c.t.Helper()
	await(c.t, c.conn.Done(), "the connection to end")
}

func await[T any](t testing.TB, ch <-chan T, what string) (v T) {
	t.Helper()
	select {
	case v = <-ch:
	case <-time.After(patience):
		t.Fatalf("waited in vain for %s", what)
	}
	return v
}

var errFrame = errors.New("server wrote a bad frame")

// readFrame takes frames in the one form that all clients take.
func readFrame(in *bufio.Reader) ([]byte, error) {
	line, err := in.ReadString('\n')
	if err != nil {
		return nil, err
	}
	digits, ok := strings.CutPrefix(strings.TrimSuffix(line, "\r\n"), "Content-Length: ")
	n, err := strconv.Atoi(digits)
	if !ok || err != nil {
		return nil, fmt.Errorf("%w: header %q", errFrame, line)
	}
	body := make([]byte, n+2)
	if _, err := io.ReadFull(in, body); err != nil {
		return nil, err
	}
	if !bytes.HasPrefix(body, []byte("\r\n")) || !json.Valid(body[2:]) || !utf8.Valid(body) {
		return nil, fmt.Errorf("%w: %q", errFrame, body)
	}
	return body[2:], nil
}

// canonical is JSON with sorted members.
func canonical(t testing.TB, body []byte) string {
	var v any
	dec := json.NewDecoder(bytes.NewReader(body))
	dec.UseNumber()
	if err := dec.Decode(&v); err != nil {
		t.Errorf("decode %q: %v", body, err)
	}
	out, err := json.Marshal(v)
	if err != nil {
		t.Error(err)
	}
	return string(out)
}

func failure(id string, code int64, message string) string {
	return fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"error":{"code":%d,"message":%q}}`, id, code, message)
}

// log keeps what was logged.
type log struct {
	mu   sync.Mutex
	text strings.Builder
}

func (l *log) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(p)
}

func (l *log) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}

// prefixed gives bytes back that were read ahead.
type prefixed struct {
	ahead []byte
	io.ReadCloser
}

func (p prefixed) reader() io.ReadCloser {
	return struct {
		io.Reader
		io.Closer
	}{io.MultiReader(bytes.NewReader(p.ahead), p.ReadCloser), p.ReadCloser}
}
