package lsp

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/pqcite/pqcite/lsp/rpc"
)

// The commands that a client can execute. Each takes one object as its argument.
const (
	CommandAsk       = "pqcite.ask"             // {question}
	CommandCompare   = "pqcite.compare"         // {a, b}
	CommandVerify    = "pqcite.verifySelection" // {uri, range}
	CommandProve     = "pqcite.verifyText"      // {text}
	CommandTrace     = "pqcite.trace"           // none: how the last answer was found
	CommandCheck     = "pqcite.checkWorkspace"  // none
	CommandCitations = "pqcite.citations"       // none: those of the workspace
	CommandStandards = "pqcite.standards"       // none: the documents and their anchors
	CommandCard      = "pqcite.card"            // {words}: what an editor shows for them
	CommandLookup    = "pqcite.lookup"          // {doc, anchor, quiet}: shows its text
	CommandPage      = "pqcite.openPage"        // {doc, anchor}: the official page, in a browser
	CommandEdit      = "pqcite.applyEdit"       // {uri, version, edits}
	CommandStatus    = "pqcite.status"          // {uri}
)

// run executes a command.
type run func(ctx context.Context, v *view, p *protocol.ExecuteCommandParams) (any, error)

// commands are the commands by name.
var commands = map[string]run{
	CommandAsk:       taking(ask),
	CommandCompare:   taking(compare),
	CommandVerify:    taking(verifySelection),
	CommandProve:     taking(verifyText),
	CommandTrace:     taking(lastTrace),
	CommandCheck:     taking(checkWorkspace),
	CommandCitations: taking(workspaceCitations),
	CommandStandards: taking(listStandards),
	CommandCard:      taking(cardOf),
	CommandLookup:    taking(lookup),
	CommandPage:      taking(openPage),
	CommandEdit:      taking(applyEdit),
	CommandStatus:    taking(status),
}

func commandNames() []string {
	var names []string
	for name := range commands {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// taking turns a function with one argument into a command. An argument with unknown
// fields, or with those of another command, is refused.
func taking[A any](f func(context.Context, *view, *A, protocol.ProgressToken) (any, error)) run {
	return func(ctx context.Context, v *view, p *protocol.ExecuteCommandParams) (any, error) {
		a := new(A)
		if len(p.Arguments) > 1 {
			return nil, badArgument(p.Command, "it takes one object")
		}
		if len(p.Arguments) == 1 && string(p.Arguments[0]) != "null" {
			if err := readArgument(p.Command, p.Arguments[0], a); err != nil {
				return nil, err
			}
		}
		return f(ctx, v, a, p.WorkDoneToken)
	}
}

// readArgument decodes an argument strictly: all members must be known.
func readArgument(command string, raw []byte, into any) error {
	known := strictly(into)
	if json.Unmarshal(raw, into) != nil {
		return invalid("the argument of "+command, raw, known)
	}
	if !known(raw) {
		name, _ := fault(raw, known)
		return badArgument(command, fmt.Sprintf("it has no %q", name))
	}
	return nil
}

func badArgument(command, why string) error {
	return &rpc.Error{Code: rpc.CodeInvalidParams, Message: fmt.Sprintf("the argument of %s can't be used: %s", command, why)}
}

func executeCommand(ctx context.Context, v *view, p *protocol.ExecuteCommandParams) (any, error) {
	f, ok := commands[p.Command]
	if !ok {
		return nil, &rpc.Error{Code: rpc.CodeInvalidParams, Message: fmt.Sprintf("there is no command %q", p.Command)}
	}
	v.server.logTrace("execute "+p.Command, "")
	return f(ctx, v, p)
}

// shown is the result of a command that shows a text: its address, and whether the
// client has shown it.
type shown struct {
	URI   uri.URI         `json:"uri"`
	Range *protocol.Range `json:"range,omitzero"`
	Shown bool            `json:"shown"`
}

// show asks the client to show a place.
func (v *view) show(ctx context.Context, u uri.URI, at *protocol.Range, outside bool) bool {
	if !v.client.showDocument {
		return false
	}
	p := &protocol.ShowDocumentParams{URI: u, Selection: at}
	if outside {
		p.External = new(true)
	} else {
		p.TakeFocus = new(true)
	}
	var result protocol.ShowDocumentResult
	return v.server.call(ctx, protocol.MethodWindowShowDocument, p, &result) && result.Success
}

// lookupArgument names an anchor, "" for the whole document.
type lookupArgument struct {
	anchorRef
	Quiet bool `json:"quiet,omitzero"` // do not show it: the client will
}

// lookup shows the text of a standard at an anchor.
func lookup(ctx context.Context, v *view, a *lookupArgument, _ protocol.ProgressToken) (any, error) {
	k, err := v.knowledge(ctx)
	if err != nil {
		return nil, err
	}
	at, ok, err := v.place(k, a.Doc, a.Anchor)
	switch {
	case err != nil:
		return nil, err
	case !ok:
		return nil, badArgument(CommandLookup, fmt.Sprintf("there is no %q in %q", a.Anchor, a.Doc))
	}
	return &shown{URI: at.uri, Range: &at.line, Shown: !a.Quiet && v.show(ctx, at.uri, &at.line, false)}, nil
}

// openPage opens the official page of an anchor outside the editor. Only addresses of
// the library's documents can be opened.
func openPage(ctx context.Context, v *view, a *anchorRef, _ protocol.ProgressToken) (any, error) {
	k, err := v.knowledge(ctx)
	if err != nil {
		return nil, err
	}
	c, ok := k.Corpus().Cards().Anchor(a.Doc, a.Anchor)
	if !ok || c.URL == "" {
		return nil, badArgument(CommandPage, fmt.Sprintf("there is no page of %q in %q", a.Anchor, a.Doc))
	}
	out := &shown{URI: uri.URI(c.URL), Shown: v.show(ctx, uri.URI(c.URL), nil, true)}
	if !out.Shown {
		v.server.show(protocol.MessageTypeInfo, c.URL)
	}
	return out, nil
}

// editArgument is an edit of a version of a document.
type editArgument struct {
	URI     string              `json:"uri"`
	Version int32               `json:"version"`
	Edits   []protocol.TextEdit `json:"edits"`
}

// applyEdit asks the client to make an edit, for clients that take no edits with
// actions.
func applyEdit(ctx context.Context, v *view, a *editArgument, _ protocol.ProgressToken) (any, error) {
	d := v.server.document(keyOf(a.URI))
	switch {
	case d == nil || d.version != a.Version:
		return nil, &rpc.Error{Code: rpc.CodeContentModified, Message: "the document has changed since"}
	case !v.client.applyEdit:
		return nil, &rpc.Error{Code: rpc.CodeRequestFailed, Message: "the editor does not support edits by a server"}
	}
	var result protocol.ApplyWorkspaceEditResult
	edit := v.client.workspaceEdit(d, a.Edits)
	if !v.server.call(ctx, protocol.MethodWorkspaceApplyEdit, &protocol.ApplyWorkspaceEditParams{Edit: *edit}, &result) {
		return nil, &rpc.Error{Code: rpc.CodeRequestFailed, Message: "the editor did not answer"}
	}
	return map[string]bool{"applied": result.Applied}, nil
}

// statusArgument names a document.
type statusArgument struct {
	URI string `json:"uri"`
}

// counts are the citations of a document.
type counts struct {
	Citations int `json:"citations"`
	Broken    int `json:"broken"` // findings that are warnings or worse
}

// status counts the citations of an open document.
func status(ctx context.Context, v *view, a *statusArgument, _ protocol.ProgressToken) (any, error) {
	k, err := v.knowledge(ctx)
	if err != nil {
		return nil, err
	}
	d := v.server.document(keyOf(a.URI))
	if d == nil {
		return nil, badArgument(CommandStatus, fmt.Sprintf("%q is not open", a.URI))
	}
	return v.of(d).count(k), nil
}
