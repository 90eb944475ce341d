package lsp

import (
	"context"
	"slices"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"
)

// SettingNames are the names that ReadSettings knows, in their order.
func SettingNames() []string {
	names := make([]string, len(settingsTable))
	for i, s := range settingsTable {
		names[i] = s.name
	}
	return names
}

// Methods are the requests and notifications that the server takes, for a fuzzer to
// choose from.
func Methods() (asked, told []string) {
	for name := range requests {
		asked = append(asked, name)
	}
	for name := range notifications {
		told = append(told, name)
	}
	slices.Sort(asked)
	slices.Sort(told)
	return asked, told
}

// The tests see a document's text as a request sees it through a method that the
// server does not have otherwise: formatting, answered by the whole text as one
// insertion.
func init() {
	requests[protocol.MethodTextDocumentFormatting] = about(
		func(p *protocol.DocumentFormattingParams) uri.URI { return p.TextDocument.URI },
		func(_ context.Context, v *view, _ *protocol.DocumentFormattingParams) ([]protocol.TextEdit, error) {
			return []protocol.TextEdit{{NewText: v.doc.text.String()}}, nil
		})
}
