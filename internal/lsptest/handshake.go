package lsptest

import (
	"context"
	"encoding/json"

	"go.lsp.dev/protocol"
)

// Initialize shakes hands: initialize, its answer, initialized. The test fails at
// once on an error.
func (e *Editor) Initialize() *protocol.InitializeResult {
	e.tb.Helper()
	var result protocol.InitializeResult
	if err := e.Call(context.Background(), "initialize", e.o.initialize(), &result); err != nil {
		e.tb.Fatalf("initialize: %v", err)
	}
	e.Notify("initialized", map[string]any{})
	return &result
}

func (o Options) initialize() any {
	if o.Initialize != nil {
		return o.Initialize
	}
	capabilities := o.Capabilities
	if capabilities == nil {
		capabilities = DefaultCapabilities()
	}
	p := map[string]any{
		"processId":        nil, // the server must not watch the test's process
		"clientInfo":       map[string]any{"name": "lsptest"},
		"rootUri":          nil,
		"capabilities":     capabilities,
		"workspaceFolders": o.folders(),
	}
	if o.RootURI != "" {
		p["rootUri"] = o.RootURI
	}
	if o.InitializationOptions != nil {
		p["initializationOptions"] = o.InitializationOptions
	}
	return p
}

// adopt takes over what the server chose. It must be called with the lock held. What
// can't be decoded was reported already.
func (e *Editor) adopt(result json.RawMessage) {
	var r struct {
		Capabilities struct {
			PositionEncoding string
		}
	}
	_ = json.Unmarshal(result, &r)
	e.phase = max(e.phase, answered)
	if r.Capabilities.PositionEncoding != "" {
		e.encoding = r.Capabilities.PositionEncoding
	}
}

// Encoding is that of positions: what the server chose, utf-16 until then.
func (e *Editor) Encoding() string {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.encoding
}

// Shutdown asks the server to shut down and waits until it has. An error fails
// the test.
func (e *Editor) Shutdown() {
	e.tb.Helper()
	if err := e.Call(context.Background(), "shutdown", nil, nil); err != nil {
		e.fault("shutdown: %v", err)
	}
}

// Exit asks the server to end; see Done for when it has.
func (e *Editor) Exit() {
	e.tb.Helper()
	e.Notify("exit", nil)
}
