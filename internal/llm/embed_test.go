package llm

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// replying is a server that gives one reply at one path, and the bodies that it was sent.
func replying(t *testing.T, path string, status int, reply string) (url string, asked *[]string) {
	t.Helper()
	asked = new([]string)
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil || r.Method != http.MethodPost || r.URL.Path != path || r.Header.Get("Authorization") != "Bearer "+key {
			t.Errorf("asked %s %s, %v, %v", r.Method, r.URL, r.Header, err)
		}
		*asked = append(*asked, string(body))
		w.WriteHeader(status)
		fmt.Fprint(w, reply)
	}))
	t.Cleanup(s.Close)
	return s.URL, asked
}

func TestEmbed(t *testing.T) {
	big, err := json.Marshal(make([]float32, maxDimension+1))
	if err != nil {
		t.Fatal(err)
	}
	for name, tt := range map[string]struct {
		status int
		reply  string
		want   [][]float32
		err    string
	}{
		"in order":          {200, `{"data":[{"index":0,"embedding":[1,0.5]},{"index":1,"embedding":[-2,0]}],"usage":{}}`, [][]float32{{1, 0.5}, {-2, 0}}, ""},
		"in another order":  {200, `{"data":[{"index":1,"embedding":[2,0]},{"index":0,"embedding":[1,0]}]}`, [][]float32{{1, 0}, {2, 0}}, ""},
		"too few":           {200, `{"data":[{"index":0,"embedding":[1]}]}`, nil, "it has 1 vectors, want 2"},
		"one twice":         {200, `{"data":[{"index":0,"embedding":[1]},{"index":0,"embedding":[1]}]}`, nil, "not numbered"},
		"no numbers":        {200, `{"data":[{"embedding":[1]},{"embedding":[1]}]}`, nil, "not numbered"},
		"outside":           {200, `{"data":[{"index":0,"embedding":[1]},{"index":2,"embedding":[1]}]}`, nil, "not numbered"},
		"two dimensions":    {200, `{"data":[{"index":0,"embedding":[1]},{"index":1,"embedding":[1,2]}]}`, nil, "2 dimensions"},
		"too many":          {200, fmt.Sprintf(`{"data":[{"index":0,"embedding":%[1]s},{"index":1,"embedding":%[1]s}]}`, big), nil, "8193 dimensions"},
		"no dimension":      {200, `{"data":[{"index":0,"embedding":[]},{"index":1,"embedding":[]}]}`, nil, "no direction"},
		"zero":              {200, `{"data":[{"index":0,"embedding":[0,0]},{"index":1,"embedding":[1,0]}]}`, nil, "no direction"},
		"beyond a float":    {200, `{"data":[{"index":0,"embedding":[1e39]},{"index":1,"embedding":[1]}]}`, nil, "malformed"},
		"base64":            {200, `{"data":[{"index":0,"embedding":"AACAPw=="},{"index":1,"embedding":"AACAPw=="}]}`, nil, "malformed"},
		"HTML":              {200, `<html>login</html>`, nil, "malformed"},
		"refused":           {400, `{"error":{"message":"no such model"}}`, nil, `400 Bad Request: "no such model"`},
		"the key in errors": {401, `{"error":{"message":"bad key ` + key + `"}}`, nil, "401"},
	} {
		t.Run(name, func(t *testing.T) {
			url, asked := replying(t, "/v1/embeddings", tt.status, tt.reply)
			e, err := NewEmbedder(Config{BaseURL: url + "/v1", Model: "m", Key: key})
			if err != nil {
				t.Fatal(err)
			}
			got, err := e.Embed(t.Context(), []string{"one", "two"})
			if (err == nil) != (tt.err == "") || err != nil && !strings.Contains(err.Error(), tt.err) {
				t.Errorf("Embed() = %v, want %q", err, tt.err)
			}
			if err != nil && (e.config.Key.Leaks(err.Error()) || !strings.HasPrefix(err.Error(), `ask model "m": `)) {
				t.Errorf("the error is %v", err)
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("vectors (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff([]string{`{"model":"m","input":["one","two"]}` + "\n"}, *asked); diff != "" {
				t.Errorf("asked (-want +got):\n%s", diff)
			}
		})
	}
}

func TestRank(t *testing.T) {
	tei := `{"query":"q","texts":["a","b","c"],"truncate":true}` + "\n"
	cohere := `{"model":"m","query":"q","documents":["a","b","c"],"top_n":3}` + "\n"
	for name, tt := range map[string]struct {
		model, asked, reply string
		want                []int
	}{
		"TEI":             {"", tei, `[{"index":2,"score":0.9},{"index":0,"score":0.5},{"index":1,"score":-7}]`, []int{2, 0, 1}},
		"Cohere":          {"m", cohere, `{"id":"x","results":[{"index":1,"relevance_score":0.9},{"index":2,"relevance_score":0.5},{"index":0,"relevance_score":0}]}`, []int{1, 2, 0}},
		"unsorted logits": {"m", cohere, `{"results":[{"index":0,"relevance_score":-3},{"index":1,"relevance_score":4},{"index":2,"relevance_score":1}]}`, []int{1, 2, 0}},
		"equals":          {"", tei, `[{"index":2,"score":1},{"index":1,"score":1},{"index":0,"score":1}]`, []int{0, 1, 2}},
		"one is missing":  {"", tei, `[{"index":2,"score":1},{"index":1,"score":1}]`, nil},
		"one twice":       {"", tei, `[{"index":2,"score":1},{"index":1,"score":1},{"index":1,"score":1}]`, nil},
		"outside":         {"", tei, `[{"index":3,"score":1},{"index":1,"score":1},{"index":0,"score":1}]`, nil},
		"no score":        {"", tei, `[{"index":2},{"index":1},{"index":0}]`, nil},
		"nothing":         {"", tei, `{}`, nil},
		"no JSON":         {"", tei, `[oops`, nil},
	} {
		t.Run(name, func(t *testing.T) {
			url, asked := replying(t, "/rerank", 200, tt.reply)
			r, err := NewReranker(Config{BaseURL: url, Model: tt.model, Key: key})
			if err != nil {
				t.Fatal(err)
			}
			got, err := r.Rank(t.Context(), "q", []string{"a", "b", "c"})
			if (err == nil) != (tt.want != nil) || err != nil && !errors.Is(err, ErrMalformed) {
				t.Errorf("Rank() = %v", err)
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("order (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff([]string{tt.asked}, *asked); diff != "" {
				t.Errorf("asked (-want +got):\n%s", diff)
			}
		})
	}
}

func TestEmbedderNeedsAModel(t *testing.T) {
	if _, err := NewEmbedder(Config{BaseURL: "http://localhost/v1"}); !errors.Is(err, ErrConfig) {
		t.Errorf("NewEmbedder() = %v, want ErrConfig", err)
	}
	if _, err := NewReranker(Config{BaseURL: "localhost"}); !errors.Is(err, ErrConfig) {
		t.Errorf("NewReranker() = %v, want ErrConfig", err)
	}
}

// TestEmbedEndsInTime asks a server that never answers.
func TestEmbedEndsInTime(t *testing.T) {
	gone := make(chan struct{})
	s := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		select {
		case <-r.Context().Done():
		case <-gone:
		}
	}))
	defer s.Close()
	defer close(gone)
	e, err := NewEmbedder(Config{BaseURL: s.URL, Model: "m"})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	if _, err := e.Embed(ctx, []string{"a"}); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("Embed() = %v, want the end of the context", err)
	}
}
