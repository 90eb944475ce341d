package corruption

import (
	"context"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/eval"
)

var shiftNames = []spelling{
	newSpelling(5, "ByteEncode_d"), newSpelling(10, "NTT^-1"), newSpelling(9, "NTT"), newSpelling(13, "K-PKE.KeyGen"),
	newSpelling(7, "ML-DSA.Sign_internal"), newSpelling(37, "HighBits"), newSpelling(5, "chain"), newSpelling(6, "wots_pkGen"), newSpelling(4, "base_2^b"),
}

// TestShiftCitations: what a reader takes for the name of a number.
func TestShiftCitations(t *testing.T) {
	tests := []struct {
		text string
		want string // the numbers
	}{
		{"// Algorithm 13 `K-PKE.KeyGen(d)` on page 29", "13"},
		{"// kpke_keygen(), see Alg. 13", "13"},
		{"/* FIPS 203, Algorithm 13, K-PKE.KeyGen() */", "13"},
		{"// It implements ByteEncode₁₂, according to FIPS 203, Algorithm 5.", "5"},
		{"// byte_encode (Alg 5)", "5"},
		{"// Algorithm 5: ByteEncode<D>", "5"},
		{"// the inverse NTT (FIPS 203, Algorithm 10)", "10"},
		{"// Algorithm 10 NTT−1(f)", "10"},
		{"// INTT, Algorithm 10", "10"},
		{"// wots_PKgen: Algorithm 6", "6"},
		{"// Algorithm 7 Sign_internal", "7"},
		{"// Algorithm 5 chain(X, i, s)", "5"},
		{"// Algorithm 4 base_2b(X, b)", "4"},
		{"/* FIPS 203,\n * Algorithm 13\n * K-PKE.KeyGen */", "13"},
		{"// Algorithm 13 K-PKE.KeyGen\n// Algorithm 9 NTT", "13 9"},
		// Not the number's name, or nobody's.
		{"// Algorithm 10 NTT", ""},
		{"// Algorithm 7 calls HighBits", ""},
		{"// Algorithm 13 in one sentence. K-PKE.KeyGen in the next.", ""},
		{"// Algorithms 9-10: NTT", ""},
		{"// Algorithm 5 makes a chain", ""},
		{"// Algorithm 13, then Algorithm 9, K-PKE.KeyGen", ""},
		{"// Algorithm 37 of what HighBitsOf does", ""},
		{"x := 37 // HighBits", ""},
	}
	s := newShifter(shiftNames, nil)
	for _, tt := range tests {
		var got []string
		for _, c := range s.citations(tt.text) {
			got = append(got, tt.text[c.span.Start:c.span.End])
		}
		if diff := cmp.Diff(tt.want, strings.Join(got, " ")); diff != "" {
			t.Errorf("citations of %q (-want +got):\n%s", tt.text, diff)
		}
	}
}

// knows finds each text that it is given, as wrong at its place.
type knows map[string]string

func (k knows) check(_ context.Context, _, text string) ([]finding, error) {
	var out []finding
	for part, rule := range k {
		if i := strings.Index(text, part); i >= 0 {
			out = append(out, finding{span: core.Span{Start: i, End: i + len(part)}, rule: rule, text: part})
		}
	}
	return out, nil
}

func TestShift(t *testing.T) {
	known := knows{"Algorithm 14": "contradicted", "Algorithm 36": "superseded", "Algorithm 38": "dangling", "SP 800-38": "unknown-document"}
	s := newShifter(shiftNames, known.check)
	const text = "// Algorithm 13: K-PKE.KeyGen\n\n// HighBits (Algorithm 37)\n// SP 800-38\n"
	if err := s.File(t.Context(), "a.c", text); err != nil {
		t.Fatal(err)
	}
	want := &ShiftReport{
		Files: 1,
		Shifts: []Shift{
			{By: 1, Reported: eval.NewRate("reported+1", 2, 2), Missed: []ShiftPlace{}},
			{By: -1, Reported: eval.NewRate("reported-1", 0, 2), Missed: []ShiftPlace{
				{File: "a.c", Line: 1, Text: "// Algorithm 13: K-PKE.KeyGen"}, {File: "a.c", Line: 3, Text: "// HighBits (Algorithm 37)"},
			}},
		},
		AsTheyAre: []ShiftPlace{{File: "a.c", Line: 4, Text: "SP 800-38", Rule: "unknown-document"}},
	}
	if diff := cmp.Diff(want, s.Report()); diff != "" {
		t.Errorf("report (-want +got):\n%s", diff)
	}
}

func TestShiftOfNothing(t *testing.T) {
	s := newShifter(shiftNames, knows{}.check)
	if r := s.Report(); r.Files != 0 || r.Shifts[0].Reported.N != 0 || r.AsTheyAre == nil {
		t.Errorf("report of nothing is %+v", r)
	}
}
