package standards

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// found writes the matches of a text as "Term=span text".
func matches(text string) []string {
	var out []string
	for _, m := range FindTerms(text) {
		out = append(out, m.Term.Name+"="+text[m.Span.Start:m.Span.End])
	}
	return out
}

func TestFindTerms(t *testing.T) {
	tests := []struct {
		name, text string
		want       []string
	}{
		{"empty", "", nil},
		{"nothing", "the quick brown fox", nil},
		{"family", "What is ML-KEM?", []string{"ML-KEM=ML-KEM"}},
		{"longest wins", "ML-KEM-768 and SLH-DSA-SHAKE-256f", []string{"ML-KEM-768=ML-KEM-768", "SLH-DSA-SHAKE-256f=SLH-DSA-SHAKE-256f"}},
		{"any case", "ml-kem-1024, Ml-Dsa, SPHINCS+-sha2-128S", []string{"ML-KEM-1024=ml-kem-1024", "ML-DSA=Ml-Dsa", "SLH-DSA-SHA2-128s=SPHINCS+-sha2-128S"}},
		{"old names", "Kyber768, CRYSTALS-Dilithium, falcon", []string{"ML-KEM-768=Kyber768", "ML-DSA=CRYSTALS-Dilithium", "FN-DSA=falcon"}},
		{"package names", "crypto/mlkem and mldsa65", []string{"ML-KEM=mlkem", "ML-DSA-65=mldsa65"}},
		{"short acronym in its case only", "a bike, BIKE; a fo, FO; pop, PoP; Fors, FORS", []string{"BIKE=BIKE", "FO transform=FO", "PoP=PoP", "FORS=FORS"}},
		{"digits make a name distinctive", "sha-256, Shake128", []string{"SHA-256=sha-256", "SHAKE128=Shake128"}},
		{"expansion", "a module-lattice-based key-encapsulation mechanism", []string{"ML-KEM=module-lattice-based key-encapsulation mechanism"}},
		{"expansion of one word is no spelling", "the address of the node", nil},
		{"blank for a hyphen", "key encapsulation mechanism, ML KEM 512", []string{"KEM=key encapsulation mechanism", "ML-KEM-512=ML KEM 512"}},
		{"hyphen for a blank", "shared-secret key", []string{"shared secret key=shared-secret key"}},
		{"dash families", "ML\u2011KEM\u2013768, ML\u2212DSA", []string{"ML-KEM-768=ML\u2011KEM\u2013768", "ML-DSA=ML\u2212DSA"}},
		{"em dash parts", "key\u2014establishment", nil},
		{"line wrap", "security\n   strength; ML-\n  KEM", []string{"security strength=security\n   strength", "ML-KEM=ML-\n  KEM"}},
		{"paragraph parts", "security\n\nstrength", nil},
		{"spaced hyphen parts", "ML - KEM", []string{"KEM=KEM"}},
		{"plural", "KEMs, shared secret keys, XOFs", []string{"KEM=KEMs", "shared secret key=shared secret keys", "XOF=XOFs"}},
		{"plural in capitals", "KEMS", nil},
		{"plural of a digit", "ML-DSA-44s", nil},
		{"possessive", "ML-KEM's and ML-KEM\u2019s", []string{"ML-KEM=ML-KEM", "ML-KEM=ML-KEM"}},
		{"unknown parameter set", "ML-KEM-999, KEM-2, HQC-1", nil},
		{"known family, unknown set", "SLH-DSA-SHA3-128s", []string{"SLH-DSA=SLH-DSA"}},
		{"compound", "ML-KEM-based, non-KEM", []string{"ML-KEM=ML-KEM", "KEM=KEM"}},
		{"a list of sets", "ML-KEM-512/768/1024", []string{"ML-KEM-512=ML-KEM-512"}},
		{"member of a term", "ML-KEM.KeyGen, K-PKE.Decrypt()", []string{"ML-KEM=ML-KEM", "K-PKE=K-PKE"}},
		{"member of something else", "x.KEM but end. KEM", []string{"KEM=KEM"}},
		{"part of a word", "KEMlets, FrodoKEM, KEM_x, xKEM", nil},
		{"subscript", "ek_{PKE} and xk_PKE and R^{KEM}", nil},
		{"braces", "{KEM}", []string{"KEM=KEM"}},
		{"footnote", "ML-KEM^2 and KEM^x", []string{"ML-KEM=ML-KEM"}},
		{"plus is a part of the name", "SPHINCS+, WOTS+, SPHINCS^+, WOTS^{+}", []string{"SLH-DSA=SPHINCS+", "WOTS+=WOTS+", "SLH-DSA=SPHINCS^+", "WOTS+=WOTS^{+}"}},
		{"plus that joins", "ML-KEM+X25519, SPHINCS+C", []string{"ML-KEM=ML-KEM"}},
		{"unknown plus", "XMSS+ is not XMSS", []string{"XMSS=XMSS"}},
		{"multi-tree", "XMSS^{MT}, XMSS^MT, multi-tree XMSS", []string{"XMSSMT=XMSS^{MT}", "XMSSMT=XMSS^MT", "XMSSMT=multi-tree XMSS"}},
		{"comma in a name", "\u201charvest now, decrypt later\u201d", []string{"harvest now, decrypt later=harvest now, decrypt later"}},
		{"variant is a term of its own", "HashML-DSA, pre-hash SLH-DSA", []string{"HashML-DSA=HashML-DSA", "HashSLH-DSA=pre-hash SLH-DSA"}},
		{"broken UTF-8", "\xffML-KEM\xff \xe2\x80KEM", []string{"ML-KEM=ML-KEM", "KEM=KEM"}},
		{"other scripts", "\u00e9KEM \u03b7KEM KEM\u0302", nil},
		{"longest prefix of a name", "Module Short Integer", nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, matches(tt.text)); diff != "" {
				t.Errorf("matches of %q (-want +got):\n%s", tt.text, diff)
			}
		})
	}
}

// TestEverySpellingFindsItsTerm reads each spelling of the pack alone and inside
// a sentence.
func TestEverySpellingFindsItsTerm(t *testing.T) {
	terms := Terms()
	if len(terms) < 120 {
		t.Errorf("the pack has %d terms, want at least 120", len(terms))
	}
	for i := range terms {
		for _, s := range terms[i].spellings() {
			want := []string{terms[i].Name + "=" + s}
			for _, text := range []string{s, "Of the " + s + "."} {
				if diff := cmp.Diff(want, matches(text)); diff != "" {
					t.Errorf("matches of %q (-want +got):\n%s", text, diff)
				}
			}
		}
	}
}

func TestTermsOfSchemes(t *testing.T) {
	want := map[string]Term{
		"kyber":            {Name: "ML-KEM", Documents: []string{"NIST.FIPS.203"}},
		"dilithium":        {Name: "ML-DSA", Documents: []string{"NIST.FIPS.204"}},
		"SPHINCS+":         {Name: "SLH-DSA", Documents: []string{"NIST.FIPS.205"}},
		"FALCON":           {Name: "FN-DSA"},
		"ML-DSA-65":        {Name: "ML-DSA-65", Family: "ML-DSA", Documents: []string{"NIST.FIPS.204"}},
		"hqc-128":          {Name: "HQC-128", Family: "HQC", Documents: []string{"NIST.IR.8545"}},
		"Classic McEliece": {Name: "Classic McEliece", Documents: []string{"NIST.IR.8545"}},
	}
	for text, w := range want {
		ms := FindTerms(text)
		if len(ms) != 1 {
			t.Errorf("%q has %d terms, want 1", text, len(ms))
			continue
		}
		got := Term{Name: ms[0].Term.Name, Family: ms[0].Term.Family}
		if len(ms[0].Term.Documents) > 0 {
			got.Documents = ms[0].Term.Documents
		}
		if diff := cmp.Diff(w, got); diff != "" {
			t.Errorf("term of %q (-want +got):\n%s", text, diff)
		}
	}
}

func FuzzFindTerms(f *testing.F) {
	f.Add("ML-KEM-768, K-PKE.Decrypt and SPHINCS^{+} of FIPS 205")
	f.Add("key\u2011encapsulation\nmechanisms \xff\xe2\x80 WOTS+-s")
	f.Add("-.^{_}+ML-KEM-")
	f.Fuzz(func(t *testing.T, text string) {
		end := 0
		for _, m := range FindTerms(text) {
			if m.Span.Start < end || m.Span.End <= m.Span.Start || m.Span.End > len(text) {
				t.Fatalf("span %v of %q follows %d", m.Span, text, end)
			}
			end = m.Span.End
			if m.Term.Name == "" {
				t.Fatalf("span %v of %q has no term", m.Span, text)
			}
		}
	})
}

func BenchmarkFindTerms(b *testing.B) {
	prose := strings.Repeat("In ML-KEM-768 the decapsulation key holds the K-PKE key, a hash of the encapsulation key and a seed. ", 1000)
	for name, text := range map[string]string{
		"question": "What are the sizes of the ML-KEM-768 encapsulation key and ciphertext?",
		"prose":    prose,
		// Starts a long spelling at every word and never ends it.
		"hostile": strings.Repeat("module-lattice-based key-encapsulation ", 3000),
	} {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			for b.Loop() {
				FindTerms(text)
			}
		})
	}
}
