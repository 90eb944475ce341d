package refs

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/pqcite/pqcite/core"
)

// show writes references as "text -> doc kind number".
func show(refs []Reference) []string {
	var out []string
	for _, r := range refs {
		s := r.Text + " ->"
		for _, part := range []string{r.Doc, string(r.Kind), r.Number} {
			if part != "" {
				s += " " + part
			}
		}
		if r.Part != "" {
			s += " part " + r.Part
		}
		if r.Page > 0 {
			s += fmt.Sprintf(" page %d", r.Page)
		}
		if r.Printed {
			s += " printed"
		}
		if r.Line > 0 {
			s += fmt.Sprintf(" line %d", r.Line)
		}
		out = append(out, s)
	}
	return out
}

func TestReferences(t *testing.T) {
	tests := []struct {
		text string
		want []string
	}{
		// A document and an anchor, in either order.
		{"see FIPS 203, Algorithm 19.", []string{"FIPS 203, Algorithm 19 -> FIPS 203 algorithm 19"}},
		{"Algorithm 19 of FIPS 203", []string{"Algorithm 19 of FIPS 203 -> FIPS 203 algorithm 19"}},
		{"Algorithm 19 in FIPS 203", []string{"Algorithm 19 in FIPS 203 -> FIPS 203 algorithm 19"}},
		{"algorithm 19 from fips 203", []string{"algorithm 19 from fips 203 -> FIPS 203 algorithm 19"}},
		{"FIPS-203 Alg. 13", []string{"FIPS-203 Alg. 13 -> FIPS 203 algorithm 13"}},
		{"FIPS 203 Alg.13", []string{"FIPS 203 Alg.13 -> FIPS 203 algorithm 13"}},
		{"FIPS 203's Algorithm 13", []string{"FIPS 203's Algorithm 13 -> FIPS 203 algorithm 13"}},
		{"FIPS 203 (Algorithm 13) says", []string{"FIPS 203 (Algorithm 13) -> FIPS 203 algorithm 13"}},
		{"Algorithm 13 (FIPS 203) says", []string{"Algorithm 13 (FIPS 203) -> FIPS 203 algorithm 13"}},
		{"Algorithm 13, FIPS 203, says", []string{"Algorithm 13, FIPS 203 -> FIPS 203 algorithm 13"}},
		{"FIPS 203 (ML-KEM), Section 7", []string{"FIPS 203 (ML-KEM), Section 7 -> FIPS 203 section 7"}},
		{"[FIPS203, Section 4.2.1]", []string{"FIPS203, Section 4.2.1 -> FIPS 203 section 4.2.1"}},
		{"@[FIPS203, Eq (2.4)]", []string{"FIPS203, Eq (2.4) -> FIPS 203 equation 2.4"}},
		{"§7.2 of FIPS 203", []string{"§7.2 of FIPS 203 -> FIPS 203 section 7.2"}},
		{"FIPS 203 § 7.2", []string{"FIPS 203 § 7.2 -> FIPS 203 section 7.2"}},
		{"FIPS203§7.2", []string{"FIPS203§7.2 -> FIPS 203 section 7.2"}},
		{"FIPS 203,\nSection 7.2", []string{"FIPS 203,\nSection 7.2 -> FIPS 203 section 7.2"}},
		{"SP 800-227 Sec. 4.6.1", []string{"SP 800-227 Sec. 4.6.1 -> SP 800-227 section 4.6.1"}},
		{"RFC 9180 Section 5.1", []string{"RFC 9180 Section 5.1 -> RFC 9180 section 5.1"}},
		{"Section 5.1 of [RFC9180]", []string{"Section 5.1 of [RFC9180] -> RFC 9180 section 5.1"}},
		{"[RFC9180], Section 5.1", []string{"[RFC9180], Section 5.1 -> RFC 9180 section 5.1"}},
		{"FIPS 204 – Table 2", []string{"FIPS 204 – Table 2 -> FIPS 204 table 2"}},
		{"Step 3 of Algorithm 13 of FIPS 203", []string{"Algorithm 13 of FIPS 203 -> FIPS 203 algorithm 13 line 3"}},
		{"Algorithm 13 (K-PKE.KeyGen) of FIPS 203", []string{"Algorithm 13 (K-PKE.KeyGen) of FIPS 203 -> FIPS 203 algorithm 13"}},
		{"Definition 4.7 in the NIST FIPS 203", []string{"Definition 4.7 in the NIST FIPS 203 -> FIPS 203 definition 4.7"}},

		// Links, keys and the blanks of markup between the two.
		{"[FIPS 203](url) Algorithm 33", []string{"[FIPS 203](url) Algorithm 33 -> FIPS 203 algorithm 33"}},
		{"[FIPS 203](./spec.pdf \"A standard\"), Algorithm 13", []string{"[FIPS 203](./spec.pdf \"A standard\"), Algorithm 13 -> FIPS 203 algorithm 13"}},
		{"[FIPS 203][203], Table 3", []string{"[FIPS 203][203], Table 3 -> FIPS 203 table 3"}},
		{"[FIPS 203](a b) Table 3", []string{"FIPS 203 -> FIPS 203", "Table 3 -> FIPS 203 table 3"}},
		{"<a href=\"x\">FIPS 203</a>, Table 3", []string{"FIPS 203</a>, Table 3 -> FIPS 203 table 3"}},
		{`FIPS~203~\cite{fips203}, Algorithm~13`, []string{`FIPS~203~\cite{fips203}, Algorithm~13 -> FIPS 203 algorithm 13`}},
		{"FIPS 203 [12], Section 7.2", []string{"FIPS 203 [12], Section 7.2 -> FIPS 203 section 7.2"}},
		{"(see Sections 3.1 and 3.2, and SP 800-227 [1])", []string{
			"Sections 3.1 -> section 3.1", "3.2 -> section 3.2", "SP 800-227 -> SP 800-227"}},
		{`FIPS~203, \S~7.2`, []string{`FIPS~203, \S~7.2 -> FIPS 203 section 7.2`}},
		{`FIPS 203 \S 7.2`, []string{`FIPS 203 \S 7.2 -> FIPS 203 section 7.2`}},
		{`\S\,7.2 of FIPS~203`, []string{`\S\,7.2 of FIPS~203 -> FIPS 203 section 7.2`}},
		{`\textsection 7.2`, []string{`\textsection 7.2 -> section 7.2`}},
		{`\SI{7.2}{\metre} and \S7`, []string{`\S7 -> section 7`}},
		{"FIPS&nbsp;203, &sect;&nbsp;7.2", []string{"FIPS&nbsp;203, &sect;&nbsp;7.2 -> FIPS 203 section 7.2"}},

		// Numbers behind a colon or a sign, and parts of what is numbered.
		{"FIPS 204, Algorithm: 6", []string{"FIPS 204, Algorithm: 6 -> FIPS 204 algorithm 6"}},
		{"FIPS 204, Algorithm: 6\n\nMore", []string{"FIPS 204, Algorithm: 6 -> FIPS 204 algorithm 6"}},
		{"FIPS 204, Algorithm: 6\r\n", []string{"FIPS 204, Algorithm: 6 -> FIPS 204 algorithm 6"}},
		{"FIPS 204 Algorithm: 6 rounds", []string{"FIPS 204 -> FIPS 204"}},
		{"FIPS 204. Algorithm: 1. Hash it.", []string{"FIPS 204 -> FIPS 204"}},
		{"Algorithm: 6", nil},
		{"FIPS 204, Algorithm #6", []string{"FIPS 204, Algorithm #6 -> FIPS 204 algorithm 6"}},
		{"FIPS 204, Table No. 2", []string{"FIPS 204, Table No. 2 -> FIPS 204 table 2"}},
		{"FIPS 203 Alg 21a", []string{"FIPS 203 Alg 21a -> FIPS 203 algorithm 21 part a"}},
		{"FIPS 203 Alg 21ab, Table 3z", []string{"FIPS 203 -> FIPS 203"}},
		{"Table 32b", nil},
		{"Tbl. 2 of FIPS 203", []string{"Tbl. 2 of FIPS 203 -> FIPS 203 table 2"}},
		{"tbl 2", nil},

		// Sections without the word.
		{"FIPS 203 C.2", []string{"FIPS 203 C.2 -> FIPS 203 appendix C.2"}},
		{"FIPS 186-5, A.2.1.", []string{"FIPS 186-5, A.2.1 -> FIPS 186-5 appendix A.2.1"}},
		{"RFC 5280 X.509", []string{"RFC 5280 -> RFC 5280"}},
		{"(IR 8547, 3.1.1)", []string{"IR 8547, 3.1.1 -> IR 8547 section 3.1.1"}},
		{"(IR 8547, 3.1)", []string{"IR 8547, 3.1 -> IR 8547 section 3.1"}},
		{"IR 8547, 3.1 and", []string{"IR 8547 -> IR 8547"}},
		{"IR 8547 3.1.1", []string{"IR 8547 -> IR 8547"}},
		{"FIPS 203, 1.5 times", []string{"FIPS 203 -> FIPS 203"}},

		// Pages.
		{"page 999 of FIPS 203", []string{"page 999 of FIPS 203 -> FIPS 203 page 999 printed"}},
		{"FIPS 203, PDF page 48", []string{"FIPS 203, PDF page 48 -> FIPS 203 page 48"}},
		{"FIPS 203, pp. 12-13", []string{"FIPS 203, pp. 12-13 -> FIPS 203 page 12 printed", "FIPS 203, pp. 12-13 -> FIPS 203 page 13 printed"}},
		{"FIPS 203, Section 7, p. 36", []string{"FIPS 203, Section 7 -> FIPS 203 section 7", "p. 36 -> FIPS 203 page 36 printed"}},
		{"page 4 of the heap, p 5 of FIPS 203, page 0", []string{"FIPS 203 -> FIPS 203"}},

		// Lines of an algorithm.
		{"FIPS 204, Algorithm 7, line 13", []string{"FIPS 204, Algorithm 7 -> FIPS 204 algorithm 7 line 13"}},
		{"FIPS 204, Algorithm 7, lines 5-8", []string{"FIPS 204, Algorithm 7 -> FIPS 204 algorithm 7 line 8"}},
		{"steps 2 and 13 of Algorithm 7 in FIPS 204", []string{"Algorithm 7 in FIPS 204 -> FIPS 204 algorithm 7 line 13"}},
		{"Algorithm 7 (Sign), line 13 of FIPS 204", []string{"Algorithm 7 (Sign), line 13 of FIPS 204 -> FIPS 204 algorithm 7 line 13"}},
		{"pipeline 5 of Algorithm 7, in line 3", []string{"Algorithm 7 -> algorithm 7"}},

		// Documents alone.
		{"what is FIPS 203?", []string{"FIPS 203 -> FIPS 203"}},
		{"FIPS203 and fips204", []string{"FIPS203 -> FIPS 203", "fips204 -> FIPS 204"}},
		{"FIPS PUB 205", []string{"FIPS PUB 205 -> FIPS 205"}},
		{"FIPS 140-3 modules", []string{"FIPS 140-3 -> FIPS 140-3"}},
		{"FIPS 203-compliant", []string{"FIPS 203 -> FIPS 203"}},
		{"NIST.FIPS.204", []string{"NIST.FIPS.204 -> FIPS 204"}},
		{"https://doi.org/10.6028/NIST.FIPS.203", []string{"https://doi.org/10.6028/NIST.FIPS.203 -> FIPS 203"}},
		{"https://nvlpubs.nist.gov/nistpubs/FIPS/NIST.FIPS.203.pdf", []string{"https://nvlpubs.nist.gov/nistpubs/FIPS/NIST.FIPS.203.pdf -> FIPS 203"}},
		{"NIST SP 800-227", []string{"NIST SP 800-227 -> SP 800-227"}},
		{"NIST Special Publication 800-227.", []string{"NIST Special Publication 800-227 -> SP 800-227"}},
		{"SP800‑227", []string{"SP800‑227 -> SP 800-227"}},
		{"SP 800-56A Rev. 3 and SP 800-56Cr2", []string{"SP 800-56A Rev. 3 -> SP 800-56A", "SP 800-56Cr2 -> SP 800-56C"}},
		{"IR 8547", []string{"IR 8547 -> IR 8547"}},
		{"NISTIR 8545, NIST IR 8413", []string{"NISTIR 8545 -> IR 8545", "NIST IR 8413 -> IR 8413"}},
		{"NIST.IR.8547.ipd", []string{"NIST.IR.8547.ipd -> IR 8547"}},
		{"rfc 9180 and RFC9881", []string{"rfc 9180 -> RFC 9180", "RFC9881 -> RFC 9881"}},
		{"FIPS 203, 204, and 205", []string{"FIPS 203 -> FIPS 203", "204 -> FIPS 204", "205 -> FIPS 205"}},
		{"FIPS 203/204/205", []string{"FIPS 203 -> FIPS 203", "204 -> FIPS 204", "205 -> FIPS 205"}},
		{"FIPS 203/FIPS 204", []string{"FIPS 203 -> FIPS 203", "FIPS 204 -> FIPS 204"}},
		{"RFC 7230 through 7235", []string{"RFC 7230 -> RFC 7230", "7235 -> RFC 7235"}},
		{"RFCs 7230-7235", []string{"RFCs 7230 -> RFC 7230", "7235 -> RFC 7235"}},
		{"FIPS 203–205", []string{"FIPS 203 -> FIPS 203", "205 -> FIPS 205"}},
		{"RFC 8446-2018", []string{"RFC 8446 -> RFC 8446"}},
		{"FIPS 140-3 through 2030", []string{"FIPS 140-3 -> FIPS 140-3"}},
		{"RFCs 9180 and 9881", []string{"RFCs 9180 -> RFC 9180", "9881 -> RFC 9881"}},
		{"SP 800-56A and 800-56C", []string{"SP 800-56A -> SP 800-56A", "800-56C -> SP 800-56C"}},
		{"FIPS 203, 256 bits", []string{"FIPS 203 -> FIPS 203"}},
		{"FIPS 203 and 204 bytes", []string{"FIPS 203 -> FIPS 203"}},

		// Anchors alone.
		{"Table 2", []string{"Table 2 -> table 2"}},
		{"Eq. (4.7)", []string{"Eq. (4.7) -> equation 4.7"}},
		{"Eq.(4.7) and Equation 4.8", []string{"Eq.(4.7) -> equation 4.7", "Equation 4.8 -> equation 4.8"}},
		{"Definition 4.7", []string{"Definition 4.7 -> definition 4.7"}},
		{"Appendix A, App. A.1", []string{"Appendix A -> appendix A", "App. A.1 -> appendix A.1"}},
		{"line 5 of Algorithm 13", []string{"Algorithm 13 -> algorithm 13 line 5"}},
		{"Figure 1", []string{"Figure 1 -> figure 1"}},
		{"Table~3", []string{"Table~3 -> table 3"}},
		{"Section 4.2.", []string{"Section 4.2 -> section 4.2"}},
		{"an algorithm\n6 and more", []string{"algorithm\n6 -> algorithm 6"}},
		{"as in Algorithms\n7 and 8", []string{"Algorithms\n7 -> algorithm 7", "8 -> algorithm 8"}},
		{"Algorithm 2 SHAKE128", []string{"Algorithm 2 -> algorithm 2"}},

		// Lists and ranges.
		{"Algorithms 16 and 17 of FIPS 203", []string{
			"Algorithms 16 -> FIPS 203 algorithm 16", "17 of FIPS 203 -> FIPS 203 algorithm 17"}},
		{"FIPS 203, Algorithms 16 and 17", []string{
			"FIPS 203, Algorithms 16 -> FIPS 203 algorithm 16", "17 -> FIPS 203 algorithm 17"}},
		{"Tables 2, 3 and 4", []string{"Tables 2 -> table 2", "3 -> table 3", "4 -> table 4"}},
		{"Sections 3.1 and 3.2, respectively", []string{"Sections 3.1 -> section 3.1", "3.2 -> section 3.2"}},
		{"Section 3.1 and 3.2", []string{"Section 3.1 -> section 3.1", "3.2 -> section 3.2"}},
		{"Table 2 and 3 rows", []string{"Table 2 -> table 2"}},
		{"§§ 7.1, 7.2", []string{"§§ 7.1 -> section 7.1", "7.2 -> section 7.2"}},
		{"Equations (4.7) and (4.8)", []string{"Equations (4.7) -> equation 4.7", "(4.8) -> equation 4.8"}},
		{"Algorithms 9-11", []string{
			"Algorithms 9-11 -> algorithm 9", "Algorithms 9-11 -> algorithm 10", "Algorithms 9-11 -> algorithm 11"}},
		{"Sections 4.1 to 4.3 of FIPS 203", []string{
			"Sections 4.1 to 4.3 of FIPS 203 -> FIPS 203 section 4.1",
			"Sections 4.1 to 4.3 of FIPS 203 -> FIPS 203 section 4.2",
			"Sections 4.1 to 4.3 of FIPS 203 -> FIPS 203 section 4.3"}},
		{"Algorithms 1–2 and 7", []string{
			"Algorithms 1–2 -> algorithm 1", "Algorithms 1–2 -> algorithm 2", "7 -> algorithm 7"}},
		{"Appendices A-C", []string{
			"Appendices A-C -> appendix A", "Appendices A-C -> appendix B", "Appendices A-C -> appendix C"}},
		{"Sections 1-900", []string{"Sections 1-900 -> section 1", "Sections 1-900 -> section 900"}},
		{"Tables 2, 32 bytes", []string{"Tables 2 -> table 2"}},

		// Which document an anchor belongs to.
		{"In FIPS 203, how does Algorithm 14 work?", []string{"FIPS 203 -> FIPS 203", "Algorithm 14 -> FIPS 203 algorithm 14"}},
		{"FIPS 203 is new. What is Algorithm 14?", []string{"FIPS 203 -> FIPS 203", "Algorithm 14 -> algorithm 14"}},
		{"Compare FIPS 203 with FIPS 204: Algorithm 2", []string{
			"FIPS 203 -> FIPS 203", "FIPS 204: Algorithm 2 -> FIPS 204 algorithm 2"}},
		{"Do FIPS 203 and FIPS 204 both use Algorithm 2?", []string{
			"FIPS 203 -> FIPS 203", "FIPS 204 -> FIPS 204", "Algorithm 2 -> algorithm 2"}},
		{"Algorithm 19 of FIPS 203 and Algorithm 6 of FIPS 204", []string{
			"Algorithm 19 of FIPS 203 -> FIPS 203 algorithm 19", "Algorithm 6 of FIPS 204 -> FIPS 204 algorithm 6"}},
		{"FIPS 203, Algorithm 19 and FIPS 204, Algorithm 6", []string{
			"FIPS 203, Algorithm 19 -> FIPS 203 algorithm 19", "FIPS 204, Algorithm 6 -> FIPS 204 algorithm 6"}},
		{"FIPS 203, Section 7.2, Algorithm 20 against FIPS 204", []string{
			"FIPS 203, Section 7.2 -> FIPS 203 section 7.2", "Algorithm 20 -> FIPS 203 algorithm 20", "FIPS 204 -> FIPS 204"}},
		{"Table 2 in Section 8 of FIPS 203, not FIPS 204", []string{
			"Table 2 -> FIPS 203 table 2", "Section 8 of FIPS 203 -> FIPS 203 section 8", "FIPS 204 -> FIPS 204"}},
		{"Algorithm 19 of FIPS 203, Section 7.1", []string{
			"Algorithm 19 of FIPS 203 -> FIPS 203 algorithm 19", "Section 7.1 -> FIPS 203 section 7.1"}},
		{"appendix c of fips 203", []string{"appendix c of fips 203 -> FIPS 203 appendix C"}},

		// No references.
		{"version 2.0 and Go 1.26, TLS 1.3", nil},
		{"the section of the table", nil},
		{"table tennis, table 2nd, Table2, table_2", nil},
		{"section two, Section x", nil},
		{`import "crypto/internal/fips140/mlkem"`, nil},
		{`import "github.com/acme/fips203"`, nil},
		{"fips203.Encrypt(fips203/x)", nil},
		{"x := pkg.Table 2", nil},
		{"an RFC-style FIPS module, the SP and the IR", nil},
		{"myFIPS 203, FIPS 203a, FIPS203_KEY", nil},
		{"running the Compress algorithm 256 times", nil},
		{"table 2 bytes wide", nil},
		{"the algorithm\n 7: return 0", nil},
		{"4 Auxiliary Algorithms\n4.1 Cryptographic", nil},
		{"mail fips-204-\ncomments@nist.gov", nil},
		{"an appendix a few pages long", nil},
		{"2 sec 4 times, def 4, eq 5", nil},
		{"Section 800-227", nil},
		{"Table 2-1", nil},
		{"Table 2024", nil},
		{"Section 1.2.3.4.5.6.7", nil},
		{"FIPS 46 and FIPS 20300", nil},
		{"SP 900-12, SP 800, IR 85", nil},
		{"ML-KEM-768 has 1184-byte keys", nil},
		{"Algorithm A and Table B", nil},
		{"", nil},
	}
	for _, tt := range tests {
		t.Run(tt.text, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, show(Find(tt.text))); diff != "" {
				t.Errorf("References(%q) (-want +got):\n%s", tt.text, diff)
			}
		})
	}
}

func TestReferenceFields(t *testing.T) {
	const text = "So Algorithm 13 (ML-KEM.KeyGen()) does that, says FIPS 203."
	want := []Reference{
		{
			Span: core.Span{Start: 3, End: 15}, Text: "Algorithm 13", Doc: "FIPS 203", DocSpan: core.Span{Start: 50, End: 58},
			Kind: core.KindAlgorithm, Number: "13", NumberSpan: core.Span{Start: 13, End: 15}, Beside: "ML-KEM.KeyGen()", Near: true,
		},
		{Span: core.Span{Start: 50, End: 58}, Text: "FIPS 203", Doc: "FIPS 203", DocSpan: core.Span{Start: 50, End: 58}},
	}
	if diff := cmp.Diff(want, Find(text)); diff != "" {
		t.Errorf("References (-want +got):\n%s", diff)
	}
}

func TestReferencesNearestDocument(t *testing.T) {
	const text = "FIPS 203 says that Algorithm 4 is the same, as FIPS 203 repeats."
	for _, r := range Find(text) {
		if r.Kind == core.KindAlgorithm && r.DocSpan.Start != 0 {
			t.Errorf("Algorithm 4 belongs to the document at %d, want the nearest, at 0", r.DocSpan.Start)
		}
	}
}

// FuzzReferences checks that references are ordered, lie inside the text, start
// and end on rune boundaries, and are found again in their own text.
func FuzzReferences(f *testing.F) {
	for _, seed := range []string{
		"FIPS 203, Algorithms 16 and 17, 19–21 of [RFC9180] (Section 5.1)", "§§7.2", "Eq. (4.7", "NIST.IR.8547.ipd",
		"NIST FIPS 204, Algorithm 2 (ML-DSA.Sign), line 5-8:", "Table 2, Table 3 and Appendices A-C in SP 800-56Ar3, 800-227", "Section\u00a04.\xff", "Algorithm 13 (x(y)) of FIPS 203",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		at := 0
		for _, r := range Find(text) {
			if r.Span.Start < at || r.Span.End <= r.Span.Start || r.Span.End > len(text) {
				t.Fatalf("reference %+v is out of order or outside the text", r)
			}
			at = r.Span.Start
			if text[r.Span.Start:r.Span.End] != r.Text {
				t.Fatalf("text %q is not what stands at %v", r.Text, r.Span)
			}
			if (r.Kind == "") != (r.Number == "") || r.Kind == "" && r.Doc == "" {
				t.Fatalf("reference %+v names nothing", r)
			}
			if r.Doc != "" && !strings.Contains(text[r.DocSpan.Start:r.DocSpan.End], lastDigits(r.Doc)) {
				t.Fatalf("document %q is not named at %v", r.Doc, r.DocSpan)
			}
		}
	})
}

// lastDigits returns the last digits of a document's label.
func lastDigits(label string) string {
	s := strings.TrimRight(label, "ABCDE")
	return s[strings.LastIndexAny(s, " -")+1:]
}

// sourceLines returns a source file of n lines with a reference in each tenth.
func sourceLines(n int) string {
	var b strings.Builder
	for i := range n {
		if i%10 == 0 {
			fmt.Fprintf(&b, "// Encode a polynomial as in FIPS 203, Algorithm %d, and Section 4.%d.\n", i%21+1, i%3+1)
			continue
		}
		b.WriteString("	for i := range poly { s += int(poly[i]) << shift; table[i] = algorithm(s) } // next section\n")
	}
	return b.String()
}

func TestReferencesInSource(t *testing.T) {
	if got, want := len(Find(sourceLines(1000))), 200; got != want {
		t.Errorf("found %d references, want %d", got, want)
	}
}

func BenchmarkReferences10000Lines(b *testing.B) {
	text := sourceLines(10000)
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		Find(text)
	}
}

// BenchmarkReferencesHostile reads text that is all beginnings of references.
func BenchmarkReferencesHostile(b *testing.B) {
	for _, unit := range []string{"Algorithm 1, ", "FIPS ", "Section (", "NIST NIST ", "Table 1 (", "§", "Algorithms 1-"} {
		text := strings.Repeat(unit, 1<<20/len(unit))
		b.Run(unit, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				Find(text)
			}
		})
	}
}
