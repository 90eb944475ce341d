package refs

import (
	"strings"
	"testing"

	"github.com/pqcite/pqcite/citations/prose"
	"github.com/pqcite/pqcite/core"
)

// quotable is a document with text: two sections on two pages.
func quotable(format core.Format) *core.Document {
	text := "1 One\nThe widget shall have 32 bytes of\nrandomness. It never fails.\n" + "2 Two\nThe gadget should have 64 bytes.\n"
	cut := strings.Index(text, "2 Two")
	return &core.Document{
		ID: "NIST.FIPS.203", Label: "FIPS 203", Identity: core.IdentityPublished, Format: format, Text: text, URL: "https://example.org/a.pdf",
		Pages: []core.Page{{Number: 1, Span: core.Span{End: cut}}, {Number: 2, Span: core.Span{Start: cut, End: len(text)}}},
		Anchors: []core.Anchor{
			{ID: "section-1", Kind: core.KindSection, Number: "1", Title: "One", Span: core.Span{End: cut}, StartPage: 1, EndPage: 1},
			{ID: "section-2", Kind: core.KindSection, Number: "2", Title: "Two", Span: core.Span{Start: cut, End: len(text)}, StartPage: 2, EndPage: 2},
		},
	}
}

func TestMisquotes(t *testing.T) {
	tests := []struct{ name, file, want string }{
		{"as it stands", "//= FIPS 203, Section 1\n//# The widget shall have 32 bytes of randomness.\n", ""},
		{"over lines of its own", "//= FIPS 203, Section 1\n//# The widget shall have\n//# 32 bytes of randomness.\n", ""},
		{"another number", "//= FIPS 203, Section 1\n//# The widget shall have 64 bytes of randomness.\n", `FIPS 203, Section 1 reads "The widget shall have 32 bytes of randomness."`},
		{"should for shall", "//= FIPS 203, Section 1\n//# The widget should have 32 bytes of randomness.\n", `FIPS 203, Section 1 reads "The widget shall have 32 bytes of randomness."`},
		{"another section", "//= FIPS 203, Section 1\n//# The gadget should have 64 bytes.\n", "the words stand on PDF page 2, not in FIPS 203, Section 1"},
		{"nowhere", "//= FIPS 203, Section 1\n//# Colourless green ideas sleep furiously in the night.\n", "the words do not stand in FIPS 203, Section 1"},
		{"too short to tell", "//= FIPS 203, Section 1\n//# 64 bytes\n", ""},
		{"no reference above", "// FIPS 203, Section 1\n//# Colourless green ideas sleep furiously.\n", ""},
		{"a line between", "//= FIPS 203, Section 1\n// so\n//# Colourless green ideas sleep furiously.\n", ""},
		{"behind its type", "//= FIPS 203, Section 1\n//= type=implication\n//# The widget shall have 64 bytes of randomness.\n", `FIPS 203, Section 1 reads "The widget shall have 32 bytes of randomness."`},
		{"behind its type, as it stands", "//= FIPS 203, Section 1\n//= type=test\n//# The widget shall have 32 bytes of randomness.\n", ""},
		{"behind a reason", "//= https://doi.org/10.6028/NIST.FIPS.203\n//= type=exception\n//= reason=see FIPS 204 instead\n//# Colourless green ideas sleep furiously in the night.\n", "the words do not stand in FIPS 203"},
		{"several quotes", "//= FIPS 203, Section 2\n//= type=todo\n//# The gadget should have 64 bytes.\n//= type=test\n//# The gadget should have 65 bytes.\n", `FIPS 203, Section 2 reads "The gadget should have 64 bytes."`},
		{"behind another address", "//= FIPS 203, Section 1\n//= https://example.org/a#b\n//= type=test\n//# Colourless green ideas sleep furiously in the night.\n", ""},
		{"an address with a value", "//= https://example.org/a?type=test\n//# Colourless green ideas sleep furiously in the night.\n", ""},
		{"a ruler and a heading", "//= FIPS 203, Section 1\n//==========\n//# Colourless green ideas sleep furiously in the night.\n", ""},
		{"the document as a whole", "//= https://doi.org/10.6028/NIST.FIPS.203\n//# The gadget should have 64 bytes.\n", ""},
	}
	s := NewScanner([]*core.Document{quotable(core.FormatPDF)}, nil)
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var got string
			for _, o := range s.Scan(tt.file, &prose.Go) {
				if o.Status == Misquoted {
					got = o.Note
					if text := tt.file[o.Span.Start:o.Span.End]; !strings.HasPrefix(text, "#") || strings.HasSuffix(text, "\n") {
						t.Errorf("the finding spans %q", text)
					}
				}
			}
			if got != tt.want {
				t.Errorf("note %q, want %q", got, tt.want)
			}
		})
	}
	const wrong = `FIPS 203, Section 1 reads "The widget shall have 32 bytes of randomness."`
	for mark, lang := range map[string]*prose.Language{"#": &prose.Python, "# ": nil, ";": prose.LanguageNamed("assembly"), "--": prose.LanguageOf("a.lean")} {
		if lang == nil {
			mark, lang = "#", prose.LanguageNamed("shell")
		}
		file := "x\n" + mark + "= FIPS 203, Section 1\n" + mark + "= type=spec\n" + mark + "# The widget shall have 64 bytes\n" + mark + "# of randomness.\n"
		found := s.Scan(file, lang)
		if last := found[len(found)-1]; last.Status != Misquoted || last.Note != wrong {
			t.Errorf("behind %q in %s: %s, %q", mark, lang.Name, last.Status, last.Note)
		}
	}
	pack := NewScanner([]*core.Document{quotable(core.FormatPack)}, nil)
	for _, o := range pack.Scan(tests[5].file, &prose.Go) {
		if o.Status == Misquoted {
			t.Error("a quote is held against a summary")
		}
	}
}

// FuzzScan checks that occurrences are in order, inside the file and on rune
// boundaries, and that a correction stands inside its reference.
func FuzzScan(f *testing.F) {
	for _, seed := range []string{
		"// FIPS 203, Algorithms 16 and 17,\n// 19-21 (ML-KEM.KeyGen) of FIPS 204\n", "/* §7.2 of\r\n * FIPS 203 */ \"Algorithm 99 (ML-KEM.KeyGen)\"",
		"//= https://doi.org/10.6028/NIST.FIPS.203#page=2\n//# The widget should have 32 bytes of randomness.", "é FIPS\u00a0203, Section 1 (Two) \xff",
		"[FIPS203, 2 One] ML-KEM.KeyGen from FIPS 203, SEC 1, [LN16]", "`K-PKE.KeyGen (FIPS 203, Algorithm 19)", "// FIPS 203, Algorithm 2 (ML-KEM.KeyGen), line 5-8:",
	} {
		for lang := range byte(3) {
			f.Add(seed, lang)
		}
	}
	s := NewScanner(append(testLibrary()[1:], quotable(core.FormatPDF), testLibrary()[0]), nil)
	langs := []*prose.Language{&prose.Go, &prose.Text, &prose.Markdown, &prose.Python, &prose.Rust, prose.LanguageNamed("assembly")}
	f.Fuzz(func(t *testing.T, file string, lang byte) {
		boundary := map[int]bool{len(file): true}
		for at := range file {
			boundary[at] = true
		}
		last := 0
		for _, o := range s.Scan(file, langs[int(lang)%len(langs)]) {
			if o.Span.Start < last || o.Span.End <= o.Span.Start || o.Span.End > len(file) {
				t.Fatalf("reference %q is at %v of %d bytes, behind %d", o.Text, o.Span, len(file), last)
			}
			last = o.Span.Start
			if !boundary[o.Span.Start] || !boundary[o.Span.End] {
				t.Fatalf("reference %q at %v cuts a character", o.Text, o.Span)
			}
			if o.Fix != nil && !o.Span.Contains(o.Fix.Span) {
				t.Fatalf("correction at %v is outside the reference at %v", o.Fix.Span, o.Span)
			}
			if o.Status == Resolved && o.Target.Document == nil {
				t.Fatalf("reference %q resolves to nothing", o.Text)
			}
		}
	})
}
