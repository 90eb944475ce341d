package lsp

import (
	"context"
	"encoding/json"
	"slices"
	"strings"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/lsp/rpc"
)

// The kinds of actions other than quick fixes. Editors group menus by the first parts
// of kinds, and people bind keys to them. Lookups have a kind of their own: they appear
// in the menu of quick fixes but are not fixes. Actions that insert text are rewrites.
const (
	kindLookup  protocol.CodeActionKind = "pqcite.lookup"
	kindSection                         = kindLookup + ".section"
	kindAsk                             = kindLookup + ".ask"
	kindPage                            = kindLookup + ".page"
	kindCite                            = protocol.CodeActionKindRefactorRewrite + ".pqcite.cite"
	kindQuote                           = protocol.CodeActionKindRefactorRewrite + ".pqcite.quote"
	kindFixAll  protocol.CodeActionKind = "source.fixAll.pqcite"
)

// action is something to do at a place: an edit or a command.
type action struct {
	kind      protocol.CodeActionKind
	title     string
	preferred bool
	fixes     *protocol.Diagnostic // what it fixes
	// edit makes the changes. It is called when the action is chosen, if the client
	// supports that.
	edit    func() []change
	command *protocol.Command
}

// codeActions offers what can be done with a citation, term or identifier; nothing
// elsewhere.
func codeActions(ctx context.Context, v *view, p *protocol.CodeActionParams) ([]protocol.CommandOrCodeAction, error) {
	k, err := v.knowledge(ctx)
	if err != nil {
		return nil, err
	}
	if v.doc.provided(v.server.config.Cache) {
		return nil, nil
	}
	automatic := p.Context.TriggerKind == protocol.CodeActionTriggerKindAutomatic && len(p.Context.Only) == 0
	all := v.actions(k, v.span(p.Range), automatic)
	if len(p.Context.Only) == 0 {
		all = brief(all)
	}
	var out []protocol.CommandOrCodeAction
	for i := range all {
		a := &all[i]
		if !wanted(a.kind, p.Context.Only) {
			continue
		}
		if made := v.wireAction(a, actionData{URI: v.doc.uri, Version: v.doc.version, Range: p.Range, Title: a.title, Kind: a.kind}); made != nil {
			out = append(out, made)
		}
	}
	return out, nil
}

// actions lists what can be done at a span, the likeliest first. At most one is
// preferred, which editors mark or run at a key: the first correction that is certain
// or, if nothing is wrong, "Look up". An automatic light bulb is for citations only:
// terms are everywhere.
func (v *view) actions(k *knowledge, at core.Span, automatic bool) []action {
	all, lookups := v.quickFixes(k, at), v.lookups(k, at, automatic)
	if len(all) == 0 && len(lookups) > 0 {
		lookups[0].preferred = true
	}
	if f := v.fixAll(k); f != nil {
		all = append(all, *f)
	}
	return append(all, lookups...)
}

// brief is the menu when nothing in particular is asked for. If something is wrong, it
// has the corrections and one "Look up".
func brief(all []action) []action {
	if !slices.ContainsFunc(all, func(a action) bool { return a.kind == protocol.CodeActionKindQuickFix }) {
		return all
	}
	return slices.DeleteFunc(all, func(a action) bool {
		return a.kind != protocol.CodeActionKindQuickFix && a.kind != kindSection
	})
}

// wanted reports whether a client wants actions of a kind. Kinds are a hierarchy;
// actions on a whole file are given only on request.
func wanted(kind protocol.CodeActionKind, only []protocol.CodeActionKind) bool {
	if len(only) == 0 {
		return kind != kindFixAll
	}
	for _, o := range only {
		if o == "" || kind == o || strings.HasPrefix(string(kind), string(o)+".") {
			return true
		}
	}
	return false
}

// actionData is what an action carries until it is resolved.
type actionData struct {
	URI     uri.URI                 `json:"uri"`
	Version int32                   `json:"version"`
	Range   protocol.Range          `json:"range"`
	Title   string                  `json:"title"`
	Kind    protocol.CodeActionKind `json:"kind"`
}

// wireAction converts an action to the form that the client takes; nil if it takes no
// such actions.
func (v *view) wireAction(a *action, data actionData) protocol.CommandOrCodeAction {
	if !v.client.actionLiterals {
		return v.asCommand(a)
	}
	out := &protocol.CodeAction{Title: a.title, Kind: &a.kind}
	if v.client.isPreferred && a.preferred {
		out.IsPreferred = new(true)
	}
	if a.fixes != nil {
		out.Diagnostics = []protocol.Diagnostic{*a.fixes}
	}
	encoded, err := json.Marshal(data)
	switch {
	case a.command != nil:
		out.Command = *a.command
	case v.client.actionResolve && err == nil:
		out.Data = encoded
	default:
		out.Edit = v.client.workspaceEdit(v.doc, v.edits(a.edit()...))
	}
	return out
}

// asCommand is an action for a client that supports commands only.
func (v *view) asCommand(a *action) protocol.CommandOrCodeAction {
	if a.command != nil {
		return a.command
	}
	if !v.client.applyEdit {
		return nil
	}
	return newCommand(a.title, CommandEdit, editArgument{string(v.doc.uri), v.doc.version, v.edits(a.edit()...)})
}

// newCommand is a command with its argument.
func newCommand(title, name string, argument any) *protocol.Command {
	encoded, err := protocol.Marshal(argument)
	if err != nil {
		panic(err) // our own types always marshal
	}
	return &protocol.Command{Title: title, Command: name, Arguments: []protocol.LSPAny{encoded}}
}

// workspaceEdit is an edit of one document in the form that the client takes.
func (c *client) workspaceEdit(d *document, edits []protocol.TextEdit) *protocol.WorkspaceEdit {
	if !c.versionedEdits {
		return &protocol.WorkspaceEdit{Changes: map[uri.URI][]protocol.TextEdit{d.uri: edits}}
	}
	versioned := &protocol.TextDocumentEdit{TextDocument: protocol.OptionalVersionedTextDocumentIdentifier{
		TextDocumentIdentifier: protocol.TextDocumentIdentifier{URI: d.uri}, Version: &d.version,
	}}
	for i := range edits {
		versioned.Edits = append(versioned.Edits, &edits[i])
	}
	return &protocol.WorkspaceEdit{DocumentChanges: []protocol.DocumentChange{versioned}}
}

// resolveAction computes the edit of a chosen action: the action of the same name at
// the same place, as long as the document has not changed.
func resolveAction(ctx context.Context, v *view, a *protocol.CodeAction) (*protocol.CodeAction, error) {
	var data actionData
	if len(a.Data) == 0 || json.Unmarshal(a.Data, &data) != nil {
		return a, nil
	}
	k, err := v.knowledge(ctx)
	if err != nil {
		return nil, err
	}
	of := v.server.view(keyOf(string(data.URI)))
	if of.doc == nil || of.doc.version != data.Version {
		return nil, &rpc.Error{Code: rpc.CodeContentModified, Message: "the document has changed since"}
	}
	for _, found := range of.actions(k, of.span(data.Range), false) {
		if found.kind == data.Kind && found.title == data.Title && found.edit != nil {
			a.Edit = of.client.workspaceEdit(of.doc, of.edits(found.edit()...))
			if found.fixes != nil { // as sent: the protocol's types would write addresses differently
				a.Diagnostics = []protocol.Diagnostic{*found.fixes}
			}
			return a, nil
		}
	}
	return nil, &rpc.Error{Code: rpc.CodeContentModified, Message: "the action no longer exists"}
}
