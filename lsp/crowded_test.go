package lsp_test

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/pqcite/pqcite/internal/race"
)

// crowded are documents with many citations, no two lines of which are the same, in the
// forms in which a machine writes them.
func crowded(citations int) map[string]string {
	line := func(format string) string {
		var b strings.Builder
		for i := range citations {
			fmt.Fprintf(&b, format, i, i%21+1)
		}
		return b.String()
	}
	return map[string]string{
		"comments":  line("// Step %05d is FIPS 203, Algorithm %d.\nx++\n"),
		"comment":   line("// Step %05d is FIPS 203, Algorithm %d.\n"),
		"one line":  "// " + line("step %05d is FIPS 203, Algorithm %d; "),
		"wrong":     line("// Step %05d is FIPS 203, Algorithm 4%d.\nx++\n"),
		"no number": line("// Step %05d is in FIPS 203.\nvar x%d int\n"),
	}
}

// typed types a letter somewhere in a document.
func (c *wireClient) typed(version, line int) {
	at := map[string]any{"line": line, "character": 3}
	c.notify("textDocument/didChange", map[string]any{
		"textDocument":   map[string]any{"uri": "file:///a.go", "version": version},
		"contentChanges": []any{map[string]any{"range": map[string]any{"start": at, "end": at}, "text": "x"}},
	})
}

// TestCrowdedDocument opens documents of 66,000 citations and types in them. What the
// server holds of one citation is bounded, and so is what an edit allocates: the memory of
// the process follows, 80 MB with half as much garbage and 40 MB of its own, and the time
// that an edit takes.
func TestCrowdedDocument(t *testing.T) {
	const (
		citations = 66_000
		held      = 1250     // bytes of a citation
		perEdit   = 32 << 20 // bytes
		edits     = 8
	)
	if race.Enabled {
		t.Skip("memory is measured without the race detector: go test -run CrowdedDocument ./lsp")
	}
	for name, content := range crowded(citations) {
		t.Run(name, func(t *testing.T) {
			before := heap()
			c := dial(t, content)
			c.hover(0, 30)
			middle := strings.Count(content, "\n") / 2
			c.typed(2, middle)
			c.hover(0, 30)
			open := heap()
			if got := int(open.HeapAlloc-before.HeapAlloc) / citations; got > held {
				t.Errorf("the server holds %d bytes for each citation, want at most %d", got, held)
			}
			for i := range edits {
				c.typed(3+i, middle)
				c.hover(0, 30)
			}
			var after runtime.MemStats
			runtime.ReadMemStats(&after)
			if got := int(after.TotalAlloc-open.TotalAlloc) / edits; got > perEdit {
				t.Errorf("an edit allocates %d MB, want at most %d", got>>20, perEdit>>20)
			}
			t.Logf("%d bytes for each citation, %d kB for an edit", int(open.HeapAlloc-before.HeapAlloc)/citations, int(after.TotalAlloc-open.TotalAlloc)/edits>>10)
		})
	}
}

// heap is what the process holds now.
func heap() runtime.MemStats {
	var m runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&m)
	return m
}

// BenchmarkCrowdedEdit measures an edit of a document of 66,000 citations, with the hover
// after it.
func BenchmarkCrowdedEdit(b *testing.B) {
	for name, content := range crowded(66_000) {
		b.Run(name, func(b *testing.B) {
			c := dial(b, content)
			c.hover(0, 30)
			middle, version := strings.Count(content, "\n")/2, 1
			timed(b, func() {
				version++
				c.typed(version, middle)
				c.hover(0, 30)
			})
		})
	}
}

// TestCrowdedLists: a list that somebody reads has an end, and says that it is one.
func TestCrowdedLists(t *testing.T) {
	c := dial(t, crowded(6000)["comments"])
	document := map[string]any{"textDocument": map[string]any{"uri": "file:///a.go"}}
	symbols := string(c.call("textDocument/documentSymbol", document))
	if n := strings.Count(symbols, `"name":`); n != 5001 || !strings.Contains(symbols, "there are more than 5000 citations") {
		t.Errorf("the outline has %d entries, want 5000 and one that says so", n)
	}
	if n := strings.Count(string(c.call("textDocument/documentLink", document)), `"target":`); n != 5000 {
		t.Errorf("there are %d links, want 5000", n)
	}
}
