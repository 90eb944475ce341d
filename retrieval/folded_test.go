package retrieval

import (
	"fmt"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestTermMemoryIsBounded(t *testing.T) {
	var m termMemory
	want := m.of("the failure rate of keys, of a key")
	if diff := cmp.Diff([]string{"failur", "rate", "key"}, want); diff != "" {
		t.Errorf("terms of the text, each once (-want +got):\n%s", diff)
	}
	for i := range 2*maxRemembered + 10 {
		m.of(fmt.Sprintf("text %d", i))
		if len(m.terms) > maxRemembered {
			t.Fatalf("%d texts are remembered, want at most %d", len(m.terms), maxRemembered)
		}
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
			for i := range maxRemembered / 4 {
				n := g%4*maxRemembered/2 + i
				text := fmt.Sprintf("number%d of many", n)
				if got := m.of(text); len(got) == 0 || got[0] != fmt.Sprintf("number%d", n) {
					t.Errorf("terms of %q are %q", text, got)
					return
				}
			}
		})
	}
	wg.Wait()
	if len(m.terms) > maxRemembered {
		t.Errorf("%d texts are remembered, want at most %d", len(m.terms), maxRemembered)
	}
}
