package lsp_test

import (
	"context"
	"testing"

	"github.com/pqcite/pqcite"
	"github.com/pqcite/pqcite/internal/lsptest"
)

// panicking is a library that can't even be refused.
type panicking struct{}

func (panicking) Library(context.Context) (*pqcite.Library, error) { panic("in the library") }

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
