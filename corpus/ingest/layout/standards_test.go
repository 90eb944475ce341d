package layout_test

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"testing"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/corpus/ingest/build"
	"github.com/pqcite/pqcite/corpus/ingest/layout"
	"github.com/pqcite/pqcite/corpus/ingest/pdf"
)

// corpusEnv names the folder with the six official PDF files.
const corpusEnv = "PQCITE_TEST_CORPUS"

// ids are the six documents, as their files are named.
var ids = []string{"NIST.FIPS.203", "NIST.FIPS.204", "NIST.FIPS.205", "NIST.IR.8545", "NIST.IR.8547.ipd", "NIST.SP.800-227"}

type standard struct {
	file *pdf.File
	doc  *core.Document
}

var loaded sync.Map // id to standard: each file is read once for all tests

func load(t testing.TB, id string) standard {
	t.Helper()
	dir := os.Getenv(corpusEnv)
	if dir == "" {
		t.Skipf("set %s to the folder with the six official PDF files to run this test", corpusEnv)
	}
	if s, ok := loaded.Load(id); ok {
		return s.(standard)
	}
	data, err := os.ReadFile(filepath.Join(dir, id+".pdf"))
	if err != nil {
		t.Fatal(err)
	}
	file, err := pdf.Read(context.Background(), data, pdf.DefaultLimits())
	if err != nil {
		t.Fatal(err)
	}
	sum := sha256.Sum256(data)
	doc, err := layout.Document(build.Meta{ID: id, SHA256: hex.EncodeToString(sum[:]), Format: core.FormatPDF}, file, build.DefaultLimits())
	if err != nil {
		t.Fatal(err)
	}
	s := standard{file, doc}
	loaded.Store(id, s)
	return s
}

// fold reduces text to letters and digits in lower case.
func fold(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, norm.NFKC.String(s))
}

// squash drops white space and folds dashes and mathematical letters, but keeps
// the marks of scripts.
func squash(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r):
			return -1
		case r == '−' || r == '–' || r == '‐':
			return '-'
		}
		return r
	}, norm.NFKC.String(s))
}

var contentsEntry = regexp.MustCompile(`^(.*?)(?:[\s.]*\s|\.{3,}\s*)(\d+|[ivxlc]+)$`)

// TestContentsPagesAgree holds every heading that a document's own contents
// pages list against the anchors: title and true page.
func TestContentsPagesAgree(t *testing.T) {
	want := map[string]int{ // entries that the contents pages list, counted by hand
		"NIST.FIPS.203": 72, "NIST.FIPS.204": 98, "NIST.FIPS.205": 95, "NIST.IR.8545": 25, "NIST.IR.8547.ipd": 30, "NIST.SP.800-227": 55,
	}
	for _, id := range ids {
		t.Run(id, func(t *testing.T) {
			doc := load(t, id).doc
			entries := contentsEntries(doc)
			for _, e := range entries {
				if a := anchorFor(doc, e); a == nil {
					t.Errorf("contents list %q on page %s: no anchor", e.title, e.page)
				} else if got := doc.Page(a.StartPage).Label; got != e.page {
					t.Errorf("%q starts on printed page %s (PDF page %d), contents say %s", e.title, got, a.StartPage, e.page)
				}
			}
			t.Logf("%d entries checked", len(entries))
			if len(entries) < want[id] {
				t.Errorf("found %d contents entries, want %d", len(entries), want[id])
			}
		})
	}
}

type entry struct{ title, page string }

func contentsEntries(doc *core.Document) []entry {
	var lists strings.Builder
	for _, p := range doc.Passages {
		if p.Kind == core.PassageContents {
			lists.WriteString(doc.Quote(p.Span))
		}
	}
	var out []entry
	pending := ""
	for line := range strings.Lines(lists.String()) {
		line = strings.TrimSpace(line)
		if line == "" || contentsHead.MatchString(line) {
			pending = ""
			continue
		}
		m := contentsEntry.FindStringSubmatch(line)
		if m == nil {
			pending = strings.TrimSpace(pending + " " + line)
			continue
		}
		title := strings.TrimRight(strings.TrimSpace(pending+" "+m[1]), " .")
		if strings.HasPrefix(title, "Algorithm ") {
			title, _, _ = strings.Cut(title, "(") // anchors are named without the parameters
		}
		title = strings.Replace(title, "Fig. ", "Figure ", 1)
		out = append(out, entry{title, m[2]})
		pending = ""
	}
	return out
}

var contentsHead = regexp.MustCompile(`(?i)^(table of contents|contents|list of .*)$`)

func anchorFor(doc *core.Document, e entry) *core.Anchor {
	want := fold(e.title)
	for i := range doc.Anchors {
		a := &doc.Anchors[i]
		for _, name := range []string{a.Heading(), a.Number + a.Title, a.Name() + a.Title, a.Title} {
			if fold(name) == want {
				return a
			}
		}
	}
	return nil
}

// TestAlgorithms holds all 95 algorithm boxes: consecutive numbers, names,
// steps without a gap.
func TestAlgorithms(t *testing.T) {
	for id, want := range map[string]int{"NIST.FIPS.203": 21, "NIST.FIPS.204": 49, "NIST.FIPS.205": 25} {
		t.Run(id, func(t *testing.T) {
			doc := load(t, id).doc
			if len(doc.Algorithms) != want {
				t.Errorf("%d algorithms, want %d", len(doc.Algorithms), want)
			}
			for i := range doc.Algorithms {
				checkAlgorithm(t, doc, &doc.Algorithms[i], i+1)
			}
		})
	}
}

func checkAlgorithm(t *testing.T, doc *core.Document, a *core.Algorithm, number int) {
	t.Helper()
	if want := core.AnchorID(core.KindAlgorithm, strconv.Itoa(number)); a.Anchor != want {
		t.Errorf("algorithm %d has the anchor %s", number, a.Anchor)
	}
	anchor := doc.Anchor(a.Anchor)
	if a.Name == "" || strings.ContainsAny(a.Name, "( ") {
		t.Errorf("%s has the name %q", a.Anchor, a.Name)
	}
	if anchor.StartPage != anchor.EndPage {
		t.Errorf("%s runs from page %d to %d", a.Anchor, anchor.StartPage, anchor.EndPage)
	}
	step := 0
	for _, l := range a.Lines {
		if l.Kind != core.LineStep {
			continue
		}
		if step++; l.Step != strconv.Itoa(step) {
			t.Errorf("%s: step %d is numbered %q", a.Anchor, step, l.Step)
		}
		if !strings.HasPrefix(doc.Quote(l.Span), l.Step+":") {
			t.Errorf("%s: step %s reads %q", a.Anchor, l.Step, doc.Quote(l.Span))
		}
	}
	if step == 0 {
		t.Errorf("%s has no steps", a.Anchor)
	}
}

// TestTables holds the tables: how many there are, and cells of at least one
// row of each.
func TestTables(t *testing.T) {
	tests := []struct {
		id, table string
		row       []string // first cell, then the others of the row
	}{
		{"NIST.FIPS.203", "1", []string{"ML-KEM-512", "2^-138.8"}},
		{"NIST.FIPS.203", "2", []string{"ML-KEM-1024", "256", "3329", "4", "2", "2", "11", "5", "256"}},
		{"NIST.FIPS.203", "3", []string{"ML-KEM-768", "1184", "2400", "1088", "32"}},
		{"NIST.FIPS.203", "4", []string{"280", "2^-261"}},
		{"NIST.FIPS.204", "1", []string{"Claimedsecuritystrength", "Category2", "Category3", "Category5"}},
		{"NIST.FIPS.204", "1", []string{"γ_1-coefficientrangeofy[see§6.2]", "2^17", "2^19", "2^19"}},
		{"NIST.FIPS.204", "2", []string{"ML-DSA-65", "4032", "1952", "3309"}},
		{"NIST.FIPS.204", "3", []string{"RejNTTPoly", "298", "894"}},
		{"NIST.FIPS.205", "1", []string{"i←ADRS.getTreeIndex()", "i←toInt(ADRS[28∶32],4)"}},
		{"NIST.FIPS.205", "2", []string{"SLH-DSA-SHAKE-256f", "32", "68", "17", "4", "9", "35", "4", "49", "5", "64", "49856"}},
		{"NIST.FIPS.205", "3", []string{"ADRS.setLayerAddress(l)", "ADRS←toByte(l,1)∥ADRS[1∶22]"}},
		{"NIST.IR.8545", "1", []string{"April2016", "ReleaseofIR8105,ReportonPost-QuantumCryptography[10]"}},
		{"NIST.IR.8545", "2", []string{"BIKEHQCClassicMcEliece", "SIKE"}},
		{"NIST.IR.8545", "3", []string{"BIKELevel3", "III", "1892", "251", "4313"}},
		{"NIST.IR.8545", "4", []string{"hqc-256", "V", "447", "844", "1410"}},
		{"NIST.IR.8545", "5", []string{"mceliece460896f", "III", "313600", "92", "231"}},
		{"NIST.IR.8545", "6", []string{"BIKELevel1", "I", "1541", "281", "1573"}},
		{"NIST.IR.8545", "7", []string{"hqc-128", "I", "2249", "40", "4497"}},
		{"NIST.IR.8545", "8", []string{"mceliece6960119", "V", "1047319", "13948", "194"}},
		{"NIST.IR.8547.ipd", "1", []string{"4", "Collisionsearchona384-bithashfunction", "SHA3-384"}},
		{"NIST.IR.8547.ipd", "2", []string{"RSA[FIPS186]", "112bitsofsecuritystrength", "Deprecatedafter2030Disallowedafter2035"}},
		{"NIST.IR.8547.ipd", "2", []string{"RSA[FIPS186]", "≥128bitsofsecuritystrength", "Disallowedafter2035"}},
		{"NIST.IR.8547.ipd", "3", []string{"SLH-DSA[FIPS205]", "SLH-DSA-SHA2-192[s/f]SLH-DSA-SHAKE-192[s/f]", "192bits", "3"}},
		{"NIST.IR.8547.ipd", "4", []string{"EllipticCurveDHandMQC[SP80056A]", "≥128bitsofsecuritystrength", "Disallowedafter2035"}},
		{"NIST.IR.8547.ipd", "5", []string{"ML-KEM[FIPS203]", "ML-KEM-512", "128bits", "1"}},
		{"NIST.IR.8547.ipd", "6", []string{"AES[FIPS197]", "AES-192", "192bits", "3"}},
		{"NIST.IR.8547.ipd", "7", []string{"SHA-3[FIPS202]", "SHAKE128", "128bits", "2", "128bits", "2"}},
		{"NIST.SP.800-227", "1", []string{"AES-256-GMAC", "128", "µ=256", "128≤s≤256"}},
	}
	for _, tt := range tests {
		t.Run(tt.id+"/Table "+tt.table, func(t *testing.T) {
			doc := load(t, tt.id).doc
			table := doc.Table(core.AnchorID(core.KindTable, tt.table))
			if table == nil {
				t.Fatal("no such table")
			}
			var rows []string
			for r := range table.Rows {
				row := covered(doc, table, r)
				if fmt.Sprint(row) == fmt.Sprint(foldAll(tt.row)) {
					return
				}
				rows = append(rows, fmt.Sprint(row))
			}
			t.Errorf("no row reads %v; rows are\n%s", foldAll(tt.row), strings.Join(rows, "\n"))
		})
	}
}

func foldAll(cells []string) []string {
	out := make([]string, len(cells))
	for i := range cells {
		out[i] = squash(cells[i])
	}
	return out
}

// covered returns the texts of all cells that cover a row.
func covered(doc *core.Document, table *core.Table, r int) []string {
	var out []string
	for c := 0; c < table.Columns; {
		cell := table.At(r, c)
		if cell == nil {
			c++
			continue
		}
		out = append(out, squash(doc.Quote(cell.Span)))
		c = cell.Column + cell.Width
	}
	return out
}

func TestTableCounts(t *testing.T) {
	for id, want := range map[string]int{
		"NIST.FIPS.203": 4, "NIST.FIPS.204": 3, "NIST.FIPS.205": 3, "NIST.IR.8545": 8, "NIST.IR.8547.ipd": 7, "NIST.SP.800-227": 1,
	} {
		if got := len(load(t, id).doc.Tables); got != want {
			t.Errorf("%s has %d tables, want %d", id, got, want)
		}
	}
}

// minKept is the share of a page's letters and digits that must be in its text
// or its furniture.
const minKept = 0.999

// TestNothingIsDropped counts the letters and digits that are drawn on each page
// and those that the document holds for it.
func TestNothingIsDropped(t *testing.T) {
	for _, id := range ids {
		t.Run(id, func(t *testing.T) {
			s := load(t, id)
			total, kept := 0, 0
			for i, p := range s.file.Pages {
				drawn := map[rune]int{}
				for _, g := range p.Glyphs {
					count(drawn, g.Text)
				}
				held := map[rune]int{}
				page := s.doc.Pages[i]
				count(held, s.doc.Quote(page.Span))
				for _, f := range page.Furniture {
					count(held, f.Text)
				}
				n, k := 0, 0
				for r, c := range drawn {
					n += c
					k += min(c, held[r])
				}
				if n > 0 && float64(k) < minKept*float64(n) {
					t.Errorf("page %d keeps %d of %d letters and digits", i+1, k, n)
				}
				total, kept = total+n, kept+k
			}
			t.Logf("%d of %d letters and digits kept", kept, total)
		})
	}
}

func count(into map[rune]int, s string) {
	for _, r := range s {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			into[r]++
		}
	}
}

// TestHardSpots holds strings that other readers garble, on their pages.
func TestHardSpots(t *testing.T) {
	tests := []struct {
		id   string
		page int
		want []string
	}{
		{"NIST.FIPS.203", 24, []string{"ML-KEM-512\t2^−138.8"}},
		{"NIST.FIPS.203", 38, []string{
			"Algorithm 13 K-PKE.KeyGen(𝑑)", "Input: randomness 𝑑 ∈ 𝔹^32.", "Output: encryption key ek_PKE ∈ 𝔹^{384𝑘+32}.",
			"5:     𝐀̂[𝑖, 𝑗] ← SampleNTT(𝜌‖𝑗‖𝑖)", "𝐬[𝑖] ∈ ℤ_𝑞^256 sampled from CBD", "SamplePolyCBD_{𝜂_1}(PRF_{𝜂_1}(𝜎, 𝑁",
			"18: 𝐭̂ ← 𝐀̂ ∘ 𝐬̂ + 𝐞̂", "21: return (ek_PKE, dk_PKE)",
		}},
		{"NIST.FIPS.203", 44, []string{"7: return (ek, dk)"}},
		{"NIST.FIPS.203", 48, []string{"ML-KEM-768\t1184\t2400\t1088\t32", "required RBG strength (bits)"}},
		{"NIST.FIPS.205", 53, []string{"7 856"}},
		{"NIST.IR.8547.ipd", 22, []string{"harvest now, decrypt later"}},
	}
	for _, tt := range tests {
		doc := load(t, tt.id).doc
		text := squash(doc.Quote(doc.Page(tt.page).Span))
		for _, want := range tt.want {
			if !strings.Contains(text, squash(want)) {
				t.Errorf("%s page %d lacks %q", tt.id, tt.page, want)
			}
		}
	}
	modulus := squash("𝑞 = 2^23 − 2^13 + 1")
	if !strings.Contains(squash(load(t, "NIST.FIPS.204").doc.Text), modulus) {
		t.Errorf("FIPS 204 lacks %q", modulus)
	}
}

func TestPrintedPages(t *testing.T) {
	offsets := map[string]int{ // PDF page minus printed page, of the body
		"NIST.FIPS.203": 9, "NIST.FIPS.204": 10, "NIST.FIPS.205": 10, "NIST.IR.8545": 7, "NIST.IR.8547.ipd": 7, "NIST.SP.800-227": 8,
	}
	for id, offset := range offsets {
		doc := load(t, id).doc
		for _, p := range doc.Pages[offset:] {
			if p.Label != strconv.Itoa(p.Number-offset) {
				t.Errorf("%s: PDF page %d has the label %q, want %d", id, p.Number, p.Label, p.Number-offset)
			}
		}
	}
}

func BenchmarkStandards(b *testing.B) {
	dir := os.Getenv(corpusEnv)
	if dir == "" {
		b.Skipf("set %s to the folder with the six official PDF files", corpusEnv)
	}
	for _, id := range ids {
		data, err := os.ReadFile(filepath.Join(dir, id+".pdf"))
		if err != nil {
			b.Fatal(err)
		}
		b.Run(id, func(b *testing.B) {
			for b.Loop() {
				file, err := pdf.Read(b.Context(), data, pdf.DefaultLimits())
				if err != nil {
					b.Fatal(err)
				}
				if _, err := layout.Document(build.Meta{ID: id, SHA256: strings.Repeat("0", 64)}, file, build.DefaultLimits()); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
