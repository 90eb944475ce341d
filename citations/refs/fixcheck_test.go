package refs

import (
	"slices"
	"testing"

	"github.com/pqcite/pqcite/citations/prose"
	"github.com/pqcite/pqcite/core"
)

// tangled is a document in which the number that a title has is not the one under which
// the anchor is found: the first of two anchors with a number counts.
func tangled() *core.Document {
	return anchored("NIST.FIPS.203", "FIPS 203",
		anchor(core.KindSection, "1", "Opening words"),
		anchor(core.KindSection, "2", "Middle matter"),
		anchor(core.KindSection, "2", "Closing words"),
		anchor(core.KindSection, "3", "Last things"),
	)
}

// TestFixesThatHold: a fix that would be found wrong in its turn is not offered, and those
// beside it are.
func TestFixesThatHold(t *testing.T) {
	s := NewScanner([]*core.Document{tangled()}, nil)
	tests := []struct {
		text  string
		fixes []string // of each finding
	}{
		{"FIPS 203, Section 1 (Last things)", []string{"3"}},
		{"FIPS 203, Section 1 (Closing words)", []string{""}},
		{"FIPS 203, Section 1 (Closing words), and FIPS 203, Section 2 (Last things).", []string{"", "3"}},
		{"FIPS 203, Section 3 (Middle matter); FIPS 203, Section 3 (Opening words).", []string{"2", "1"}},
		{"FIPS 203, Section 1 (Opening words)", nil},
	}
	for _, tt := range tests {
		var got []string
		for _, o := range s.Scan(tt.text, &prose.Text) {
			if !o.faulty() {
				continue
			}
			if o.Fix == nil {
				got = append(got, "")
				continue
			}
			got = append(got, o.Fix.Text)
			fixed := tt.text[:o.Fix.Span.Start] + o.Fix.Text + tt.text[o.Fix.Span.End:]
			at := core.Span{Start: o.Fix.Span.Start, End: o.Fix.Span.Start + len(o.Fix.Text)}
			if reportsAt(s.Scan(fixed, &prose.Text), at) {
				t.Errorf("%q is found wrong after its correction to %q", tt.text, fixed)
			}
		}
		if !slices.Equal(got, tt.fixes) {
			t.Errorf("fixes of %q are %q, want %q", tt.text, got, tt.fixes)
		}
	}
}

// FuzzFixes makes each fix that is offered and scans again: nothing is reported there.
func FuzzFixes(f *testing.F) {
	for _, seed := range []string{
		"FIPS 203, Algorithm 13 (ML-KEM.KeyGen)", "`K-PKE.KeyGen()` — FIPS 203, Algorithm 16; ML-KEM.Decaps, Algorithm 13 of FIPS 203",
		"FIPS 203, Algorithms 13 and 99 (ML-KEM.Decaps), Algorithm 19: {@code K-PKE.KeyGen(d)}", "| K-PKE.KeyGen | FIPS 203, Algorithm 16 | ML-KEM.KeyGen |",
		"[FIPS 203, Algorithm 13, line 3] NTT^{-1}", "FIPS 203 ipd. Algorithm 13 (ML-KEM.KeyGen)", "inverse \xffK-PKE.KeyGen (", "Algorithm 13 (ML-KEM.KeyGen) of FIPS 203",
	} {
		f.Add(seed)
	}
	s := NewScanner(append(testLibrary(), tangled()), nil)
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 4096 {
			return
		}
		found := s.Scan(text, &prose.Text)
		fixed, at := "", 0
		var places []core.Span
		for _, o := range found {
			if o.Fix == nil {
				continue
			}
			if o.Fix.Span.Start < at || o.Fix.Span.End > len(text) {
				t.Fatalf("fix at %v of %q is out of order or outside the text", o.Fix.Span, text)
			}
			fixed += text[at:o.Fix.Span.Start]
			places = append(places, core.Span{Start: len(fixed), End: len(fixed) + len(o.Fix.Text)})
			fixed += o.Fix.Text
			at = o.Fix.Span.End
		}
		fixed += text[at:]
		again := s.Scan(fixed, &prose.Text)
		for _, place := range places {
			if reportsAt(again, place) {
				t.Fatalf("%q is found wrong at %v after the corrections of %q", fixed, place, text)
			}
		}
	})
}
