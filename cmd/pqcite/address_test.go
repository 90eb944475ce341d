package main

import (
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestAddressKeepsItsSecret fetches from addresses with a password and a token, with
// success and without, and looks for them in all that is printed and stored.
func TestAddressKeepsItsSecret(t *testing.T) {
	const password, token = "hunter2", "t0k3n"
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, given, _ := r.BasicAuth()
		if r.URL.Path != "/own.md" || given != password || r.URL.Query().Get("token") != token {
			http.NotFound(w, r)
			return
		}
		_, _ = w.Write([]byte("# Own\n\nA widget holds two gadgets together.\n"))
	}))
	defer server.Close()
	home := t.TempDir()
	at := strings.TrimPrefix(server.URL, "http://")
	secret := "user:" + password + "@"
	added := 0
	for _, args := range [][]string{
		{"corpus", "add", "http://" + secret + at + "/own.md?token=" + token + "#" + token},
		{"corpus", "add", "--json", "http://" + secret + at + "/own.md?token=" + token},
		{"corpus", "add", "http://" + secret + at + "/none.md?token=" + token}, {"corpus", "add", "--json", "http://" + secret + at + "/none.md?token=" + token},
		{"corpus", "add", "htps://" + secret + at + "/own.md?token=" + token}, {"corpus", "add", "http://" + secret + "h:port/own.md?token=" + token}, {"corpus", "add", "--json", "http://" + secret + "h%zz/own.md?token=" + token},
		{"corpus", "pull", "FIPS 203", "--from", "http://" + secret + at}, {"corpus", "pull", "--json", "FIPS 203", "--from", "http://" + secret + at},
		{"corpus", "list", "--json"}, {"ask", "--json", "What is a widget?"}, {"corpus", "verify"},
		{"ask", "x", "--model", "m", "--model-url", "http://" + secret + at}, {"ask", "x", "--model", "m", "--model-url", "user:" + password + "@" + at}, {"ask", "x", "--model", "m", "--model-url", "ftp://" + at + "?token=" + token},
	} {
		var out, errs strings.Builder
		code := run(t.Context(), append(args, "--home", home), streams{in: strings.NewReader(""), out: &out, err: &errs})
		if code == 0 && args[1] == "add" {
			added++
		}
		for _, text := range []string{out.String(), errs.String()} {
			if strings.Contains(text, password) || strings.Contains(text, token) {
				t.Errorf("%q prints %q", args, text)
			}
		}
	}
	if added != 2 {
		t.Errorf("%d documents were added, want the one twice", added)
	}
	stored := 0
	err := filepath.WalkDir(home, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		if strings.Contains(string(data), password) || strings.Contains(string(data), token) || strings.Contains(path, token) {
			t.Errorf("%s holds a secret", path)
		}
		stored += strings.Count(string(data), "http://"+at+"/own.md")
		return err
	})
	if err != nil || stored == 0 {
		t.Errorf("the address is stored %d times, %v", stored, err)
	}
}
