package retrieval

import (
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// taken is what the texts that are remembered take with their terms.
func (m *termMemory) taken() int {
	sum := 0
	for text, terms := range m.terms {
		sum += len(text) + termSize*len(terms)
	}
	return sum
}

func TestTermMemoryIsBounded(t *testing.T) {
	var m termMemory
	want := m.of("the failure rate of keys, of a key")
	if diff := cmp.Diff([]string{"failur", "rate", "key"}, want); diff != "" {
		t.Errorf("terms of the text, each once (-want +got):\n%s", diff)
	}
	filler := strings.Repeat(" ", 100_000)
	for i := range 2*maxRemembered/len(filler) + 10 {
		m.of(fmt.Sprintf("text %d %s", i, filler))
		if n := m.taken(); n > maxRemembered || n != m.size {
			t.Fatalf("%d bytes are remembered, counted as %d, want at most %d", n, m.size, maxRemembered)
		}
	}
	m.of("word" + strings.Repeat(" ", maxRemembered))
	if n := m.taken(); n > maxRemembered {
		t.Errorf("%d bytes are remembered of one long text", n)
	}
	if diff := cmp.Diff(want, m.of("the failure rate of keys, of a key")); diff != "" {
		t.Errorf("terms of a text that was forgotten (-want +got):\n%s", diff)
	}
}

func TestTermMemoryConcurrently(t *testing.T) {
	var m termMemory
	var wg sync.WaitGroup
	for g := range 8 {
		wg.Go(func() {
			for i := range 4_000 {
				n := g%4*8_000 + i
				text := fmt.Sprintf("number%d of many", n)
				if got := m.of(text); len(got) == 0 || got[0] != fmt.Sprintf("number%d", n) {
					t.Errorf("terms of %q are %q", text, got)
					return
				}
			}
		})
	}
	wg.Wait()
	if n := m.taken(); n > maxRemembered || n != m.size {
		t.Errorf("%d bytes are remembered, counted as %d, want at most %d", n, m.size, maxRemembered)
	}
}

// TestFoldedOfLargeLibraries checks that a library of many passages keeps none, and
// that its passages are read alike.
func TestFoldedOfLargeLibraries(t *testing.T) {
	if f := newFolded(maxFolded + 1); f.passages != nil {
		t.Error("the passages of a large library are kept")
	}
	if f := newFolded(maxFolded); len(f.passages) != maxFolded {
		t.Error("the passages of a small library are not kept")
	}
}
