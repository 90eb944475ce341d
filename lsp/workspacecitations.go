package lsp

import (
	"cmp"
	"context"
	"slices"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/pqcite/pqcite/citations/refs"
	"github.com/pqcite/pqcite/citations/rules"
	"github.com/pqcite/pqcite/lsp/text"
)

// workspaceCitation is a citation of the workspace.
type workspaceCitation struct {
	URI    uri.URI        `json:"uri"`
	Range  protocol.Range `json:"range"`
	Doc    string         `json:"doc"` // the document's label; "" if it is unknown
	Name   string         `json:"name"`
	Detail string         `json:"detail"`
	Rule   string         `json:"rule"` // the breached rule, at warning or above; "" if the citation is correct
}

// allCitations are the citations of the workspace, the broken ones first.
type allCitations struct {
	Files     int                 `json:"files"`
	Citations []workspaceCitation `json:"citations"`
	More      bool                `json:"more"` // there are more
}

// maxListed bounds the citations listed of a workspace or a document.
const maxListed = 5000

// workspaceCitations lists the citations of the workspace.
func workspaceCitations(ctx context.Context, v *view, _ *struct{}, token protocol.ProgressToken) (any, error) {
	k, err := v.knowledge(ctx)
	if err != nil {
		return nil, err
	}
	work := v.begin(ctx, token, "Reading the citations of the workspace")
	defer work.end()
	out := &allCitations{Citations: []workspaceCitation{}}
	out.Files, err = v.files(work.ctx, k, work, func(f *file) error {
		count, rules := text.NewCounter(f.doc.text, v.client.encoding), v.of(f.doc).ruling()
		for o := range f.doc.references(k).All() {
			switch {
			case !o.Cites():
			case len(out.Citations) == maxListed:
				out.More = true
			default:
				out.Citations = append(out.Citations, listed(f.doc.uri, wire(count.Range(o.Span)), &o, &rules.severities))
			}
		}
		return nil
	})
	if err != nil {
		return nil, work.failed(ctx, err)
	}
	slices.SortStableFunc(out.Citations, func(a, b workspaceCitation) int {
		return cmp.Or(-cmp.Compare(min(len(a.Rule), 1), min(len(b.Rule), 1)), cmp.Compare(a.Doc, b.Doc))
	})
	return out, nil
}

func listed(u uri.URI, at protocol.Range, o *refs.Occurrence, severities *rules.Severities) workspaceCitation {
	name, detail := symbolName(o)
	c := workspaceCitation{URI: u, Range: at, Doc: o.Doc, Name: name, Detail: detail}
	if rule := rules.Broken(o); severities.Of(rule).Reaches(rules.SeverityWarning) {
		c.Rule = rule
	}
	return c
}
