package fetch

import (
	"bufio"
	"context"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// childURL names the variable that makes the test binary fetch one URL and quit:
// net/http reads the proxy's variables once in a process.
const childURL = "PQCITE_FETCH_TEST_URL"

func fetchAsChild() int {
	err := Fetch(context.Background(), Request{URL: os.Getenv(childURL), Dest: os.Getenv(childURL + "_DEST")})
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return 0
}

func child(t *testing.T, url, dest string, env ...string) (string, error) {
	cmd := exec.CommandContext(t.Context(), os.Args[0])
	cmd.Env = append(env, childURL+"="+url, childURL+"_DEST="+dest)
	out, err := cmd.CombinedOutput()
	return string(out), err
}

func TestProxyOfTheEnvironment(t *testing.T) {
	address, asked := proxyFor(t, document)
	dest := filepath.Join(t.TempDir(), "doc.pdf")
	if out, err := child(t, "http://standards.example/doc.pdf", dest, "HTTP_PROXY=http://"+address); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	if diff := cmp.Diff([]string{"GET http://standards.example/doc.pdf HTTP/1.1"}, asked()); diff != "" {
		t.Errorf("requests of the proxy (-want +got):\n%s", diff)
	}
	if got, err := os.ReadFile(dest); err != nil || string(got) != document {
		t.Errorf("file is %q, %v", got, err)
	}
}

// proxyFor is an HTTP proxy that answers each request itself and records what it
// was asked for.
func proxyFor(t *testing.T, body string) (address string, asked func() []string) {
	var mu sync.Mutex
	var lines []string
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	done := make(chan struct{})
	go func() {
		defer close(done)
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			line, _ := bufio.NewReader(c).ReadString('\n')
			mu.Lock()
			lines = append(lines, strings.TrimSpace(line))
			mu.Unlock()
			c.Write(reply{body: body}.bytes())
			c.Close()
		}
	}()
	t.Cleanup(func() { l.Close(); <-done })
	return l.Addr().String(), func() []string {
		mu.Lock()
		defer mu.Unlock()
		return lines
	}
}
