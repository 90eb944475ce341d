package meili

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/internal/meilitest"
	"github.com/pqcite/pqcite/internal/secret"
	"github.com/pqcite/pqcite/retrieval/lexical"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// connect is a client of a stand-in, which does not pause between attempts.
func connect(t *testing.T, url, key string) *Server {
	t.Helper()
	s, err := New(Config{URL: url, Key: secret.Key(key), Search: time.Second, Request: 5 * time.Second, pause: time.Millisecond})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return s
}

// upload is a collection of two documents with n passages each; what is in it follows from the
// digest.
func upload(digest string, n int) Upload {
	u := Upload{
		Collection: "team", Digest: strings.Repeat(digest, 64), Documents: 2, Count: 2 * n,
		Manifest: []byte("manifest " + digest), Statistics: []byte("statistics " + digest),
	}
	u.Passages = func(yield func(core.PassageRef, []lexical.Impact) bool) {
		for _, id := range []string{"A", "B"} {
			for i := range n {
				impacts := []lexical.Impact{{Term: "ml-kem.keygen_internal", Share: float64(i+1) / float64(n+1)}, {Term: fmt.Sprint(id, "-only"), Share: 0.1}, {Term: "η", Share: 0.2}}
				if !yield(core.PassageRef{DocID: id, Index: i}, impacts) {
					return
				}
			}
		}
	}
	u.Files = func(yield func([]byte, error) bool) {
		_ = yield([]byte(strings.Repeat("file a "+digest, 1000)), nil)
	}
	return u
}

// withLarge is an upload with a file of several pieces.
func withLarge(u Upload) Upload {
	u.Files = func(yield func([]byte, error) bool) {
		_ = yield([]byte("small"), nil) && yield(randomText(3*pieceSize), nil)
	}
	return u
}

// randomText does not compress, so that it takes several pieces.
func randomText(n int) []byte {
	out, x := make([]byte, n), uint64(1)
	for i := range out {
		x ^= x << 13
		x ^= x >> 7
		x ^= x << 17
		out[i] = byte(x)
	}
	return out
}

func mustPush(t *testing.T, u Upload, servers ...*Server) {
	t.Helper()
	if changed, err := Push(t.Context(), servers, u, nil); err != nil || !changed {
		t.Fatalf("changed %v: %v", changed, err)
	}
}

func find(t *testing.T, c *Collection, docs []string, terms ...string) ([]core.PassageRef, error) {
	t.Helper()
	return c.Source([]string{"A", "B"}, nil).Find(t.Context(), weighed(terms), docs, 10)
}

func weighed(terms []string) []lexical.Term {
	var out []lexical.Term
	for _, term := range terms {
		out = append(out, lexical.Term{Text: term, Boost: 2})
	}
	return out
}

// files are the bytes of all files of an upload.
func files(t *testing.T, u Upload) [][]byte {
	t.Helper()
	all := [][]byte{u.Manifest, u.Statistics}
	for f, err := range u.Files {
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, f)
	}
	return all
}

// TestCollection pushes a collection to one server and to three, and reads all of it again.
func TestCollection(t *testing.T) {
	for parts := 1; parts <= 3; parts += 2 {
		t.Run(fmt.Sprint(parts), func(t *testing.T) {
			var servers []*Server
			for range parts {
				at := meilitest.New(t)
				servers = append(servers, connect(t, at.URL, at.Key))
			}
			u := withLarge(upload("a", 20))
			mustPush(t, u, servers...)
			slices.Reverse(servers) // a reader names them in any order
			c, err := Open(t.Context(), servers, "team")
			if err != nil {
				t.Fatal(err)
			}
			for _, want := range files(t, u) {
				if got, err := c.File(t.Context(), hashOf(want)); err != nil || string(got) != string(want) {
					t.Errorf("%d bytes, want %d: %v", len(got), len(want), err)
				}
			}
			for term, want := range map[string]int{"A-only": 20, "η": 40, "ml-kem.keygen_internal": 40, "ml-kem": 0} {
				refs, err := c.Source([]string{"A", "B"}, nil).Find(t.Context(), weighed([]string{term}), nil, 100)
				if err != nil || len(refs) != want {
					t.Errorf("%d passages with %q, want %d: %v", len(refs), term, want, err)
				}
			}
			refs, err := find(t, c, []string{"B"}, "η")
			if err != nil || len(refs) == 0 || slices.ContainsFunc(refs, func(r core.PassageRef) bool { return r.DocID != "B" }) {
				t.Errorf("in document B: %v, %v", refs, err)
			}
		})
	}
}

// TestBestFirst looks whether a search returns first where the term scores most.
func TestBestFirst(t *testing.T) {
	at := meilitest.New(t)
	s := connect(t, at.URL, at.Key)
	mustPush(t, upload("a", 100), s)
	c, err := Open(t.Context(), []*Server{s}, "team")
	if err != nil {
		t.Fatal(err)
	}
	refs, err := find(t, c, nil, "ml-kem.keygen_internal")
	if err != nil || len(refs) != 10 {
		t.Fatalf("%v, %v", refs, err)
	}
	for _, r := range refs {
		if share := float64(r.Index+1) / 101; share < tiers[0] {
			t.Errorf("passage %d, of share %.2f, is among the first ten", r.Index, share)
		}
	}
}

// TestPushAgain pushes the same, and then something else, while somebody reads.
func TestPushAgain(t *testing.T) {
	at := meilitest.New(t)
	s := connect(t, at.URL, at.Key)
	mustPush(t, upload("a", 5), s)
	before, err := Open(t.Context(), []*Server{s}, "team")
	if err != nil {
		t.Fatal(err)
	}
	if changed, err := Push(t.Context(), []*Server{s}, upload("a", 5), nil); err != nil || changed {
		t.Errorf("the same again: changed %v, %v", changed, err)
	}
	mustPush(t, upload("b", 7), s)
	if got := at.Indexes(); !slices.Equal(got, []string{"pqcite-team"}) {
		t.Errorf("indexes %q are left", got)
	}
	if _, err := find(t, before, nil, "η"); !errors.Is(err, ErrChanged) {
		t.Errorf("who has opened the old one gets %v, want ErrChanged", err)
	}
	after, err := Open(t.Context(), []*Server{s}, "team")
	if err != nil || after.Passages != 14 {
		t.Fatalf("%+v, %v", after, err)
	}
}

// failPush expects a push to fail for a reason, and readers to see what was there before; then
// it expects the next push to succeed.
func failPush(t *testing.T, at *meilitest.Server, s *Server, want error) {
	t.Helper()
	changed, err := Push(t.Context(), []*Server{s}, upload("b", 5), nil)
	if changed || !errors.Is(err, want) {
		t.Errorf("changed %v: %v, want %v", changed, err, want)
	}
	noKey(t, at, err)
	at.SetFault(nil)
	c, err := Open(t.Context(), []*Server{s}, "team")
	if err != nil || c.Digest != upload("a", 5).Digest {
		t.Fatalf("readers see %+v: %v", c, err)
	}
	if refs, err := find(t, c, nil, "η"); err != nil || len(refs) != 10 {
		t.Errorf("readers find %v: %v", refs, err)
	}
	mustPush(t, upload("b", 5), s)
}

func noKey(t *testing.T, at *meilitest.Server, err error) {
	t.Helper()
	if err != nil && secret.Key(at.Key).Leaks(err.Error()) {
		t.Errorf("the key is in %q", err)
	}
}

// status answers requests of a path with a status and a body.
func status(method, path string, code int, kind, body string) meilitest.Fault {
	return func(w http.ResponseWriter, r meilitest.Request) bool {
		if r.Method != method || !strings.HasSuffix(r.Path, path) {
			return false
		}
		w.Header().Set("Content-Type", kind)
		w.WriteHeader(code)
		_, _ = io.WriteString(w, body)
		return true
	}
}

// times applies a fault so many times.
func times(n int, f meilitest.Fault) meilitest.Fault {
	var mu sync.Mutex // guards n: a request may come before the handler of a cut one has ended
	return func(w http.ResponseWriter, r meilitest.Request) bool {
		mu.Lock()
		defer mu.Unlock()
		if n > 0 && f(w, r) {
			n--
			return true
		}
		return false
	}
}

// cut closes the connection of requests of a path, in the middle of what is sent.
func cut(method, path string) meilitest.Fault {
	return func(w http.ResponseWriter, r meilitest.Request) bool {
		if r.Method != method || !strings.HasSuffix(r.Path, path) {
			return false
		}
		conn, _, err := w.(http.Hijacker).Hijack()
		if err == nil {
			_, _ = io.WriteString(conn, "HTTP/1.1 202 Accepted\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{\"task")
			_ = conn.Close()
		}
		return true
	}
}

const asJSON, asHTML = "application/json", "text/html"

// TestPushFaults: whatever happens to a push, readers see the old collection, and the next push
// puts everything right.
func TestPushFaults(t *testing.T) {
	for name, fault := range map[string]struct {
		set  func(*meilitest.Server)
		want error
	}{
		"documents refused": {func(s *meilitest.Server) { s.SetFault(status("POST", "/documents", 500, asJSON, `{}`)) }, ErrBusy},
		"documents lost":    {func(s *meilitest.Server) { s.SetFault(cut("POST", "/documents")) }, ErrDown},
		"a proxy's page":    {func(s *meilitest.Server) { s.SetFault(status("POST", "/documents", 200, asHTML, "<html>login</html>")) }, ErrAnswer},
		"a proxy's error": {func(s *meilitest.Server) {
			s.SetFault(status("POST", "/documents", 502, asHTML, "<html>bad gateway</html>"))
		}, ErrBusy},
		"payload too large": {func(s *meilitest.Server) {
			s.SetFault(status("POST", "/documents", 413, asJSON, `{"message":"too large","code":"payload_too_large","type":"invalid_request"}`))
		}, errRefused},
		"disk full": {func(s *meilitest.Server) {
			s.FailTasks("documentAdditionOrUpdate", "no_space_left_on_device", "There is no more space left on the device. Consider increasing the size of the disk/partition.")
		}, ErrFull},
		"task failed": {func(s *meilitest.Server) {
			s.FailTasks("documentAdditionOrUpdate", "internal", "an internal error has occurred")
		}, ErrTask},
		"settings failed":  {func(s *meilitest.Server) { s.FailTasks("settingsUpdate", "internal", "an internal error has occurred") }, ErrTask},
		"swap failed":      {func(s *meilitest.Server) { s.FailTasks("indexSwap", "internal", "an internal error has occurred") }, ErrTask},
		"swap lost before": {func(s *meilitest.Server) { s.SetFault(cut("POST", "/swap-indexes")) }, ErrDown},
		"key may not write": {func(s *meilitest.Server) {
			s.SetFault(status("POST", "/indexes", 403, asJSON, `{"message":"The provided API key is invalid.","code":"invalid_api_key","type":"auth"}`))
		}, ErrKey},
		"version too old": {func(s *meilitest.Server) {
			s.SetFault(status("GET", "/version", 200, asJSON, `{"pkgVersion":"1.9.0"}`))
		}, ErrVersion},
		"version of the future": {func(s *meilitest.Server) {
			s.SetFault(status("GET", "/version", 200, asJSON, `{"pkgVersion":"2.0.0"}`))
		}, ErrVersion},
	} {
		t.Run(name, func(t *testing.T) {
			at := meilitest.New(t)
			s := connect(t, at.URL, at.Key)
			mustPush(t, upload("a", 5), s)
			fault.set(at)
			failPush(t, at, s, fault.want)
		})
	}
}

// TestPushPassing: what passes is not noticed.
func TestPushPassing(t *testing.T) {
	for name, fault := range map[string]meilitest.Fault{
		"429":                times(2, status("POST", "/documents", 429, asJSON, `{}`)),
		"503 of a proxy":     times(2, status("POST", "/documents", 503, asHTML, "<html>")),
		"documents lost":     times(2, cut("POST", "/documents")),
		"a task not seen":    times(2, cut("GET", "/tasks/3")),
		"search not seen":    times(1, cut("POST", "/multi-search")),
		"503 before a swap":  times(2, status("POST", "/swap-indexes", 503, asJSON, `{}`)),
		"no key for deletes": times(2, status("DELETE", "/pqcite-team--bbbbbbbbbbbbbbbb", 502, asJSON, `{}`)),
	} {
		t.Run(name, func(t *testing.T) {
			at := meilitest.New(t)
			s := connect(t, at.URL, at.Key)
			at.SetFault(fault)
			mustPush(t, upload("b", 5), s)
			c, err := Open(t.Context(), []*Server{s}, "team")
			if err != nil {
				t.Fatal(err)
			}
			if refs, err := find(t, c, nil, "η"); err != nil || len(refs) != 10 {
				t.Errorf("%v: %v", refs, err)
			}
		})
	}
}

// TestSwapAnswerLost: a swap that happened and whose answer was lost is not made again.
func TestSwapAnswerLost(t *testing.T) {
	at := meilitest.New(t)
	s := connect(t, at.URL, at.Key)
	mustPush(t, upload("a", 5), s)
	lost := false
	at.SetFault(func(w http.ResponseWriter, r meilitest.Request) bool {
		if !lost && strings.HasSuffix(r.Path, "/swap-indexes") {
			lost = true
			at.SetFault(nil)
			resp := httptest.NewRecorder()
			q := httptest.NewRequest(r.Method, r.Path, strings.NewReader(r.Body))
			q.Header.Set("Authorization", "Bearer "+at.Key)
			q.Header.Set("Content-Type", asJSON)
			at.ServeHTTP(resp, q)
			for range 2 { // a task is done when it is looked at for the second time
				look := httptest.NewRequest("GET", "/tasks/"+taskOf(resp.Body.String()), nil)
				look.Header.Set("Authorization", "Bearer "+at.Key)
				at.ServeHTTP(httptest.NewRecorder(), look)
			}
			return cut("POST", "/swap-indexes")(w, r)
		}
		return false
	})
	mustPush(t, upload("b", 5), s)
	n := 0
	for _, r := range at.Requests() {
		if r.Path == "/swap-indexes" {
			n++
		}
	}
	if n != 3 { // of the first push, the lost one as it came, and as it was passed on
		t.Errorf("%d swaps, want 3", n)
	}
}

func taskOf(answer string) string {
	_, rest, _ := strings.Cut(answer, `"taskUid":`)
	return rest[:strings.IndexAny(rest, ",}")]
}

// TestReadFaults: a search says what is wrong, and never returns a part of what there is.
func TestReadFaults(t *testing.T) {
	record := func(change func(map[string]any)) func(*meilitest.Server) {
		return func(s *meilitest.Server) {
			s.Change("pqcite-team", func(doc map[string]any) map[string]any {
				if doc["kind"] == kindRecord {
					change(doc)
				}
				return doc
			})
		}
	}
	fault := func(f meilitest.Fault) func(*meilitest.Server) { return func(s *meilitest.Server) { s.SetFault(f) } }
	for name, tt := range map[string]struct {
		set  func(*meilitest.Server)
		want error
	}{
		"down":              {(*meilitest.Server).Stop, ErrDown},
		"slow":              {fault(func(http.ResponseWriter, meilitest.Request) bool { time.Sleep(1500 * time.Millisecond); return false }), ErrSlow},
		"500":               {fault(status("POST", "/multi-search", 500, asJSON, `{"message":"internal","code":"internal","type":"internal"}`)), ErrBusy},
		"429 for long":      {fault(status("POST", "/multi-search", 429, asJSON, `{}`)), ErrBusy},
		"queue full":        {fault(status("POST", "/multi-search", 503, asJSON, `{"message":"Too many search requests running at the same time","code":"too_many_search_requests","type":"system"}`)), ErrBusy},
		"HTML":              {fault(status("POST", "/multi-search", 200, asHTML, "<html>welcome</html>")), ErrAnswer},
		"redirect":          {fault(status("POST", "/multi-search", 302, asHTML, "")), ErrAnswer},
		"HTML as JSON":      {fault(status("POST", "/multi-search", 200, asJSON, "<html>")), ErrAnswer},
		"another server":    {fault(status("POST", "/multi-search", 404, asJSON, `{"error":"not found"}`)), ErrAnswer},
		"fewer results":     {fault(status("POST", "/multi-search", 200, asJSON, `{"hits":[]}`)), ErrMissing},
		"a dead remote":     {fault(status("POST", "/multi-search", 200, asJSON, `{"hits":[],"remoteErrors":{"two":{"message":"error sending request","code":"remote_could_not_send_request","type":"system","link":""}}}`)), ErrPartial},
		"cut":               {fault(cut("POST", "/multi-search")), ErrDown},
		"key revoked":       {fault(status("POST", "/multi-search", 403, asJSON, `{"message":"The provided API key is invalid.","code":"invalid_api_key","type":"auth"}`)), ErrKey},
		"token expired":     {fault(status("POST", "/multi-search", 403, asJSON, "{\"message\":\"Tenant token expired. Was valid up to `1000000000` and we're now `1795381821`.\",\"code\":\"invalid_api_key\",\"type\":\"auth\"}")), ErrKey},
		"old server":        {fault(status("POST", "/multi-search", 400, asJSON, "{\"message\":\"Unknown field `x`\",\"code\":\"bad_request\",\"type\":\"invalid_request\"}")), errRefused},
		"other digest":      {record(func(d map[string]any) { d["data"] = strings.Replace(d["data"].(string), "aaaa", "bbbb", 1) }), ErrChanged},
		"later format":      {record(func(d map[string]any) { d["data"] = strings.Replace(d["data"].(string), `"format":1`, `"format":2`, 1) }), ErrFormat},
		"record unreadable": {record(func(d map[string]any) { d["data"] = "?" }), ErrAnswer},
		"record gone":       {record(func(d map[string]any) { d["kind"] = "?" }), ErrMissing},
		"foreign passages": {func(s *meilitest.Server) {
			s.Change("pqcite-team", func(d map[string]any) map[string]any {
				d["id"] = strings.Replace(d["id"].(string), docKey("A"), docKey("C"), 1)
				return d
			})
		}, ErrAnswer},
	} {
		t.Run(name, func(t *testing.T) {
			at := meilitest.New(t)
			s := connect(t, at.URL, at.Key)
			mustPush(t, upload("a", 5), s)
			c, err := Open(t.Context(), []*Server{s}, "team")
			if err != nil {
				t.Fatal(err)
			}
			tt.set(at)
			refs, err := find(t, c, nil, "η", "A-only")
			if refs != nil || !errors.Is(err, tt.want) {
				t.Errorf("found %v: %v, want %v", refs, err, tt.want)
			}
			noKey(t, at, err)
		})
	}
}

// TestPart: without one of its servers, a collection is not there.
func TestPart(t *testing.T) {
	one, two := meilitest.New(t), meilitest.New(t)
	servers := []*Server{connect(t, one.URL, one.Key), connect(t, two.URL, two.Key)}
	mustPush(t, upload("a", 20), servers...)
	c, err := Open(t.Context(), servers, "team")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Open(t.Context(), servers[:1], "team"); !errors.Is(err, ErrPartial) {
		t.Errorf("with one of two servers: %v, want ErrPartial", err)
	}
	two.Stop()
	if refs, err := find(t, c, nil, "η"); refs != nil || !errors.Is(err, ErrDown) {
		t.Errorf("one of two parts: %v, %v", refs, err)
	}
	if _, err := Open(t.Context(), servers, "team"); !errors.Is(err, ErrPartial) || !errors.Is(err, ErrDown) || !strings.Contains(err.Error(), servers[1].Name()) {
		t.Errorf("without the second server: %v", err)
	}
}

// TestReplica: a collection that two servers have whole is read from the one that answers.
func TestReplica(t *testing.T) {
	one, two := meilitest.New(t), meilitest.New(t)
	servers := []*Server{connect(t, one.URL, one.Key), connect(t, two.URL, two.Key)}
	for _, s := range servers {
		mustPush(t, upload("a", 5), s)
	}
	c, err := Open(t.Context(), servers, "team")
	if err != nil || len(c.Servers()) != 2 {
		t.Fatalf("%v, %v", c, err)
	}
	one.Stop()
	if refs, err := find(t, c, nil, "η"); err != nil || len(refs) != 10 {
		t.Errorf("%v: %v", refs, err)
	}
}

// TestHalfPushed: a staging index that a push left is not read, and goes with the next push.
func TestHalfPushed(t *testing.T) {
	at := meilitest.New(t)
	s := connect(t, at.URL, at.Key)
	half := upload("a", 5)
	half.Passages = func(yield func(core.PassageRef, []lexical.Impact) bool) {
		_ = yield(core.PassageRef{DocID: "A"}, nil)
	}
	if _, err := Push(t.Context(), []*Server{s}, half, nil); err == nil {
		t.Error("a push of fewer passages than were announced succeeds")
	}
	if _, err := Open(t.Context(), []*Server{s}, "team"); !errors.Is(err, ErrMissing) {
		t.Errorf("it is read: %v", err)
	}
	mustPush(t, upload("a", 5), s)
	if got := at.Indexes(); !slices.Equal(got, []string{"pqcite-team"}) {
		t.Errorf("indexes %q are left", got)
	}
}

// TestLostDocuments: what the server has not got is counted before it is published.
func TestLostDocuments(t *testing.T) {
	at := meilitest.New(t)
	s := connect(t, at.URL, at.Key)
	u := upload("a", 5)
	twice := u.Passages
	u.Passages = func(yield func(core.PassageRef, []lexical.Impact) bool) {
		for ref, i := range twice {
			ref.Index = 0 // all of a document are the same one to the server
			if !yield(ref, i) {
				return
			}
		}
	}
	if _, err := Push(t.Context(), []*Server{s}, u, nil); !errors.Is(err, ErrPartial) {
		t.Errorf("%v, want ErrPartial", err)
	}
}

// TestDamagedFile: a file that is not what its hash says is no file.
func TestDamagedFile(t *testing.T) {
	at := meilitest.New(t)
	s := connect(t, at.URL, at.Key)
	mustPush(t, withLarge(upload("a", 5)), s)
	c, err := Open(t.Context(), []*Server{s}, "team")
	if err != nil {
		t.Fatal(err)
	}
	large := hashOf(randomText(3 * pieceSize))
	at.Change("pqcite-team", func(d map[string]any) map[string]any {
		if d["id"] == large+"-1" {
			return nil
		}
		if d["file"] == c.Manifest {
			d["data"] = "AAAA"
		}
		return d
	})
	for _, hash := range []string{large, c.Manifest} {
		if _, err := c.File(t.Context(), hash); !errors.Is(err, ErrDamaged) {
			t.Errorf("%v, want ErrDamaged", err)
		}
	}
	if _, err := c.File(t.Context(), hashOf(nil)); !errors.Is(err, ErrMissing) {
		t.Errorf("a file that was never pushed: %v, want ErrMissing", err)
	}
}

// TestToken: a reader's token opens its collections, until it expires, and nothing else.
func TestToken(t *testing.T) {
	at := meilitest.New(t)
	s := connect(t, at.URL, at.Key)
	mustPush(t, upload("a", 5), s)
	other := upload("b", 5)
	other.Collection = "other"
	mustPush(t, other, s)
	token, err := s.Token(t.Context(), []string{"team"}, time.Now().Add(time.Hour))
	if err != nil {
		t.Fatal(err)
	}
	reader := connect(t, at.URL, string(token))
	if c, err := Open(t.Context(), []*Server{reader}, "team"); err != nil {
		t.Error(err)
	} else if refs, err := find(t, c, nil, "η"); err != nil || len(refs) != 10 {
		t.Errorf("%v: %v", refs, err)
	}
	if _, err := Open(t.Context(), []*Server{reader}, "other"); !errors.Is(err, ErrKey) {
		t.Errorf("another collection: %v, want ErrKey", err)
	}
	if _, err := Push(t.Context(), []*Server{reader}, upload("c", 5), nil); !errors.Is(err, ErrKey) {
		t.Errorf("a push: %v, want ErrKey", err)
	}
	if _, err := s.Token(t.Context(), []string{"team"}, time.Time{}); err != nil {
		t.Error(err)
	}
	n := 0
	for _, r := range at.Requests() {
		if r.Method == "POST" && r.Path == "/keys" {
			n++
		}
	}
	if n != 1 {
		t.Errorf("%d keys of readers were made, want 1", n)
	}
	at.Now = func() time.Time { return time.Now().Add(2 * time.Hour) } // its clock is wrong
	_, err = Open(t.Context(), []*Server{reader}, "team")
	if !errors.Is(err, ErrKey) || !strings.Contains(err.Error(), "its clock and ours differ by ") {
		t.Errorf("an expired token: %v", err)
	}
	if token.Leaks(err.Error()) {
		t.Errorf("the token is in %q", err)
	}
}
