package typed_test

import (
	"strings"
	"testing"

	"github.com/pqcite/pqcite/corpus/standards"
	"github.com/pqcite/pqcite/corpus/typed"
)

func TestAnswer(t *testing.T) {
	f := typed.New(standards.Pack())
	for _, c := range []struct{ question, want string }{
		{"how big is a kyber768 public key?", "The ML-KEM-768 encapsulation key (public key) is 1184 bytes."},
		{"ML-KEM-768 public key and ciphertext sizes", "ML-KEM-768: encapsulation key (public key) 1184 bytes, ciphertext 1088 bytes."},
		{"signature size ml-dsa-87", "The ML-DSA-87 signature is 4627 bytes."},
		{"ML-DSA key sizes", "ML-DSA-44: public key 1312 bytes, private key 2560 bytes; ML-DSA-65: public key 1952 bytes, private key 4032 bytes; ML-DSA-87: public key 2592 bytes, private key 4896 bytes."},
		{"ML-KEM-1024 ct len", "The ML-KEM-1024 ciphertext is 1568 bytes."},
		{"how many bytes is the ML-KEM-512 sk", "The ML-KEM-512 decapsulation key (private key) is 1632 bytes."},
		{"sig bytes of SLH-DSA-SHA2-256f", "The SLH-DSA-SHA2-256f signature is 49856 bytes."},
		{"How big is the ML-KEM-768 ciphertext in bits?", "The ML-KEM-768 ciphertext is 1088 bytes (8704 bits)."},
		{"shared secret length of ML-KEM", "The ML-KEM shared secret key is 32 bytes in every parameter set."},
		{"what is q in ML-KEM", "In every ML-KEM parameter set, q = 3329."},
		{"n, k, eta1 of ML-KEM-512", "ML-KEM-512: n = 256, k = 2, η_1 = 3."},
		{"what is k in ML-KEM?", "k = 2 in ML-KEM-512, 3 in ML-KEM-768 and 4 in ML-KEM-1024; k is the parameter that determines the dimensions of the matrix and the vectors."},
		{"what security category is ML-DSA-65", "ML-DSA-65 is in security category 3."},
		{"security level of ML-KEM-768", "ML-KEM-768 is in security category 3."},
		{"which sets are category 5", "The parameter sets in security category 5 are ML-KEM-1024, ML-DSA-87, SLH-DSA-SHA2-256s, SLH-DSA-SHAKE-256s, SLH-DSA-SHA2-256f and SLH-DSA-SHAKE-256f."},
		{"which ML-KEM parameter set is in category 5?", "The ML-KEM parameter set in security category 5 is ML-KEM-1024."},
		{"SLH-DSA-128s signature size", "The SLH-DSA-SHA2-128s and SLH-DSA-SHAKE-128s signature is 7856 bytes."},
		{"hqc-128 ciphertext size", "The hqc-128 ciphertext is 4497 bytes."},
		{"ML-KEM-768 sizes", "ML-KEM-768: encapsulation key (public key) 1184 bytes, decapsulation key (private key) 2400 bytes, ciphertext 1088 bytes, shared secret key 32 bytes."},
		{"parameters of ML-KEM-512", "ML-KEM-512: n = 256, q = 3329, k = 2, η_1 = 3, η_2 = 2, d_u = 10, d_v = 4."},
		{"public key sizes of ML-KEM-768 and ML-DSA-65", "ML-KEM-768: encapsulation key (public key) 1184 bytes; ML-DSA-65: public key 1952 bytes."},

		{"when is RSA-2048 deprecated?", "In the draft IR 8547, RSA with 112 bits of security strength, such as RSA-2048, would be deprecated after 2030 and disallowed after 2035."},
		{"when will P-256 be disallowed", "In the draft IR 8547, ECDSA and Elliptic Curve DH with at least 128 bits of security strength, such as P-256, would be disallowed after 2035."},
		{"what year is RSA-3072 disallowed", "In the draft IR 8547, RSA with at least 128 bits of security strength, such as RSA-3072, would be disallowed after 2035."},
		{"when was FIPS 204 published", "FIPS 204 was published on August 13, 2024."},
		{"is FIPS 205 final yet?", "Yes, FIPS 205 is final; it was published on August 13, 2024."},
		{"Is FIPS 203 a draft?", "No, FIPS 203 is final; it was published on August 13, 2024."},

		{"How big is the ML-KEM-768 signature?", "ML-KEM is a key-encapsulation mechanism and has no signature"},
		{"shared secret of ML-DSA size", "ML-DSA is a digital signature scheme and has no shared secret key"},
		{"ML-DSA-65 ciphertext size", "ML-DSA is a digital signature scheme and has no ciphertext"},

		// What asks for more than a value is left to others.
		{"when is RSA-2048 disallowed for signatures in firmware", ""},
		{"when was FIPS 999 published", ""},
		{"is FIPS 203 or FIPS 204 final", ""},
		{"when is AES-128 disallowed", ""},
		{"why is the ML-KEM-768 public key 1184 bytes", ""},
		{"how long does ML-KEM-768 key generation take", ""},
		{"how many signatures can ML-DSA-65 make", ""},
		{"what is the ML-KEM-768 public key", ""},
		{"may I truncate the ML-KEM-768 ciphertext to 32 bytes", ""},
		{"size of the ML-KEM-768 seed", ""},
		{"X25519MLKEM768 public key size", ""},
		{"public key size", ""},
		{"how big is an ML-KEM-999 public key", ""},
		{"is the ML-KEM-768 ciphertext larger than the public key", ""},
		{"number of keys in ML-KEM", ""},
	} {
		a := f.Answer(c.question, nil)
		got := a.Sentence
		if a.Lacks != "" && strings.HasPrefix(a.Lacks, c.want) {
			got = c.want
		}
		if got != c.want {
			t.Errorf("Answer(%q)\n got %q (lacks %q)\nwant %q", c.question, a.Sentence, a.Lacks, c.want)
		}
		if places, ok := f.Places(a.Sentence); a.Sentence != "" && (!ok || len(places) != len(a.Places)) {
			t.Errorf("Places(%q) = %d, %v; want the %d of the answer", a.Sentence, len(places), ok, len(a.Places))
		}
	}
}

// A sentence with another value, or a value at another property or subject, is none.
func TestPlacesOfOthers(t *testing.T) {
	f := typed.New(standards.Pack())
	for _, s := range []string{
		"The ML-KEM-768 encapsulation key (public key) is 1088 bytes.",
		"The ML-KEM-768 encapsulation key (public key) is 1184 bits.",
		"The ML-KEM-512 encapsulation key (public key) is 1184 bytes.",
		"ML-KEM-768: encapsulation key (public key) 1088 bytes, ciphertext 1184 bytes.",
		"The ML-KEM-768 signature is 1088 bytes.",
		"In every ML-KEM parameter set, k = 3.",
		"ML-DSA-65 is in security category 5.",
		"ML-DSA-65 is not in security category 3.",
		"The ML-DSA parameter sets in security category 5 are ML-DSA-65 and ML-DSA-87.",
		"The ML-KEM-768 ciphertext is 1088 bytes (8700 bits).",
		"ML-KEM-768 is fast.",
		"FIPS 204 was published on August 14, 2024.",
		"No, FIPS 204 is an initial public draft, published on August 13, 2024.",
		"In the draft IR 8547, RSA with 112 bits of security strength would be deprecated after 2035 and disallowed after 2030.",
		"In the draft IR 8547, RSA with at least 128 bits of security strength would be disallowed after 2030.",
		"In the draft IR 8547, RSA with 112 bits of security strength, such as RSA-3072, would be deprecated after 2030 and disallowed after 2035.",
		"Yes, still allowed after 2035: in the draft IR 8547, RSA with at least 128 bits of security strength would be disallowed after 2035.",
		"The draft IR 8547 does not name RSA; in it, Elliptic Curve DH with at least 128 bits of security strength would be disallowed after 2035.",
		"ML-KEM.Decaps is Algorithm 20 of FIPS 203, in Section 7.3, “ML-KEM Decapsulation” (printed page 38, PDF page 47).",
		"ML-KEM.Decaps is Algorithm 21 of FIPS 203, in Section 7.3, “ML-KEM Decapsulation” (printed page 38, PDF page 48).",
		"Signing in ML-DSA is ML-DSA.KeyGen, Algorithm 1 of FIPS 204, in Section 5.1, “ML-DSA Key Generation” (printed page 17, PDF page 27).",
		"Table 2 of FIPS 205, “ML-DSA parameter sets”, is on printed page 43 (PDF page 53).",
		"Section 8 of FIPS 205, “Forest of Random Subsets (FORS)” (printed page 29, PDF page 39), explains the term “WOTS+”.",
		"ML-KEM.Encaps (Algorithm 20 of FIPS 203) returns the ciphertext c (32(d_u·k + d_v) bytes).",
		"ML-KEM.Encaps (Algorithm 20 of FIPS 203) takes no input.",
		"",
	} {
		if _, ok := f.Places(s); ok {
			t.Errorf("Places(%q) is true", s)
		}
	}
}

func TestDenies(t *testing.T) {
	f := typed.New(standards.Pack())
	for text, want := range map[string]bool{
		"ML-DSA-44: public key 2560 bytes, private key 1312 bytes.":                                 true,
		"ML-DSA-44: public key 1312 bytes, private key 2560 bytes; ML-DSA-65: public key 99 bytes.": true,
		"ML-DSA-44: public key 1312 bytes, private key 2560 bytes.":                                 false,
		"ML-KEM-512: n = 256, k = 3.":                                                               true,
		"ML-KEM-512: n = 256, k = 2.":                                                               false,
		"ML-DSA-44 has a public key of 2560 bytes.":                                                 false, // in other words: not for this package
		"Its steps are these: one, two.":                                                            false,
		"ML-KEM-768, ciphertext: 1088 bytes":                                                        false,
	} {
		if got := f.Denies(text); got != want {
			t.Errorf("Denies(%q) = %v, want %v", text, got, want)
		}
	}
}
