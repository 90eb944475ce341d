package main

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/pqcite/pqcite/corpus/store"
)

// TestFetchedOrigins: two addresses that end in one name are two documents, whatever the
// name is, and neither a password nor a query is kept or shown.
func TestFetchedOrigins(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.Contains(r.URL.Path, "missing") {
			http.NotFound(w, r)
			return
		}
		w.Header().Set("Content-Type", "text/plain")
		fmt.Fprintf(w, "The page at %s says %s.\n", r.URL.Path, r.URL.Query().Get("doc"))
	}))
	defer server.Close()
	home := filepath.Join(t.TempDir(), "home")
	secret := strings.Replace(server.URL, "http://", "http://user:hunter2@", 1)
	var out, errs bytes.Buffer
	code := run(t.Context(), []string{
		"corpus", "add", "--home", home, server.URL + "/a/x.txt", server.URL + "/b/x.txt", secret + "/c/..%2f..%2fy.txt?token=hunter2",
		server.URL + "/d/z.txt?doc=one", server.URL + "/d/z.txt?doc=two", secret + "/missing.txt?token=hunter2",
	}, streams{in: strings.NewReader(""), out: &out, err: &errs})
	if code != exitError || strings.Count(out.String(), "added ") != 5 || !strings.Contains(errs.String(), "/missing.txt") {
		t.Fatalf("exit code is %d, output\n%s%s", code, &out, &errs)
	}
	l, err := store.Open(t.Context(), home)
	if err != nil {
		t.Fatal(err)
	}
	var all strings.Builder
	for i, e := range l.Entries() {
		fmt.Fprintln(&all, e, l.Documents()[i].URL, l.Documents()[i].Text)
	}
	for _, says := range []string{"/a/x.txt says", "/b/x.txt says", "says one", "says two"} {
		if !strings.Contains(all.String(), says) {
			t.Errorf("no document says %q:\n%s", says, &all)
		}
	}
	if strings.Contains(all.String()+out.String()+errs.String(), "hunter2") {
		t.Errorf("a secret is kept or shown:\n%s%s%s", &all, &out, &errs)
	}
	if left, _ := os.ReadDir(filepath.Join(home, "incoming")); len(left) > 0 {
		t.Errorf("left in the folder for downloads: %v", left)
	}
}

// TestLeftovers: the folders for downloads of killed runs are removed, and those of live ones
// are not.
func TestLeftovers(t *testing.T) {
	home := filepath.Join(t.TempDir(), "home")
	dead, done, err := store.Incoming(home)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dead, "file"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	live, doneLive, err := store.Incoming(home)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(dead, "file")); err != nil || live == dead {
		t.Errorf("the folder of a live run was swept: %v", err)
	}
	doneLive()
	done()
	killed := filepath.Join(home, "incoming", "0123456789abcdef")
	for _, dir := range []string{killed, filepath.Join(home, "incoming", "mine")} {
		if err := os.MkdirAll(dir, 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, "lock"), nil, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if _, done, err = store.Incoming(home); err != nil {
		t.Fatal(err)
	}
	done()
	if _, err := os.Stat(killed); err == nil {
		t.Error("the folder of a killed run is left")
	}
	if _, err := os.Stat(filepath.Join(home, "incoming", "mine")); err != nil {
		t.Errorf("somebody else's folder is gone: %v", err)
	}
}

// TestCacheLinks: nothing is written through a link that somebody planted in the cache.
func TestCacheLinks(t *testing.T) {
	ask := func(home string) {
		t.Helper()
		if code := run(t.Context(), []string{"search", "--home", home, "widget"}, streams{in: strings.NewReader(""), out: io.Discard, err: io.Discard}); code != 0 {
			t.Fatalf("exit code is %d", code)
		}
	}
	add := func(home string) string {
		t.Helper()
		file := filepath.Join(t.TempDir(), "widget.txt")
		if err := os.WriteFile(file, []byte("A widget is a part.\n"), 0o644); err != nil {
			t.Fatal(err)
		}
		if code := run(t.Context(), []string{"corpus", "add", "--home", home, file}, streams{in: strings.NewReader(""), out: io.Discard, err: io.Discard}); code != 0 {
			t.Fatalf("exit code is %d", code)
		}
		return home
	}
	home := add(filepath.Join(t.TempDir(), "home"))
	ask(home)
	made, err := os.ReadDir(filepath.Join(home, "cache"))
	if err != nil || len(made) == 0 {
		t.Fatalf("nothing is kept in the cache: %v", err)
	}
	precious := filepath.Join(t.TempDir(), "precious")
	planted := add(filepath.Join(t.TempDir(), "home"))
	if err := os.WriteFile(precious, []byte("precious"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(filepath.Join(planted, "cache"), 0o755); err != nil {
		t.Fatal(err)
	}
	for _, e := range made {
		if err := os.Symlink(precious, filepath.Join(planted, "cache", e.Name())); err != nil {
			t.Skip("links can't be made here")
		}
	}
	ask(planted)
	if data, err := os.ReadFile(precious); err != nil || string(data) != "precious" {
		t.Errorf("a file was written through a link: %q, %v", data, err)
	}

	outside, led := t.TempDir(), add(filepath.Join(t.TempDir(), "home"))
	if err := os.Symlink(outside, filepath.Join(led, "cache")); err != nil {
		t.Fatal(err)
	}
	ask(led)
	if left, err := os.ReadDir(outside); err != nil || len(left) > 0 {
		t.Errorf("written outside the home: %v, %v", left, err)
	}
}
