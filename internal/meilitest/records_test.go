package meilitest

import (
	"bufio"
	"encoding/json"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// record is an exchange with a live Meilisearch 1.50.0.
type record struct {
	Name    string
	Request struct {
		Method, Path, Auth string
		ContentType        string `json:"content_type"`
		Body               json.RawMessage
	}
	Status   int
	Response map[string]any
}

// replayed are the exchanges that the stand-in takes part in; the others are about what pqcite
// does not use: vectors, typos, prefixes, filters of several parts, documents one by one.
var replayed = strings.Fields(`health version version-no-key version-wrong-key index-missing index-create task-index-create
	index-create-again task-index-exists index-bad-uid settings-update task-settings settings-bad-key settings-bad-rule
	documents-add-ndjson task-documents documents-add-bad-id task-bad-document-id documents-add-no-id
	task-missing-document-id documents-malformed documents-wrong-type stats search-filter-unknown search-filter-syntax
	search-eleven-words search-unknown-field search-missing-index multi-search multi-search-one-bad swap-missing
	task-swap-missing key-create write-with-search-key task-missing index-delete`)

// TestRecords holds the stand-in against what a live server was seen to answer: the status, the
// error's code and message, and the hits.
func TestRecords(t *testing.T) {
	dir := os.Getenv("PQCITE_TEST_FIXTURES")
	if dir == "" {
		t.Skip("PQCITE_TEST_FIXTURES is not set: it names the folder with meilisearch/records.jsonl")
	}
	f, err := os.Open(filepath.Join(dir, "meilisearch", "records.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	s := New(t)
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<20)
	task, searchKey, n := "", "", 0
	for lines.Scan() {
		var r record
		if err := json.Unmarshal(lines.Bytes(), &r); err != nil {
			t.Fatal(err)
		}
		if !slices.Contains(replayed, r.Name) {
			continue
		}
		n++
		if strings.HasPrefix(r.Name, "task-") && r.Name != "task-missing" {
			r.Request.Path = task
			send(t, s, &r, searchKey) // it is only being done
		}
		status, got := send(t, s, &r, searchKey)
		if uid, ok := got["taskUid"].(float64); ok {
			task = "/tasks/" + jsonText(uid)
		}
		if key, ok := got["key"].(string); ok {
			searchKey = key
		}
		compare(t, &r, status, got)
	}
	if n != len(replayed) {
		t.Errorf("%d of %d exchanges were found", n, len(replayed))
	}
}

func jsonText(v any) string {
	data, _ := json.Marshal(v)
	return string(data)
}

func send(t *testing.T, s *Server, r *record, searchKey string) (int, map[string]any) {
	t.Helper()
	body := string(r.Request.Body)
	var text string
	if json.Unmarshal(r.Request.Body, &text) == nil && text != "" {
		body = text
	}
	q, err := http.NewRequestWithContext(t.Context(), r.Request.Method, s.URL+r.Request.Path, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	if r.Request.ContentType != "" {
		q.Header.Set("Content-Type", r.Request.ContentType)
	}
	switch {
	case r.Request.Auth == "admin":
		q.Header.Set("Authorization", "Bearer "+s.Key)
	case r.Request.Auth == "other" && searchKey != "":
		q.Header.Set("Authorization", "Bearer "+searchKey)
	case r.Request.Auth == "other":
		q.Header.Set("Authorization", "Bearer wrong")
	}
	resp, err := http.DefaultClient.Do(q)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	data, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	var got map[string]any
	if err := json.Unmarshal(data, &got); err != nil {
		t.Fatalf("%s: %v: %s", r.Name, err, data)
	}
	return resp.StatusCode, got
}

func compare(t *testing.T, r *record, status int, got map[string]any) {
	t.Helper()
	if status != r.Status {
		t.Errorf("%s: status %d, want %d: %v", r.Name, status, r.Status, got)
	}
	for _, field := range []string{"code", "type", "status", "hits", "results", "numberOfDocuments", "estimatedTotalHits"} {
		if want, ok := r.Response[field]; ok && jsonText(plain(got[field])) != jsonText(plain(want)) {
			t.Errorf("%s: %s is %s, want %s", r.Name, field, jsonText(got[field]), jsonText(want))
		}
	}
	failed, _ := r.Response["error"].(map[string]any)
	ours, _ := got["error"].(map[string]any)
	if failed != nil && failed["code"] != ours["code"] {
		t.Errorf("%s: the task failed with %v, want %v", r.Name, ours["code"], failed["code"])
	}
}

// plain is an answer without what differs from one request to the next.
func plain(v any) any {
	switch v := v.(type) {
	case []any:
		out := []any{}
		for _, x := range v {
			out = append(out, plain(x))
		}
		return out
	case map[string]any:
		out := map[string]any{}
		for k, x := range v {
			if k != "processingTimeMs" && k != "requestUid" {
				out[k] = plain(x)
			}
		}
		return out
	}
	return v
}
