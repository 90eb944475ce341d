package corpus_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/pqcite/pqcite/citations/prose"
	"github.com/pqcite/pqcite/core/card"
	"github.com/pqcite/pqcite/corpus"
)

// cardAt returns the card at the mark ‸ of a text.
func cardAt(t *testing.T, l *corpus.Library, marked string) (card.Card, bool) {
	t.Helper()
	before, after, ok := strings.Cut(marked, "‸")
	if !ok {
		t.Fatalf("%q has no mark", marked)
	}
	text := before + after
	refs := corpus.CardReferences(l.Scanner().Scan(text, &prose.Go))
	c, found := l.Cards().At(text, len(before), refs)
	if found && (c.Span.Start > len(before) || c.Span.End < len(before)) {
		t.Errorf("card of %q spans %v, asked at %d", text, c.Span, len(before))
	}
	return c, found
}

func TestCards(t *testing.T) {
	l := open(t, t.TempDir())
	tests := []struct {
		text                      string
		subject                   card.Subject
		state                     card.State
		heading, anchor, contains string
	}{
		{"// See FIPS 203, Algo‸rithm 13.", card.OfReference, card.Resolved, "FIPS 203, Algorithm 13 — K-PKE.KeyGen", "algorithm-13", "seeds ρ and σ"},
		{"// ‸FIPS 203", card.OfReference, card.Resolved, "FIPS 203 — Module-Lattice-Based Key-Encapsulation Mechanism Standard", "", ""},
		{"// FIPS 203, Table 3‸", card.OfReference, card.Resolved, "FIPS 203, Table 3 — Sizes (in bytes) of keys and ciphertexts of ML-KEM", "table-3", "1184"},
		{"// FIPS 203, Definition‸ 4.7", card.OfReference, card.Resolved, "FIPS 203, Equation 4.7", "equation-4.7", "Compress_d"},
		{"// FIPS 203, Algorithm‸ 22", card.OfReference, card.Dangling, "FIPS 203, Algorithm 22 does not exist", "", ""},
		{"// ML-KEM.KeyGen (FIPS 203, Algorithm‸ 13)", card.OfReference, card.Contradicted, "FIPS 203, Algorithm 13 — K-PKE.KeyGen", "algorithm-13", ""},
		{"// RFC 9180, Section‸ 5.1", card.OfReference, card.NotInLibrary, "RFC 9180, Section 5.1", "", ""},
		{"// FIPS 186-4‸", card.OfReference, card.Superseded, "FIPS 186-4", "", ""},
		{"// FIPS 999‸", card.OfReference, card.UnknownDocument, "FIPS 999", "", ""},
		{"// implicit rej‸ection", card.OfTerm, card.Resolved, "implicit rejection", "section-6.3", "mismatch"},
		{"// Kyb‸er", card.OfTerm, card.Related, "Kyber, which became ML-KEM — Module-Lattice-Based Key-Encapsulation Mechanism", "section-3.2", "IND-CCA2"},
		{"x := MLKEM768_CIPH‸ERTEXTBYTES", card.OfIdentifier, card.Resolved, "MLKEM768_CIPHERTEXTBYTES — ML-KEM-768, ciphertext: 1088 bytes", "table-3", ""},
		{"x := mlkem.Ciphertext‸Size768", card.OfIdentifier, card.Resolved, "mlkem.CiphertextSize768 — ML-KEM-768, ciphertext: 1088 bytes", "table-3", ""},
		{"x := mlkem‸768.CiphertextSize", card.OfIdentifier, card.Resolved, "mlkem768.CiphertextSize — ML-KEM-768, ciphertext: 1088 bytes", "table-3", ""},
		{"pqcrystals_kyber512_ref_SECRET‸KEYBYTES", card.OfIdentifier, card.Related, "pqcrystals_kyber512_ref_SECRETKEYBYTES — Kyber512, which became ML-KEM-512", "", ""},
		{"OQS_SIG_ml_dsa_65_length_sig‸nature", card.OfIdentifier, card.Resolved, "OQS_SIG_ml_dsa_65_length_signature — ML-DSA-65, signature size: 3309 bytes", "table-2", ""},
		{"myMLDSA87Signature‸Len", card.OfIdentifier, card.Guessed, "myMLDSA87SignatureLen — ML-DSA-87, signature size: 4627 bytes", "table-2", ""},
		{"slh_dsa::Shake128‸s", card.OfIdentifier, card.Resolved, "slh_dsa::Shake128s — SLH-DSA-SHAKE-128s", "", ""},
		{"oid 2.16.840.1.101.3.4.3.‸18", card.OfOID, card.Resolved, "2.16.840.1.101.3.4.3.18 — id-ml-dsa-65, ML-DSA-65", "", "1952"},
		{"asn1.ObjectIdentifier{2, 16, 840, 1, 101, 3, 4, 3, 1‸8}", card.OfOID, card.Resolved, "2.16.840.1.101.3.4.3.18 — id-ml-dsa-65, ML-DSA-65", "", ""},
		{"// K-PKE.Dec‸rypt is", card.OfAlgorithm, card.Resolved, "FIPS 203, Algorithm 15 — K-PKE.Decrypt", "algorithm-15", ""},
		{"slh_keygen_‸internal(x)", card.OfAlgorithm, card.Resolved, "FIPS 205, Algorithm 18 — slh_keygen_internal", "algorithm-18", ""},
		{"// As FIPS 204 says, MakeH‸int", card.OfAlgorithm, card.Resolved, "FIPS 204, Algorithm 39 — MakeHint", "algorithm-39", ""},
	}
	for _, tt := range tests {
		t.Run(tt.text, func(t *testing.T) {
			c, ok := cardAt(t, l, tt.text)
			if !ok {
				t.Fatal("there is no card")
			}
			if c.Subject != tt.subject || c.State != tt.state || c.Heading != tt.heading {
				t.Errorf("card is %s, %s, %q, want %s, %s, %q", c.Subject, c.State, c.Heading, tt.subject, tt.state, tt.heading)
			}
			if tt.anchor != "" && c.Anchor != tt.anchor || !strings.Contains(c.Text, tt.contains) {
				t.Errorf("card is of %q and reads %q", c.Anchor, c.Text)
			}
			if c.Text != "" && (c.Exactness != card.Summary || c.URL == "" || c.StartPage == 0) {
				t.Errorf("card is %q, page %d of %q", c.Exactness, c.StartPage, c.URL)
			}
		})
	}
}

// TestRelatedCards: what is not what a standard names gets no ✓, and its card says what
// it is.
func TestRelatedCards(t *testing.T) {
	l := open(t, t.TempDir())
	for _, tt := range []struct {
		text          string
		state         card.State
		heading, note string
	}{
		{"X25519ML‸KEM768", card.Related, "X25519MLKEM768 — hybrid of X25519 and ML-KEM-768", "numbers here are those of its ML-KEM-768 part"},
		{"SecP384r1ML‸KEM1024", card.Related, "SecP384r1MLKEM1024 — hybrid of P-384 and ML-KEM-1024", "ML-KEM-1024 part"},
		{"mlkem768_x2551‸9_pk", card.Related, "mlkem768_x25519_pk — hybrid of X25519 and ML-KEM-768", ""},
		{"MLDSA44_RSA20‸48_PSS", card.Related, "MLDSA44_RSA2048_PSS — hybrid of RSA and ML-DSA-44", ""},
		{"kyber7‸68", card.Related, "kyber768, which became ML-KEM-768", "Kyber (round 3) is not interoperable with ML-KEM"},
		{"X25519Kyber‸768Draft00", card.Related, "X25519Kyber768Draft00 — hybrid of X25519 and Kyber768", "Kyber (round 3) is not interoperable with ML-KEM"},
		{"OQS_KEM_alg_kyber‸_768", card.Related, "OQS_KEM_alg_kyber_768 — Kyber768, which became ML-KEM-768", "not interoperable"},
		{"// Dilithium‸3", card.Related, "Dilithium3, which became ML-DSA-65", "Dilithium (round 3) is not interoperable with ML-DSA"},
		{"DILITHIUM3_BY‸TES", card.Related, "DILITHIUM3_BYTES — Dilithium3, which became ML-DSA-65", "not interoperable"},
		{"// SPHINCS‸+", card.Related, "SPHINCS+, which became SLH-DSA — Stateless Hash-Based Digital Signature Algorithm", "not interoperable with SLH-DSA"},
		{"MLDS‸A55", card.Related, "MLDSA55 — no parameter set of ML-DSA", "ML-DSA has no parameter set 55; it has ML-DSA-44, ML-DSA-65, ML-DSA-87"},
		{"MLKEM1000_BY‸TES", card.Related, "MLKEM1000_BYTES — no parameter set of ML-KEM", "ML-KEM-512, ML-KEM-768, ML-KEM-1024"},
		{"OSSL_SLH_DSA_256S_SIG‸_BYTES", card.Related, "OSSL_SLH_DSA_256S_SIG_BYTES — SLH-DSA-SHA2-256s or SLH-DSA-SHAKE-256s", "open which"},
		{"myMLKEM‸768Thing", card.Guessed, "myMLKEM768Thing — ML-KEM-768", ""},
		{"MLKEM768_CT‸_LEN", card.Resolved, "MLKEM768_CT_LEN — ML-KEM-768, ciphertext: 1088 bytes", ""},
		{"invntt_to‸mont(r)", card.Related, "invntt_tomont — FIPS 203, Algorithm 10, NTT^-1", "Montgomery form"},
		{"pqcrystals_kyber768_ref_invntt_to‸mont(r)", card.Related, "pqcrystals_kyber768_ref_invntt_tomont — FIPS 203, Algorithm 10, NTT^-1", ""},
		{"mlk_poly_to‸mont(r)", card.Related, "mlk_poly_tomont — Montgomery form", ""},
		{"montgomery_red‸uce(a)", card.Related, "montgomery_reduce — FIPS 204, Algorithm 49, MontgomeryReduce", ""},
		{"SPX‸_N", card.Related, "SPX_N — security parameter n", "the n of the code"},
		{"KYBER‸_K", card.Related, "KYBER_K — module dimension", ""},
		{"polyvec_a‸dd(a, b)", card.Related, "polyvec_add — module dimension", ""},
		{"crypto_kem_en‸c(ct, ss, pk)", card.Related, "crypto_kem_enc — FIPS 203, Algorithm 20, ML-KEM.Encaps", ""},
		{"rej_unif‸orm(a)", card.Related, "rej_uniform — FIPS 203, Algorithm 7, SampleNTT", ""},
		{"cb‸d2(r)", card.Related, "cbd2 — FIPS 203, Algorithm 8, SamplePolyCBD_η", ""},
		{"wots_gen_le‸af(x)", card.Related, "wots_gen_leaf — FIPS 205, Algorithm 6, wots_pkGen", ""},
		{"sample_n‸tt(x)", card.Resolved, "FIPS 203, Algorithm 7 — SampleNTT", ""},
		{"self.byte_enc‸ode_12(x)", card.Resolved, "FIPS 203, Algorithm 5 — ByteEncode_d", ""},
		{"sample_poly_c‸bd(x)", card.Resolved, "FIPS 203, Algorithm 8 — SamplePolyCBD_η", ""},
		{"expand_m‸ask(x)", card.Resolved, "FIPS 204, Algorithm 34 — ExpandMask", ""},
		{"use_h‸int(x)", card.Resolved, "FIPS 204, Algorithm 40 — UseHint", ""},
		{"wotsPkFrom‸Sig(x)", card.Resolved, "FIPS 205, Algorithm 8 — wots_pkFromSig", ""},
		{"// K-P‸KE.Encrypt runs", card.Resolved, "FIPS 203, Algorithm 14 — K-PKE.Encrypt", ""},
		{"// ML-‸KEM.KeyGen runs", card.Resolved, "FIPS 203, Algorithm 19 — ML-KEM.KeyGen", ""},
	} {
		c, ok := cardAt(t, l, tt.text)
		if !ok || c.State != tt.state || c.Heading != tt.heading || !strings.Contains(c.Note, tt.note) {
			t.Errorf("card of %q is %v, %s, %q, %q", tt.text, ok, c.State, c.Heading, c.Note)
		}
		if tt.state == card.Related && c.Value != "" {
			t.Errorf("card of %q has the value %q of something else", tt.text, c.Value)
		}
	}
}

// inFile returns the card at the mark ‸ of a file as an editor shows it.
func inFile(t *testing.T, l *corpus.Library, marked string) (card.Card, bool) {
	t.Helper()
	before, after, _ := strings.Cut(marked, "‸")
	text := before + after
	found := l.Scanner().Scan(text, &prose.Go)
	return l.Cards().In(corpus.NewSurroundings(text, &prose.Go, slices.Values(found)), text, len(before), corpus.CardReferences(found))
}

// TestCardsInFiles: a word that others use is a term only in a file that is about the
// documents, and an everyday word in prose alone.
func TestCardsInFiles(t *testing.T) {
	l := open(t, t.TempDir())
	for _, tt := range []struct{ text, heading string }{
		{"// the sig‸nature of a file", ""},
		{"sig‸ := make(chan os.Signal)", ""},
		{"// a con‸text string of the parser", ""},
		{"for _, chain := range cha‸in {", ""},
		{"func to‸Byte(x int) {", ""},
		{"h := SHA‸256()", ""},
		{"x.poly_a‸dd(1)", ""},
		{"// FIPS 204, Algorithm 2\n// the sig‸nature of a file", "signature"},
		{"import \"crypto/mldsa\"\n// a con‸text string", "context string"},
		{"import \"crypto/mldsa\"\nvar sig‸ []byte", ""}, // an identifier
		{"import \"crypto/mldsa\"\nx := sk.se‸ed", ""},   // FIPS 205 has an SK.seed
		{"import \"crypto/slhdsa\"\nx := sk.se‸ed", "SK.seed"},
		{"import \"crypto/mldsa\"\nx := cha‸in(y)", ""},
		{"import \"crypto/slhdsa\"\nx := cha‸in(y)", "FIPS 205, Algorithm 5 — chain"},
		{"// FIPS 205\nx := cha‸in(y)", "FIPS 205, Algorithm 5 — chain"},
		{"// FIPS 204\ninvntt_to‸mont(x)", "invntt_tomont — FIPS 204, Algorithm 42, NTT^-1"},
		{"#define KYBER_N 256\ninvntt_to‸mont(x)", "invntt_tomont — FIPS 203, Algorithm 10, NTT^-1"},
		{"invntt_to‸mont(x)", ""},
		{"// see ML-K‸EM", "ML-KEM — Module-Lattice-Based Key-Encapsulation Mechanism"},
		{"// mlkem\nx := n‸tt(y)", "FIPS 203, Algorithm 9 — NTT"},
		{"// mldsa\nx := n‸tt(y)", "FIPS 204, Algorithm 41 — NTT"},
		{"// RFC 5246\n// the signa‸ture", ""},
	} {
		if c, ok := inFile(t, l, tt.text); c.Heading != tt.heading || ok != (tt.heading != "") {
			t.Errorf("card of %q is %q, want %q", tt.text, c.Heading, tt.heading)
		}
	}
}

// TestNoCard: an editor asks everywhere, and nearly everywhere there is nothing.
func TestNoCard(t *testing.T) {
	l := open(t, t.TempDir())
	for _, text := range []string{
		"‸", "x := ‸1", "for i := ra‸nge n {", "// version 2.‸0 of 2024", "return ‸err", "\"hello‸\"", "// see Section ‸4.2", "// \xff‸\xfe",
		"func key‸gen() {", "// the ‸algorithm", "1.3.6.1.4.1.‸311",
	} {
		if c, ok := cardAt(t, l, text); ok {
			t.Errorf("%q has the card %q", text, c.Heading)
		}
	}
	if _, ok := l.Cards().At("x", 7, nil); ok {
		t.Error("there is a card outside the text")
	}
}

func BenchmarkCard(b *testing.B) {
	l, err := corpus.Open(b.Context(), b.TempDir())
	if err != nil {
		b.Fatal(err)
	}
	text := strings.Repeat("// Plain words of a comment that say nothing of note.\n", 200) +
		"// The ciphertext of ML-KEM-768 is made as FIPS 203, Algorithm 14 says.\nx := MLKEM768_CIPHERTEXTBYTES + nothing\n"
	refs := corpus.CardReferences(l.Scanner().Scan(text, &prose.Go))
	deck := l.Cards()
	for _, at := range []struct{ name, word string }{
		{"reference", "Algorithm 14"}, {"term", "ML-KEM-768"}, {"identifier", "MLKEM768_"}, {"nothing", "nothing\n"},
	} {
		offset := strings.LastIndex(text, at.word) + 2
		b.Run(at.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				deck.At(text, offset, refs)
			}
		})
	}
}

func BenchmarkDeck(b *testing.B) {
	l, err := corpus.Open(b.Context(), b.TempDir())
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		made := corpus.With(l.Stored())
		made.Cards()
		made.Scanner()
	}
}

// tenThousandLines is a file with a reference in each tenth line.
func tenThousandLines() string {
	var file strings.Builder
	for i := range 10_000 {
		if i%10 == 0 {
			fmt.Fprintf(&file, "// Encode a polynomial as in FIPS 203, Algorithm %d, and Section 4.%d.\n", i%21+1, i%3+1)
			continue
		}
		file.WriteString("\tfor i := range poly { s += int(poly[i]) << shift; table[i] = algorithm(s) } // next section\n")
	}
	return file.String()
}

// BenchmarkScan10000Lines scans a file of 10,000 lines, a reference in each tenth.
func BenchmarkScan10000Lines(b *testing.B) {
	l, err := corpus.Open(b.Context(), b.TempDir())
	if err != nil {
		b.Fatal(err)
	}
	file := tenThousandLines()
	scanner := l.Scanner()
	b.SetBytes(int64(len(file)))
	for b.Loop() {
		scanner.Scan(file, &prose.Go)
	}
}

// FuzzCardAt asks for a card at any offset of any text: it spans the offset and
// cuts no character.
func FuzzCardAt(f *testing.F) {
	for _, seed := range []string{
		"ML-KEM-768 and mlkem.CiphertextSize768", "2.16.840.1.101.3.4.3.18", "pqcrystals_kyber768_BYTES::x.y", "FIPS 203, Algorithm 13 (é)",
		"\xffML\u2011KEM\xe2\x82", "K-PKE.Decrypt...", "{2 16 840 1 101 3 4 4 2}", "implicit\nrejection",
	} {
		f.Add(seed, 5)
	}
	l, err := corpus.Open(context.Background(), f.TempDir())
	if err != nil {
		f.Fatal(err)
	}
	deck, scanner := l.Cards(), l.Scanner()
	f.Fuzz(func(t *testing.T, text string, at int) {
		c, ok := deck.At(text, at, corpus.CardReferences(scanner.Scan(text, &prose.Text)))
		if !ok {
			return
		}
		if c.Span.Start < 0 || c.Span.Start > at || c.Span.End < at || c.Span.End > len(text) || c.Span.Len() == 0 {
			t.Fatalf("card of %q spans %v, asked at %d of %d bytes", c.Heading, c.Span, at, len(text))
		}
		if c.Heading == "" {
			t.Fatalf("card at %d of %q has no heading", at, text)
		}
	})
}
