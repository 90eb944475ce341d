package lsp

import (
	"encoding/json"
	"slices"

	"go.lsp.dev/protocol"

	"github.com/pqcite/pqcite/lsp/text"
)

// client is what the client supports, read once from its capabilities. What it does not
// declare it does not support.
type client struct {
	name     string
	encoding text.Encoding

	hoverMarkdown      bool
	completionMarkdown bool
	actionLiterals     bool
	actionResolve      bool // an action's edit may be computed when it is chosen
	isPreferred        bool
	linkTooltips       bool
	definitionLinks    bool
	nestedSymbols      bool
	versionedEdits     bool // WorkspaceEdit.documentChanges
	applyEdit          bool
	showDocument       bool
	contentScheme      bool // workspace/textDocumentContent
	configuration      bool
	registerSettings   bool // didChangeConfiguration can be registered
	progress           bool // the server may create progress
	relatedInformation bool
	codeDescription    bool
	pull               bool // diagnostics are pulled
	pullOnly           bool // and taken in no other way
	refreshPull        bool
	refreshHints       bool
	folders            bool

	// commands: links can run commands, see initializationOptions.
	commands bool
}

// newClient reads the capabilities. Any part may be missing.
func newClient(p *protocol.InitializeParams) client {
	c := client{name: p.ClientInfo.Name, encoding: text.UTF16}
	if g := p.Capabilities.General; g != nil {
		c.encoding = chooseEncoding(g.PositionEncodings)
	}
	if t := p.Capabilities.TextDocument; t != nil {
		c.readTextDocument(t)
	}
	if w := p.Capabilities.Workspace; w != nil {
		c.readWorkspace(w)
	}
	if w := p.Capabilities.Window; w != nil {
		c.progress = is(w.WorkDoneProgress)
		c.showDocument = w.ShowDocument != nil && w.ShowDocument.Support
	}
	return c
}

// chooseEncoding takes the first of the client's encodings that we know, or UTF-16, the
// protocol's default.
func chooseEncoding(offered []protocol.PositionEncodingKind) text.Encoding {
	for _, e := range offered {
		switch e := text.Encoding(e); e {
		case text.UTF8, text.UTF16, text.UTF32:
			return e
		}
	}
	return text.UTF16
}

func (c *client) readTextDocument(t *protocol.TextDocumentClientCapabilities) {
	if h := t.Hover; h != nil {
		c.hoverMarkdown = prefersMarkdown(h.ContentFormat)
	}
	if k := t.Completion; k != nil && k.CompletionItem != nil {
		c.completionMarkdown = prefersMarkdown(k.CompletionItem.DocumentationFormat)
	}
	if a := t.CodeAction; a != nil {
		c.actionLiterals = a.CodeActionLiteralSupport.CodeActionKind.ValueSet != nil
		c.actionResolve = is(a.DataSupport) && slices.Contains(a.ResolveSupport.Properties, "edit")
		c.isPreferred = is(a.IsPreferredSupport)
	}
	if l := t.DocumentLink; l != nil {
		c.linkTooltips = is(l.TooltipSupport)
	}
	if d := t.Definition; d != nil {
		c.definitionLinks = is(d.LinkSupport)
	}
	if s := t.DocumentSymbol; s != nil {
		c.nestedSymbols = is(s.HierarchicalDocumentSymbolSupport)
	}
	switch published, pulled := t.PublishDiagnostics, t.Diagnostic; {
	case published != nil:
		c.readDiagnostics(&published.DiagnosticsCapabilities)
	case pulled != nil: // it takes diagnostics in no other way
		c.pull, c.pullOnly = true, true
		c.readDiagnostics(&pulled.DiagnosticsCapabilities)
	}
}

func (c *client) readDiagnostics(d *protocol.DiagnosticsCapabilities) {
	c.relatedInformation, c.codeDescription = is(d.RelatedInformation), is(d.CodeDescriptionSupport)
}

func (c *client) readWorkspace(w *protocol.WorkspaceClientCapabilities) {
	c.applyEdit, c.configuration, c.folders = is(w.ApplyEdit), is(w.Configuration), is(w.WorkspaceFolders)
	if e := w.WorkspaceEdit; e != nil {
		c.versionedEdits = is(e.DocumentChanges)
	}
	if d := w.DidChangeConfiguration; d != nil {
		c.registerSettings = is(d.DynamicRegistration)
	}
	if h := w.InlayHint; h != nil {
		c.refreshHints = is(h.RefreshSupport)
	}
	if d := w.Diagnostics; d != nil {
		c.refreshPull = is(d.RefreshSupport)
	}
	c.contentScheme = w.TextDocumentContent != nil
}

func is(b *bool) bool { return b != nil && *b }

// prefersMarkdown reports whether a client prefers Markdown. One that names no format
// gets plain text.
func prefersMarkdown(formats []protocol.MarkupKind) bool {
	return len(formats) > 0 && formats[0] == protocol.MarkupKindMarkdown
}

// options are the initializationOptions other than settings.
type options struct {
	// CommandLinks says that the client runs links to our commands.
	CommandLinks bool `json:"commandLinks"`
	// PullDiagnostics means that the client prefers to pull diagnostics.
	PullDiagnostics bool `json:"pullDiagnostics"`
}

// readOptions applies the client's initializationOptions. Anything but an object is
// ignored.
func (c *client) readOptions(p *protocol.InitializeParams) {
	var o options
	if len(p.InitializationOptions) == 0 || json.Unmarshal(p.InitializationOptions, &o) != nil {
		return
	}
	c.commands = o.CommandLinks
	c.pull = c.pull || o.PullDiagnostics && p.Capabilities.TextDocument != nil && p.Capabilities.TextDocument.Diagnostic != nil
}
