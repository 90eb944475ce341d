package lsptest

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"go.lsp.dev/protocol"
)

// publication is the newest publishDiagnostics of one document.
type publication struct {
	version     *int32
	diagnostics []protocol.Diagnostic
}

// publish checks a publication against what the editor has sent. Versions of one
// document never go back while it is open, and none is of a text that was never
// sent. One that was under way when the document was opened anew is dropped.
func (e *Editor) publish(params json.RawMessage) {
	var head struct {
		URI     string
		Version *int32
	}
	var p protocol.PublishDiagnosticsParams
	if json.Unmarshal(params, &head) != nil {
		return // already reported
	}
	if err := protocol.Unmarshal(params, &p); err != nil {
		e.fault("decode diagnostics of %q: %v", head.URI, err)
		return
	}
	e.mu.Lock()
	stale, fault := e.judge(head.URI, head.Version)
	if !stale {
		e.published[head.URI] = publication{head.Version, p.Diagnostics}
	}
	e.mu.Unlock()
	if fault != "" {
		e.fault("diagnostics of %q: %s", head.URI, fault)
	}
}

// judge must be called with the lock held.
func (e *Editor) judge(uri string, version *int32) (stale bool, fault string) {
	if version == nil {
		return false, ""
	}
	if sent, ok := e.sent[uri]; ok && *version > sent {
		return false, fmt.Sprintf("they are for version %d, but %d is the newest", *version, sent)
	}
	d := e.documents[uri]
	if d == nil {
		return false, ""
	}
	if *version > d.version {
		return true, ""
	}
	if last := e.published[uri].version; last != nil && *last > *version {
		return true, fmt.Sprintf("they are for version %d, after those for %d", *version, *last)
	}
	return false, ""
}

// Diagnostics returns what was last published for a URI, spelled as the server
// spells it; false when nothing was since the document was opened.
func (e *Editor) Diagnostics(uri string) ([]protocol.Diagnostic, bool) {
	e.mu.Lock()
	defer e.mu.Unlock()
	p, ok := e.published[uri]
	return slices.Clone(p.diagnostics), ok
}

// AwaitDiagnostics waits for diagnostics of a version of a document, or of a later
// one, and returns them. Version 0 takes any, and those without a version too.
// The test fails at once when the bound on waits is reached.
func (e *Editor) AwaitDiagnostics(uri string, version int32) []protocol.Diagnostic {
	e.tb.Helper()
	var found []protocol.Diagnostic
	err := e.await(func() bool {
		e.mu.Lock()
		defer e.mu.Unlock()
		p, ok := e.published[uri]
		found = slices.Clone(p.diagnostics)
		return ok && (version <= 0 || p.version != nil && *p.version >= version)
	})
	if err != nil {
		e.mu.Lock()
		uris := slices.Sorted(maps.Keys(e.published))
		e.mu.Unlock()
		e.tb.Fatalf("await diagnostics of %q, version %d: %v; there are some of %q", uri, version, err, uris)
	}
	return found
}
