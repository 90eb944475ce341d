package lsp

import (
	"go.lsp.dev/protocol"

	"github.com/pqcite/pqcite/lsp/text"
)

// capabilities are what the server offers the client. Only the request for settings
// changes is registered later.
func (s *Server) capabilities() protocol.ServerCapabilities {
	c := protocol.ServerCapabilities{
		PositionEncoding: protocol.PositionEncodingKind(s.client.encoding),
		TextDocumentSync: &protocol.TextDocumentSyncOptions{
			OpenClose: new(true), Change: new(protocol.TextDocumentSyncKindIncremental), Save: &protocol.SaveOptions{IncludeText: new(false)},
		},
		HoverProvider:             protocol.Boolean(true),
		DefinitionProvider:        protocol.Boolean(true),
		ReferencesProvider:        &protocol.ReferenceOptions{WorkDoneProgressOptions: protocol.WorkDoneProgressOptions{WorkDoneProgress: new(true)}},
		DocumentHighlightProvider: protocol.Boolean(true),
		DocumentSymbolProvider:    &protocol.DocumentSymbolOptions{Label: new("pqcite")},
		WorkspaceSymbolProvider:   protocol.Boolean(true),
		CallHierarchyProvider:     protocol.Boolean(true),
		InlayHintProvider:         protocol.Boolean(true),
		DocumentLinkProvider:      &protocol.DocumentLinkOptions{},
		CompletionProvider:        &protocol.CompletionOptions{TriggerCharacters: []string{" ", "§", "-"}, ResolveProvider: new(true)},
		CodeActionProvider:        protocol.Boolean(true),
		ExecuteCommandProvider: protocol.ExecuteCommandOptions{
			WorkDoneProgressOptions: protocol.WorkDoneProgressOptions{WorkDoneProgress: new(true)}, Commands: commandNames(),
		},
		Workspace: &protocol.WorkspaceOptions{},
	}
	if s.client.encoding == text.UTF16 {
		c.PositionEncoding = "" // the default of clients that know no other
	}
	if s.client.actionLiterals {
		c.CodeActionProvider = &protocol.CodeActionOptions{
			CodeActionKinds: []protocol.CodeActionKind{protocol.CodeActionKindQuickFix, kindLookup, kindCite, kindQuote, kindFixAll}, ResolveProvider: new(s.client.actionResolve),
		}
	}
	if s.client.folders {
		c.Workspace.WorkspaceFolders = &protocol.WorkspaceFoldersServerCapabilities{Supported: new(true), ChangeNotifications: protocol.Boolean(true)}
	}
	if s.client.contentScheme {
		c.Workspace.TextDocumentContent = &protocol.TextDocumentContentOptions{Schemes: []string{Scheme}}
	}
	if s.client.pull {
		c.DiagnosticProvider = &protocol.DiagnosticOptions{Identifier: new(sourceName)}
	}
	return c
}
