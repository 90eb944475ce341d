package lsp_test

import (
	"context"
	"testing"

	"github.com/pqcite/pqcite/corpus"
	"github.com/pqcite/pqcite/internal/lsptest"
	"github.com/pqcite/pqcite/lsp"
)

// panicking is a library that can't even be refused.
type panicking struct{}

func (panicking) Library(context.Context) (*corpus.Library, error) { panic("in the library") }
func (panicking) Stale() bool                                      { return false }
func (panicking) Asker(context.Context, *corpus.Library) (lsp.Asker, error) {
	return nil, nil
}

// TestLibraryPanics opens a library that panics: the process lives, and requests say
// that there is none.
func TestLibraryPanics(t *testing.T) {
	e := serve(t, panicking{}, lsptest.Options{})
	e.Initialize()
	const file = "file:///a.go"
	e.Open(file, "go", "// FIPS 203, Algorithm 9\n")
	err := e.Call(t.Context(), "textDocument/hover", map[string]any{
		"textDocument": map[string]any{"uri": file}, "position": map[string]any{"line": 0, "character": 5},
	}, nil)
	if err == nil {
		t.Error("a hover without a library has no error")
	}
	e.Shutdown()
}
