package fetch

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestFetchRefuses has errors that end a download: the old file must stand as it
// was.
func TestFetchRefuses(t *testing.T) {
	const page = "\n<!-- x --><!DOCTYPE html><title>Sign in</title>"
	html := "Content-Type: text/html; charset=utf-8"
	other := "%PDF-2.0 another document, of the very same length"
	tests := []struct {
		name   string
		req    Request
		script []reply
		is     error
		says   string
	}{
		{"404", Request{}, []reply{{status: "404 Not Found", body: "no"}}, nil, "server answered 404 Not Found"},
		{"status without a name", Request{}, []reply{{status: "499 Odd"}}, nil, "server answered 499"},
		{"304", Request{}, []reply{{status: "304 Not Modified"}}, nil, "server answered 304"},
		{"416 unasked", Request{}, []reply{{status: "416 Range Not Satisfiable"}}, nil, "server answered 416"},
		{"web page", Request{}, []reply{{header: []string{html}, body: page}}, ErrNotDocument, `content type "text/html; charset=utf-8"`},
		{"web page under a false type", Request{}, []reply{{header: []string{"Content-Type: application/pdf"}, body: page}}, ErrNotDocument, `content type "application/pdf"`},
		{"web page without an end", Request{}, []reply{{header: []string{html}, body: page + strings.Repeat("x", 600), length: none, then: hang}}, ErrNotDocument, "web page"},
		{"web page, pinned", Request{SHA256: hashOf(document)}, []reply{{header: []string{html}, body: page}}, ErrNotDocument, "web page"},
		{"nothing", Request{}, []reply{{}}, ErrNotDocument, "the server sent nothing"},
		{"other bytes", Request{SHA256: hashOf(document)}, []reply{{body: other}}, ErrHashMismatch, "want SHA-256 " + hashOf(document) + ", got " + hashOf(other)},
		{"longer than announced", Request{SHA256: hashOf(document)}, []reply{{body: document, length: 20}}, ErrHashMismatch, hashOf(document[:20])},
		{"other bytes, twice", Request{SHA256: hashOf(document)}, []reply{
			{header: []string{etag}, body: document[:20], length: len(document)},
			{want: rest(20).want, status: "206 Partial Content", header: []string{contentRangeOf(20, 47, 48)}, body: strings.Repeat("x", 28)},
			{body: other},
		}, ErrHashMismatch, hashOf(other)},
		{"too large, announced", Request{MaxBytes: 10}, []reply{{body: document}}, ErrTooLarge, "more than 10 bytes"},
		{"too large, unannounced", Request{MaxBytes: 10}, []reply{{body: document, length: none}}, ErrTooLarge, "more than 10 bytes"},
		{"endless", Request{MaxBytes: 1 << 20}, []reply{{length: none, then: flood}}, ErrTooLarge, "more than 1048576 bytes"},
		{"compressed", Request{}, []reply{{header: []string{"Content-Encoding: gzip"}, body: document}}, nil, `compressed ("gzip") unasked`},
		{"redirect to nowhere", Request{}, []reply{{status: "302 Found"}}, nil, "without saying where"},
		{"redirect to another protocol", Request{}, []reply{{status: "302 Found", header: []string{"Location: ftp://example.org/doc"}}}, ErrURL, `scheme "ftp"`},
		{"redirect to a file", Request{}, []reply{{status: "302 Found", header: []string{"Location: file:///doc"}}}, ErrURL, `scheme "file"`},
		{"redirect to a malformed URL", Request{}, []reply{{status: "302 Found", header: []string{"Location: http://u:secret@[::1/"}}}, ErrURL, "malformed"},
		{"redirect in a loop", Request{}, times(reply{status: "301 Moved Permanently", header: []string{"Location: /doc?token=secret"}}, 11), nil, "stop after 10 redirects"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := serve(t, tt.script...)
			b := newBench(t)
			write(t, b.dest, "old")
			tt.req.URL = strings.Replace(s.URL, "http://", "http://user:secret@", 1) + "/doc?token=secret"
			for i := range s.script {
				if s.script[i].want.Path == "" {
					s.script[i].want.Path = "/doc?token=secret"
				}
			}
			_, err := b.get(t, tt.req)
			wantError(t, err, tt.is, `fetch "`+s.URL+`/doc": `, tt.says)
			if strings.Contains(err.Error(), "secret") {
				t.Errorf("error %q tells a secret", err)
			}
			b.wantFiles(t, map[string]string{"doc.pdf": "old"})
		})
	}
}

func TestFetchErrorTypes(t *testing.T) {
	s := serve(t, reply{status: "403 Forbidden"}, reply{body: "other"})
	b := newBench(t)
	_, err := b.get(t, Request{URL: s.URL})
	var status *StatusError
	if !errors.As(err, &status) || status.Code != http.StatusForbidden {
		t.Errorf("error %v is no StatusError of 403", err)
	}
	_, err = b.get(t, Request{URL: s.URL, SHA256: hashOf(document)})
	var hash *HashError
	if !errors.As(err, &hash) {
		t.Fatalf("error %v is no HashError", err)
	}
	if diff := cmp.Diff(HashError{Want: hashOf(document), Got: hashOf("other")}, *hash); diff != "" {
		t.Errorf("hashes (-want +got):\n%s", diff)
	}
}

func TestFetchBadRequests(t *testing.T) {
	dir := t.TempDir()
	dest := filepath.Join(dir, "doc")
	tests := []struct {
		name string
		req  Request
		is   error
		says string
	}{
		{"no URL", Request{Dest: dest}, ErrURL, `scheme ""`},
		{"ftp", Request{URL: "ftp://example.org/x", Dest: dest}, ErrURL, `scheme "ftp"`},
		{"file", Request{URL: "file:///etc/hosts", Dest: dest}, ErrURL, `scheme "file"`},
		{"path", Request{URL: "doc.pdf", Dest: dest}, ErrURL, `scheme ""`},
		{"no host", Request{URL: "https:///x", Dest: dest}, ErrURL, "has no host"},
		{"malformed", Request{URL: "http://u:secret@exa mple/%zz", Dest: dest}, ErrURL, "malformed"},
		{"a password for a port", Request{URL: "http://u:secret/x", Dest: dest}, ErrURL, "malformed"},
		{"no destination", Request{URL: "http://h/x"}, nil, "no destination"},
		{"folder", Request{URL: "http://h/x", Dest: dir}, nil, "is a folder"},
		{"no folder", Request{URL: "http://h/x", Dest: filepath.Join(dir, "none", "doc")}, os.ErrNotExist, "open the part file"},
		{"short hash", Request{URL: "http://h/x", Dest: dest, SHA256: "abcd"}, nil, `"abcd" is not 64 hex digits`},
		{"no hash", Request{URL: "http://h/x", Dest: dest, SHA256: "xyz"}, nil, `"xyz" is not 64 hex digits`},
		{"negative bound", Request{URL: "http://h/x", Dest: dest, MaxBytes: -1}, nil, "negative"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c := Client{Transport: noTransport{t}}
			_, err := c.Fetch(t.Context(), tt.req)
			wantError(t, err, tt.is, tt.says)
			if strings.Contains(err.Error(), "secret") {
				t.Errorf("error %q tells a secret", err)
			}
			if entries, _ := os.ReadDir(dir); len(entries) > 0 {
				t.Errorf("files are left: %v", entries)
			}
		})
	}
}

// noTransport fails the test when a request is sent.
type noTransport struct{ t *testing.T }

func (n noTransport) RoundTrip(r *http.Request) (*http.Response, error) {
	n.t.Errorf("request for %s is sent", r.URL)
	return nil, errors.New("no transport")
}

func TestFetchRefusesDowngrade(t *testing.T) {
	plain := serve(t) // must not be asked
	secure := httptest.NewTLSServer(http.RedirectHandler(plain.URL+"/doc?token=secret", http.StatusFound))
	defer secure.Close()
	b := newBench(t)
	b.Transport = secure.Client().Transport
	_, err := b.get(t, Request{URL: secure.URL})
	wantError(t, err, nil, `refuse a redirect from https to "`+plain.URL+`/doc", which is not encrypted`)
	if strings.Contains(err.Error(), "secret") {
		t.Errorf("error %q tells a secret", err)
	}
}

func TestFetchRefusesCertificate(t *testing.T) {
	secure := httptest.NewUnstartedServer(http.NotFoundHandler())
	secure.Config.ErrorLog = discardLog()
	secure.StartTLS()
	defer secure.Close()
	b := newBench(t)
	_, err := b.get(t, Request{URL: secure.URL})
	wantError(t, err, nil, "certificate")
	if len(b.sleeps) > 0 {
		t.Errorf("a wrong certificate was tried %d more times", len(b.sleeps))
	}
}

func TestFetchFullDisk(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("needs /dev/full, which only Linux has")
	}
	s := serve(t, reply{body: document})
	b := newBench(t)
	if err := os.Symlink("/dev/full", b.dest+".part"); err != nil {
		t.Fatal(err)
	}
	_, err := b.get(t, Request{URL: s.URL})
	wantError(t, err, syscall.ENOSPC, "write the part file: ", "no space left on device")
	b.wantFiles(t, map[string]string{})
}

func TestFetchCannotReplace(t *testing.T) {
	s := serve(t, reply{body: document})
	b := newBench(t)
	_, err := b.get(t, Request{URL: s.URL, Progress: func(int64, int64) {
		os.MkdirAll(filepath.Join(b.dest, "in the way"), 0o755)
	}})
	wantError(t, err, nil, "move the part file into place")
}
