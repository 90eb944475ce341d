package citations

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/internal/lex"
)

func TestMarkers(t *testing.T) {
	tests := []struct {
		text string
		keys []string
	}{
		{"It is 32 bytes [c1].", []string{"c1"}},
		{"It is 32 bytes [C1].", []string{"c1"}},
		{"a [c1][c2]", []string{"c1", "c2"}},
		{"a [c1, c2] b [ c3 ;C4 ]", []string{"c1", "c2", "c3", "c4"}},
		{"a[c12].", []string{"c12"}},
		{"[[c1]]", []string{"c1"}},
		{"[c1,[c2]", []string{"c2"}},
		{"[1] [c] [c1x] [d1] [c1,] [c1, see] [c 1] [c12345] (c1) c1 [c1", nil},
		{"", nil},
	}
	for _, tt := range tests {
		var keys []string
		for _, m := range Markers(tt.text) {
			keys = append(keys, m.Key)
			if got := strings.ToLower(tt.text[m.Span.Start:m.Span.End]); got != m.Key {
				t.Errorf("Markers(%q): %q stands at the span of %q", tt.text, got, m.Key)
			}
			if g := tt.text[m.Group.Start:m.Group.End]; g[0] != '[' || g[len(g)-1] != ']' || !m.Group.Contains(m.Span) {
				t.Errorf("Markers(%q): group of %q is %q", tt.text, m.Key, g)
			}
		}
		if diff := cmp.Diff(tt.keys, keys); diff != "" {
			t.Errorf("Markers(%q) (-want +got):\n%s", tt.text, diff)
		}
	}
}

func TestWithoutMarkers(t *testing.T) {
	for text, want := range map[string]string{
		"It is so [c1, c2][c3]. And [c4] so.": "It is so. And so.",
		"[c1] It is so.":                      " It is so.",
		"See [1] and [x].":                    "See [1] and [x].",
	} {
		if got := WithoutMarkers(text); got != want {
			t.Errorf("WithoutMarkers(%q) = %q, want %q", text, got, want)
		}
	}
}

func TestSentences(t *testing.T) {
	tests := []struct {
		name, text string
		want       []string
	}{
		{"two", "One is here. Two is there.", []string{"One is here.", "Two is there."}},
		{"other ends", "Is it? It is! So", []string{"Is it?", "It is!", "So"}},
		{"marker before", "One [c1]. Two [c2].", []string{"One [c1].", "Two [c2]."}},
		{"marker behind", "One. [c1] Two.[c2] Three", []string{"One. [c1]", "Two.[c2]", "Three"}},
		{"small letter next", "The sk is secret. ek is public.", []string{"The sk is secret.", "ek is public."}},
		{"abbreviations", "See Sec. 4 and Alg. 13, e.g. the first, i.e. App. A, cf. Eq. (4.7) vs. Fig. 2.",
			[]string{"See Sec. 4 and Alg. 13, e.g. the first, i.e. App. A, cf. Eq. (4.7) vs. Fig. 2."}},
		{"words that only look so", "The answer is no. The next is in the app. The end.",
			[]string{"The answer is no.", "The next is in the app.", "The end."}},
		{"numbers", "Use 3.1 or v2.0 of FIPS 203. Then 2^−138.8 is it.", []string{"Use 3.1 or v2.0 of FIPS 203.", "Then 2^−138.8 is it."}},
		{"etc", "Hash, sign, etc. as said. Hash etc. Then stop.", []string{"Hash, sign, etc. as said.", "Hash etc.", "Then stop."}},
		{"initials", "It is by D. Bernstein. See Appendix A. The U.S. Department says so.",
			[]string{"It is by D. Bernstein.", "See Appendix A.", "The U.S. Department says so."}},
		{"ellipsis", "From x ... to y. And so on... Next.", []string{"From x ... to y.", "And so on...", "Next."}},
		{"quotation", "He said “so.” Then left. (See it.) Done.", []string{"He said “so.”", "Then left.", "(See it.)", "Done."}},
		{"name with a point", "Run ML-KEM.KeyGen first. Then K-PKE.Encrypt.", []string{"Run ML-KEM.KeyGen first.", "Then K-PKE.Encrypt."}},
		{"line break", "One is\nhere. Two", []string{"One is\nhere.", "Two"}},
		{"paragraphs", "One is here\n\nTwo is there", []string{"One is here", "Two is there"}},
		{"list", "It has:\n- one [c1]\n- two. Three\n1. four\n2) five", []string{"It has:", "- one [c1]", "- two.", "Three", "1. four", "2) five"}},
		{"heading", "# FIPS 203\nIt is so.\n###### End", []string{"It is so."}},
		{"no heading", "#1 is so.", []string{"#1 is so."}},
		{"table", "| Set | Size |\n|---|---|\n| a | 1 [c1] |\n| b | 2. No |", []string{"| a | 1 [c1] |", "| b | 2. No |"}},
		{"fence", "Steps:\n```\na. b\nc. d\n```\n[c1]\n\nEnd.", []string{"Steps:", "```\na. b\nc. d\n```\n[c1]", "End."}},
		{"open fence", "~~~\na. b", []string{"~~~\na. b"}},
		{"nothing", " \n---\n***\n", nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var got []string
			for _, s := range Sentences(tt.text) {
				got = append(got, tt.text[s.Start:s.End])
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("Sentences(%q) (-want +got):\n%s", tt.text, diff)
			}
		})
	}
}

func TestValidate(t *testing.T) {
	cite := func(keys ...string) (cs []core.Citation) {
		for _, k := range keys {
			cs = append(cs, core.Citation{Key: k})
		}
		return cs
	}
	claim := func(text string, keys ...string) core.Claim { return core.Claim{Text: text, Citations: keys} }
	tests := []struct {
		name   string
		claims []core.Claim
		cites  []core.Citation
		want   []error
	}{
		{"sound", []core.Claim{claim("a", "c1"), claim("b", "c1", "c2")}, cite("c1", "c2"), nil},
		{"marker in the text", []core.Claim{claim("a [c2]", "c1")}, cite("c1", "c2"), nil},
		{"empty", nil, nil, nil},
		{"uncited", []core.Claim{claim("a"), claim("b", "c1")}, cite("c1"), []error{errUncited}},
		{"unknown", []core.Claim{claim("a", "c1", "c9")}, cite("c1"), []error{errUnknownKey}},
		{"unknown in the text", []core.Claim{claim("a [c9]", "c1")}, cite("c1"), []error{errUnknownKey}},
		{"unused", []core.Claim{claim("a", "c1")}, cite("c1", "c2"), []error{errUnusedKey}},
		{"duplicate", []core.Claim{claim("a", "c1")}, cite("c1", "c1"), []error{errDuplicateKey}},
		{"several", []core.Claim{claim("a"), claim("b", "c9")}, cite("c1"), []error{errUncited, errUnknownKey, errUnusedKey}},
	}
	all := []error{errUncited, errUnknownKey, errUnusedKey, errDuplicateKey}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			err := Validate(tt.claims, tt.cites)
			var got []error
			for _, e := range all {
				if errors.Is(err, e) {
					got = append(got, e)
				}
			}
			if len(got) != len(tt.want) || err == nil && tt.want != nil {
				t.Fatalf("got %v, want %v", err, tt.want)
			}
			for i := range got {
				if got[i] != tt.want[i] {
					t.Errorf("got %v, want %v", err, tt.want)
				}
			}
		})
	}
}

// FuzzMarkers checks that markers and sentences are in order and inside the
// text, that no letter outside a heading or a table's header is lost, and that
// no marker is left once they are removed.
func FuzzMarkers(f *testing.F) {
	for _, seed := range []string{
		"One [c1]. Two. [c2; C3]\n- e.g. x\n\n```\na\n```\n[c1]", "| a |\n|-|\n| b [c1] |", "[[c1]c2] [c1][", "# h\n1. x ... y\xff.", "U.S. A. B.c",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		at := 0
		for _, m := range Markers(text) {
			if m.Span.Start < at || !m.Group.Contains(m.Span) || m.Group.End > len(text) {
				t.Fatalf("marker %+v is out of order or outside", m)
			}
			at = m.Span.End
		}
		at = 0
		for _, s := range Sentences(text) {
			if s.Start < at || s.Len() == 0 || s.End > len(text) {
				t.Fatalf("sentence %v is empty, out of order or outside", s)
			}
			lost := text[at:s.Start]
			if strings.ContainsFunc(lost, lex.IsWordRune) && !strings.ContainsAny(lost, "#|") {
				t.Fatalf("%q belongs to no sentence", lost)
			}
			at = s.End
		}
		if lost := text[at:]; strings.ContainsFunc(lost, lex.IsWordRune) && !strings.ContainsAny(lost, "#|") {
			t.Fatalf("%q belongs to no sentence", lost)
		}
	})
}

func BenchmarkSentences(b *testing.B) {
	text := strings.Repeat("The sender shall not reuse the ran-\ndomness of an earlier run, cf. Sec. 4.1 [c1]. It is 2.5 kB long.\n\n", 1<<10)
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		Sentences(text)
	}
}
