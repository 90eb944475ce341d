package lsp_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/pqcite/pqcite/internal/lsptest"
)

// note does what a note asks for, and returns what comes out as text.
func (m *markers) note(line string) string {
	m.Helper()
	args := words(m, line)
	run := map[string]func([]string) string{
		"hover": m.hover, "diagnostics": m.diagnostics, "pull": m.pull, "definition": m.definition, "links": m.links, "symbols": m.symbols,
		"search": m.search, "actions": m.actions, "apply": m.apply, "complete": m.complete, "hints": m.hints, "highlight": m.highlight, "calls": m.calls,
		"references": m.references, "replace": m.replace, "command": m.command, "content": m.content, "published": m.published, "close": m.close,
	}[args[0]]
	if run == nil {
		m.Fatalf("there is no note %q", args[0])
	}
	return run(args[1:])
}

// ask sends a request; an error is what comes out.
func (m *markers) ask(method string, params, result any) string {
	m.Helper()
	err := m.editor.Call(m.Context(), method, params, result)
	var refused *lsptest.ResponseError
	switch {
	case errors.As(err, &refused):
		return fmt.Sprintf("error %d: %s", refused.Code, refused.Message)
	case err != nil:
		m.Fatalf("%s: %v", method, err)
	}
	return ""
}

func span(r protocol.Range) string {
	return fmt.Sprintf("%d:%d-%d:%d", r.Start.Line+1, r.Start.Character+1, r.End.Line+1, r.End.Character+1)
}

func (m *markers) at(args []string) protocol.TextDocumentPositionParams {
	m.Helper()
	u, at, _ := m.place(args)
	return protocol.TextDocumentPositionParams{TextDocument: identifier(u), Position: at}
}

func identifier(u string) protocol.TextDocumentIdentifier {
	return protocol.TextDocumentIdentifier{URI: uri.URI(u)}
}

func (m *markers) hover(args []string) string {
	var h *protocol.Hover
	if fault := m.ask(protocol.MethodTextDocumentHover, &protocol.HoverParams{TextDocumentPositionParams: m.at(args)}, &h); fault != "" || h == nil {
		return fault + "null"
	}
	c := h.Contents.(*protocol.MarkupContent)
	return fmt.Sprintf("%s %s\n%s", span(*h.Range), c.Kind, c.Value)
}

func (m *markers) diagnostics(args []string) string {
	found := m.editor.AwaitDiagnostics(m.uri(args[0]), m.editor.Version(m.uri(args[0])))
	return listDiagnostics(found)
}

// published are the diagnostics of a file that is not open.
func (m *markers) published(args []string) string {
	u := m.uri(strings.TrimPrefix(args[0], "tree/"))
	m.editor.Await("diagnostics of "+u, func() bool { _, ok := m.editor.Diagnostics(u); return ok })
	found, _ := m.editor.Diagnostics(u)
	return listDiagnostics(found)
}

func listDiagnostics(found []protocol.Diagnostic) string {
	if len(found) == 0 {
		return "none"
	}
	var b strings.Builder
	for _, d := range found {
		tags := ""
		if d.Tags.Len() > 0 {
			tags = fmt.Sprint(" ", d.Tags.Slice())
		}
		fmt.Fprintf(&b, "%s %v %v%s: %v\n", span(d.Range), d.Severity, d.Code, tags, d.Message)
	}
	return b.String()
}

func (m *markers) pull(args []string) string {
	p := &protocol.DocumentDiagnosticParams{TextDocument: identifier(m.uri(args[0]))}
	var full protocol.RelatedFullDocumentDiagnosticReport
	if fault := m.ask(protocol.MethodTextDocumentDiagnostic, p, &full); fault != "" {
		return fault
	}
	p.PreviousResultID = full.ResultID
	var again struct {
		Kind string `json:"kind"`
	}
	m.ask(protocol.MethodTextDocumentDiagnostic, p, &again)
	return listDiagnostics(full.Items) + "\nasked again: " + again.Kind
}

func (m *markers) definition(args []string) string {
	p := &protocol.DefinitionParams{TextDocumentPositionParams: m.at(args)}
	var links []protocol.LocationLink
	if fault := m.ask(protocol.MethodTextDocumentDefinition, p, &links); fault != "" || links == nil {
		return fault + "null"
	}
	var b strings.Builder
	for _, l := range links {
		fmt.Fprintf(&b, "%s -> %s %s\n%s\n", span(*l.OriginSelectionRange), string(l.TargetURI), span(l.TargetSelectionRange), m.lineOf(string(l.TargetURI), l.TargetSelectionRange))
	}
	return b.String()
}

// lineOf is the text of a range of a document that the server provides.
func (m *markers) lineOf(u string, r protocol.Range) string {
	var c protocol.TextDocumentContentResult
	if fault := m.ask(protocol.MethodWorkspaceTextDocumentContent, &protocol.TextDocumentContentParams{URI: uri.URI(u)}, &c); fault != "" {
		return fault
	}
	lines := strings.Split(c.Text, "\n")
	line := lines[r.Start.Line]
	if r.End.Line > r.Start.Line {
		return line[r.Start.Character:] + " …"
	}
	return line[r.Start.Character:r.End.Character]
}

func (m *markers) content(args []string) string {
	var c protocol.TextDocumentContentResult
	if fault := m.ask(protocol.MethodWorkspaceTextDocumentContent, &protocol.TextDocumentContentParams{URI: uri.URI(args[0])}, &c); fault != "" {
		return fault
	}
	lines := strings.SplitAfterN(c.Text, "\n", 9)
	return strings.Join(lines[:min(8, len(lines))], "")
}

func (m *markers) links(args []string) string {
	var links []struct { // the address as it is on the wire
		Range   protocol.Range `json:"range"`
		Target  string         `json:"target"`
		Tooltip *string        `json:"tooltip"`
	}
	if fault := m.ask(protocol.MethodTextDocumentDocumentLink, &protocol.DocumentLinkParams{TextDocument: identifier(m.uri(args[0]))}, &links); fault != "" {
		return fault
	}
	var b strings.Builder
	for _, l := range links {
		tooltip := ""
		if l.Tooltip != nil {
			tooltip = " " + *l.Tooltip
		}
		fmt.Fprintf(&b, "%s %s%s\n", span(l.Range), l.Target, tooltip)
	}
	return b.String()
}

func (m *markers) symbols(args []string) string {
	var nested []protocol.DocumentSymbol
	if fault := m.ask(protocol.MethodTextDocumentDocumentSymbol, &protocol.DocumentSymbolParams{TextDocument: identifier(m.uri(args[0]))}, &nested); fault != "" {
		return fault
	}
	var b strings.Builder
	for _, s := range nested {
		detail := ""
		if s.Detail != nil {
			detail = *s.Detail
		}
		fmt.Fprintf(&b, "%s %s (%s)\n", span(s.Range), s.Name, detail)
	}
	return b.String()
}

func (m *markers) search(args []string) string {
	var found []protocol.SymbolInformation
	if fault := m.ask(protocol.MethodWorkspaceSymbol, &protocol.WorkspaceSymbolParams{Query: args[0]}, &found); fault != "" {
		return fault
	}
	var b strings.Builder
	for i, s := range found {
		if i == 5 {
			fmt.Fprintf(&b, "… %d in all\n", len(found))
			break
		}
		fmt.Fprintf(&b, "%s (%s) %s:%s\n", s.Name, *s.ContainerName, string(s.Location.URI), span(s.Location.Range))
	}
	return b.String()
}

func (m *markers) references(args []string) string {
	p := &protocol.ReferenceParams{TextDocumentPositionParams: m.at(args), Context: protocol.ReferenceContext{IncludeDeclaration: true}}
	var found []protocol.Location
	if fault := m.ask(protocol.MethodTextDocumentReferences, p, &found); fault != "" || found == nil {
		return fault + "null"
	}
	var b strings.Builder
	for _, l := range found {
		fmt.Fprintf(&b, "%s:%s\n", string(l.URI), span(l.Range))
	}
	return b.String()
}

// highlight lists the places with their text.
func (m *markers) highlight(args []string) string {
	var found []protocol.DocumentHighlight
	if fault := m.ask(protocol.MethodTextDocumentDocumentHighlight, &protocol.DocumentHighlightParams{TextDocumentPositionParams: m.at(args)}, &found); fault != "" || found == nil {
		return fault + "null"
	}
	lines := strings.Split(m.editor.Text(m.uri(args[0])), "\n")
	var b strings.Builder
	for _, h := range found {
		words := ""
		if h.Range.Start.Line == h.Range.End.Line {
			words = " " + lines[h.Range.Start.Line][h.Range.Start.Character:h.Range.End.Character]
		}
		fmt.Fprintf(&b, "%s%s\n", span(h.Range), words)
	}
	return b.String()
}

func (m *markers) calls(args []string) string {
	var items []protocol.CallHierarchyItem
	p := &protocol.CallHierarchyPrepareParams{TextDocumentPositionParams: m.at(args)}
	if fault := m.ask(protocol.MethodTextDocumentPrepareCallHierarchy, p, &items); fault != "" || len(items) == 0 {
		return fault + "null"
	}
	var in []protocol.CallHierarchyIncomingCall
	var out []protocol.CallHierarchyOutgoingCall
	m.ask(protocol.MethodCallHierarchyIncomingCalls, &protocol.CallHierarchyIncomingCallsParams{Item: items[0]}, &in)
	m.ask(protocol.MethodCallHierarchyOutgoingCalls, &protocol.CallHierarchyOutgoingCallsParams{Item: items[0]}, &out)
	var b strings.Builder
	fmt.Fprintf(&b, "%s (%s)\n", items[0].Name, *items[0].Detail)
	for _, c := range in {
		fmt.Fprintf(&b, "run by %s (%s): %s\n", c.From.Name, *c.From.Detail, m.lineOf(string(c.From.URI), c.FromRanges[0]))
	}
	for _, c := range out {
		fmt.Fprintf(&b, "runs %s (%s): %s\n", c.To.Name, *c.To.Detail, m.lineOf(string(items[0].URI), c.FromRanges[0]))
	}
	return b.String()
}

func (m *markers) hints(args []string) string {
	u := m.uri(args[0])
	text := m.editor.Text(u)
	p := &protocol.InlayHintParams{TextDocument: identifier(u), Range: protocol.Range{End: position(text, len(text))}}
	var hints []protocol.InlayHint
	if fault := m.ask(protocol.MethodTextDocumentInlayHint, p, &hints); fault != "" || hints == nil {
		return fault + "null"
	}
	var b strings.Builder
	for _, h := range hints {
		fmt.Fprintf(&b, "%d:%d %v\n", h.Position.Line+1, h.Position.Character+1, h.Label)
	}
	return b.String()
}

func (m *markers) complete(args []string) string {
	u, at, _ := m.place([]string{args[0], args[1] + "$"})
	p := &protocol.CompletionParams{TextDocumentPositionParams: protocol.TextDocumentPositionParams{TextDocument: identifier(u), Position: at}}
	if len(args) > 2 {
		p.Context = protocol.CompletionContext{TriggerKind: protocol.CompletionTriggerKindTriggerCharacter, TriggerCharacter: &args[2]}
	} else {
		p.Context.TriggerKind = protocol.CompletionTriggerKindInvoked
	}
	var list *protocol.CompletionList
	if fault := m.ask(protocol.MethodTextDocumentCompletion, p, &list); fault != "" || list == nil {
		return fault + "null"
	}
	var b strings.Builder
	for i, item := range list.Items {
		if i == 6 {
			fmt.Fprintf(&b, "… %d in all\n", len(list.Items))
			break
		}
		edit := item.TextEdit.(*protocol.TextEdit)
		detail, _ := item.Detail.Get()
		fmt.Fprintf(&b, "%s (%s) %s %q\n", item.Label, detail, span(edit.Range), edit.NewText)
	}
	var whole protocol.CompletionItem
	m.ask(protocol.MethodCompletionItemResolve, &list.Items[0], &whole)
	if c, ok := whole.Documentation.(*protocol.MarkupContent); ok {
		first, _, _ := strings.Cut(c.Value, "\n")
		fmt.Fprintf(&b, "first: %s\n", first)
	}
	return b.String()
}

func (m *markers) codeActions(args []string) []protocol.CodeAction {
	u, _, r := m.place(args)
	p := &protocol.CodeActionParams{TextDocument: identifier(u), Range: r, Context: protocol.CodeActionContext{Diagnostics: []protocol.Diagnostic{}}}
	for _, kind := range args[2:] {
		p.Context.Only = append(p.Context.Only, protocol.CodeActionKind(kind))
	}
	var actions []protocol.CodeAction
	m.ask(protocol.MethodTextDocumentCodeAction, p, &actions)
	return actions
}

func (m *markers) actions(args []string) string {
	var b strings.Builder
	for _, a := range m.codeActions(args) {
		fmt.Fprintf(&b, "%s: %s", *a.Kind, a.Title)
		if a.IsPreferred != nil && *a.IsPreferred {
			b.WriteString(" (preferred)")
		}
		if a.Command.Command != "" {
			fmt.Fprintf(&b, " -> %s %s", a.Command.Command, a.Command.Arguments)
		}
		b.WriteString("\n")
	}
	if b.Len() == 0 {
		return "none"
	}
	return b.String()
}

// apply chooses the action whose title begins with the third argument, and shows the
// document after it.
func (m *markers) apply(args []string) string {
	for _, a := range m.codeActions(append(args[:2:2], args[3:]...)) {
		if !strings.HasPrefix(a.Title, args[2]) {
			continue
		}
		if a.Edit == nil {
			var whole protocol.CodeAction
			if fault := m.ask(protocol.MethodCodeActionResolve, &a, &whole); fault != "" {
				return fault
			}
			a = whole
		}
		if err := m.editor.Apply(a.Edit); err != nil {
			return err.Error()
		}
		return m.editor.Text(m.uri(args[0])) + "then: " + m.diagnostics(args[:1])
	}
	return "no such action"
}

func (m *markers) replace(args []string) string {
	m.editor.Replace(m.uri(args[0]), m.rangeOf(args[0], args[1]), args[2])
	return m.editor.Text(m.uri(args[0]))
}

func (m *markers) close(args []string) string {
	m.editor.Close(m.uri(args[0]))
	m.editor.Await("the diagnostics to be cleared", func() bool {
		found, ok := m.editor.Diagnostics(m.uri(args[0]))
		return ok && len(found) == 0
	})
	return "cleared"
}

// command executes a command; "SELECTION" in its argument is replaced by the place that
// follows it.
func (m *markers) command(args []string) string {
	p := &protocol.ExecuteCommandParams{Command: args[0]}
	if len(args) > 1 {
		argument := args[1]
		if len(args) > 3 {
			r, err := json.Marshal(m.rangeOf(args[2], args[3]))
			if err != nil {
				m.Fatal(err)
			}
			argument = strings.ReplaceAll(argument, "SELECTION", string(r))
		}
		p.Arguments = []protocol.LSPAny{protocol.LSPAny(strings.ReplaceAll(argument, "/W", m.dir))}
	}
	var result map[string]any
	if fault := m.ask(protocol.MethodWorkspaceExecuteCommand, p, &result); fault != "" {
		return fault
	}
	if text, ok := result["markdown"].(string); ok {
		return text
	}
	out, err := json.MarshalIndent(result, "", "  ")
	if err != nil {
		m.Fatal(err)
	}
	return string(out)
}
