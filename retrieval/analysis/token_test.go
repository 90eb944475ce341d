package analysis_test

import (
	"fmt"
	"iter"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/pqcite/pqcite/retrieval/analysis"
)

// show writes each token as text, the first letter of its kind and, where the
// position changes, a bar before it.
func show(tokens iter.Seq[analysis.Token]) string {
	var b strings.Builder
	last := -1
	for t := range tokens {
		if last >= 0 && t.Position != last {
			b.WriteString(" |")
		}
		last = t.Position
		fmt.Fprintf(&b, " %s:%c", t.Text, t.Kind.String()[0])
	}
	return strings.TrimPrefix(b.String(), " ")
}

func TestTokens(t *testing.T) {
	tests := []struct{ name, text, want string }{
		{"empty", "", ""},
		{"prose", "Signing the messages, generally.", "sign:w | messag:w | general:w"},
		{"generation is not general", "generation generates general", "generat:w | generat:w | general:w"},
		{"normative words are kept", "shall must may not", "shall:w | must:w | may:w"},
		{"apostrophes", "don't Alice's O’Brien 1990's", "alic:w | obrien:i brien:p | 1990:n"},

		{"parameter set", "ML-KEM-768", "ml-kem-768:i ml-kem:p mlkem:p mlkem768:p ml:p kem:p 768:p"},
		{
			"two joiners", "ML-KEM.KeyGen_internal",
			"ml-kem.keygen_internal:i ml-kem:p ml-kem.keygen:p keygen_internal:p" +
				" mlkem:p ml:p kem:p keygen:p key:p gen:p internal:p intern:p",
		},
		{"leading parts", "SLH-DSA-SHA2-128s", "slh-dsa-sha2-128s:i slh-dsa:p slh-dsa-sha2:p slhdsa:p slhdsasha2:p slhdsasha2128s:p slh:p dsa:p sha2:p sha:p 128s:p 128:p"},
		{"camel case", "SamplePolyCBD", "samplepolycbd:i sample:p sampl:p poly:p poli:p cbd:p"},
		{"acronym first", "NTTInverse", "nttinverse:i nttinvers:p ntt:p inverse:p invers:p"},
		{"digit inside", "Power2Round", "power2round:i power:p round:p"},
		{"constant", "MLKEM768_SECRETKEYBYTES", "mlkem768_secretkeybytes:i mlkem768:p mlkem:p 768:p secretkeybytes:p secretkeybyt:p"},
		{"plural of an acronym", "KEMs ML-KEMs NTTs'", "kem:i | ml-kem:i mlkem:p ml:p kem:p | ntt:i"},
		{"capital at the start is a word", "Lattices lattices", "lattic:w | lattic:w"},
		{"prose compound", "Lattice-based", "lattice-based:p lattic:w base:w"},
		{"joiners at the ends", "-x- _y_ .z. a.", "x:w | y:w | z:w"},
		{"latin abbreviation", "i.e. e.g. K", "k:w"},
		{"path", "csrc.nist.gov/pubs", "csrc.nist.gov/pubs:i csrc.nist:p csrc.nist.gov:p csrc:p nist:p gov:p pubs:p pub:p"},
		{"date", "2024-08-13", "2024-08-13:i 2024-08:p 2024:p 08:p 13:p"},

		{"numbers", "7.2 2.16.840.1.101 3,329", "7.2:n | 2.16.840.1.101:n | 3329:n 329:p"},
		{"thin spaces of thousands", "1\u2009428 and 1\u202f234\u202f567", "1428:n | 1234567:n"},
		{"no thousands", "1428\u2009428 12,34 1,2345", "1428:n | 428:n | 12:n | 34:n | 1:n | 2345:n"},
		{"list of numbers stays findable", "(256,512)", "256512:n 256:p 512:p"},

		{"mathematical letters", "𝑑 𝐁 𝔹 ｄ", "d:w | b:w | b:w | d:w"},
		{"ligature and marks", "ﬁeld naïve x̂", "field:w | naiv:w | x:w"},
		{"dashes", "ML‐KEM ML–KEM ML−KEM", "ml-kem:i mlkem:p ml:p kem:p | ml-kem:i mlkem:p ml:p kem:p | ml-kem:i mlkem:p ml:p kem:p"},
		{"Greek alone", "η α1 Δ", "eta:w | alpha1:i alpha:p | delta:w"},
		{"Greek in a word", "ημ", "ημ:w"},
		{"Greek in a compound", "TNF-α", "tnf-alpha:i tnfalpha:p tnf:p alpha:p"},
		{"separated digits", "½ ① x", "x:w"},

		{"subscript written out", "𝜂_1", "eta_1:i eta:p 1:p"},
		{"subscript in braces", "𝜂_{1}", "eta_1:i eta:p 1:p"},
		{"subscript character", "η₁", "eta_1:i eta:p 1:p"},
		{"subscript of two", "d_{u v}", "d:w d_uv:p | u:p | v:p"},
		{"exponent", "2^−138.8", "2:n 2^-138.8:n | 138.8:p"},
		{"exponent in braces", "2^{−138}", "2:n 2^-138:n"},
		{"exponent characters", "2⁻¹³⁸", "2:n 2^-138:n"},
		{"exponent of letters", "𝔹^{384𝑘+32}", "b:w b^384k+32:p | 384k:p 384:p"},
		{"subscript and exponent", "ℤ_q^{256}", "z_q:i z:p q:p z_q^256:p"},
		{"footnote mark", "encapsulation³ key^4", "encapsul:w encapsulation^3:p | key:w key^4:p"},
		{"script without base", "^{12} ^3 ² x", "x:w"},
		{"script without end", "x^{12", "x:w | 12:n"},
		{"operator as script", "SPHINCS^+", "sphincs:i sphinc:p"},

		{"word broken at a line's end", "respon-\n  sible", "respon-sible:p respon:w sibl:w respons:w"},
		{"compound broken at a line's end", "ML-\nKEM-\n768", "ml-kem-768:i ml-kem:p mlkem:p mlkem768:p ml:p kem:p 768:p"},
		{"soft hyphens", "re\u00adspon\u00ad\nsible", "respons:w"},
		{"dash before a blank", "pages 3- 5", "page:w | 3:n | 5:n"},
		{"invalid UTF-8", "a\xffkey\xc3", "key:w"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, show(analysis.Tokens(tt.text))); diff != "" {
				t.Errorf("Tokens(%q) (-want +got):\n%s", tt.text, diff)
			}
		})
	}
}

func TestPublishedDropsItsOwnWordsOnly(t *testing.T) {
	const text = "What is above the key, and how can it leak?"
	const want = "what:w | abov:w | key:w | how:w | can:w | leak:w"
	if diff := cmp.Diff(want, show(analysis.Published.Tokens(text))); diff != "" {
		t.Errorf("Tokens (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(want, show(analysis.Published.QueryTokens(text))); diff != "" {
		t.Errorf("QueryTokens (-want +got):\n%s", diff)
	}
}

func TestQueryTokensDropTheQuestion(t *testing.T) {
	const text = "What does ML-KEM do, and how can keys leak?"
	if diff := cmp.Diff("ml-kem:i ml:p kem:p | key:w | leak:w", show(analysis.QueryTokens(text))); diff != "" {
		t.Errorf("QueryTokens (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff("how:w | can:w | key:w", show(analysis.Tokens("how can keys"))); diff != "" {
		t.Errorf("Tokens (-want +got):\n%s", diff)
	}
}

func TestSurfaceIsTheWordBeforeStemming(t *testing.T) {
	var got []string
	for tok := range analysis.Tokens("Encapsulating MLDSA65 keys") {
		got = append(got, tok.Surface)
	}
	want := []string{"encapsulating", "mldsa65", "mldsa", "65", "keys"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("surfaces (-want +got):\n%s", diff)
	}
}

// What is written in different ways must be found by each of them.
func TestSpellingsAgree(t *testing.T) {
	for token, spellings := range map[string][]string{
		"eta_1":      {"η_1", "𝜂_1", "𝜂_{1}", "η₁", "eta_1", "ETA_1"},
		"2^-138":     {"2^−138", "2^{-138}", "2⁻¹³⁸"},
		"ml-kem-768": {"ML-KEM-768", "ML‑KEM‑768", "ML-\nKEM-768", "ml-kem-768"},
		"mlkem768":   {"ML-KEM-768", "MLKEM768_SECRETKEYBYTES", "mlkem768"},
		"kem":        {"KEM", "KEMs", "ML-KEMs", "kems"},
		"1428":       {"1428", "1,428", "1\u2009428", "1\u202f428"},
	} {
		for _, text := range spellings {
			found := false
			for t := range analysis.Tokens(text) {
				found = found || t.Text == token
			}
			if !found {
				t.Errorf("Tokens(%q) lack %q", text, token)
			}
		}
	}
}

func first(tokens iter.Seq[analysis.Token], n int) (texts []string) {
	for t := range tokens {
		if texts = append(texts, t.Text); len(texts) == n {
			break
		}
	}
	return texts
}

func TestTokensAreCut(t *testing.T) {
	for _, text := range []string{
		strings.Repeat("x", 1000), strings.Repeat("é", 1000), strings.Repeat("ab-", 1000),
		strings.Repeat("𝔹", 1000), strings.Repeat("7", 1000), "x^{" + strings.Repeat("y", 100) + "}",
	} {
		for tok := range analysis.Tokens(text) {
			if len(tok.Text) > analysis.MaxTokenBytes {
				t.Errorf("token of %d bytes from %.10q…", len(tok.Text), text)
			}
		}
	}
	long := strings.Repeat("x", 70)
	if diff := cmp.Diff([]string{long[:64]}, first(analysis.Tokens(long), 1)); diff != "" {
		t.Errorf("cut token (-want +got):\n%s", diff)
	}
}

func TestSequencesNestAndStop(t *testing.T) {
	var got []string
	for a := range analysis.Tokens("alpha beta") {
		for b := range analysis.Tokens("gamma delta") {
			got = append(got, a.Text+" "+b.Text)
			break
		}
	}
	if diff := cmp.Diff([]string{"alpha gamma", "beta gamma"}, got); diff != "" {
		t.Errorf("nested sequences (-want +got):\n%s", diff)
	}
}

func FuzzTokens(f *testing.F) {
	for _, text := range []string{
		"ML-KEM.KeyGen_internal(𝜂_1)", "2^{−138.8} 2⁻¹³⁸", "respon-\nsible", "1\u2009428 3,329", "d_{u v}^{x_{2}}",
		"a-b.c/d_e", "TNF-α's KEMs", "\xff^{\xff}", "x\u00ad\ny", "½①ﬁﷺ", "A.b-C.d-E", "aBcDeFgHiJkL",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		count, last := 0, -1
		for tok := range analysis.Tokens(text) {
			count++
			switch {
			case tok.Text == "" || len(tok.Text) > analysis.MaxTokenBytes:
				t.Fatalf("token %q has %d bytes", tok.Text, len(tok.Text))
			case !utf8.ValidString(tok.Text) || !utf8.ValidString(tok.Surface):
				t.Fatalf("token %q or its surface %q is not UTF-8", tok.Text, tok.Surface)
			case tok.Position < last:
				t.Fatalf("token %q stands at %d behind %d", tok.Text, tok.Position, last)
			}
			last = tok.Position
		}
		if count > 4*len(text) {
			t.Fatalf("%d tokens from %d bytes", count, len(text))
		}
		queried := 0
		for range analysis.QueryTokens(text) {
			queried++
		}
		if queried > count {
			t.Fatalf("%d query tokens, %d tokens", queried, count)
		}
	})
}

const sample = `ML-KEM.KeyGen_internal(𝑑, 𝑧) generates an encapsulation key and a
decapsulation key. The failure rate is 2^−138.8 for ML-KEM-512 with 𝜂_1 = 3. The
randomness shall be fresh, and the seed must not be exposed to any other party.`

func BenchmarkTokens(b *testing.B) {
	b.SetBytes(int64(len(sample)))
	b.ReportAllocs()
	for b.Loop() {
		for range analysis.Tokens(sample) {
		}
	}
}

func BenchmarkQueryTokens(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		for range analysis.QueryTokens("What is the decapsulation failure rate of ML-KEM-768?") {
		}
	}
}
