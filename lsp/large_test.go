package lsp_test

import (
	"runtime"
	"strings"
	"testing"
)

// TestLargeDocument opens, edits and asks about a file of 5 MB with a citation in
// every other line. What the server holds of it is bounded by a multiple of its size.
func TestLargeDocument(t *testing.T) {
	const (
		lines = "// Encode a polynomial as in FIPS 203, Algorithm 9, as it says.\n\tfor i := range poly { s += int(poly[i]) << shift; t[i] = f(s) }\n"
		size  = 5 << 20
		most  = 60 * size
	)
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	c := dial(t, strings.Repeat(lines, size/len(lines)))
	middle := size / len(lines) // of the lines
	for version := 2; version < 7; version++ {
		if got := string(c.hover(middle-middle%2-2, 40)); !strings.Contains(got, "NTT") {
			t.Fatalf("hover says %.300s", got)
		}
		at := map[string]any{"line": middle, "character": 0}
		c.notify("textDocument/didChange", map[string]any{
			"textDocument":   map[string]any{"uri": "file:///a.go", "version": version},
			"contentChanges": []any{map[string]any{"range": map[string]any{"start": at, "end": at}, "text": "// x\n// y\n"}},
		})
	}
	c.hover(0, 40)
	runtime.GC()
	runtime.ReadMemStats(&after)
	if held := int64(after.HeapAlloc) - int64(before.HeapAlloc); held > most {
		t.Errorf("the server holds %d MB after a file of 5 MB, want at most %d", held>>20, most>>20)
	} else {
		t.Logf("%d MB held", held>>20)
	}
}
