package quote

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/pqcite/pqcite/core"
)

// testDocument returns a document with the pages.
func testDocument(pages ...string) *core.Document {
	d := &core.Document{
		ID: "TEST.1", Label: "TEST 1", Title: "A test", SHA256: strings.Repeat("ab", 32),
		Format: core.FormatPDF, URL: "https://example.org/t.pdf",
	}
	for i, p := range pages {
		start := len(d.Text)
		d.Text += p
		d.Pages = append(d.Pages, core.Page{
			Number: i + 1, Label: fmt.Sprint("p", i+1), Span: core.Span{Start: start, End: len(d.Text)},
		})
	}
	return d
}

// testProse returns prose of about n bytes with the features of a standard:
// unlike sentences, scripts, mathematical letters and broken words.
func testProse(n int) string {
	rng := rand.New(rand.NewPCG(1, 2))
	syllables := strings.Fields("ka lo ment tion re ver si pro en cap su la sign key ring mod ule lat tice hash")
	var b strings.Builder
	for b.Len() < n {
		for range 6 + rng.IntN(14) {
			for range 1 + rng.IntN(4) {
				b.WriteString(syllables[rng.IntN(len(syllables))])
			}
			switch rng.IntN(40) {
			case 0:
				fmt.Fprintf(&b, " 𝑞_%d", rng.IntN(9))
			case 1:
				fmt.Fprintf(&b, " 2^{%d} −", rng.IntN(512))
			case 2:
				b.WriteString("-\nful")
			case 3:
				b.WriteByte('\n')
				continue
			}
			b.WriteByte(' ')
		}
		fmt.Fprintf(&b, "shall be %d bytes.\n", rng.IntN(4000))
	}
	return b.String()
}

const (
	pageOne = "1 Introduction\n\nThe decapsulation failure rate of ML-KEM-768 is 2^−164.8 in theory. " +
		"The sender shall not reuse the ran-\ndomness 𝑟 ∈ 𝔹^{32} of an earlier run. It is respon-\nsible for the TupleHash " +
		"of both keys, as the Tuple-\nHash says, and for ML-\nKEM itself. "
	pageTwo = "An implementation should check that the modulus is 𝑞 = 2^{23} − 2^{13} + 1 be-\nfore use. " +
		"The “ﬁnal” key is 32 bytes long. All nonnegative numbers are allowed. A value of 256 bytes is too long. " +
		"The parameter 𝜂_1 is greater than 𝜂_2 unless noted. This sentence crosses the "
	pageThree = "\nborder between two pages of the text. Table 3 lists 1 428 elements, 3.14 of them twice. " +
		"The “ﬁnal” key is 32 bytes long. "
	pageFour = "Nothing else stands here except the end of the document. The “ﬁnal” key is 32 bytes long.\n"
)

func quoteText() *Text { return NewText(testDocument(pageOne, pageTwo, pageThree, pageFour)) }

func TestFind(t *testing.T) {
	tests := []struct {
		name  string
		quote string
		pages []int
		want  core.Verdict
		rule  string
		on    [2]int // pages found on
		raw   string // what stands there; "" means the quote itself
	}{
		{"as it is", "The sender shall not reuse the ran-\ndomness 𝑟", []int{1}, core.Verbatim, Exact, [2]int{1, 1}, ""},
		{"hyphenation joined", "reuse the randomness 𝑟", []int{1}, core.Verbatim, Exact, [2]int{1, 1}, "reuse the ran-\ndomness 𝑟"},
		{"hyphenation kept", "reuse the ran-domness 𝑟", []int{1}, core.Verbatim, Exact, [2]int{1, 1}, "reuse the ran-\ndomness 𝑟"},
		{"hyphenation with a space", "reuse the ran- domness 𝑟", []int{1}, core.Verbatim, Exact, [2]int{1, 1}, "reuse the ran-\ndomness 𝑟"},
		{"hyphenation of the quote", "for the Tu-\npleHash of both", []int{1}, core.Verbatim, Exact, [2]int{1, 1}, "for the TupleHash \nof both"},
		{"two breaks, one a hyphen", "TupleHash says, and for ML-KEM itself", []int{1}, core.Verbatim, Exact, [2]int{1, 1}, "Tuple-\nHash says, and for ML-\nKEM itself"},
		{"minus, plain braces, plain letters", "the modulus is q = 2^23 - 2^13 + 1 before use", []int{2}, core.Verbatim, Exact, [2]int{2, 2}, "the modulus is 𝑞 = 2^{23} − 2^{13} + 1 be-\nfore use"},
		{"Unicode superscripts", "modulus is q = 2²³ − 2¹³ + 1", []int{2}, core.Verbatim, Exact, [2]int{2, 2}, "modulus is 𝑞 = 2^{23} − 2^{13} + 1"},
		{"negative exponent", "failure rate of ML-KEM-768 is 2⁻¹⁶⁴ in theory", nil, core.Contradicted, "quote-edited-number", [2]int{1, 1}, "failure rate of ML-KEM-768 is 2^−164.8 in theory"},
		{"ligatures and quotation marks", "The \"final\" key is 32 bytes", []int{2}, core.Verbatim, Exact, [2]int{2, 2}, "The “ﬁnal” key is 32 bytes"},
		{"thin space", "Table 3 lists 1\u2009428 elements", []int{3}, core.Verbatim, Exact, [2]int{3, 3}, "Table 3 lists 1 428 elements"},
		{"double-struck letter", "randomness r ∈ B^{32} of", []int{1}, core.Verbatim, Exact, [2]int{1, 1}, "ran-\ndomness 𝑟 ∈ 𝔹^{32} of"},
		{"no page cited", "Nothing else stands here", nil, core.Verbatim, Exact, [2]int{4, 4}, ""},
		{"across pages, both cited", "sentence crosses the border between two", []int{2, 3}, core.Verbatim, Exact, [2]int{2, 3}, "sentence crosses the \nborder between two"},
		{"across pages, one cited", "sentence crosses the border between two", []int{3}, core.Verbatim, Exact, [2]int{2, 3}, "sentence crosses the \nborder between two"},
		{"next page", "Nothing else stands here", []int{3}, core.Verbatim, Moved, [2]int{4, 4}, ""},
		{"far page", "Nothing else stands here", []int{1}, core.Verbatim, Moved, [2]int{4, 4}, ""},
		{"page that does not exist", "Nothing else stands here", []int{99}, core.Verbatim, Moved, [2]int{4, 4}, ""},
		{"repeated, cited page", "The “ﬁnal” key is 32 bytes long", []int{3}, core.Verbatim, Exact, [2]int{3, 3}, ""},
		{"repeated, last page", "The “ﬁnal” key is 32 bytes long", []int{4}, core.Verbatim, Exact, [2]int{4, 4}, ""},
		{"repeated, nearest page", "The “ﬁnal” key is 32 bytes long", []int{1}, core.Verbatim, Moved, [2]int{2, 2}, ""},
		{"repeated, no page", "The “ﬁnal” key is 32 bytes long", nil, core.Verbatim, Exact, [2]int{2, 2}, ""},

		{"flattened superscript", "the modulus is q = 223 − 213 + 1", []int{2}, core.Contradicted, "quote-edited-number", [2]int{2, 2}, "the modulus is 𝑞 = 2^{23} − 2^{13} + 1"},
		{"digit", "The “final” key is 64 bytes long", []int{2}, core.Contradicted, "quote-edited-number", [2]int{2, 2}, "The “ﬁnal” key is 32 bytes long"},
		{"parameter set", "decapsulation failure rate of ML-KEM-512 is", []int{1}, core.Contradicted, "quote-edited-number", [2]int{1, 1}, "decapsulation failure rate of ML-KEM-768 is"},
		{"operator", "the modulus is 𝑞 = 2^{23} + 2^{13} + 1", []int{2}, core.Contradicted, "quote-edited-operator", [2]int{2, 2}, "the modulus is 𝑞 = 2^{23} − 2^{13} + 1"},
		{"unit", "The “final” key is 32 bits long", []int{2}, core.Contradicted, "quote-edited-unit", [2]int{2, 2}, "The “ﬁnal” key is 32 bytes long"},
		{"negation removed", "The sender shall reuse the randomness 𝑟 ∈ 𝔹^{32} of an earlier run", []int{1}, core.Contradicted, "quote-edited-negator", [2]int{1, 1}, "The sender shall not reuse the ran-\ndomness 𝑟 ∈ 𝔹^{32} of an earlier run"},
		{"negation added", "An implementation should not check that the modulus", []int{2}, core.Contradicted, "quote-edited-negator", [2]int{2, 2}, "An implementation should check that the modulus"},
		{"unless for if", "The parameter 𝜂_1 is greater than 𝜂_2 if noted. This", []int{2}, core.Contradicted, "quote-edited-negator", [2]int{2, 2}, "The parameter 𝜂_1 is greater than 𝜂_2 unless noted. This"},
		{"modality", "The sender should not reuse the randomness", []int{1}, core.Contradicted, "quote-edited-modality", [2]int{1, 1}, "The sender shall not reuse the ran-\ndomness"},
		{"comparator", "The parameter 𝜂_1 is less than 𝜂_2 unless noted. This sentence crosses", []int{2}, core.Contradicted, "quote-edited-comparator", [2]int{2, 2}, "The parameter 𝜂_1 is greater than 𝜂_2 unless noted. This sentence crosses"},
		{"identifier", "reuse the randomness 𝑠 ∈ 𝔹^{32}", []int{1}, core.Contradicted, "quote-edited-identifier", [2]int{1, 1}, "reuse the ran-\ndomness 𝑟 ∈ 𝔹^{32}"},
		{"split number", "A value of 25 6 bytes is too long", []int{2}, core.Contradicted, "quote-edited-number", [2]int{2, 2}, "A value of 256 bytes is too long"},
		{"thousands separator", "Table 3 lists 1,428 elements", []int{3}, core.Contradicted, "quote-edited-number", [2]int{3, 3}, "Table 3 lists 1 428 elements"},
		{"thousands joined", "Table 3 lists 1428 elements", []int{3}, core.Contradicted, "quote-edited-number", [2]int{3, 3}, "Table 3 lists 1 428 elements"},

		{"article", "implementation should check the modulus is 𝑞 = 2^{23} − 2^{13} + 1 before the use", []int{2}, core.Partial, Altered, [2]int{2, 2}, "implementation should check that the modulus is 𝑞 = 2^{23} − 2^{13} + 1 be-\nfore use"},
		{"article only", "check that modulus is 𝑞 = 2^{23}", []int{2}, core.Supported, Near, [2]int{2, 2}, "check that the modulus is 𝑞 = 2^{23}"},
		{"typing slip", "An implementaton should check that", []int{2}, core.Supported, Near, [2]int{2, 2}, "An implementation should check that"},
		{"case of the first word", "the sender shall not reuse", []int{1}, core.Supported, Near, [2]int{1, 1}, "The sender shall not reuse"},
		{"punctuation", "This sentence crosses the border, between two pages", []int{2}, core.Supported, Near, [2]int{2, 3}, "This sentence crosses the \nborder between two pages"},
		{"hyphen left out", "failure rate of MLKEM-768 is 2^{-164.8} in", []int{1}, core.Supported, Near, [2]int{1, 1}, "failure rate of ML-KEM-768 is 2^−164.8 in"},
		{"space in a word", "Nothing else stands here except the end of the docu ment", []int{4}, core.Supported, Near, [2]int{4, 4}, "Nothing else stands here except the end of the document"},
		{"word replaced", "border between two parts of the text", []int{3}, core.Partial, Altered, [2]int{3, 3}, "border between two pages of the text"},
		{"near on another page", "the end of this document. The", []int{1}, core.Partial, Altered, [2]int{4, 4}, "the end of the document. The"},

		{"cut number", "56 bytes is too long", []int{2}, core.Contradicted, "quote-edited-number", [2]int{2, 2}, "256 bytes is too long"},
		{"cut decimal", "Table 3 lists 1 428 elements, 3", []int{3}, core.Contradicted, "quote-edited-number", [2]int{3, 3}, "Table 3 lists 1 428 elements,"},
		{"cut word", "negative numbers are allowed", []int{2}, core.Partial, CutsWord, [2]int{2, 2}, ""},
		{"cut exponent", "the modulus is 𝑞 = 2", []int{2}, core.Partial, CutsWord, [2]int{2, 2}, ""},
		{"cut parameter set", "decapsulation failure rate of ML-KEM", []int{1}, core.Partial, CutsWord, [2]int{1, 1}, ""},

		{"cut script", "not reuse the randomness 𝑟 ∈ 𝔹^{3", []int{1}, core.Contradicted, "quote-edited-number", [2]int{1, 1}, "not reuse the ran-\ndomness 𝑟 ∈ 𝔹^{32}"},

		{"absent", "the lattice is reduced by a quantum sieve", []int{2}, core.Unverifiable, NotFound, [2]int{}, ""},
		{"too short", "32 bytes", []int{2}, core.Unverifiable, TooShort, [2]int{}, ""},
		{"empty", "", nil, core.Unverifiable, TooShort, [2]int{}, ""},
		{"hyphens only", strings.Repeat("-", 20), nil, core.Unverifiable, NotFound, [2]int{}, ""},
		{"too long", strings.Repeat("a ", MaxBytes), nil, core.Unverifiable, TooLong, [2]int{}, ""},
		{"invalid bytes", "The sender \xff\xfe not reuse", nil, core.Unverifiable, Unreadable, [2]int{}, ""},
		{"spliced from two pages", "The sender shall not reuse the end of the document.", nil, core.Unverifiable, NotFound, [2]int{}, ""},
	}
	text := quoteText()
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := text.Find(Quote{Text: tt.quote, Pages: tt.pages})
			if got.Verdict != tt.want || got.Rule != tt.rule || [2]int{got.StartPage, got.EndPage} != tt.on {
				t.Fatalf("got %s by %s on %d-%d, want %s by %s on %d-%d: %+v", got.Verdict, got.Rule,
					got.StartPage, got.EndPage, tt.want, tt.rule, tt.on[0], tt.on[1], got)
			}
			want := tt.raw
			if want == "" && got.Found() {
				want = tt.quote
			}
			if flat(got.Quote) != flat(want) || got.Quote != text.doc.Quote(got.Span) {
				t.Errorf("found %q, want %q", got.Quote, want)
			}
		})
	}
}

// flat drops newlines, so that the table needs not say where lines break.
func flat(s string) string { return strings.ReplaceAll(s, "\n", "") }

func TestFindDistance(t *testing.T) {
	text := quoteText()
	for _, tt := range []struct {
		pages []int
		want  int
	}{{nil, 0}, {[]int{4}, 0}, {[]int{3}, 1}, {[]int{1}, 3}, {[]int{1, 2}, 2}, {[]int{9, 2}, 2}} {
		got := text.Find(Quote{Text: "Nothing else stands here", Pages: tt.pages})
		if got.Distance != tt.want || got.Moved() != (tt.want > 0) {
			t.Errorf("cited on %v: distance %d, want %d", tt.pages, got.Distance, tt.want)
		}
	}
}

func TestFindEdits(t *testing.T) {
	got := quoteText().Find(Quote{Text: "The sender should not reuse randomness 𝑟 ∈ 𝔹^{32} of a earlier run"})
	want := []Edit{
		{Class: EditModality, Quote: "should", Document: "shall"},
		{Class: EditSpelling, Quote: "", Document: "the"},
		{Class: EditSpelling, Quote: "a", Document: "an"},
	}
	for i := range got.Edits {
		if e := &got.Edits[i]; quoteText().doc.Quote(e.Span) != e.Document {
			t.Errorf("edit %d: %q is not what stands at %v", i, e.Document, e.Span)
		}
		got.Edits[i].Span = core.Span{}
	}
	if diff := cmp.Diff(want, got.Edits); diff != "" {
		t.Errorf("edits (-want +got):\n%s", diff)
	}
}

func TestFindMinRunes(t *testing.T) {
	got := quoteText().Find(Quote{Text: "𝔹^{32}", MinRunes: 2})
	if got.Verdict != core.Verbatim || got.Quote != "𝔹^{32}" {
		t.Errorf("got %+v, want the script verbatim", got)
	}
}

// TestFindConcurrently builds the lazy part of a Text from several goroutines.
func TestFindConcurrently(t *testing.T) {
	text := quoteText()
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			if got := text.Find(Quote{Text: "The sender should not reuse the randomness"}); got.Verdict != core.Contradicted {
				t.Errorf("got %+v", got)
			}
		})
	}
	wg.Wait()
}

// TestFindHostile finds quotes that match nearly everywhere: the work must stay
// bounded, which the test's own deadline shows.
func TestFindHostile(t *testing.T) {
	doc := testDocument(strings.Repeat("a-", 100<<10), strings.Repeat("the of ", 30<<10), strings.Repeat("x", 100<<10))
	text := NewText(doc)
	for _, quote := range []string{
		strings.Repeat("a", 8<<10) + "b", strings.Repeat("a", 8<<10), strings.Repeat("the of ", 2000) + "and",
		strings.Repeat("of the of ", 1600), strings.Repeat("x", 16<<10), strings.Repeat("x y ", 4<<10),
	} {
		if got := text.Find(Quote{Text: quote, Pages: []int{2}}); got.Rule == "" {
			t.Errorf("no rule decided about %.20q…", quote)
		}
	}
}

// TestFindRepeating finds the whole place of a quote behind many that overlap
// and cut a word.
func TestFindRepeating(t *testing.T) {
	quote := strings.Repeat("a", 400)
	text := NewText(testDocument(strings.Repeat("a", 1200)+" ", quote+" end"))
	got := text.Find(Quote{Text: quote, Pages: []int{2}})
	if got.Verdict != core.Verbatim || got.Span.Start != 1201 {
		t.Errorf("got %+v", got)
	}
}

// FuzzQuote cuts a quote out of a document: unless the cut goes through a word,
// it is found word for word, and what is found folds to the same.
func FuzzQuote(f *testing.F) {
	f.Add(pageOne+pageTwo, uint16(100), uint16(60))
	f.Add(pageTwo, uint16(40), uint16(50))
	f.Add("2²⁵⁶ respon-\nsible ^{a}b 𝔹^{384𝑘+32} x_{1}-\n2 ﬁﬁﬁ…", uint16(0), uint16(40))
	f.Add("a\u00ad\n\u200bb- - -\n-\nab-\ncd _{-}x", uint16(0), uint16(30))
	f.Fuzz(func(t *testing.T, raw string, from, length uint16) {
		raw = strings.ToValidUTF8(raw, "?")
		if raw == "" {
			t.Skip()
		}
		start := int(from) % len(raw)
		end := start + 1 + int(length)%(len(raw)-start)
		for !utf8.RuneStart(raw[start]) {
			start--
		}
		for end < len(raw) && !utf8.RuneStart(raw[end]) {
			end++
		}
		quote := raw[start:end]
		text := NewText(testDocument(raw[:start], raw[start:]))
		got := text.Find(Quote{Text: quote, Pages: []int{2}})
		lead := len(quote) - len(strings.TrimLeftFunc(quote, unicode.IsSpace))
		whole := core.Span{Start: start + lead, End: start + len(strings.TrimRightFunc(quote, unicode.IsSpace))}
		switch {
		case got.Rule == TooShort || got.Rule == TooLong:
			return
		case !isBoneless(quote) && !cuts(raw, whole) && got.Verdict != core.Verbatim:
			t.Fatalf("%q is not found in %q: %+v", quote, raw, got)
		case got.Verdict == core.Verbatim:
			// A soft hyphen at an edge is a visible one only beside its line's end.
			q, d := strings.Trim(fold(quote).text, "- "), strings.Trim(fold(got.Quote).text, "- ")
			if end, ok := agree(q, d, 0); !ok || end != len(d) {
				if raw[got.Span.Start:got.Span.End] != strings.TrimSpace(quote) {
					t.Fatalf("%q was found as %q", quote, got.Quote)
				}
			}
		}
	})
}

// TestFindEverywhere cuts many quotes at white space out of a long document and
// finds each where it was cut.
func TestFindEverywhere(t *testing.T) {
	prose := testProse(50 << 10)
	half := len(prose) / 2
	for !utf8.RuneStart(prose[half]) {
		half++
	}
	text := NewText(testDocument(prose[:half], prose[half:]))
	rng := rand.New(rand.NewPCG(3, 4))
	for range 2000 {
		at := rng.IntN(len(prose) - 2000)
		start := at + strings.IndexByte(prose[at:], ' ') + 1
		end := start + 20 + rng.IntN(900)
		end += strings.IndexAny(prose[end:], " ")
		quote := prose[start:end]
		for _, q := range []string{quote, fold(quote).text, strings.ReplaceAll(quote, "-\n", "")} {
			got := text.Find(Quote{Text: q, Pages: []int{1, 2}})
			if got.Verdict != core.Verbatim || got.Rule != Exact || got.Span.Start > start || got.Span.Len() < len(q) {
				t.Fatalf("%q at %d: %+v", q, start, got)
			}
		}
	}
}

// isBoneless reports whether a quote holds nothing but spaces and hyphens.
func isBoneless(quote string) bool {
	bones := newSkeleton(fold(quote).text)
	return bones.text == ""
}

func benchmarkText(b *testing.B) (*Text, string) {
	prose := testProse(200 << 10)
	text := NewText(testDocument(prose[:100<<10], prose[100<<10:]))
	at := strings.Index(prose[150<<10:], ". ")
	if at < 0 {
		at = strings.Index(prose[150<<10:], " ")
	}
	at += 150<<10 + 1
	end := at + 1000 + strings.IndexByte(prose[at+1000:], ' ')
	return text, prose[at:end]
}

func BenchmarkFindExact(b *testing.B) {
	text, quote := benchmarkText(b)
	for b.Loop() {
		if f := text.Find(Quote{Text: quote, Pages: []int{2}}); f.Verdict != core.Verbatim {
			b.Fatalf("%+v", f)
		}
	}
}

func BenchmarkFindNear(b *testing.B) {
	text, quote := benchmarkText(b)
	words := strings.Fields(quote)
	for i := 10; i < len(words); i += 20 {
		words[i] += "x"
	}
	quote = strings.Join(words, " ")
	text.Find(Quote{Text: quote})
	for b.Loop() {
		if f := text.Find(Quote{Text: quote, Pages: []int{2}}); !f.Found() {
			b.Fatalf("%+v", f)
		}
	}
}

func BenchmarkFindAbsent(b *testing.B) {
	text, _ := benchmarkText(b)
	quote := strings.Repeat("sign key ring capsu module hash ", 500)
	for b.Loop() {
		text.Find(Quote{Text: quote, Pages: []int{2}})
	}
}

// BenchmarkTokenIndex is the part of a first near search that later ones save.
func BenchmarkTokenIndex(b *testing.B) {
	text := fold(testProse(200 << 10)).text
	for b.Loop() {
		newTokenIndex(text)
	}
}

func BenchmarkNewText(b *testing.B) {
	doc := testDocument(testProse(200 << 10))
	for b.Loop() {
		NewText(doc)
	}
}

// TestUnreadableElsewhere holds that the same words in a unit that can be read are
// quoted from there.
func TestUnreadableElsewhere(t *testing.T) {
	d := testDocument("The seed \uFFFD of a signer is erased after its use.", "The seed of a signer is erased after its use.")
	d.Passages = []core.Passage{{Kind: core.PassageProse, Span: d.Pages[0].Span}, {Kind: core.PassageProse, Span: d.Pages[1].Span}}
	f := NewText(d).Find(Quote{Text: "of a signer is erased after its use", Pages: []int{1}})
	if f.Verdict != core.Verbatim || f.StartPage != 2 {
		t.Errorf("got %s by %s on page %d, want it verbatim on page 2", f.Verdict, f.Rule, f.StartPage)
	}
}
