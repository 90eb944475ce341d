package refs

import (
	"strings"
	"testing"

	"github.com/pqcite/pqcite/citations/prose"
	"github.com/pqcite/pqcite/core"
)

// editions is a register in which FIPS 180-3 went on as 180-4, FIPS 186-4 without what it
// said of DSA, SP 800-56A Rev. 2 as Rev. 3, and RFC 5246 and FIPS 140-2 were replaced.
type editions struct{}

func (editions) Publication(label, edition string) Publication {
	p := map[string]Publication{
		"FIPS 180-3": {Successor: "FIPS 180-4", Continued: true}, "FIPS 186-4": {Successor: "FIPS 186-5", Continued: true, Kept: []string{"RSA", "ECDSA"}, Moved: []string{"DSA", "curve"}},
		"SP 800-56Ar2": {Successor: "SP 800-56A Rev. 3", Continued: true}, "FIPS 140-2": {Successor: "FIPS 140-3"},
		"RFC 5246": {Successor: "RFC 9846"}, "RFC 4346": {Successor: "RFC 9846, RFC 9847 and FIPS 203"}, "FIPS 203ipd": {Successor: "FIPS 203"}, "FIPS 46-3": {Withdrawn: true},
	}[label+edition]
	p.Known = label != "FIPS 299"
	return p
}

func TestRenewedEditions(t *testing.T) {
	tests := []struct{ name, file, want string }{
		{"alone", "// SHA-256 as specified in FIPS 180-3.\n", "// SHA-256 as specified in FIPS 180-4.\n"},
		{"publication", "/* FIPS PUB 180-3, Secure Hash Standard */", "/* FIPS PUB 180-4, Secure Hash Standard */"},
		{"wrapped", "// the hash of FIPS\n// 180-3 is used\n", "// the hash of FIPS\n// 180-4 is used\n"},
		{"revision", "// See NIST SP 800-56A Rev. 2 for key agreement.\n", "// See NIST SP 800-56A Rev. 3 for key agreement.\n"},
		{"short revision", "// SP 800-56Ar2\n", "// SP 800-56Ar3\n"},
		{"what has stayed", "// ECDSA as in FIPS 186-4\n", "// ECDSA as in FIPS 186-5\n"},

		{"a section", "// FIPS 180-3, Section 6.2\n", ""},
		{"a section that is not read", "// FIPS 180-3, 6.2\n", ""},
		{"a date", "// FIPS 180-3 (October 2008)\n", ""},
		{"a year before", "// the 2008 edition, FIPS 180-3\n", ""},
		{"a section on the next line", "// FIPS 180-3.\n//   6.2 SHA-256\n", ""},
		{"what it may have kept or not", "// Use the FIPS 186-4 generator\n", ""},
		{"a name in the file", "#define GEN_FIPS_180_3 1 // Use FIPS 180-3\n", ""},
		{"a comparison", "// FIPS 180-3, superseded by FIPS 180-4\n", ""},
		{"a change", "// changed since FIPS 180-3\n", ""},
		{"twice", "// FIPS 180-3 is what FIPS 180-3 is\n", ""},
		{"a key", "// [FIPS 180-3] says so\n", ""},
		{"code", "// `FIPS 180-3` is the name\n", ""},
		{"an address", "// https://doi.org/10.6028/NIST.FIPS.180-3\n", ""},
		{"a string", "var name = \"see FIPS 180-3\"\n", ""},
		{"an origin", "// Test vectors from FIPS 180-3\n", ""},
		{"what has moved", "// DSA as in FIPS 186-4\n", ""},
		{"what has moved, elsewhere in the file", "// Package dsa implements DSA.\npackage dsa\n\n// as in FIPS 186-4\n", ""},
		{"another number", "// a module of FIPS 140-2\n", ""},
		{"another RFC", "// as in RFC 5246\n", ""},
		{"withdrawn", "// DES is in FIPS 46-3\n", ""},
		{"a draft", "// FIPS 203 ipd\n", ""},
	}
	s := NewScanner([]*core.Document{quotable(core.FormatPDF)}, editions{})
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			found := s.Scan(tt.file, &prose.Go)
			if len(found) == 0 || found[0].Status != Superseded {
				t.Fatalf("found %v, want an edition that was superseded", found)
			}
			got := ""
			if f := found[0].Fix; f != nil {
				got = tt.file[:f.Span.Start] + f.Text + tt.file[f.Span.End:]
			}
			if got != tt.want {
				t.Errorf("corrected to %q, want %q", got, tt.want)
			}
			for _, o := range s.Scan(got, &prose.Go) {
				if o.faulty() {
					t.Errorf("after its correction: %q is %s: %s", o.Text, o.Status, o.Note)
				}
			}
		})
	}
}

func TestSupersededRules(t *testing.T) {
	tests := []struct{ name, file, want string }{
		{"an edition of what is here", "// FIPS 203 ipd", "superseded"},
		{"the origin of something", "// Test vectors from FIPS 203 ipd", "superseded-outside"},
		{"examples of it", "// from the FIPS 203 ipd examples", "superseded-outside"},
		{"an origin that another sentence has", "// Test vectors exist. It implements FIPS 203 ipd.", "superseded"},
		{"of nothing that is here", "// RFC 5246", "superseded-outside"},
		{"one of its successors is here", "// RFC 4346", "superseded"},
		{"a withdrawn one", "// FIPS 46-3", "superseded-outside"},
		{"the text of an RFC", "Request for Comments: 5288\n\nThis follows FIPS 203 ipd.\n", "superseded-outside"},
		{"what speaks of RFCs", "The words Request for Comments: 5288\n\nThis follows FIPS 203 ipd.\n", "superseded"},
		{"no publication", "// FIPS 299", "unknown-document"},
	}
	s := NewScanner([]*core.Document{quotable(core.FormatPDF)}, editions{})
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			found := s.Scan(tt.file, &prose.Text)
			if len(found) == 0 {
				t.Fatal("found nothing")
			}
			o := found[len(found)-1]
			got := strings.ReplaceAll(string(o.Status), "_", "-")
			if o.Outside || o.Origin {
				got += "-outside"
			}
			if got != tt.want {
				t.Errorf("it is %q, want %q", got, tt.want)
			}
		})
	}
	if o := s.Scan("FIPS 299", &prose.Text)[0]; o.Note != "FIPS 299 is not known to pqcite" {
		t.Errorf("note %q claims more than is known", o.Note)
	}
}

// TestRenewedBounds: the work for an edition must not grow with its block.
func TestRenewedBounds(t *testing.T) {
	s := NewScanner(nil, editions{})
	long := "// FIPS 180-3 " + strings.Repeat("and more ", maxRenew/9) + "\n"
	if o := s.Scan(long, &prose.Go)[0]; o.Status != Superseded || o.Fix != nil {
		t.Errorf("in a block of %d bytes: status %s, correction %v, want none", len(long), o.Status, o.Fix)
	}
}

// TestOtherSpecs: a bare section belongs to the specification that its own words name,
// and not to the one document that the file's header does.
func TestOtherSpecs(t *testing.T) {
	const header = "// Server of HTTP. See FIPS 203.\npackage http\n\n"
	tests := []struct{ comment, want string }{
		{"// as recommended in the Server-Sent Events candidate recommendation 11,\n// section 8.", ""},
		{"// see the Noise specification, section 5.3", ""},
		{"// see the OpenPGP draft (section 5)", ""},
		{"// Kyber round 3 submission, Section 1.2", ""},
		{"// as the specification says in section 7.2", "FIPS 203"},
		{"// the specification, section 7.2", "FIPS 203"},
		{"// the ML-KEM standard, section 7.2", "FIPS 203"},
		{"// A draft is no standard. Section 7.2 tells.", "FIPS 203"},
		{"// see section 7.2", "FIPS 203"},
	}
	s := NewScanner([]*core.Document{quotable(core.FormatPDF)}, nil)
	for _, tt := range tests {
		found := s.Scan(header+tt.comment, &prose.Go)
		if o := found[len(found)-1]; o.Doc != tt.want || o.Kind != core.KindSection {
			t.Errorf("%q: %s of %q, want a section of %q", tt.comment, o.Kind, o.Doc, tt.want)
		}
	}
	several := s.Scan("// See RFC 7230 through 7235.\npackage http\n\n// section 8\n", &prose.Go)
	if o := several[len(several)-1]; o.Doc != "" {
		t.Errorf("a range of documents gives its sections to %q", o.Doc)
	}
}
