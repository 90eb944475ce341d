package main

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/pqcite/pqcite/internal/meilitest"
	"github.com/pqcite/pqcite/internal/secret"
)

// console runs commands and collects all that they print.
type console struct {
	t   *testing.T
	all bytes.Buffer
}

func (c *console) run(want int, args ...string) (out, err string) {
	c.t.Helper()
	return c.runIn(c.t.Context(), want, args...)
}

func (c *console) runIn(ctx context.Context, want int, args ...string) (out, err string) {
	c.t.Helper()
	var o, e bytes.Buffer
	code := run(ctx, args, streams{in: strings.NewReader(""), out: &o, err: &e})
	c.all.WriteString(o.String() + e.String())
	if code != want {
		c.t.Errorf("pqcite %s: exit code %d, want %d\n%s%s", strings.Join(args, " "), code, want, o.String(), e.String())
	}
	return o.String(), e.String()
}

func (c *console) expect(text, words string) {
	c.t.Helper()
	if !strings.Contains(text, words) {
		c.t.Errorf("%q has no %q", text, words)
	}
}

// teamSource makes a library of one document, pushed from there.
func teamSource(t *testing.T, c *console) string {
	t.Helper()
	home := t.TempDir()
	name := filepath.Join(t.TempDir(), "widget.txt")
	if err := os.WriteFile(name, []byte("A widget is a small part that holds two gadgets together.\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	c.run(0, "--home", home, "corpus", "add", name)
	return home
}

// TestTeam goes from a library to a reader without one, and through what goes wrong. Neither key
// is in anything that is printed or written, but for the token where it is made.
func TestTeam(t *testing.T) {
	at := meilitest.New(t)
	c := &console{t: t}
	source, reader, traces := teamSource(t, c), t.TempDir(), t.TempDir()
	c.run(2, "--home", source, "corpus", "push") // no server is named
	t.Setenv("PQCITE_MEILI_URL", at.URL)
	_, said := c.run(1, "--home", source, "corpus", "push")
	c.expect(said, "PQCITE_MEILI_KEY")
	t.Setenv(envMeiliKey, at.Key)
	c.run(1, "--home", reader, "corpus", "status") // nothing is there yet
	out, _ := c.run(0, "--home", source, "corpus", "push")
	c.expect(out, "collection library pushed: 1 document, 1 passage")
	out, _ = c.run(0, "--home", source, "corpus", "push", "--json")
	c.expect(out, `"changed": false`)
	out, _ = c.run(0, "--home", source, "corpus", "status")
	c.expect(out, "the library of this machine")
	c.run(0, "--home", reader, "corpus", "status", "--json")
	c.run(2, "--home", source, "corpus", "push", "--collection", "Not A Name")
	c.run(2, "--home", source, "corpus", "push", "--every", "1ms")
	c.run(2, "--home", source, "corpus", "token", "--valid", "-1h")

	before := c.all.Len()
	token, _ := c.run(0, "--home", source, "corpus", "token", "--valid", "1h")
	c.all.Truncate(before)
	token = strings.TrimSpace(token)
	written := filepath.Join(t.TempDir(), "token")
	if out, _ := c.run(0, "--home", source, "corpus", "token", "--output", written); out != "" {
		t.Errorf("with --output it prints %q", out)
	}
	if info, err := os.Stat(written); err != nil || info.Mode().Perm() != 0o600 || info.Size() < 100 {
		t.Errorf("the file of the token: %v, %v", info, err)
	}
	t.Setenv(envMeiliKey, "")
	keyFile := filepath.Join(t.TempDir(), "key")
	t.Setenv(envMeiliKey, at.Key)
	c.run(0, "--home", source, "corpus", "token", "--valid", "1h", "--output", keyFile)
	if info, err := os.Stat(keyFile); err != nil || info.Mode().Perm() != 0o600 {
		t.Fatal(info, err)
	}
	if data, err := os.ReadFile(keyFile); err != nil || secret.Key(strings.TrimSpace(string(data))).Leaks(c.all.String()) {
		t.Error("the token is in what was printed", err)
	}
	t.Setenv(envMeiliKey, "")
	t.Setenv(envMeiliKeyFile, keyFile)
	trace := filepath.Join(traces, "trace.jsonl")
	out, _ = c.run(0, "--home", reader, "--engine", "meili", "ask", "--trace", trace, "What is a widget?")
	c.expect(out, "holds two gadgets together")
	t.Setenv("PQCITE_ENGINE", "meili")
	out, _ = c.run(0, "--home", reader, "corpus", "list", "--json")
	c.expect(out, `"doc_id": "widget"`)
	c.run(0, "--home", reader, "search", "widget", "--json")
	c.run(0, "--home", reader, "corpus", "status")
	_, said = c.run(1, "--home", source, "corpus", "push", "--collection", "other") // it may only read
	c.expect(said, "may search to read")
	c.run(1, "--home", source, "corpus", "token")

	for name, fault := range map[string]meilitest.Fault{
		"repeats the key": func(w http.ResponseWriter, _ meilitest.Request) bool {
			w.Header().Set("Content-Type", "application/json")
			w.WriteHeader(http.StatusForbidden)
			_, _ = w.Write([]byte(`{"message":"bad key ` + token + `","code":"invalid_api_key","type":"auth"}`))
			return true
		},
		"is no Meilisearch": func(w http.ResponseWriter, _ meilitest.Request) bool {
			w.Header().Set("Content-Type", "text/html")
			_, _ = w.Write([]byte("<html>" + token))
			return true
		},
	} {
		at.SetFault(fault)
		out, said = c.run(0, "--home", reader, "ask", "What is a widget?")
		c.expect(out, "holds two gadgets together")
		c.expect(said, "answering from the copy")
		if _, said = c.run(1, "--home", t.TempDir(), "ask", "What is a widget?"); !strings.Contains(said, "the team's library can't be read") {
			t.Errorf("a server that %s: %s", name, said)
		}
	}
	at.Stop()
	c.run(0, "--home", reader, "--engine", "embedded", "ask", "What is the size of an ML-KEM-768 ciphertext?")
	_, said = c.run(1, "--home", t.TempDir(), "ask", "What is a widget?")
	c.expect(said, "--engine embedded")
	t.Setenv(envMeiliKey, at.Key)
	c.run(2, "--home", reader, "ask", "What is a widget?") // both are set
	t.Setenv(envMeiliKeyFile, "")
	t.Setenv(envMeiliKey, strings.Repeat(at.Key+",", 3))
	c.run(2, "--home", reader, "ask", "What is a widget?")
	t.Setenv("PQCITE_MEILI_URL", "http://somebody:"+at.Key+"@search")
	c.run(2, "--home", reader, "ask", "What is a widget?")
	c.run(2, "--home", reader, "--engine", "other", "ask", "What is a widget?")

	for _, key := range []secret.Key{secret.Key(at.Key), secret.Key(token)} {
		if key.Leaks(c.all.String()) {
			t.Errorf("a part of a key is in what was printed:\n%s", c.all.String())
		}
		for _, dir := range []string{source, reader, traces} {
			noKeyIn(t, key, dir)
		}
	}
}

// noKeyIn expects that no file below a folder has a key in it.
func noKeyIn(t *testing.T, key secret.Key, dir string) {
	t.Helper()
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		if err == nil && key.Within(string(data)) {
			t.Errorf("%s has a key", path)
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
}

// TestPushWatch pushes what is added while it runs, also after the server was away.
func TestPushWatch(t *testing.T) {
	at := meilitest.New(t)
	c := &console{t: t}
	home := teamSource(t, c)
	t.Setenv("PQCITE_MEILI_URL", at.URL)
	t.Setenv(envMeiliKey, at.Key)
	at.SetFault(func(w http.ResponseWriter, r meilitest.Request) bool {
		if strings.HasPrefix(r.Path, "/multi-search") {
			w.Header().Set("Content-Type", "application/json")
			w.WriteHeader(http.StatusInternalServerError)
			_, _ = w.Write([]byte("{}"))
			return true
		}
		return false
	})
	ctx, stop := context.WithCancelCause(t.Context())
	defer stop(nil)
	done := make(chan string)
	go func() {
		_, said := c.runIn(ctx, exitError, "--home", home, "corpus", "push", "--watch", "--every", "1s")
		done <- said
	}()
	waitFor(t, func() bool { return len(at.Requests()) > 1 })
	at.SetFault(nil)
	waitFor(t, func() bool { return len(at.Indexes()) == 1 })
	stop(errors.New("the test is over"))
	select {
	case said := <-done:
		c.expect(said, "overloaded or failing")
	case <-time.After(10 * time.Second):
		t.Fatal("it does not end")
	}
}

func waitFor(t *testing.T, is func() bool) {
	t.Helper()
	for range 200 {
		if is() {
			return
		}
		time.Sleep(50 * time.Millisecond)
	}
	t.Fatal("it does not happen")
}
