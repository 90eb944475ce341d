package retrieval

import (
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// taken is what the texts that are remembered take with their terms.
func (m *termCache) taken() int {
	sum := 0
	for text, terms := range m.terms {
		sum += len(text) + termSize*len(terms)
	}
	return sum
}

func TestTermCacheIsBounded(t *testing.T) {
	var m termCache
	want := m.of("the failure rate of keys, of a key")
	if diff := cmp.Diff([]string{"failur", "rate", "key"}, want); diff != "" {
		t.Errorf("terms of the text, each once (-want +got):\n%s", diff)
	}
	filler := strings.Repeat(" ", 100_000)
	for i := range 2*maxCachedTerms/len(filler) + 10 {
		m.of(fmt.Sprintf("text %d %s", i, filler))
		if n := m.taken(); n > maxCachedTerms || n != m.size {
			t.Fatalf("%d bytes are remembered, counted as %d, want at most %d", n, m.size, maxCachedTerms)
		}
	}
	m.of("word" + strings.Repeat(" ", maxCachedTerms))
	if n := m.taken(); n > maxCachedTerms {
		t.Errorf("%d bytes are remembered of one long text", n)
	}
	if diff := cmp.Diff(want, m.of("the failure rate of keys, of a key")); diff != "" {
		t.Errorf("terms of a text that was forgotten (-want +got):\n%s", diff)
	}
}

func TestTermCacheConcurrently(t *testing.T) {
	var m termCache
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
	if n := m.taken(); n > maxCachedTerms || n != m.size {
		t.Errorf("%d bytes are remembered, counted as %d, want at most %d", n, m.size, maxCachedTerms)
	}
}

// TestPassageCacheOfLargeLibraries checks that a library of many passages keeps none, and
// that its passages are read alike.
func TestPassageCacheOfLargeLibraries(t *testing.T) {
	if f := newPassageCache(maxCachedPassages + 1); f.passages != nil {
		t.Error("the passages of a large library are kept")
	}
	if f := newPassageCache(maxCachedPassages); len(f.passages) != maxCachedPassages {
		t.Error("the passages of a small library are not kept")
	}
}
