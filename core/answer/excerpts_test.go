package answer

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/internal/coretest"
)

// Excerpts are the best runs first, of one place each, and never the same words twice.
func TestExcerpts(t *testing.T) {
	filler := strings.Repeat("Nothing of the kind is said here at all. ", 30)
	d := sections("D", "Alpha is beta gamma here.", filler+"Alpha may be beta too.", "Delta is omega.", "Only alpha is here.")
	twice := d.Passages[0] // a passage that overlaps the first
	d.Passages = append(d.Passages, twice)
	e := NewEvidence(shelf{d}, nil, nil, core.FAQMatch{}, hitsIn(d), coretest.Words{}.Measure("alpha beta gamma", false))
	var got []string
	for _, x := range e.Excerpts(2) {
		got = append(got, d.Quote(x.Span))
	}
	if len(got) != 2 || got[0] != "Alpha is beta gamma here." || !strings.HasSuffix(got[1], "Alpha may be beta too.") {
		t.Errorf("excerpts %q", got)
	}
	for _, g := range got {
		if len(g) > excerptBytes+len("Alpha may be beta too.") {
			t.Errorf("an excerpt of %d bytes", len(g))
		}
	}
	if all := e.Excerpts(9); slices.ContainsFunc(all[1:], func(x Excerpt) bool { return x.Span.Overlaps(all[0].Span) }) {
		t.Errorf("the same words twice: %v", all)
	}
}

// TestExcerptCut checks what is left of an excerpt next to another one.
func TestExcerptCut(t *testing.T) {
	d := &core.Document{}
	for name, c := range map[string]struct{ x, o, want core.Span }{
		"apart":        {core.Span{Start: 0, End: 3}, core.Span{Start: 5, End: 9}, core.Span{Start: 0, End: 3}},
		"before":       {core.Span{Start: 0, End: 6}, core.Span{Start: 5, End: 9}, core.Span{Start: 0, End: 5}},
		"after":        {core.Span{Start: 6, End: 12}, core.Span{Start: 5, End: 9}, core.Span{Start: 9, End: 12}},
		"in the other": {core.Span{Start: 6, End: 8}, core.Span{Start: 5, End: 9}, core.Span{Start: 8, End: 8}},
	} {
		x := Excerpt{Document: d, Span: c.x}
		x.cut(Excerpt{Document: d, Span: c.o})
		if diff := cmp.Diff(c.want, x.Span); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}
