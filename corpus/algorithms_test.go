package corpus

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/pqcite/pqcite/citations/refs"
	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/corpus/ingest/build"
)

func line(kind core.AlgorithmLineKind, text string) build.AlgorithmLine {
	l := build.AlgorithmLine{Kind: kind, Text: text}
	if kind == core.LineStep {
		l.Step, _, _ = strings.Cut(text, ":")
	}
	return l
}

func document(t *testing.T) *core.Document {
	t.Helper()
	b := build.New(build.Meta{ID: "D", Title: "D", Label: "FIPS 203", SHA256: strings.Repeat("a", 64), Format: core.FormatPDF}, build.DefaultLimits())
	b.Page("1")
	b.Heading(build.Heading{Kind: core.KindSection, Number: "1", Title: "One", Level: 1}, "1 One")
	b.Paragraph("See Section 1.1 and Table 9. Algorithm 2 is used twice: Algorithm 2.")
	b.Heading(build.Heading{Kind: core.KindSection, Number: "1.1", Title: "Two", Level: 2}, "1.1 Two")
	b.Paragraph("Only Algorithm 3 of FIPS 203, as Section 1.1 says, and FIPS 999, Section 1.")
	b.Algorithm("1", "Encode_𝑑", "Encode_𝑑", []build.AlgorithmLine{
		line(core.LineCaption, "Algorithm 1 Encode_𝑑(𝐹)"), line(core.LineProse, "Calls NTT(x) in prose."),
		line(core.LineInput, "Input: array 𝐹 ∈ ℤ_𝑞. ▷ a comment"), line(core.LineMore, "and more of it."),
		line(core.LineInput, "Checked input: 𝑥."), line(core.LineOutput, "Output: bytes."),
		line(core.LineStep, "1: return 1"),
	})
	b.Algorithm("2", "NTT", "NTT", []build.AlgorithmLine{
		line(core.LineCaption, "Algorithm 2 NTT(f)"), line(core.LineStep, "1: NTT^−1(f) ▷ not Encode_4(f)"),
		line(core.LineMore, "MultiNTT(x)"), line(core.LineStep, "2: NTT(g) and see Section 1"),
	})
	b.Algorithm("3", "NTT^−1", "NTT^−1", []build.AlgorithmLine{
		line(core.LineCaption, "Algorithm 3 NTT^−1(f)"), line(core.LineStep, "1: Encode_{d_u} (x), Encode is no call, NTT"),
	})
	d, err := b.Finish()
	if err != nil {
		t.Fatal(err)
	}
	d.Identity = core.IdentityPublished
	return d
}

func TestRuns(t *testing.T) {
	want := map[string][]string{"algorithm-2": {"algorithm-3", "algorithm-2"}, "algorithm-3": {"algorithm-1"}}
	if diff := cmp.Diff(want, Runs(document(t))); diff != "" {
		t.Errorf("calls (-want +got):\n%s", diff)
	}
}

func TestInterfaceOf(t *testing.T) {
	d := document(t)
	want := Interface{Inputs: []string{"array F ∈ Z_q and more of it", "Checked input: x"}, Outputs: []string{"bytes"}}
	if diff := cmp.Diff(want, InterfaceOf(d, d.Algorithm("algorithm-1"))); diff != "" {
		t.Errorf("interface (-want +got):\n%s", diff)
	}
}

func TestRefs(t *testing.T) {
	d := document(t)
	want := map[string][]Link{
		"section-1":   {{"D", "section-1.1"}, {"D", "algorithm-2"}},
		"section-1.1": {{"D", "algorithm-3"}},
		"algorithm-2": {{"D", "section-1"}},
	}
	if diff := cmp.Diff(want, Refs(d, refs.NewResolver([]*core.Document{d}))); diff != "" {
		t.Errorf("references (-want +got):\n%s", diff)
	}
}
