package lsp

import (
	"cmp"
	"slices"
	"strings"

	"go.lsp.dev/protocol"

	"github.com/pqcite/pqcite/citations/refs"
	"github.com/pqcite/pqcite/core"
)

// quickFixes offer what the wrong citations at a span may mean.
func (v *view) quickFixes(k *knowledge, at core.Span) []action {
	var all []action
	for b := range v.reported(k, slices.Values(v.doc.references(k).Within(at))) {
		d := v.diagnostic(&b)
		for _, a := range v.fixesOf(b.Occurrence) {
			a.kind, a.fixes = protocol.CodeActionKindQuickFix, &d
			all = append(all, a)
		}
	}
	slices.SortStableFunc(all, likelier)
	for i := range all {
		all[i].preferred = all[i].preferred && i == 0
	}
	return all
}

// likelier puts certain fixes before guesses, and fixes of errors before those of
// lesser findings.
func likelier(a, b action) int {
	certain := func(x action) int {
		if x.preferred {
			return 0
		}
		return 1
	}
	return cmp.Or(certain(a)-certain(b), cmp.Compare(a.fixes.Severity, b.fixes.Severity))
}

// fixesOf are the corrections of an occurrence, the certain one first.
func (v *view) fixesOf(o *refs.Occurrence) []action {
	var all []action
	if o.Fix != nil {
		fixed := *o.Fix
		all = append(all, action{
			title: "Change to " + v.corrected(o), preferred: true,
			edit: func() []change { return []change{{fixed.Span, fixed.Text}} },
		})
	}
	if o.Exact != "" {
		all = append(all, action{title: "Replace with the exact words", preferred: true, edit: func() []change { return v.requote(o) }})
	}
	if o.Status == refs.Misquoted {
		return all
	}
	for _, t := range instead(o) {
		if a, ok := v.citeInstead(o, t); ok && (o.Fix == nil || !strings.Contains(all[0].title, t.Title())) {
			all = append(all, a)
		}
	}
	return all
}

// corrected is a citation after its correction, with the title.
func (v *view) corrected(o *refs.Occurrence) string {
	if len(o.Nearest) > 0 && o.Nearest[0].Anchor != nil && o.Nearest[0].Anchor.Number == o.Fix.Text {
		return o.Nearest[0].Title()
	}
	return o.Fix.Text
}

// citeInstead replaces an anchor that does not exist by another: the number if kind and
// document stay, otherwise the whole citation.
func (v *view) citeInstead(o *refs.Occurrence, t refs.Target) (action, bool) {
	if t.Anchor == nil {
		return action{}, false
	}
	c := change{o.Span, t.Document.Label + ", " + t.Anchor.Name()}
	sameDocument := t.Document == o.Target.Document
	switch {
	case sameDocument && t.Anchor.Kind == o.Kind && o.NumberSpan.Len() > 0:
		c = change{o.NumberSpan, t.Anchor.Number}
	case sameDocument && !o.Span.Contains(o.DocSpan):
		c.text = t.Anchor.Name() // the document is named elsewhere
	case !sameDocument && !o.Span.Contains(o.DocSpan):
		return action{}, false // it would belong to the wrong one
	}
	return action{title: "Cite " + t.Title(), edit: func() []change { return []change{c} }}, true
}

// requote replaces a quote by the document's words, in lines that start like the
// quote's.
func (v *view) requote(o *refs.Occurrence) []change {
	content := v.doc.text.String()
	line := v.doc.text.Line(v.doc.text.LineAt(o.Span.Start))
	mark := content[line.Start:o.Span.Start] + "# " // a quote's line is "//#"
	end := v.doc.text.Line(v.doc.text.LineAt(o.Span.End)).End
	return []change{{core.Span{Start: line.Start, End: end}, strings.Join(wrapped(o.Exact, mark), "\n")}}
}

// quoteWidth is the width of the words in a quote's line.
const quoteWidth = 76

// wrapped wraps words into lines that start with a mark.
func wrapped(words, mark string) []string {
	var lines []string
	line := mark
	for _, w := range strings.Fields(words) {
		if len(line) > len(mark) && len(line)-len(mark)+len(w) >= quoteWidth {
			lines = append(lines, strings.TrimRight(line, " "))
			line = mark
		}
		line += w + " "
	}
	return append(lines, strings.TrimRight(line, " "))
}

// fixAll makes all certain corrections of the document; nil if there are none.
func (v *view) fixAll(k *knowledge) *action {
	var all []change
	end := 0
	for o := range v.reported(k, v.doc.references(k).All()) {
		if o.Fix != nil && o.Fix.Span.Start >= end {
			all = append(all, change{o.Fix.Span, o.Fix.Text})
			end = o.Fix.Span.End
		}
	}
	if all == nil {
		return nil
	}
	return &action{kind: kindFixAll, title: "Correct all citations whose right number is certain", edit: func() []change { return all }}
}
