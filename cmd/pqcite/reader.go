package main

import (
	"slices"
	"strings"

	"github.com/pqcite/pqcite/citations"
	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/core/loop"
	"github.com/pqcite/pqcite/corpus/standards"
	"github.com/pqcite/pqcite/corpus/store"
)

// reader finds what a question names: references by the grammar of package
// citations, terms by the pack's lexicon and by the labels of tables.
type reader struct {
	lib      *store.Library
	resolver *citations.Resolver
}

func newReader(lib *store.Library) reader {
	return reader{lib, citations.NewResolver(lib.Documents())}
}

// References resolves the references of a question against the library.
func (r reader) References(question string) []loop.Reference {
	var out []loop.Reference
	for _, ref := range citations.References(question) {
		out = append(out, r.resolve(ref))
	}
	return out
}

func (r reader) resolve(ref citations.Reference) loop.Reference {
	res := r.resolver.Resolve(ref)
	out := loop.Reference{Text: ref.Text, Doc: ref.Doc}
	switch {
	case res.Status == citations.UnknownDocument:
		out.Anchor = core.AnchorRef{Kind: ref.Kind, Number: ref.Number}
		return out
	case ref.Doc != "":
		if docs := r.resolver.Documents(ref.Doc); len(docs) > 0 {
			out.Doc, out.Known = docs[0].ID, true
		}
	}
	if ref.Kind == "" {
		return out
	}
	out.Anchor = core.AnchorRef{DocID: out.Doc, Kind: ref.Kind, Number: ref.Number}
	if res.Status == citations.MissingAnchor {
		out.Dangling = true
		for _, t := range res.Nearest {
			out.Nearest = append(out.Nearest, nearest(t))
		}
	} else if t := res.Targets[0]; t.Anchor != nil {
		out.Anchor.Kind, out.Anchor.Number = t.Anchor.Kind, t.Anchor.Number
	}
	return out
}

func nearest(t citations.Target) core.Nearest {
	n := core.Nearest{DocID: t.Document.ID, Title: t.Document.Label}
	if t.Anchor != nil {
		n.Anchor, n.StartPage = t.Anchor.ID, t.Anchor.StartPage
		n.Title += ", " + t.Anchor.Heading()
		n.PrintedPage = t.Document.Page(t.Anchor.StartPage).Label
	}
	return n
}

// Terms returns the terms of a question, then the table labels in it that no
// term covers.
func (r reader) Terms(question string) []loop.Term {
	var out []loop.Term
	for _, m := range standards.FindTerms(question) {
		if slices.ContainsFunc(out, func(t loop.Term) bool { return t.Name == m.Term.Name }) {
			continue
		}
		written := question[m.Span.Start:m.Span.End]
		t := loop.Term{Name: m.Term.Name, Written: written, Docs: m.Term.Documents}
		if !strings.EqualFold(written, m.Term.Name) {
			t.Expand = append(t.Expand, m.Term.Name)
		}
		if e := m.Term.Expansion; e != "" && !strings.EqualFold(written, e) {
			t.Expand = append(t.Expand, e)
		}
		t.Aliases = m.Term.Aliases
		out = append(out, t)
	}
	return append(out, r.labels(question, out)...)
}

// labels finds row labels with a digit in them, such as "hqc-128": they name
// parameter sets that the lexicon does not know.
func (r reader) labels(question string, known []loop.Term) []loop.Term {
	low := " " + strings.ToLower(question) + " "
	var out []loop.Term
	for _, d := range r.lib.Documents() {
		for i := range d.Tables {
			for _, label := range rowLabels(d, &d.Tables[i]) {
				same := func(t loop.Term) bool { return strings.EqualFold(t.Name, label) }
				if mentions(low, label) && !slices.ContainsFunc(known, same) && !slices.ContainsFunc(out, same) {
					out = append(out, loop.Term{Name: label, Written: label})
				}
			}
		}
	}
	return out
}

// rowLabels are the labels of a table's rows that can't be ordinary words or a
// bare number.
func rowLabels(d *core.Document, t *core.Table) []string {
	var out []string
	for row := t.HeaderRows; row < len(t.Rows); row++ {
		cell := t.At(row, 0)
		if cell == nil || cell.Span.Len() < 3 || cell.Span.Len() > 40 {
			continue
		}
		label := d.Quote(cell.Span)
		if strings.ContainsAny(label, "0123456789") && strings.ContainsAny(strings.ToLower(label), "abcdefghijklmnopqrstuvwxyz") {
			out = append(out, label)
		}
	}
	return out
}

// mentions reports whether a text in lower case with a space at both ends names
// the label as a whole word.
func mentions(low, label string) bool {
	want := strings.ToLower(label)
	i := strings.Index(low, want)
	return i > 0 && !isWordByte(low[i-1]) && !isWordByte(low[i+len(want)])
}

func isWordByte(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= '0' && c <= '9' || c == '-' || c == '_'
}
