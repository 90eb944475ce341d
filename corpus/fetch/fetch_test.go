package fetch

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

const (
	document = "%PDF-2.0 the document, as its publisher means it"
	etag     = `ETag: "v1"`
)

func hashOf(s string) string {
	sum := sha256.Sum256([]byte(s))
	return hex.EncodeToString(sum[:])
}

// rest is the honest answer to a request for the bytes from start.
func rest(start int, headers ...string) reply {
	return reply{
		want:   asked{Range: "bytes=" + itoa(start) + "-", IfRange: `"v1"`},
		status: "206 Partial Content",
		header: append(headers, contentRangeOf(start, len(document)-1, len(document))),
		body:   document[start:],
	}
}

func TestFetchWhole(t *testing.T) {
	s := serve(t, reply{header: []string{etag, "Content-Type: application/pdf"}, body: document})
	b := newBench(t)
	var progress [][2]int64
	err := b.get(t, Request{URL: s.URL, SHA256: hashOf(document), Progress: func(done, total int64) {
		progress = append(progress, [2]int64{done, total})
	}})
	if err != nil {
		t.Fatal(err)
	}
	size := int64(len(document))
	if diff := cmp.Diff([][2]int64{{0, size}, {size, size}}, progress); diff != "" {
		t.Errorf("progress (-want +got):\n%s", diff)
	}
	b.wantFiles(t, map[string]string{"doc.pdf": document})
}

// TestFetchRecovers has servers that fail in one way and then serve: the bytes
// must be right in the end. The script checks the requests.
func TestFetchRecovers(t *testing.T) {
	const half = 20
	long := len(document)
	first := func(headers ...string) reply { // the first half, then the connection breaks
		return reply{header: headers, body: document[:half], length: long}
	}
	whole := reply{header: []string{etag}, body: document}
	lying := func(header string, body string) reply {
		r := rest(half)
		r.header, r.body = []string{header}, body
		return r
	}
	honest := contentRangeOf(half, long-1, long)
	tests := []struct {
		name   string
		pinned bool
		script []reply
	}{
		{"drop", false, []reply{first(etag), rest(half, etag)}},
		{"two drops", false, []reply{first(etag), {
			want: rest(half).want, status: "206 Partial Content", header: []string{honest}, body: document[half:30], length: long - half,
		}, rest(30)}},
		{"drop before a byte", false, []reply{{header: []string{etag}, length: long}, whole}},
		{"no answer", false, []reply{{status: "", body: "", length: none, then: nil, header: []string{"Bad header"}}, whole}},
		{"server without ranges", false, []reply{first(etag), {want: rest(half).want, body: document}}},
		{"no validator: start over", false, []reply{first(), {body: document}}},
		{"weak validator: start over", false, []reply{first(`ETag: W/"v1"`), {body: document}}},
		{"a date is no validator: start over", false, []reply{
			first("Last-Modified: Tue, 13 Aug 2024 12:00:00 GMT", "Date: Wed, 14 Aug 2024 12:00:00 GMT"), {body: document},
		}},
		{"no validator but a pinned hash", true, []reply{
			first(), {want: asked{Range: "bytes=20-"}, status: "206 Partial Content", header: []string{honest}, body: document[half:]},
		}},
		{"unknown length, resumed by a pinned hash", true, []reply{
			{body: chunked(document)[:4+half], header: []string{etag, "Transfer-Encoding: chunked"}, length: none}, rest(half),
		}},
		{"unknown length, cut short without an error", true, []reply{{body: document[:half], length: none}, {body: document}}},
		{"document changes midway", false, []reply{
			{header: []string{`ETag: "v0"`}, body: strings.Repeat("old ", 5), length: 99},
			{want: asked{Range: "bytes=20-", IfRange: `"v0"`}, header: []string{etag}, body: document},
		}},
		{"document changes midway, If-Range ignored", false, []reply{
			first(etag), rest(half, `ETag: "v2"`), whole,
		}},
		{"range starts elsewhere", false, []reply{first(etag), lying(contentRangeOf(0, long-1, long), document), whole}},
		{"range starts later", false, []reply{first(etag), lying(contentRangeOf(30, long-1, long), document[30:]), whole}},
		{"range in fewer bytes", false, []reply{first(etag), lying(honest, document[half:25]), whole}},
		{"range of another size", false, []reply{first(etag), lying(contentRangeOf(half, long, long+1), document[half:]+"x"), whole}},
		{"range and length differ", false, []reply{first(etag), lying(honest, document[half:]+"x"), whole}},
		{"range without Content-Range", false, []reply{first(etag), lying("X: y", document[half:]), whole}},
		{"range in several parts", false, []reply{first(etag), lying("Content-Type: multipart/byteranges; boundary=b", "--b"), whole}},
		{"chunked range is longer than announced", false, []reply{first(etag), {
			want: rest(half).want, status: "206 Partial Content",
			header: []string{honest, "Transfer-Encoding: chunked"}, body: chunked(document[half:] + "more"), length: none,
		}, whole}},
		{"range of unknown size after unknown size", false, []reply{
			{body: chunked(document)[:4+half], header: []string{etag, "Transfer-Encoding: chunked"}, length: none},
			lying("Content-Range: bytes 20-47/*", document[half:]), whole,
		}},
		{"a part of the rest, then the rest", false, []reply{first(etag), {
			want: rest(half).want, status: "206 Partial Content",
			header: []string{contentRangeOf(half, 29, long)}, body: document[half:30],
		}, rest(30)}},
		{"416", false, []reply{first(etag), {want: rest(half).want, status: "416 Range Not Satisfiable"}, whole}},
		{"unasked range", false, []reply{{status: "206 Partial Content", header: []string{contentRangeOf(0, long-1, long)}, body: document}, whole}},
		{"wrong joint", true, []reply{first(etag), lying(honest, strings.Repeat("x", long-half)), whole}},
		{"500", false, []reply{{status: "500 Internal Server Error"}, whole}},
		{"408", false, []reply{{status: "408 Request Timeout"}, whole}},
		{"redirect", false, []reply{
			{status: "302 Found", header: []string{"Location: /doc/there?key=1"}},
			{want: asked{Path: "/doc/there?key=1"}, header: []string{etag}, body: document},
		}},
		{"drop behind a redirect", false, []reply{
			{status: "307 Temporary Redirect", header: []string{"Location: /doc/there"}},
			{want: asked{Path: "/doc/there"}, header: []string{etag}, body: document[:half], length: long},
			{want: rest(half).want, status: "307 Temporary Redirect", header: []string{"Location: /doc/there"}},
			{want: asked{Path: "/doc/there", Range: "bytes=20-", IfRange: `"v1"`}, status: "206 Partial Content", header: []string{honest}, body: document[half:]},
		}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			attempts := len(tt.script)
			for _, r := range tt.script {
				if strings.HasPrefix(r.status, "30") {
					attempts--
				}
			}
			s := serve(t, tt.script...)
			b := newBench(t)
			req := Request{URL: s.URL}
			if tt.pinned {
				req.SHA256 = hashOf(document)
			}
			if err := b.get(t, req); err != nil {
				t.Fatal(err)
			}
			if len(b.sleeps) != attempts-1 {
				t.Errorf("slept %d times between %d attempts", len(b.sleeps), attempts)
			}
			b.wantFiles(t, map[string]string{"doc.pdf": document})
		})
	}
}

func TestFetchStall(t *testing.T) {
	for name, script := range map[string][]reply{
		"in the body":     {{header: []string{etag}, body: document[:7], length: len(document), then: hang}, rest(7)},
		"before the body": {{header: []string{etag}, length: len(document), then: hang}, {body: document}},
	} {
		t.Run(name, func(t *testing.T) {
			s := serve(t, script...)
			b := newBench(t)
			b.stall = 250 * time.Millisecond
			if err := b.get(t, Request{URL: s.URL}); err != nil {
				t.Fatal(err)
			}
			b.wantFiles(t, map[string]string{"doc.pdf": document})
		})
	}
}

func TestFetchStallsForGood(t *testing.T) {
	s := serve(t, reply{header: []string{etag}, body: document[:7], length: len(document), then: hang})
	b := newBench(t)
	b.attempts, b.stall = 1, 100*time.Millisecond
	err := b.get(t, Request{URL: s.URL, SHA256: hashOf(document)})
	wantError(t, err, errStalled, "give up after 1 attempts: server sent nothing for 100ms")
	b.wantFiles(t, map[string]string{"doc.pdf.part": document[:7]})
}

// TestFetchAgain ends a download in the middle and starts it again: the second call continues,
// if the document is pinned and the part is its beginning.
func TestFetchAgain(t *testing.T) {
	whole := reply{body: document}
	later := rest(20)
	later.want.IfRange = ""
	long := asked{Range: "bytes=100-"}
	tests := []struct {
		name   string
		pinned bool
		spoil  func(t *testing.T, part string)
		second []reply
	}{
		{"sound", true, func(*testing.T, string) {}, []reply{later}},
		{"not pinned", false, func(*testing.T, string) {}, []reply{whole}},
		{"another document", true, func(t *testing.T, part string) { write(t, part, strings.Repeat("x", 20)) }, []reply{later, whole}},
		{"part longer than the document", true, func(t *testing.T, part string) { write(t, part, strings.Repeat("x", 100)) },
			[]reply{{want: long, status: "416 Range Not Satisfiable"}, whole}},
		{"no part", true, func(t *testing.T, part string) { os.Remove(part) }, []reply{whole}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := serve(t, append([]reply{{header: []string{etag}, body: document[:20], length: len(document), then: hang}}, tt.second...)...)
			b := newBench(t)
			ctx, cancel := context.WithCancelCause(t.Context())
			quit := errors.New("user quits")
			req := Request{URL: s.URL + "/doc", Dest: b.dest, Progress: func(done, _ int64) {
				if done == 20 {
					cancel(quit)
				}
			}}
			left := map[string]string{}
			if tt.pinned {
				req.SHA256 = hashOf(document)
				left["doc.pdf.part"] = document[:20]
			}
			wantError(t, b.fetch(ctx, req), quit)
			b.wantFiles(t, left)
			if len(b.sleeps) > 0 {
				t.Errorf("slept %v after the context had ended", b.sleeps)
			}
			tt.spoil(t, b.dest+".part")
			req.Progress = nil
			if err := b.get(t, req); err != nil {
				t.Fatal(err)
			}
			if len(b.sleeps) != len(tt.second)-1 {
				t.Errorf("second call slept %d times", len(b.sleeps))
			}
			b.wantFiles(t, map[string]string{"doc.pdf": document})
		})
	}
}

func TestFetchDeadlineWhileWaiting(t *testing.T) {
	s := serve(t, reply{status: "503 Service Unavailable"})
	b := newBench(t)
	ctx, cancel := context.WithCancel(t.Context())
	b.sleep = func(ctx context.Context, d time.Duration) error {
		cancel()
		return sleep(ctx, time.Hour)
	}
	err := b.fetch(ctx, Request{URL: s.URL + "/doc", Dest: b.dest})
	wantError(t, err, context.Canceled)
}

// wantError checks that an error wraps another one, if that is not nil, and says
// all of the texts.
func wantError(t *testing.T, err, is error, says ...string) {
	t.Helper()
	if err == nil {
		t.Fatal("got no error")
	}
	if is != nil && !errors.Is(err, is) {
		t.Errorf("error %q does not wrap %q", err, is)
	}
	for _, s := range says {
		if !strings.Contains(err.Error(), s) {
			t.Errorf("error %q does not say %q", err, s)
		}
	}
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}
