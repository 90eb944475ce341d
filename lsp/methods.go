package lsp

import (
	"context"
	"encoding/json"
	"fmt"

	"go.lsp.dev/protocol"

	"github.com/pqcite/pqcite/lsp/rpc"
)

// method takes a request in order, and returns the rest of its work.
type method func(ctx context.Context, s *Server, params json.RawMessage) (rpc.Run, error)

// requests are the requests that the server answers.
var requests map[string]method

// Set at start, since commands refer to it.
func init() {
	requests = map[string]method{
		protocol.MethodInitialize: initialize,
		protocol.MethodShutdown:   shutdown,

		protocol.MethodTextDocumentHover:                about(hoverDoc, hover),
		protocol.MethodTextDocumentDefinition:           about(definitionDoc, definition),
		protocol.MethodTextDocumentReferences:           about(referencesDoc, references),
		protocol.MethodTextDocumentDocumentHighlight:    about(highlightDoc, highlights),
		protocol.MethodTextDocumentDocumentLink:         about(linkDoc, documentLinks),
		protocol.MethodTextDocumentDocumentSymbol:       about(symbolDoc, documentSymbols),
		protocol.MethodTextDocumentCodeAction:           about(actionDoc, codeActions),
		protocol.MethodTextDocumentCompletion:           about(completionDoc, completion),
		protocol.MethodTextDocumentInlayHint:            about(hintDoc, inlayHints),
		protocol.MethodTextDocumentDiagnostic:           aboutAny(diagnosticDoc, pullDiagnostics),
		protocol.MethodTextDocumentPrepareCallHierarchy: about(callDoc, prepareCalls),

		protocol.MethodCallHierarchyIncomingCalls:   general(incomingCalls),
		protocol.MethodCallHierarchyOutgoingCalls:   general(outgoingCalls),
		protocol.MethodCodeActionResolve:            general(resolveAction),
		protocol.MethodCompletionItemResolve:        general(resolveCompletion),
		protocol.MethodWorkspaceSymbol:              general(workspaceSymbols),
		protocol.MethodWorkspaceExecuteCommand:      general(executeCommand),
		protocol.MethodWorkspaceTextDocumentContent: general(content),
	}
}

// notifications are the accepted notifications, each handled before the next message is
// read.
var notifications = map[string]func(ctx context.Context, s *Server, params json.RawMessage){
	protocol.MethodInitialized:                        initialized,
	protocol.MethodTextDocumentDidOpen:                didOpen,
	protocol.MethodTextDocumentDidChange:              didChange,
	protocol.MethodTextDocumentDidSave:                didSave,
	protocol.MethodTextDocumentDidClose:               didClose,
	protocol.MethodWorkspaceDidChangeConfiguration:    didChangeSettings,
	protocol.MethodWorkspaceDidChangeWorkspaceFolders: didChangeFolders,
	protocol.MethodWindowWorkDoneProgressCancel:       cancelProgress,
	protocol.MethodSetTrace:                           setTrace,
}

// Request takes a request in the order in which it came.
func (s *Server) Request(ctx context.Context, name string, params json.RawMessage) (rpc.Run, error) {
	if err := s.admit(name); err != nil {
		return nil, err
	}
	m, ok := requests[name]
	if !ok {
		return nil, &rpc.Error{Code: rpc.CodeMethodNotFound, Message: fmt.Sprintf("there is no method %q", name)}
	}
	return m(ctx, s, params)
}

// Notification handles a notification. Unknown ones are dropped, as the protocol
// requires.
func (s *Server) Notification(ctx context.Context, name string, params json.RawMessage) {
	if name == protocol.MethodExit {
		s.leave()
		return
	}
	if handle := notifications[name]; handle != nil && s.hears() {
		handle(ctx, s, params)
	}
}

// decode reads parameters.
func decode(raw json.RawMessage, into any) error {
	if len(raw) == 0 || string(raw) == "null" {
		return &rpc.Error{Code: rpc.CodeInvalidParams, Message: "there are no parameters"}
	}
	if protocol.Unmarshal(raw, into) != nil {
		return invalid("the parameters", raw, as(into))
	}
	return nil
}
