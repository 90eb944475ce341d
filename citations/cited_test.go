package citations

import (
	"strings"
	"testing"

	"github.com/pqcite/pqcite/citations/quote"
	"github.com/pqcite/pqcite/core"
)

// placeOf finds a text in a document.
func placeOf(t *testing.T, d *core.Document, text string) Cited {
	t.Helper()
	i := strings.Index(d.Text, text)
	if i < 0 {
		t.Fatalf("the document has no %q", text)
	}
	return NewCited(d, core.Span{Start: i, End: i + len(text)})
}

func TestCheckCited(t *testing.T) {
	d := provenDocument()
	const (
		prose = "The component scheme is not approved for stand-alone use. A context string has 255 or fewer bytes."
		modes = "Hybrid modes are allowed only for legacy devices."
		head  = "set\tsigning key\tsignature"
		table = head + "\nTOY-3\t640\t1210\nTOY-5\t896\t1777"
	)
	for name, tt := range map[string]struct {
		claim string
		cites []string
		rule  string // "" for a claim that is left to others
	}{
		"a whole quote":               {modes, []string{modes}, ClaimQuoted},
		"a sentence of it":            {"A context string has 255 or fewer bytes.", []string{prose}, ClaimQuoted},
		"a sentence without its stop": {"A context string has 255 or fewer bytes", []string{prose}, ClaimQuoted},
		"two sentences":               {prose, []string{prose}, ClaimQuoted},
		"the second citation":         {modes, []string{prose, modes}, ClaimQuoted},
		"less than its end":           {"Hybrid modes are allowed", []string{modes}, ""},
		"less than its beginning":     {"approved for stand-alone use.", []string{prose}, ""},
		"words put together":          {"The component scheme is approved.", []string{prose}, ""},
		"a row":                       {"TOY-3 640 1210", []string{table}, ClaimQuoted},
		"a cell of a row":             {"TOY-3, signature: 1210", []string{"TOY-3\t640\t1210", head}, ClaimComposed},
		"a cell of a table":           {"TOY-3, signature: 1777", []string{table}, ""},
		"cells of two rows":           {"TOY-3, signature: 1777", []string{"TOY-3\t640\t1210\nTOY-5\t896\t1777", head}, ""},
		"a row and prose":             {"TOY-3, signature: 1210", []string{"TOY-3\t640\t1210", head, prose}, ""},
		"nothing":                     {modes, nil, ClaimUncited},
	} {
		t.Run(name, func(t *testing.T) {
			var at []Cited
			for _, c := range tt.cites {
				at = append(at, placeOf(t, d, c))
			}
			verdict, rule, ok := CheckCited(tt.claim, at)
			if rule != tt.rule || ok != (tt.rule != "") {
				t.Errorf("CheckCited() = %s, %q, %v; want %q", verdict, rule, ok, tt.rule)
			}
		})
	}
}

// TestProveWithin holds claims against spans: what stands elsewhere proves nothing.
func TestProveWithin(t *testing.T) {
	d := provenDocument()
	judge := NewJudge(d)
	const (
		seed  = "An implementation should erase the seed after key generation."
		modes = "Hybrid modes are allowed only for legacy devices."
		alone = "The component scheme is not approved for stand-alone use."
		table = "set\tsigning key\tsignature\nTOY-3\t640\t1210\nTOY-5\t896\t1777"
	)
	for _, tt := range []struct {
		claim   string
		cites   []string
		verdict core.Verdict
		rule    string
	}{
		{"After key generation, implementations should erase seeds.", []string{seed}, core.Supported, ClaimCovered},
		{"After key generation, implementations should erase seeds.", []string{modes}, core.Unverifiable, ClaimUncovered},
		{"After key generation, implementations should erase seeds.", []string{modes, seed}, core.Supported, ClaimCovered},
		{"After key generation, implementations should erase seeds.", []string{seed[:30]}, core.Unverifiable, ClaimUncovered},
		{"After key generation, implementations shall erase seeds.", []string{seed}, core.Contradicted, ClaimModality},
		{"After key generation, implementations should swiftly erase seeds.", []string{seed}, core.Partial, ClaimUncovered},
		{"Hybrid modes are allowed", []string{modes}, core.Partial, ClaimPolarity},
		{"The component scheme is approved for stand-alone use.", []string{alone}, core.Contradicted, ClaimPolarity},
		{"Signatures of TOY-3 have 1210 bytes", []string{table}, core.Supported, ClaimCovered},
		{"Signatures of TOY-3 have 1777 bytes", []string{table}, core.Contradicted, ClaimCell},
		{"Signatures of TOY-3 have 1210 bytes", nil, core.Unverifiable, ClaimUncovered},
		{"the of", []string{seed}, core.Unverifiable, quote.TooShort},
		{strings.Repeat("seed ", quote.MaxBytes), []string{seed}, core.Unverifiable, quote.TooLong},
	} {
		var spans []core.Span
		for _, c := range tt.cites {
			spans = append(spans, placeOf(t, d, c).Span)
		}
		got := judge.ProveWithin(tt.claim, spans)
		if got.Verdict != tt.verdict || got.Rule != tt.rule {
			t.Errorf("%.80q by %q: %s (%s), want %s (%s)", tt.claim, tt.cites, got.Verdict, got.Rule, tt.verdict, tt.rule)
		}
	}
}
