package main

import (
	"bytes"
	"context"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/pqcite/pqcite/corpus/standards"
)

// pullFrom runs `corpus pull` against a server and returns its exit code and
// what it printed.
func pullFrom(t *testing.T, home, server string, args ...string) (code int, out, errs string) {
	t.Helper()
	var stdout, stderr bytes.Buffer
	args = append([]string{"--home", home, "corpus", "pull", "--from", server}, args...)
	code = run(context.Background(), args, streams{in: strings.NewReader(""), out: &stdout, err: &stderr})
	return code, stdout.String(), stderr.String()
}

// TestPull downloads the real files from a local server that cuts the first
// connection of each, and refuses one that sends another file.
func TestPull(t *testing.T) {
	dir := os.Getenv(corpusEnv)
	if dir == "" {
		t.Skipf("set %s to the folder with the six official PDF files to run this test", corpusEnv)
	}
	var requests atomic.Int64
	files := http.FileServer(http.Dir(dir))
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if requests.Add(1) == 1 {
			http.ServeFile(&cutting{ResponseWriter: w, left: 100_000}, r, filepath.Join(dir, filepath.Base(r.URL.Path)))
			return
		}
		files.ServeHTTP(w, r)
	}))
	defer server.Close()
	home := t.TempDir()
	code, out, errs := pullFrom(t, home, server.URL)
	if code != 0 || !strings.Contains(out, "6 documents, 309 pages") {
		t.Fatalf("exit code %d\n%s\n%s", code, out, errs)
	}
	if n := requests.Load(); n != 7 {
		t.Errorf("%d requests, want one for each file and one to resume", n)
	}
	code, out, errs = pullFrom(t, home, server.URL, "fips203")
	if code != 0 || !strings.Contains(out, "nothing changed") {
		t.Errorf("second pull: exit code %d\n%s\n%s", code, out, errs)
	}
}

func TestPullRefusesAnotherFile(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Write([]byte("%PDF-1.7\nanother file altogether\n%%EOF\n"))
	}))
	defer server.Close()
	home := t.TempDir()
	code, out, errs := pullFrom(t, home, server.URL, "IR 8545")
	if code != exitError || !strings.Contains(errs, "--accept-new") {
		t.Errorf("exit code %d\n%s\n%s", code, out, errs)
	}
	left, err := filepath.Glob(filepath.Join(home, "*", "*"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range left {
		if strings.HasSuffix(name, ".pdf") {
			t.Errorf("%s was kept", name)
		}
	}
}

func TestPullKnowsItsDocuments(t *testing.T) {
	for _, s := range standards.Documents() {
		for _, name := range []string{s.ID, s.Label, strings.ToLower(strings.ReplaceAll(s.Label, " ", ""))} {
			got, err := chooseStandards([]string{name})
			if err != nil || len(got) != 1 || got[0].ID != s.ID {
				t.Errorf("chooseStandards(%q) = %v, %v", name, got, err)
			}
		}
	}
}

// cutting is a response that ends the connection after some bytes.
type cutting struct {
	http.ResponseWriter
	left int
}

func (c *cutting) Write(p []byte) (int, error) {
	if c.left -= len(p); c.left < 0 {
		panic(http.ErrAbortHandler)
	}
	return c.ResponseWriter.Write(p)
}
