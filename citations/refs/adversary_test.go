package refs

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime"
	"strings"
	"testing"

	"github.com/pqcite/pqcite/citations/prose"
	"github.com/pqcite/pqcite/core"
)

// adversary is a file that is made to take long: a unit, over and over.
type adversary struct{ name, head, unit, tail string }

func (a *adversary) file(size int) string {
	n := max(1, (size-len(a.head)-len(a.tail))/len(a.unit))
	return a.head + strings.Repeat(a.unit, n) + a.tail
}

var adversaries = []adversary{
	{name: "references on one line", head: "// ", unit: "FIPS 203, Algorithm 13 "},
	{name: "wrong references on one line", head: "// ", unit: "FIPS 203, Algorithm 99 "},
	{name: "wrong references with names", head: "// ", unit: "FIPS 203, Section 9.9 (Three Words Here), "},
	{name: "titles of other anchors", head: "// ", unit: "FIPS 203, Section 1 (Gadgets and more). "},
	{name: "algorithms by the name of others", head: "// ", unit: "FIPS 203, Algorithm 13 (ML-KEM.Encaps). "},
	{name: "names behind numbers", head: "// FIPS 203, ", unit: "Algorithm 13 ML-KEM.Encaps(a) "},
	{name: "names before numbers", head: "// FIPS 203. ", unit: "`K-PKE.KeyGen` (Algorithm 21), "},
	{name: "numbers behind marks", head: "// FIPS 203, ", unit: "Algorithm 13 ``**``"},
	{name: "numbers before parentheses", head: "// FIPS 203, ", unit: "Algorithm 13 K-PKE.KeyGen(((("},
	{name: "numbers behind glue", head: "// FIPS 203. NTT ", unit: "as defined in Algorithm 13, "},
	{name: "inverses", head: "// FIPS 203. ", unit: "inverse NTT^-1 inverse (Algorithm 9) "},
	{name: "numbers and drafts", head: "# ", unit: "FIPS 203 draft Algorithm 99 "},
	{name: "one list", head: "// Sections ", unit: "1, 2, 3, "},
	{name: "lists", head: "// ", unit: "Sections 1, 2, 3, 4, 5, 6, 7, 8, 9. "},
	{name: "lists of a document", head: "// FIPS 203, ", unit: "Sections 1, 2, 3, 4 and 5, "},
	{name: "ranges", head: "// ", unit: "§§1-50 "},
	{name: "ranges of a document", head: "// FIPS 203 ", unit: "§1-50, "},
	{name: "ranges without an end", head: "// ", unit: "Algorithms 1-999999999 "},
	{name: "ranges in lists", head: "// Algorithms ", unit: "9-11, "},
	{name: "documents before one anchor", head: "// ", unit: "FIPS 203 ", tail: "Algorithm 13"},
	{name: "documents in a sentence, then anchors", head: "// FIPS 203 and much more ", unit: "than Table 1 or so "},
	{name: "keys with bare numbers", head: "// ", unit: "[FIPS203, 2.4.7 Types] "},
	{name: "keys that do not end", head: "// ", unit: "[FIPS203, "},
	{name: "names of algorithms", head: "// ", unit: "NTT "},
	{name: "names in a chain", head: "// ", unit: "NTT, ", tail: "of FIPS 203"},
	{name: "addresses", head: "// ", unit: "https://nvlpubs.nist.gov/a/b/c/NIST.FIPS.203.pdf#page=2 "},
	{name: "brackets of addresses", head: "// https://nist.gov/", unit: ")("},
	{name: "words of documents", head: "// 1 ", unit: "FIPS "},
	{name: "words of anchors", head: "// 1 ", unit: "Algorithm "},
	{name: "section signs", head: "// 1 ", unit: "§"},
	{name: "digits", head: "// ", unit: "7"},
	{name: "points", head: "// Section ", unit: "1."},
	{name: "commas", head: "// FIPS 203, ", unit: ","},
	{name: "newlines", unit: "\n"},
	{name: "carriage returns", unit: "\r"},
	{name: "both line ends", unit: "\r\n"},
	{name: "blank lines of a comment", head: "/* 1", unit: "\n"},
	{name: "carriage returns of a comment", head: "/* 1", unit: "\r"},
	{name: "starred lines", head: "/* 1", unit: "\n *"},
	{name: "one word", head: "// 1 ", unit: "a"},
	{name: "spaces", head: "// 1", unit: " ", tail: "FIPS 203"},
	{name: "zero bytes", unit: "\x00"},
	{name: "no UTF-8", head: "// 1 ", unit: "\xff\xe2\x82"},
	{name: "comments that open", unit: "/*"},
	{name: "comments that open and close", unit: "/**/ "},
	{name: "comments that close", unit: "*/"},
	{name: "nested comments", unit: "/* 1 "},
	{name: "short comments on one line", unit: "/* FIPS 203 */ x "},
	{name: "strings on one line", unit: `"FIPS 203" + `},
	{name: "strings that open", unit: `x"`},
	{name: "backquotes", unit: "` "},
	{name: "triple quotes", unit: `""" `},
	{name: "quotes", unit: "' "},
	{name: "backslashes", head: `"`, unit: `\`},
	{name: "hashes", unit: "# "},
	{name: "percent signs", unit: "% "},
	{name: "short line comments", unit: "// a\n"},
	{name: "header that names a document", unit: "// FIPS 203\n\n"},
	{name: "slashes", unit: "/"},
	{name: "brackets", head: "// 1", unit: "["},
	{name: "parentheses", head: "// Section 1 ", unit: "("},
	{name: "fences", head: "FIPS 203 Table 1\n", unit: "```\n"},
	{name: "rows", head: "FIPS 203. Table 1\n", unit: "|a|1\n"},
	{name: "items", head: "FIPS 203. Table 1\n", unit: "- a\n"},
	{name: "markers behind rows", head: "FIPS 203. Table 1\n|a\n\n\n# x\n", unit: "[c1]\n"},
	{name: "markers that do not end", head: "FIPS 203. Table 1. ", unit: "[c1, "},
	{name: "sentences", head: "FIPS 203. Table 1. ", unit: "A. "},
	{name: "exclamations", head: "FIPS 203. Table 1. ", unit: "! "},
	{name: "headings", unit: "# FIPS 203\n"},
	{name: "quotes of a specification", unit: "//= FIPS 203, Section 1\n//# Colourless green ideas sleep furiously in the night.\n\n"},
	{name: "quotes in one block", unit: "//= FIPS 203, Section 1\n//# The widget shall have 64 bytes of randomness.\n"},
	{name: "one long quote", head: "//= FIPS 203, Section 1\n", unit: "//# The widget shall have 64 bytes of randomness.\n"},
	{name: "marks of quotes", unit: "//=\n//#\n"},
	{name: "subscripts beside numbers", head: "// ", unit: "FIPS 203, Table 1: _{_{_{_{. "},
	{name: "foreign documents", head: "// ", unit: "SEC 1 "},
	{name: "keys of a bibliography", head: "// ", unit: "[1] "},
}

var hostileLanguages = []*prose.Language{&prose.Go, &prose.Text, &prose.Markdown, &prose.Rust, &prose.Python, &prose.LaTeX, prose.LanguageNamed("assembly"), prose.LanguageNamed("shell")}

// long reports whether the full set is asked for.
func long() bool { return os.Getenv("PQCITE_TEST_LONG") == "1" }

// allocated returns how many bytes a function allocates. What is alive at once can't
// be more.
func allocated(f func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

func hostileScanner(t *testing.T) *Scanner {
	t.Helper()
	q := quotable(core.FormatPDF)
	q.Anchors = append(q.Anchors, testLibrary()[0].Anchors...) // algorithms with names
	s := NewScanner(append(testLibrary()[1:], q), nil)
	s.Scan("//= FIPS 203, Section 1 (Two Things)\n//# Colourless green ideas sleep furiously.\n// FIPS 203, Section 9", &prose.Go) // makes its indexes
	return s
}

// TestScanMemory scans files that are made to take long, within bounds that are to
// their size as DefaultBounds are to a file of 16 MB: no more than 40 bytes are
// allocated for each byte of the file.
func TestScanMemory(t *testing.T) {
	const full = 16 << 20
	size := 64 << 10
	if long() {
		size = full
	}
	share := full / size
	b := bounds{full, defaultBounds.References / share, defaultBounds.Mentions / share, defaultBounds.Quotes / share, defaultBounds.QuoteBytes / share}
	s := hostileScanner(t).within(b)
	for _, a := range adversaries {
		file := a.file(size)
		for _, lang := range hostileLanguages {
			got := allocated(func() {
				if _, err := s.Read(t.Context(), file, lang, nil); err != nil {
					t.Fatal(err)
				}
			})
			// A quote takes what it takes: the alignments of one are garbage before the next.
			if strings.Contains(a.name, "quote") && strings.Contains(a.head+a.unit, "//#") {
				continue
			}
			if per := float64(got) / float64(len(file)); per > 40 {
				t.Errorf("%s in %s: %.0f bytes are allocated for each byte of a file of %d", a.name, lang.Name, per, len(file))
			}
		}
	}
}

// TestScanGrowth scans files of n and of 4n bytes without a bound: at most six times
// as much is allocated for the longer ones, which leaves room for the steps in which
// lists grow.
func TestScanGrowth(t *testing.T) {
	n := 8 << 10
	if long() {
		n = 1 << 20
	}
	s := hostileScanner(t).within(bounds{1 << 30, 1 << 30, 1 << 30, 10, 1 << 20})
	for _, a := range adversaries {
		for _, lang := range hostileLanguages {
			scan := func(file string) uint64 {
				return allocated(func() {
					if _, err := s.Read(t.Context(), file, lang, nil); err != nil {
						t.Fatal(err)
					}
				})
			}
			short, longer := scan(a.file(n)), scan(a.file(4*n))
			if longer > 6*short+64<<10 {
				t.Errorf("%s in %s: %d bytes are allocated for %d, and %d for four times as many", a.name, lang.Name, short, n, longer)
			}
		}
	}
}

// TestScanBounds: a file that goes beyond a bound is read up to the block that does,
// and says so.
func TestScanBounds(t *testing.T) {
	block := "// FIPS 203, Algorithm 13\n\n"
	tests := []struct {
		name   string
		file   string
		bounds bounds
		found  int
		unread string // what is not read begins with it
		why    string
	}{
		{"within", strings.Repeat(block, 3), bounds{1000, 3, 3, 1, 1}, 3, "", ""},
		{"references", strings.Repeat(block, 3) + "// FIPS 203, Table 1", bounds{1000, 2, 9, 1, 1}, 2, "FIPS 203, Algorithm 13\n\n// FIPS 203, Table", "more than 2 references"},
		{"references of one block", block + "// a FIPS 203, Table 1, FIPS 203, Table 2", bounds{1000, 2, 9, 1, 1}, 1, "a FIPS", "more than 2 references"},
		{"each number of a range", block + "// FIPS 203, Algorithms 1-40", bounds{1000, 40, 99, 1, 1}, 1, "FIPS 203, Algorithms", "more than 40 references"},
		{"names", block + "// [1] [2] [3]\n", bounds{1000, 9, 2, 1, 1}, 1, "[1]", "more than 2 names and addresses in one comment or paragraph"},
		{"quotes", "//= FIPS 203, Section 1\n//# The widget shall have 32\n//# bytes of randomness.\n\n//= FIPS 203, Section 1\n//# It never fails at all\n", bounds{1000, 9, 9, 1, 1000}, 1, "= FIPS 203, Section 1\n//# It", "more than 1 quotes"},
		{"bytes of quotes", "//= FIPS 203, Section 1\n//# The widget shall have 32\n//# bytes of randomness.\n", bounds{1000, 9, 9, 1, 20}, 0, "= FIPS", "more than 20 bytes of quotes"},
		{"size", block, bounds{10, 9, 9, 1, 1}, 0, "// FIPS", "more than 10 bytes"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := hostileScanner(t).within(tt.bounds)
			var memory Memory
			for range 2 { // the same with a memory
				r, err := s.Read(t.Context(), tt.file, &prose.Go, &memory)
				if err != nil || len(r.Found) != tt.found {
					t.Fatalf("%d references, %v, want %d", len(r.Found), err, tt.found)
				}
				if (r.Unread == nil) != (tt.why == "") {
					t.Fatalf("not read: %v, want %q", r.Unread, tt.why)
				}
				if u := r.Unread; u != nil && (u.Why != tt.why || !strings.HasPrefix(tt.file[u.From:], tt.unread)) {
					t.Errorf("not read from %q: %s, want %q: %s", tt.file[u.From:], u.Why, tt.unread, tt.why)
				}
			}
		})
	}
}

// TestDefaultBounds: what the issue that led to them had is beyond them, and is said
// to be.
func TestDefaultBounds(t *testing.T) {
	for _, a := range []adversary{
		{name: "650,000 references on one line", unit: "FIPS 203, Algorithm 99 "},
		{name: "lists", unit: "Sections 1, 2, 3, 4, 5, 6, 7, 8, 9, "},
		{name: "ranges", unit: "§1-50 "},
	} {
		r, err := hostileScanner(t).Read(t.Context(), a.file(15_000_000), &prose.Text, nil)
		if err != nil || r.Unread == nil || r.Unread.Why != "more than 100000 references" || len(r.Found) > 100_000 || len(r.Found) > 0 && len(r.Found) < 90_000 {
			t.Errorf("%s: %d references, not read %v, %v", a.name, len(r.Found), r.Unread, err)
		}
	}
}

// countdown is a context that ends when it has been looked at some times.
type countdown struct {
	context.Context
	left, looks int
}

func (c *countdown) Err() error {
	c.looks++
	if c.left--; c.left < 0 {
		return context.Canceled
	}
	return nil
}

// counted are the numbers up to n.
func counted(n int) []any {
	out := make([]any, n)
	for i := range out {
		out[i] = i
	}
	return out
}

// TestScanStops ends a scan inside files of one block each: it looks at its context
// all the way, and what was read until then is not taken for the whole.
func TestScanStops(t *testing.T) {
	const size = 1 << 20
	s := hostileScanner(t)
	for _, a := range []adversary{
		{name: "references", head: "// ", unit: "FIPS 203, Algorithm %06d "}, {name: "words", head: "// 1 ", unit: "Algorithm x%06d "},
		{name: "signs", head: "// 1 ", unit: "§"}, {name: "quotes", head: "//= FIPS 203, Section 1\n", unit: "//# colourless ideas %06d\n//= FIPS 203, Section 1\n"},
		{name: "no references", unit: "// a\n\n"},
	} {
		file := a.file(size)
		if n := strings.Count(a.unit, "%"); n > 0 { // no two parts are the same
			file = fmt.Sprintf(file, counted(strings.Count(file, "%"))...)
		}
		all := &countdown{Context: t.Context(), left: 1 << 30}
		if _, err := s.Read(all, file, &prose.Go, nil); err != nil {
			t.Fatal(err)
		}
		if least := size >> 20; all.looks < least || a.head != "" && all.looks < size/paceWork {
			t.Errorf("%s: looks %d times at its context in %d bytes", a.name, all.looks, size)
		}
		var memory Memory
		r, err := s.Read(&countdown{Context: t.Context(), left: all.looks / 2}, file, &prose.Go, &memory)
		if !errors.Is(err, context.Canceled) || r.Found != nil {
			t.Errorf("%s: a scan that was stopped ends with %v, %d references", a.name, err, len(r.Found))
		}
		again, err := s.Read(t.Context(), file, &prose.Go, &memory)
		if want := s.Scan(file, &prose.Go); err != nil || len(again.Found) != len(want) {
			t.Errorf("%s: after a scan that was stopped %d references are found, %v, want %d", a.name, len(again.Found), err, len(want))
		}
	}
}

// TestRescanKeepsNoFile edits a file many times: the memory of its blocks holds none
// of its former texts.
func TestRescanKeepsNoFile(t *testing.T) {
	const size, edits = 1 << 20, 64
	s := hostileScanner(t)
	var memory Memory
	code := strings.Repeat("x\n", size/2)
	var before, after runtime.MemStats
	for i := range edits {
		if i == 1 {
			runtime.GC()
			runtime.ReadMemStats(&before)
		}
		var b strings.Builder
		for k := range edits {
			fmt.Fprintf(&b, "// FIPS 203, Algorithm %d\n\n", k/(1+max(0, k-i)))
		}
		if _, err := s.Read(t.Context(), b.String()+code, &prose.Go, &memory); err != nil {
			t.Fatal(err)
		}
	}
	runtime.GC()
	runtime.ReadMemStats(&after)
	if grown := int64(after.HeapAlloc) - int64(before.HeapAlloc); grown > 4*size {
		t.Errorf("the memory of a file of %d bytes has grown by %d in %d edits", size, grown, edits)
	}
	runtime.KeepAlive(&memory)
}
