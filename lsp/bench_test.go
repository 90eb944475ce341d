package lsp_test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/pqcite/pqcite/lsp"
)

// wireClient is a client that costs as little as can be: it writes frames and reads
// answers, and looks into none.
type wireClient struct {
	tb testing.TB
	io.ReadWriteCloser
	in *bufio.Reader
	id int
}

// dial starts a server over the six documents, or the pack alone, and opens a file.
func dial(tb testing.TB, content string) *wireClient { return dialAs(tb, content, "go") }

// dialAs is dial for a file of a language.
func dialAs(tb testing.TB, content, language string) *wireClient {
	tb.Helper()
	dir := tb.TempDir()
	if os.Getenv("PQCITE_TEST_CORPUS") != "" {
		dir = officialHome(tb)
	}
	client, server := pipes(tb)
	s := lsp.New(lsp.Config{Version: "test", Source: home(tb, dir), Logger: logger(tb), Cache: filepath.Join(tb.TempDir(), "editor")})
	done := make(chan int, 1)
	go func() { done <- s.Serve(ctx, server) }()
	c := newWireClient(tb, client)
	tb.Cleanup(func() {
		c.Close()
		<-done
	})
	c.call("initialize", map[string]any{"processId": nil, "rootUri": nil, "capabilities": map[string]any{}})
	c.notify("initialized", map[string]any{})
	c.notify("textDocument/didOpen", map[string]any{"textDocument": map[string]any{"uri": "file:///a.go", "languageId": language, "version": 1, "text": content}})
	return c
}

func newWireClient(tb testing.TB, rw io.ReadWriteCloser) *wireClient {
	return &wireClient{tb: tb, ReadWriteCloser: rw, in: bufio.NewReader(rw)}
}

func (c *wireClient) send(message map[string]any) {
	c.tb.Helper()
	body, err := json.Marshal(message)
	if err == nil {
		_, err = fmt.Fprintf(c, "Content-Length: %d\r\n\r\n%s", len(body), body)
	}
	if err != nil {
		c.tb.Fatal(err)
	}
}

func (c *wireClient) notify(method string, params any) {
	c.send(map[string]any{"jsonrpc": "2.0", "method": method, "params": params})
}

func (c *wireClient) request(id int, method string, params any) {
	c.tb.Helper()
	c.send(map[string]any{"jsonrpc": "2.0", "id": id, "method": method, "params": params})
}

// call waits for the next answer, and passes what comes before it.
func (c *wireClient) call(method string, params any) []byte {
	c.tb.Helper()
	c.id++
	c.request(c.id, method, params)
	for {
		if body := c.receive(); strings.HasPrefix(string(body), `{"id":`+strconv.Itoa(c.id)) || strings.Contains(string(body[:min(len(body), 60)]), `"result"`) {
			return body
		}
	}
}

func (c *wireClient) receive() []byte {
	c.tb.Helper()
	length := 0
	for {
		line, err := c.in.ReadString('\n')
		if err != nil {
			c.tb.Fatal(err)
		}
		if line = strings.TrimSpace(line); line == "" {
			break
		}
		if n, ok := strings.CutPrefix(line, "Content-Length: "); ok {
			length, _ = strconv.Atoi(n)
		}
	}
	body := make([]byte, length)
	if _, err := io.ReadFull(c.in, body); err != nil {
		c.tb.Fatal(err)
	}
	return body
}

func (c *wireClient) hover(line, character int) []byte {
	return c.call("textDocument/hover", map[string]any{
		"textDocument": map[string]any{"uri": "file:///a.go"}, "position": map[string]any{"line": line, "character": character},
	})
}

// timed runs f and reports the median and the 99th percentile besides the mean.
func timed(b *testing.B, f func()) {
	var all []time.Duration
	for b.Loop() {
		start := time.Now()
		f()
		all = append(all, time.Since(start))
	}
	slices.Sort(all)
	for name, share := range map[string]float64{"p50-ns": .5, "p99-ns": .99} {
		b.ReportMetric(float64(all[int(share*float64(len(all)-1))].Nanoseconds()), name)
	}
}

// BenchmarkHover measures hovers from outside, over pipes.
func BenchmarkHover(b *testing.B) {
	c := dial(b, "package a\n\n// Polynomials as in FIPS 203, Algorithm 9 and MLKEM768_CIPHERTEXTBYTES.\nfunc f() {}\n")
	for _, place := range []struct {
		name            string
		line, character int
		want            string
	}{{"reference", 2, 35, "NTT"}, {"identifier", 2, 50, "1088"}, {"nothing", 3, 6, `"result":null`}} {
		b.Run(place.name, func(b *testing.B) {
			if got := string(c.hover(place.line, place.character)); !strings.Contains(got, place.want) {
				b.Fatalf("hover says %s", got)
			}
			timed(b, func() { c.hover(place.line, place.character) })
		})
	}
}

// BenchmarkEdit measures an edit of a file of 10,000 lines, with the hover after it.
func BenchmarkEdit(b *testing.B) {
	var file strings.Builder
	for i := range 10_000 {
		if i%10 == 0 {
			fmt.Fprintf(&file, "// Encode as in FIPS 203, Algorithm %d.\n", i%21+1)
		} else {
			file.WriteString("\tfor i := range poly { s += int(poly[i]) }\n")
		}
	}
	c := dial(b, file.String())
	c.hover(0, 30)
	version := 1
	timed(b, func() {
		version++
		at := map[string]any{"line": 5000, "character": 3}
		c.notify("textDocument/didChange", map[string]any{
			"textDocument":   map[string]any{"uri": "file:///a.go", "version": version},
			"contentChanges": []any{map[string]any{"range": map[string]any{"start": at, "end": at}, "text": "x"}},
		})
		c.hover(0, 30)
	})
}
