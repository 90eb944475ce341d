package fetch

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"log"
	"math"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"go.uber.org/goleak"
)

func TestMain(m *testing.M) {
	if os.Getenv(childURL) != "" {
		os.Exit(fetchAsChild())
	}
	goleak.VerifyTestMain(m)
}

// asked is what a test expects of a request.
type asked struct {
	Path           string // default "/doc"
	Range, IfRange string
}

// reply is a scripted answer, written to the connection as it stands here, true
// or not.
type reply struct {
	want   asked
	status string   // default "200 OK"
	header []string // beside Content-Length
	body   string
	length int // of Content-Length: 0 for that of the body, none for no header
	then   func(net.Conn)
}

// none as a length leaves out Content-Length: the body ends with the connection.
const none = math.MinInt

// server answers requests by a script and fails the test on any other.
type server struct {
	*httptest.Server
	t      *testing.T
	mu     sync.Mutex // guards script
	script []reply
}

func serve(t *testing.T, script ...reply) *server {
	s := &server{t: t, script: script}
	s.Server = httptest.NewServer(s)
	t.Cleanup(func() {
		s.Close()
		if len(s.script) > 0 {
			t.Errorf("%d scripted replies were not asked for", len(s.script))
		}
	})
	return s
}

func (s *server) next() (reply, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.script) == 0 {
		return reply{}, false
	}
	r := s.script[0]
	s.script = s.script[1:]
	return r, true
}

func (s *server) ServeHTTP(w http.ResponseWriter, req *http.Request) {
	r, ok := s.next()
	if !ok {
		s.t.Errorf("request for %s is not in the script", req.URL)
		http.Error(w, "not in the script", http.StatusTeapot)
		return
	}
	s.check(r.want, req)
	conn, _, err := w.(http.Hijacker).Hijack()
	if err != nil {
		s.t.Error(err)
		return
	}
	defer conn.Close()
	if _, err := conn.Write(r.bytes()); err != nil {
		s.t.Errorf("write a reply: %v", err)
	}
	if r.then != nil {
		r.then(conn)
	}
}

func (s *server) check(want asked, req *http.Request) {
	if want.Path == "" {
		want.Path = "/doc"
	}
	got := asked{Path: req.URL.RequestURI(), Range: req.Header.Get("Range"), IfRange: req.Header.Get("If-Range")}
	if diff := cmp.Diff(want, got); diff != "" {
		s.t.Errorf("request (-want +got):\n%s", diff)
	}
	if agent, coding := req.UserAgent(), req.Header.Get("Accept-Encoding"); agent != "pqcite" || coding != "identity" {
		s.t.Errorf("request has User-Agent %q and Accept-Encoding %q, want pqcite and identity", agent, coding)
	}
}

func (r reply) bytes() []byte {
	var b bytes.Buffer
	status := r.status
	if status == "" {
		status = "200 OK"
	}
	fmt.Fprintf(&b, "HTTP/1.1 %s\r\nConnection: close\r\n", status)
	for _, h := range r.header {
		fmt.Fprintf(&b, "%s\r\n", h)
	}
	switch r.length {
	case none:
	case 0:
		fmt.Fprintf(&b, "Content-Length: %d\r\n", len(r.body))
	default:
		fmt.Fprintf(&b, "Content-Length: %d\r\n", r.length)
	}
	b.WriteString("\r\n" + r.body)
	return b.Bytes()
}

// hang keeps the connection open and silent until the client leaves.
func hang(c net.Conn) { io.Copy(io.Discard, c) }

// flood writes until the client leaves.
func flood(c net.Conn) {
	block := bytes.Repeat([]byte("x"), 64<<10)
	for {
		if _, err := c.Write(block); err != nil {
			return
		}
	}
}

// chunked makes a body without a length for HTTP/1.1.
func chunked(body string) string { return fmt.Sprintf("%x\r\n%s\r\n0\r\n\r\n", len(body), body) }

// bench is a client at work in a folder of its own.
type bench struct {
	*client
	dest   string
	sleeps []time.Duration
}

func newBench(t *testing.T) *bench {
	b := &bench{client: newClient(), dest: filepath.Join(t.TempDir(), "doc.pdf")}
	b.random = func() float64 { return 0 }
	b.sleep = func(ctx context.Context, d time.Duration) error {
		b.sleeps = append(b.sleeps, d)
		return ctx.Err()
	}
	return b
}

func (b *bench) get(t *testing.T, req Request) error {
	t.Helper()
	if req.Dest == "" {
		req.Dest = b.dest
	}
	if !strings.Contains(req.URL, "/doc") {
		req.URL += "/doc"
	}
	return b.fetch(t.Context(), req)
}

// files returns the folder as name to content.
func (b *bench) files(t *testing.T) map[string]string {
	t.Helper()
	entries, err := os.ReadDir(filepath.Dir(b.dest))
	if err != nil {
		t.Fatal(err)
	}
	files := make(map[string]string)
	for _, e := range entries {
		if !e.Type().IsRegular() { // a device has no end
			files[e.Name()] = e.Type().String()
			continue
		}
		data, err := os.ReadFile(filepath.Join(filepath.Dir(b.dest), e.Name()))
		if err != nil {
			t.Fatal(err)
		}
		files[e.Name()] = string(data)
	}
	return files
}

func (b *bench) wantFiles(t *testing.T, want map[string]string) {
	t.Helper()
	if diff := cmp.Diff(want, b.files(t)); diff != "" {
		t.Errorf("files (-want +got):\n%s", diff)
	}
}

func itoa(n int) string { return strconv.Itoa(n) }

func contentRangeOf(start, last, total int) string {
	return fmt.Sprintf("Content-Range: bytes %d-%d/%d", start, last, total)
}

func times(r reply, n int) []reply { return slices.Repeat([]reply{r}, n) }

func discardLog() *log.Logger { return log.New(io.Discard, "", 0) }
