package corpus_test

import (
	"context"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/pqcite/pqcite/citations/prose"
	"github.com/pqcite/pqcite/citations/refs"
	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/corpus"
	"github.com/pqcite/pqcite/corpus/standards"
	"github.com/pqcite/pqcite/internal/race"
)

// TestRescan edits a file many times: what a scan with a memory finds is what a
// scan without one finds.
func TestRescan(t *testing.T) {
	l, err := corpus.Open(t.Context(), t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	scanners := []*refs.Scanner{l.Scanner(), refs.NewScanner(l.Documents(), standards.Register{})}
	pieces := []string{
		"// As in FIPS 203.\n", "// Algorithm 9 and Section 4.2\n", "\nfunc f() {}\n", "// FIPS 204, Algorithm 99\n", "/* Table 2 */", "\n\n", "//= FIPS 203, Algorithm 9\n",
		"# FIPS 205\n", "`", "\"", "x", "Algorithm 3 (K-PKE.KeyGen)\n",
	}
	rng := rand.New(rand.NewPCG(7, 7))
	for _, lang := range []*prose.Language{&prose.Go, &prose.Markdown, &prose.Text, &prose.Python} {
		var memory refs.Memory
		file, found := "", 0
		for range race.Part(400) {
			at := rng.IntN(len(file) + 1)
			end := min(len(file), at+rng.IntN(20))
			file = file[:at] + pieces[rng.IntN(len(pieces))] + file[end:]
			s := scanners[rng.IntN(20)/19]
			got, err := s.Read(t.Context(), file, lang, &memory)
			want := s.Scan(file, lang)
			found += len(want)
			if diff := cmp.Diff(want, got.Found, sameDocuments); err != nil || got.Unread != nil || diff != "" {
				t.Fatalf("%s: rescan of %q differs (-scan +rescan), %v, not read %v:\n%s", lang.Name, file, err, got.Unread, diff)
			}
		}
		if found == 0 {
			t.Errorf("%s: no file had a reference", lang.Name)
		}
	}
}

// TestRescanLong edits a long file, most of which is not read again, at all its places: what
// is found is what a scan without a memory finds. Some edits change what other parts of
// the file mean.
func TestRescanLong(t *testing.T) {
	l, err := corpus.Open(t.Context(), t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	s := l.Scanner()
	pieces := []string{
		"// As in FIPS 203.\n", "// Algorithm 9 and Section 4.2\n", "/* SP 800-56A Rev. 2 */ x()\n", "// wrapped FIPS\n// 186-4 here\n", "const (\n", ")\n", "\tMLKEM768CiphertextSize = 1087\n",
		"MLKEM_512_CT_LEN = 786\n", "// Algorithm 7 (SampleNTT)\n", "// KeyGen (Algorithm 1)\n", "x := \"FIPS 180-3 says\"\n", "`", "/*", "*/", "\"", "'", "// DSA and ECDSA in FIPS_186_4\n", "\r\n", "# FIPS 205\n",
		"//= FIPS 203, Algorithm 9\n//# no such words at all\n", "key: Algorithm 4 # FIPS 204\n", "import \"x\"\n",
	}
	filler := []string{"for i := range poly { s += poly[i] }\n", "\ty = f(x) // next\n\n", "a: b c d e f g h # no\n", "words and words.\n\n"}
	rng := rand.New(rand.NewPCG(8, 8))
	for _, name := range []string{"go", "c", "python", "markdown", "plaintext", "yaml", "rust"} {
		lang := prose.LanguageNamed(name)
		var memory refs.Memory
		var b strings.Builder
		for b.Len() < 90_000 {
			b.WriteString(filler[rng.IntN(len(filler))])
			if rng.IntN(40) == 0 {
				b.WriteString(pieces[rng.IntN(11)])
			}
		}
		file := b.String()
		if rng.IntN(2) == 0 {
			file = "\n\nRequest for Comments: 5\n" + file
		}
		for range race.Part(16) {
			at := rng.IntN(len(file) + 1)
			if rng.IntN(8) == 0 {
				at = rng.IntN(60)
			}
			end := min(len(file), at+rng.IntN(3)*rng.IntN(20))
			before := file
			file = file[:at] + pieces[rng.IntN(len(pieces))] + file[end:]
			for _, version := range []string{file, before, file} {
				got, err := s.Read(t.Context(), version, lang, &memory)
				if diff := cmp.Diff(s.Scan(version, lang), got.Found, sameDocuments); err != nil || diff != "" {
					t.Fatalf("%s: rescan of %d bytes after an edit at %d differs, %v (-scan +rescan):\n%s", name, len(version), at, err, diff)
				}
			}
			if rng.IntN(3) > 0 {
				file = before // what is open to the end of the file would not be closed for long
			}
		}
	}
}

// TestRescanFarReach edits what far later parts of a file depend on: what is found there is
// what a scan without a memory finds.
func TestRescanFarReach(t *testing.T) {
	l, err := corpus.Open(t.Context(), t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	s := l.Scanner()
	code := strings.Repeat("for i := range poly { s += poly[i] << shift } // the next one\n", 600)
	imports := strings.Repeat("import \"x\" // a name\n", 2000)
	sections := strings.Repeat("# About\n\nMany words and no reference.\n\n", 1000)
	for _, tt := range []struct{ name, lang, file, from, to string }{
		{"a group of constants", "go", code + "const (\n" + code[:14_000] + "\n\tMLKEM768CiphertextSize = 1087\n)\n" + code, "\nconst (", "\nvarbl ("},
		{"the document of the header", "go", "// As in FIPS 203.\n\n" + code + "// Algorithm 13\n", "203", "204"},
		{"several documents instead of none", "markdown", "# Here\n\n" + sections + "# FIPS 205\n\n" + sections + "# Next\n\nAlgorithm 2\n", "# Here", "# FIPS 203 and FIPS 204"},
		{"what names imply", "go", "x := 1\n// ML-KEM.KeyGen_internal (Algorithm 16)\n" + code + "// KeyGen_internal (Algorithm 99)\n", "ML-KEM.KeyGen_internal (Algorithm 16)", "ML-DSA.KeyGen_internal (Algorithm 6)"},
		{"code before imports", "go", "// a\n\n" + imports + "// As in FIPS 203\n\n" + imports + "// Algorithm 13\n", "// a", "x()"},
		{"a quote that is open", "go", code + "x = `\n" + code + "const MLKEM768CiphertextSize = 1087\n`\n", "`\n", "\n"},
	} {
		lang := prose.LanguageNamed(tt.lang)
		after := strings.Replace(tt.file, tt.from, tt.to, 1)
		want := s.Scan(after, lang)
		if a, b := s.Scan(tt.file, lang), want; len(a) == len(b) && a[len(a)-1].Status == b[len(b)-1].Status && a[len(a)-1].Doc == b[len(b)-1].Doc {
			t.Errorf("%s: the edit changes nothing", tt.name)
		}
		if got := rescanned(t, s, tt.file, after, lang); len(got) != len(want) || !cmp.Equal(want, got, sameDocuments) {
			t.Errorf("%s: %s", tt.name, cmp.Diff(want, got, sameDocuments))
		}
	}
}

// TestRescanNextLine edits the line after each comment of a file: whether a comment is one
// on the code below it depends on that line.
func TestRescanNextLine(t *testing.T) {
	l, err := corpus.Open(t.Context(), t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	const cites, other = "/* As in FIPS 203 */", "/* As it was there */"
	unit := other + "\nmodule " + strings.Repeat("x", 80) + "\n"
	for i := range 200 {
		at := (i+1)*len(unit) - 1
		file := strings.Repeat(unit, 200) + "// Algorithm 13\n"
		file = file[:i*len(unit)] + cites + " " + file[i*len(unit)+len(other):]
		after := file[:at] + " {" + file[at:]
		if got, want := rescanned(t, l.Scanner(), file, after, &prose.Go), l.Scanner().Scan(after, &prose.Go); !cmp.Equal(want, got, sameDocuments) {
			t.Fatalf("after comment %d: %s", i, cmp.Diff(want, got, sameDocuments))
		}
	}
}

// rescanned is what is found in the second version of a file after a scan of the first.
func rescanned(t *testing.T, s *refs.Scanner, before, after string, lang *prose.Language) []refs.Occurrence {
	t.Helper()
	var memory refs.Memory
	var r refs.Reading
	for _, file := range []string{before, after} {
		var err error
		if r, err = s.Read(t.Context(), file, lang, &memory); err != nil {
			t.Fatal(err)
		}
	}
	return r.Found
}

// sameDocuments compares documents and anchors, which are the library's own: one is the same
// or another.
var sameDocuments = cmp.Options{
	cmp.Comparer(func(a, b *core.Document) bool { return a == b }), cmp.Comparer(func(a, b *core.Anchor) bool { return a == b }),
}

// counting is a context that counts how often it is looked at: about once for each
// megabyte that is read.
type counting struct {
	context.Context
	looks int
}

func (c *counting) Err() error {
	c.looks++
	return c.Context.Err()
}

// TestRescanReadsLittle: of a long file an edit reads what is around it.
func TestRescanReadsLittle(t *testing.T) {
	l, err := corpus.Open(t.Context(), t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	const megabytes = 12
	unit := "// As in FIPS 203, Algorithm 9.\n" + strings.Repeat("for i := range poly { s += poly[i] << shift }\n", 20)
	units := megabytes << 20 / len(unit)
	file := strings.Repeat(unit, units)
	var memory refs.Memory
	for i, at := range []int{0, len(file) / 2, 40, len(file) - 1, len(file) / 3} {
		ctx := &counting{Context: t.Context()}
		file = file[:at] + "\n" + file[at:]
		f, err := l.Scanner().Findings(ctx, file, &prose.Go, &memory)
		if err != nil || f.Len() < units-1 {
			t.Fatalf("%d references are found, %v", f.Len(), err)
		}
		if i == 0 && ctx.looks < megabytes || i > 0 && ctx.looks > 4 {
			t.Errorf("scan %d looked at its context %d times", i, ctx.looks)
		}
	}
}

// BenchmarkRescan10000Lines scans a file of 10,000 lines after an edit of one, as the
// language server does.
func BenchmarkRescan10000Lines(b *testing.B) {
	l, err := corpus.Open(b.Context(), b.TempDir())
	if err != nil {
		b.Fatal(err)
	}
	files := [2]string{tenThousandLines(), ""}
	files[1] = strings.Replace(files[0], "Algorithm 7", "Algorithm 8", 1)
	scanner, memory := l.Scanner(), &refs.Memory{}
	b.SetBytes(int64(len(files[0])))
	for i := 0; b.Loop(); i++ {
		if _, err := scanner.Findings(b.Context(), files[i%2], &prose.Go, memory); err != nil {
			b.Fatal(err)
		}
	}
}
