package lsptest

import (
	_ "embed"
	"encoding/json"
	"slices"
)

// DefaultCapabilities returns those of a client that has everything of LSP 3.18
// that a server about references in text could use, and no snippets. The caller
// owns the bytes. For a client with less, decode and take away.
func DefaultCapabilities() json.RawMessage { return slices.Clone(defaultCapabilities) }

//go:embed capabilities.json
var defaultCapabilities json.RawMessage
