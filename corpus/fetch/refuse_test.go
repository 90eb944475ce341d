package fetch

import (
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
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
		most   int64 // bytes; 0 for the default
		script []reply
		is     error
		says   string
	}{
		{"404", Request{}, 0, []reply{{status: "404 Not Found", body: "no"}}, nil, "server answered 404 Not Found"},
		{"status without a name", Request{}, 0, []reply{{status: "499 Odd"}}, nil, "server answered 499"},
		{"304", Request{}, 0, []reply{{status: "304 Not Modified"}}, nil, "server answered 304"},
		{"416 unasked", Request{}, 0, []reply{{status: "416 Range Not Satisfiable"}}, nil, "server answered 416"},
		{"web page", Request{}, 0, []reply{{header: []string{html}, body: page}}, errNotDocument, `content type "text/html; charset=utf-8"`},
		{"web page under a false type", Request{}, 0, []reply{{header: []string{"Content-Type: application/pdf"}, body: page}}, errNotDocument, `content type "application/pdf"`},
		{"web page without an end", Request{}, 0, []reply{{header: []string{html}, body: page + strings.Repeat("x", 600), length: none, then: hang}}, errNotDocument, "web page"},
		{"web page, pinned", Request{SHA256: hashOf(document)}, 0, []reply{{header: []string{html}, body: page}}, errNotDocument, "web page"},
		{"nothing", Request{}, 0, []reply{{}}, errNotDocument, "the server sent nothing"},
		{"other bytes", Request{SHA256: hashOf(document)}, 0, []reply{{body: other}}, ErrHashMismatch, "want SHA-256 " + hashOf(document) + ", got " + hashOf(other)},
		{"longer than announced", Request{SHA256: hashOf(document)}, 0, []reply{{body: document, length: 20}}, ErrHashMismatch, hashOf(document[:20])},
		{"other bytes, twice", Request{SHA256: hashOf(document)}, 0, []reply{
			{header: []string{etag}, body: document[:20], length: len(document)},
			{want: rest(20).want, status: "206 Partial Content", header: []string{contentRangeOf(20, 47, 48)}, body: strings.Repeat("x", 28)},
			{body: other},
		}, ErrHashMismatch, hashOf(other)},
		{"too large, announced", Request{}, 10, []reply{{body: document}}, errTooLarge, "more than 10 bytes"},
		{"too large, unannounced", Request{}, 10, []reply{{body: document, length: none}}, errTooLarge, "more than 10 bytes"},
		{"endless", Request{}, 1 << 20, []reply{{length: none, then: flood}}, errTooLarge, "more than 1048576 bytes"},
		{"compressed", Request{}, 0, []reply{{header: []string{"Content-Encoding: gzip"}, body: document}}, nil, `compressed ("gzip") unasked`},
		{"redirect to nowhere", Request{}, 0, []reply{{status: "302 Found"}}, nil, "server answered 302 Found"},
		{"redirect to another protocol", Request{}, 0, []reply{{status: "302 Found", header: []string{"Location: ftp://example.org/doc"}}}, errURL, `scheme "ftp"`},
		{"redirect to a file", Request{}, 0, []reply{{status: "302 Found", header: []string{"Location: file:///doc"}}}, errURL, `scheme "file"`},
		{"redirect to a malformed URL", Request{}, 0, []reply{{status: "302 Found", header: []string{"Location: http://u:secret@[::1/"}}}, errURL, "malformed"},
		{"redirect in a loop", Request{}, 0, times(reply{status: "301 Moved Permanently", header: []string{"Location: /doc?token=secret"}}, 11), nil, "stop after 10 redirects"},
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
			if tt.most > 0 {
				b.maxBytes = tt.most
			}
			err := b.get(t, tt.req)
			wantError(t, err, tt.is, `fetch "`+s.URL+`/doc": `, tt.says)
			if strings.Contains(err.Error(), "secret") {
				t.Errorf("error %q tells a secret", err)
			}
			b.wantFiles(t, map[string]string{"doc.pdf": "old"})
		})
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
		{"no URL", Request{Dest: dest}, errURL, `scheme ""`},
		{"ftp", Request{URL: "ftp://example.org/x", Dest: dest}, errURL, `scheme "ftp"`},
		{"file", Request{URL: "file:///etc/hosts", Dest: dest}, errURL, `scheme "file"`},
		{"path", Request{URL: "doc.pdf", Dest: dest}, errURL, `scheme ""`},
		{"no host", Request{URL: "https:///x", Dest: dest}, errURL, "has no host"},
		{"malformed", Request{URL: "http://u:secret@exa mple/%zz", Dest: dest}, errURL, "malformed"},
		{"a password for a port", Request{URL: "http://u:secret/x", Dest: dest}, errURL, "malformed"},
		{"no folder", Request{URL: "http://h/x", Dest: filepath.Join(dir, "none", "doc")}, os.ErrNotExist, "open the part file"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			err := Fetch(t.Context(), tt.req)
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

func TestFetchRefusesDowngrade(t *testing.T) {
	plain := serve(t) // must not be asked
	secure := httptest.NewTLSServer(http.RedirectHandler(plain.URL+"/doc?token=secret", http.StatusFound))
	defer secure.Close()
	b := newBench(t)
	b.transport = func(own *http.Transport) {
		own.TLSClientConfig = secure.Client().Transport.(*http.Transport).TLSClientConfig
	}
	err := b.get(t, Request{URL: secure.URL})
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
	err := b.get(t, Request{URL: secure.URL})
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
	err := b.get(t, Request{URL: s.URL})
	wantError(t, err, syscall.ENOSPC, "write the part file: ", "no space left on device")
	b.wantFiles(t, map[string]string{})
}

func TestFetchCannotReplace(t *testing.T) {
	s := serve(t, reply{body: document})
	b := newBench(t)
	err := b.get(t, Request{URL: s.URL, Progress: func(int64, int64) {
		os.MkdirAll(filepath.Join(b.dest, "in the way"), 0o755)
	}})
	wantError(t, err, nil, "move the part file into place")
}
