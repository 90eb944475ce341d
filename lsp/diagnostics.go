package lsp

import (
	"context"
	"fmt"
	"hash/fnv"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/pqcite/pqcite/citations/refs"
	"github.com/pqcite/pqcite/citations/rules"
	"github.com/pqcite/pqcite/core"
)

// sourceName is the source of our diagnostics.
const sourceName = "pqcite"

// diagnostics are the findings in the view's document that are not switched off.
func (v *view) diagnostics(k *knowledge) []protocol.Diagnostic {
	if !v.settings.DiagnosticsEnabled || v.doc.provided(v.server.config.Cache) {
		return nil
	}
	found := v.doc.references(k)
	var out []protocol.Diagnostic
	for b := range v.breaches(k) {
		if len(out) == maxMarks {
			return append(out, v.notRead(b.Span.Start, fmt.Sprintf("findings are shown up to here, since there are more than %d", maxMarks)))
		}
		out = append(out, v.diagnostic(&b))
	}
	if u := found.Unread; u != nil {
		out = append(out, v.notRead(u.From, "references are read up to here: the file has "+u.Why))
	}
	return out
}

// notRead reports that the text from an offset on was not checked, and why. It cannot
// be switched off: silence would look like approval.
func (v *view) notRead(at int, why string) protocol.Diagnostic {
	return protocol.Diagnostic{
		Range: v.rangeOf(core.Span{Start: at, End: at}), Severity: protocol.DiagnosticSeverityWarning,
		Code: protocol.String(rules.NotRead), Source: protocol.NewOptional(sourceName), Message: protocol.String(why),
	}
}

// severities are ours in the protocol's terms; off has none.
var severities = map[rules.Severity]protocol.DiagnosticSeverity{
	rules.SeverityError: protocol.DiagnosticSeverityError, rules.SeverityWarning: protocol.DiagnosticSeverityWarning,
	rules.SeverityInformation: protocol.DiagnosticSeverityInformation, rules.SeverityHint: protocol.DiagnosticSeverityHint,
}

// diagnostic is a breach in the protocol's form.
func (v *view) diagnostic(b *rules.Breach) protocol.Diagnostic {
	d := protocol.Diagnostic{
		Range: v.rangeOf(b.Span), Severity: severities[b.Severity], Code: protocol.String(b.Rule), Source: protocol.NewOptional(sourceName),
		Message: protocol.String(rules.Complaint(b.Occurrence)),
	}
	if b.URL != "" && v.client.codeDescription {
		d.CodeDescription = protocol.CodeDescription{Href: uri.URI(b.URL)}
	}
	switch b.Status {
	case refs.Superseded:
		d.Tags = protocol.NewDiagnosticTags(protocol.DiagnosticTagDeprecated)
	case rules.StatusUnusedIgnore:
		d.Tags = protocol.NewDiagnosticTags(protocol.DiagnosticTagUnnecessary)
	}
	return d
}

// pullDiagnostics answers a client that pulls diagnostics. The result's id is derived
// from the findings, so that unchanged ones are not sent again.
func pullDiagnostics(ctx context.Context, v *view, p *protocol.DocumentDiagnosticParams) (protocol.DocumentDiagnosticReport, error) {
	k, err := v.knowledge(ctx)
	if err != nil {
		return nil, err
	}
	var items []protocol.Diagnostic
	if v.doc != nil {
		items = v.diagnostics(k)
	}
	id := resultID(items)
	if p.PreviousResultID != nil && *p.PreviousResultID == id {
		return &protocol.RelatedUnchangedDocumentDiagnosticReport{
			UnchangedDocumentDiagnosticReport: protocol.UnchangedDocumentDiagnosticReport{Kind: "unchanged", ResultID: id},
		}, nil
	}
	if items == nil {
		items = []protocol.Diagnostic{}
	}
	return &protocol.RelatedFullDocumentDiagnosticReport{
		FullDocumentDiagnosticReport: protocol.FullDocumentDiagnosticReport{Kind: "full", ResultID: &id, Items: items},
	}, nil
}

// resultID identifies a list of diagnostics by what a person sees of it.
func resultID(items []protocol.Diagnostic) string {
	h := fnv.New64a()
	for _, d := range items {
		fmt.Fprintln(h, d.Range, d.Severity, d.Code, d.Message)
	}
	return fmt.Sprintf("%016x", h.Sum64())
}

// written is a span of the view's document.
func (v *view) written(s core.Span) string { return v.doc.text.String()[s.Start:s.End] }
