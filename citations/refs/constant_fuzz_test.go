package refs

import (
	"slices"
	"strings"
	"testing"

	"github.com/pqcite/pqcite/citations/prose"
	"github.com/pqcite/pqcite/core"
)

// everySize is a register of sizes that denies each value but one, for each name.
type everySize struct{}

const theSize = 1088

func (everySize) Publication(string, string) Publication { return Publication{Known: true} }

func (everySize) Denied(name string, value int64) (Size, bool) {
	return Size{Doc: "FIPS 203", Anchor: "table-3", Page: 1, Says: name + " has 1088 bytes", Value: theSize}, value != theSize
}

// FuzzConstants reads any file in any language: what is found lies in it, and is not
// found any more when it is corrected.
func FuzzConstants(f *testing.F) {
	for _, seed := range []string{
		"#define MLKEM_X 1087u /* x */", "const kem = 0x43F; // y", "X_KEM: usize = 1_087,", "kem = ((1087))\n+ 1", "enum { AKEM = 1'087, BDSA = 2 }", "var kem := 0b1;", "DSA: 1087,",
	} {
		f.Add(seed)
	}
	doc := &core.Document{ID: "NIST.FIPS.203", Label: "FIPS 203", Text: "Table 3", Pages: []core.Page{{Number: 1, Label: "1", Span: core.Span{End: 7}}},
		Anchors: []core.Anchor{{ID: "table-3", Kind: core.KindTable, Number: "3", StartPage: 1, EndPage: 1, Span: core.Span{End: 7}}}}
	s := NewScanner([]*core.Document{doc}, everySize{})
	f.Fuzz(func(t *testing.T, file string) {
		for _, lang := range []*prose.Language{&prose.C, &prose.Go, &prose.Rust, &prose.Python, &prose.Typed} {
			found := slices.Collect(s.constants(file, lang, core.Span{End: len(file)}))
			fixed := file
			for i := len(found) - 1; i >= 0; i-- {
				o := &found[i]
				if o.Span.Start < 0 || o.Span.End > len(file) || !o.Span.Contains(o.Fix.Span) || o.Text != file[o.Span.Start:o.Span.End] {
					t.Fatalf("%s: %q spans %v, its fix %v", lang.Name, o.Text, o.Span, o.Fix.Span)
				}
				fixed = fixed[:o.Fix.Span.Start] + o.Fix.Text + fixed[o.Fix.Span.End:]
			}
			if again := slices.Collect(s.constants(fixed, lang, core.Span{End: len(fixed)})); len(again) > 0 && !strings.Contains(file, "kemdsa") {
				t.Fatalf("%s: %q is corrected to %q, which is denied", lang.Name, file, fixed)
			}
		}
	})
}

func BenchmarkConstants(b *testing.B) {
	file := strings.Repeat("\tfor i := range poly { s += int(poly[i]) << shift; table[i] = algorithm(s) } // next section\n", 10_000)
	s := NewScanner(nil, everySize{})
	b.SetBytes(int64(len(file)))
	for b.Loop() {
		for range s.constants(file, &prose.Go, core.Span{End: len(file)}) {
		}
	}
}
