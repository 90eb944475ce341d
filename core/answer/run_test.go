package answer

import (
	"slices"
	"testing"

	"github.com/pqcite/pqcite/core"
)

// What two places say in the same words is said once, and cites both.
func TestRunsSayNothingTwice(t *testing.T) {
	doc := &core.Document{ID: "doc", Text: "Input: seed.\nOutput: Boolean.\nInput: key.\nOutput: Boolean.\n"}
	doc.Pages = []core.Page{{Number: 1, Span: core.Span{End: len(doc.Text)}}}
	r := &passage{doc: doc, of: &core.Passage{Kind: core.PassageProse}}
	at := 0
	for _, text := range []string{"Input: seed.", "Output: Boolean.", "Input: key.", "Output: Boolean."} {
		r.units = append(r.units, unit{span: core.Span{Start: at, End: at + len(text)}, text: text})
		at += len(text) + 1
	}
	var d Draft
	d.claimRun(r, 0, 1)
	d.claimRun(r, 2, 3)
	var said []string
	for _, c := range d.Claims {
		said = append(said, c.Text)
	}
	if want := []string{"Input: seed.", "Output: Boolean.", "Input: key."}; !slices.Equal(said, want) {
		t.Fatalf("said %q, want %q", said, want)
	}
	if got := d.Claims[1].Citations; len(got) != 2 || got[0] == got[1] {
		t.Errorf("cited by %v, want by both places", got)
	}
	d.Claims[0].Side = "alpha"
	if d.claimRun(r, 0, 0); len(d.Claims) != 3 || len(d.Claims[0].Citations) != 1 {
		t.Errorf("a cell is said again, or of another place: %v", d.Claims)
	}
	if len(d.Citations) != 2 {
		t.Errorf("%d citations, want one a run", len(d.Citations))
	}
}
