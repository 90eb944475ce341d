package lsp_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"go.lsp.dev/protocol"

	"github.com/pqcite/pqcite/internal/lsptest"
)

const dangling = "package a\n\n// FIPS 203, Algorithm 99\n"

// publication is publishDiagnostics as it is on the wire.
type publication struct {
	URI         string            `json:"uri"`
	Version     *int32            `json:"version"`
	Diagnostics []json.RawMessage `json:"diagnostics"`
}

func (s *session) publications(u string) []publication {
	s.tb.Helper()
	var out []publication
	for _, raw := range s.Notifications("textDocument/publishDiagnostics") {
		var p publication
		if err := json.Unmarshal(raw, &p); err != nil {
			s.tb.Fatal(err)
		}
		if p.URI == u {
			out = append(out, p)
		}
	}
	return out
}

func TestRule09PublishedWithVersionAndCleared(t *testing.T) {
	t.Parallel()
	s := begin(t, pack{}, lsptest.Options{Settings: map[string]any{"diagnostics": map[string]any{"delay": 0}}})
	s.Initialize()
	s.Open(noteA, "go", dangling)
	if got := s.AwaitDiagnostics(noteA, 1); len(got) != 1 || got[0].Range != at(2, 3, 25) {
		t.Errorf("got %v, want one at 2:3-2:25", got)
	}
	s.Replace(noteA, at(2, 22, 25), " 9")
	if got := s.AwaitDiagnostics(noteA, 2); len(got) != 0 {
		t.Errorf("after the correction: got %v, want none", got)
	}
	s.SetText(noteA, dangling+dangling)
	s.AwaitDiagnostics(noteA, 3)
	s.Close(noteA)
	s.Await("the diagnostics to be cleared", func() bool {
		all := s.publications(noteA)
		return len(all[len(all)-1].Diagnostics) == 0
	})
	last := int32(0)
	for _, p := range s.publications(noteA) {
		if p.Version == nil {
			continue // the clearing, of no version
		}
		if *p.Version < last {
			t.Errorf("version %d was published after %d", *p.Version, last)
		}
		last = *p.Version
	}
	s.Open(noteA, "go", oneReference)
	if got := s.AwaitDiagnostics(noteA, 0); len(got) != 0 {
		t.Errorf("after it was opened again: got %v, want none", got)
	}
}

// TestRule09LastWins types fast: what is published last is of the last version.
func TestRule09LastWins(t *testing.T) {
	t.Parallel()
	s := begin(t, pack{}, lsptest.Options{Settings: map[string]any{"diagnostics.delay": 0}})
	s.Initialize()
	s.Open(noteA, "go", dangling)
	for range 200 {
		s.Replace(noteA, at(0, 0, 0), "x")
	}
	s.Close(noteA)
	s.Open(noteA, "go", dangling+dangling)
	s.Replace(noteA, at(0, 0, 0), "// FIPS 204, Table 99\n")
	if got := s.AwaitDiagnostics(noteA, s.Version(noteA)); len(got) != 3 {
		t.Errorf("got %d diagnostics, want 3", len(got))
	}
	s.hover(noteA, 0, 0)
	all := s.publications(noteA)
	if last := all[len(all)-1]; last.Version == nil || *last.Version != s.Version(noteA) || len(last.Diagnostics) != 3 {
		t.Errorf("the last publication is %+v", last)
	}
}

func TestRule09PushOrPull(t *testing.T) {
	t.Parallel()
	pulled := map[string]any{"pullDiagnostics": true}
	for _, test := range []struct {
		name, capabilities string
		options            any
		pull               bool
	}{
		{"a client that can be pushed to and pull", `{}`, nil, false},
		{"one that asks to pull", `{}`, pulled, true},
		{"one that asks to pull, and can't", `{"textDocument": {"diagnostic": null}}`, pulled, false},
		{"one that can only pull, and asks to", `{"textDocument": {"publishDiagnostics": null}}`, pulled, true},
		{"one that can only pull", `{"textDocument": {"publishDiagnostics": null}}`, nil, true},
		{"one that says nothing of diagnostics", `{"textDocument": {"publishDiagnostics": null, "diagnostic": null}}`, nil, false},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			s := begin(t, pack{}, lsptest.Options{Capabilities: client(t, test.capabilities), InitializationOptions: test.options})
			c := s.Initialize().Capabilities
			if got := c.DiagnosticProvider != nil; got != test.pull {
				t.Errorf("diagnosticProvider is there: %t, want %t", got, test.pull)
			}
			s.Open(noteA, "go", dangling)
			if !test.pull {
				s.AwaitDiagnostics(noteA, 1)
				return
			}
			var report protocol.RelatedFullDocumentDiagnosticReport
			p := map[string]any{"textDocument": map[string]any{"uri": noteA}}
			for range 3 {
				if err := s.Call(ctx, "textDocument/diagnostic", p, &report); err != nil || len(report.Items) != 1 {
					t.Errorf("pulled: %v, error %v; want one", report.Items, err)
				}
			}
			s.Close(noteA)
			s.Shutdown() // nothing is published while it drains either
			if got := s.Notifications("textDocument/publishDiagnostics"); len(got) > 0 {
				t.Errorf("published to a client that pulls: %s", got)
			}
		})
	}
}

func TestRule09PullOfAClosedDocument(t *testing.T) {
	t.Parallel()
	s := begin(t, pack{}, lsptest.Options{InitializationOptions: map[string]any{"pullDiagnostics": true}})
	s.Initialize()
	if err := s.Call(ctx, "textDocument/diagnostic", map[string]any{"textDocument": map[string]any{"uri": noteA}}, nil); err != nil {
		codeOf(t, err) // an error would do
	}
}

// workspace writes files of a workspace, and returns its folder's address.
func workspace(tb testing.TB, files map[string]string) string {
	tb.Helper()
	dir := tb.TempDir()
	for name, content := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o644); err != nil {
			tb.Fatal(err)
		}
	}
	return "file://" + dir
}

func TestRule09ClearedWhenTheFileIsGone(t *testing.T) {
	t.Parallel()
	folder := workspace(t, map[string]string{"a.go": dangling, "b.go": dangling})
	s := begin(t, pack{}, lsptest.Options{RootURI: folder})
	s.Initialize()
	check := func(broken int) {
		t.Helper()
		var out struct {
			Broken int `json:"broken"`
		}
		if err := s.execute("pqcite.checkWorkspace", nil, &out); err != nil || out.Broken != broken {
			t.Errorf("check: got %+v, error %v; want %d broken", out, err, broken)
		}
	}
	check(2)
	if err := os.Remove(strings.TrimPrefix(folder, "file://") + "/b.go"); err != nil {
		t.Fatal(err)
	}
	check(1)
	s.Await("the file that is gone to be cleared", func() bool {
		counts := func(name string) (out []int) {
			for _, p := range s.publications(folder + "/" + name) {
				out = append(out, len(p.Diagnostics))
			}
			return out
		}
		return slices.Equal(counts("b.go"), []int{1, 0}) && counts("a.go")[0] == 1
	})
}

// TestRule09PullAfterACheck opens a file of which a check has published findings, in
// a client that pulls: it would show them twice.
func TestRule09PullAfterACheck(t *testing.T) {
	t.Parallel()
	folder := workspace(t, map[string]string{"a.go": dangling})
	s := begin(t, pack{}, lsptest.Options{RootURI: folder, InitializationOptions: map[string]any{"pullDiagnostics": true}})
	s.Initialize()
	if err := s.execute("pqcite.checkWorkspace", nil, nil); err != nil {
		t.Fatal(err)
	}
	u := folder + "/a.go"
	s.Await("the findings of the check", func() bool { return len(s.publications(u)) == 1 })
	s.Open(u, "go", dangling)
	s.Await("what was pushed to be taken back", func() bool {
		all := s.publications(u)
		return len(all) > 0 && len(all[len(all)-1].Diagnostics) == 0
	})
}

// TestRule09ACheckDoesNotFlood checks a workspace with more findings than a person
// reads: all are counted, and what is published is bounded.
func TestRule09ACheckDoesNotFlood(t *testing.T) {
	t.Parallel()
	const (
		each  = 500 // findings of a file
		marks = 5000
		files = marks/each + 3
	)
	contents := make(map[string]string)
	for n := range files {
		contents[fmt.Sprintf("%02d.md", n)] = strings.Repeat("FIPS 203, Algorithm 99 says so.\n", each)
	}
	folder := workspace(t, contents)
	s := begin(t, pack{}, lsptest.Options{RootURI: folder})
	s.Initialize()
	var out struct {
		Files    int `json:"files"`
		Broken   int `json:"broken"`
		Unmarked int `json:"unmarked"`
	}
	if err := s.execute("pqcite.checkWorkspace", nil, &out); err != nil {
		t.Fatal(err)
	}
	if out.Files != files || out.Broken != files*each || out.Unmarked != 3 {
		t.Errorf("got %+v, want %d files, %d broken, 3 unmarked", out, files, files*each)
	}
	published := func() (n int) {
		for name := range contents {
			for _, p := range s.publications(folder + "/" + name) {
				n += len(p.Diagnostics)
			}
		}
		return n
	}
	s.Await("the findings", func() bool { return published() >= marks })
	if got := published(); got != marks {
		t.Errorf("%d findings were published, want %d", got, marks)
	}
}
