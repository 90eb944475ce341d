package lsp_test

import (
	"testing"

	"github.com/pqcite/pqcite/internal/lsptest"
)

// TestSearchSectionSign searches as people write sections.
func TestSearchSectionSign(t *testing.T) {
	t.Parallel()
	s := greet(t, lsptest.Options{})
	for _, query := range []string{"FIPS 203 §3.3", "“ML-KEM”", "FIPS 203 – 3.3"} {
		if got := s.raw("workspace/symbol", map[string]any{"query": query}); got == "[]" {
			t.Errorf("search for %q finds nothing", query)
		}
	}
}
