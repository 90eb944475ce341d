package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/pqcite/pqcite/internal/llm"
)

// measured are the words that the model of an embedServer knows.
var measured = []string{"gadget", "key", "hash", "tree", "seed", "byte", "level"}

// embedServer is a server of a model "toy" that counts a few words. It
// refuses a wrong key and repeats it, as servers do, and is gone once it is switched off.
type embedServer struct {
	url       string
	dimension atomic.Int64
	off       atomic.Bool
	asked     atomic.Int64 // texts
}

func newEmbedServer(t *testing.T, key string) *embedServer {
	s := &embedServer{}
	s.dimension.Store(6)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var asked struct {
			Model string
			Input []string
		}
		body, _ := io.ReadAll(r.Body)
		got := r.Header.Get("Authorization")
		switch err := json.Unmarshal(body, &asked); {
		case s.off.Load():
			http.Error(w, `{"error":{"message":"loading `+got+`"}}`, http.StatusBadRequest)
			return
		case err != nil || asked.Model != "toy" || r.URL.Path != "/v1/embeddings":
			t.Errorf("asked %s %q, %v", r.URL, body, err)
		case got != "Bearer "+key:
			http.Error(w, `{"error":{"message":"wrong key `+got+`"}}`, http.StatusUnauthorized)
			return
		}
		s.asked.Add(int64(len(asked.Input)))
		var data []string
		for i, text := range asked.Input {
			v := make([]float32, s.dimension.Load())
			for n := range v {
				v[n] = 0.1 + float32(strings.Count(text, measured[n]))
			}
			vector, err := json.Marshal(v)
			if err != nil {
				t.Error(err)
			}
			data = append(data, fmt.Sprintf(`{"index":%d,"embedding":%s}`, i, vector))
		}
		fmt.Fprintf(w, `{"data":[%s]}`, strings.Join(data, ","))
	}))
	t.Cleanup(server.Close)
	s.url = server.URL + "/v1"
	return s
}

// TestEmbed takes a person from a server to a search by vectors, and through what can go wrong.
func TestEmbed(t *testing.T) {
	const key = "sk-0123456789abcdef"
	home := widgetLibrary(t)
	server := newEmbedServer(t, key)
	t.Setenv(envEmbedURL, server.url)
	t.Setenv(envEmbedModel, "toy")
	t.Setenv(envEmbedKey, key)
	do := func(args ...string) (code int, out, err string) {
		t.Helper()
		var stdout, stderr bytes.Buffer
		code = run(t.Context(), append(args, "--home", home), streams{in: strings.NewReader(""), out: &stdout, err: &stderr})
		if all := stdout.String() + stderr.String(); strings.Contains(all, key[3:]) {
			t.Errorf("%q prints the key: %s", args, all)
		}
		return code, stdout.String(), stderr.String()
	}
	expect := func(what string, code, wantCode int, text, part string) {
		t.Helper()
		if code != wantCode || !strings.Contains(text, part) || part == "" && text != "" {
			t.Errorf("%s: exit code %d, want %d; it says %q, want %q", what, code, wantCode, text, part)
		}
	}

	code, _, err := do("search", "gadgets")
	expect("without vectors", code, 0, err, "passages have no vector by model \"toy\"\npqcite: searching without it\npqcite: \"pqcite corpus embed\" makes them\n")
	code, out, err := do("corpus", "embed")
	expect("embed", code, 0, out, "made now by toy\n")
	expect("embed", code, 0, err, "")
	made := server.asked.Load()
	code, out, _ = do("corpus", "embed", "--json")
	expect("embed again", code, 0, out, `"made": 0`)
	if now := server.asked.Load(); now != made+1 {
		t.Errorf("embed again asked for %d vectors, want the one that shows the model", now-made)
	}
	code, out, err = do("search", "gadgets", "--explain")
	expect("search", code, 0, out, "dense leg: ")
	expect("search", code, 0, err, "")

	server.off.Store(true)
	code, out, err = do("search", "gadgets")
	expect("server gone", code, 0, out, "widget")
	expect("server gone", code, 0, err, "pqcite: search by vectors: ask model \"toy\": model server replied 400 Bad Request\npqcite: searching without it\n")
	code, _, err = do("corpus", "embed", "--anew")
	expect("embed without a server", code, exitError, err, "400 Bad Request")
	server.off.Store(false)

	server.dimension.Store(7)
	code, _, err = do("search", "gadgets")
	expect("another dimension", code, 0, err, "vectors of another dimension: 7, want 6\npqcite: searching without it\npqcite: \"pqcite corpus embed --anew\"")
	code, _, err = do("corpus", "embed")
	expect("embed in another dimension", code, exitError, err, "vectors of another dimension: 7, want 6\npqcite: \"pqcite corpus embed --anew\"")
	code, _, err = do("corpus", "embed", "--anew")
	expect("embed anew", code, 0, err, "")

	t.Setenv(envEmbedKey, "sk-wrong")
	code, _, err = do("corpus", "embed")
	expect("the wrong key", code, exitError, err, "401 Unauthorized")
	t.Setenv(envEmbedURL, "")
	code, _, err = do("corpus", "embed")
	expect("no server", code, exitUsage, err, "no server is named: set --embed-url or PQCITE_EMBED_URL")
}

func TestSearchServersFlags(t *testing.T) {
	for name, tt := range map[string]struct {
		servers         searchServers
		env             map[string]string
		embeds, reranks bool
		usage           bool
	}{
		"nothing":                  {},
		"flags":                    {servers: searchServers{embed: serverFlags{url: "http://localhost/v1", name: "a"}}, embeds: true},
		"environment":              {env: map[string]string{envEmbedURL: "http://localhost/v1", envEmbedModel: "a", envRerankURL: "http://localhost"}, embeds: true, reranks: true},
		"a reranker by name":       {servers: searchServers{rerank: serverFlags{url: "http://localhost/v1", name: "a"}}, reranks: true},
		"an embedder without name": {servers: searchServers{embed: serverFlags{url: "http://localhost/v1"}}, usage: true},
		"no server":                {servers: searchServers{rerank: serverFlags{name: "a"}}, usage: true},
		"no URL":                   {env: map[string]string{envRerankURL: "localhost"}, usage: true},
		"a key that is no header":  {env: map[string]string{envEmbedURL: "http://localhost/v1", envEmbedModel: "a", envEmbedKey: "a b"}, usage: true},
	} {
		t.Run(name, func(t *testing.T) {
			for _, k := range []string{envEmbedURL, envEmbedModel, envEmbedKey, envRerankURL, envRerankModel, envRerankKey} {
				t.Setenv(k, tt.env[k])
			}
			a := &app{servers: tt.servers}
			o, err := a.options(t.Context(), nil)
			var usage usageError
			if errors.As(err, &usage) != tt.usage || !tt.usage && err != nil {
				t.Fatalf("options() = %v", err)
			}
			if err == nil && ((o.Embedder != nil) != tt.embeds || (o.Reranker != nil) != tt.reranks) {
				t.Errorf("embedder %v, reranker %v", o.Embedder, o.Reranker)
			}
			if err != nil && !errors.Is(err, llm.ErrConfig) && !strings.Contains(err.Error(), "needs its server") {
				t.Errorf("the error is %v", err)
			}
		})
	}
}
