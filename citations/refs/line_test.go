package refs

import (
	"fmt"
	"testing"

	"github.com/pqcite/pqcite/citations/prose"
	"github.com/pqcite/pqcite/core"
)

// lineCounts is a register that knows of one algorithm how many lines it has.
type lineCounts struct{ editions }

func (lineCounts) Lines(docID, anchor string) int {
	if docID == "NIST.FIPS.203" && anchor == "algorithm-2" {
		return 9
	}
	return 0
}

// TestBeyondEnds: lines behind an algorithm's last and pages behind a document's do not
// exist, and what is not known to end has no end.
func TestBeyondEnds(t *testing.T) {
	d := quotable(core.FormatPDF)
	d.Pages[0].Label, d.Pages[1].Label = "iv", "7"
	steps := []core.AlgorithmLine{{Kind: core.LineCaption}, {Kind: core.LineStep, Step: "1"}, {Kind: core.LineMore}, {Kind: core.LineStep, Step: "2"}}
	for _, n := range []string{"1", "2", "3"} {
		d.Anchors = append(d.Anchors, core.Anchor{ID: "algorithm-" + n, Kind: core.KindAlgorithm, Number: n, Title: "Do" + n, StartPage: 1, EndPage: 1})
	}
	d.Algorithms = []core.Algorithm{{Anchor: "algorithm-1", Lines: steps}, {Anchor: "algorithm-3", Lines: steps[3:]}}
	tests := []struct{ file, want string }{
		{"FIPS 203, Algorithm 1, line 2", ""},
		{"FIPS 203, Algorithm 1, line 3", "FIPS 203, Algorithm 1, line 3: Algorithm 1 of FIPS 203 has 2 lines"},
		{"lines 2 to 30 of Algorithm 1 of FIPS 203", "lines 2 to 30 of Algorithm 1 of FIPS 203: Algorithm 1 of FIPS 203 has 2 lines"},
		{"FIPS 203, Algorithm 2, steps 9, 10", "FIPS 203, Algorithm 2, steps 9, 10: Algorithm 2 of FIPS 203 has 9 lines"},
		{"FIPS 203, Algorithm 2, line 9", ""},
		{"FIPS 203, Algorithm 3, line 99", ""}, // its lines are not numbered through
		{"FIPS 203, Algorithm 1, line 2. Line 30 of this file.", ""},

		{"page 2 of FIPS 203", "page 2"},
		{"page 7 of FIPS 203", "page 2"}, // printed
		{"PDF page 7 of FIPS 203", "PDF page 7 of FIPS 203: FIPS 203 has 2 pages"},
		{"page 999 of FIPS 203", "page 999 of FIPS 203: FIPS 203 has 2 pages"},
		{"FIPS 203, p. 3", "FIPS 203, p. 3: FIPS 203 has 2 pages"},

		{"FIPS 203, Alg. 1a", ""},
		{"FIPS 203, Alg. 4a", "FIPS 203, Alg. 4a: FIPS 203, Algorithm 3. Do3; FIPS 203, Algorithm 2. Do2; FIPS 203, Algorithm 1. Do1"},
	}
	s := NewScanner([]*core.Document{d}, lineCounts{})
	for _, tt := range tests {
		found := s.Scan("// "+tt.file, &prose.Go)
		if len(found) != 1 {
			t.Errorf("%q: found %d references, want 1", tt.file, len(found))
			continue
		}
		got := ""
		if o := found[0]; o.faulty() {
			got = o.Text + ": " + o.Note + o.Suggestion()
		} else if o.Page > 0 && o.Target.Anchor == nil {
			got = fmt.Sprintf("page %d", o.Page)
		}
		if got != tt.want {
			t.Errorf("%q: %s, want %s", tt.file, got, tt.want)
		}
		if o := found[0]; o.Fix != nil {
			t.Errorf("%q: %q is offered", tt.file, o.Fix.Text)
		}
	}
	own := *d
	own.Pages, own.Format = d.Pages[:1], core.FormatMarkdown
	if o := NewScanner([]*core.Document{&own}, nil).Scan("page 40 of FIPS 203", &prose.Text)[0]; o.Status != Resolved {
		t.Errorf("a document without pages has no page 40: %s", o.Note)
	}
}
