package pqcite

import (
	"testing"

	"github.com/pqcite/pqcite/corpus"
)

func testReader(t *testing.T) reader {
	t.Helper()
	lib, err := corpus.Open(t.Context(), t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	return reader{lib}
}

func TestPlain(t *testing.T) {
	r := testReader(t)
	for question, want := range map[string]string{
		"":                                     "",
		"what is implicit rejection?":          "what is implicit rejection?",
		"what is Kyber?":                       "what is ML-KEM?",
		"is Kyber-768 like kyber1024?":         "is ML-KEM-768 like ML-KEM-1024?",
		"ML-KEM or ml-kem?":                    "ML-KEM or ml-kem?",
		"Dilithium, Kyber":                     "ML-DSA, ML-KEM",
		"Kyber's RSA-2048 successor":           "ML-KEM's RSA with 112 bits of security strength successor",
		"du of the largest Kyber set":          "d_u of the ML-KEM-1024",
		"Kyberish and ML-KEM.KeyGen":           "Kyberish and ML-KEM.KeyGen",
		"\xff Kyber \xfe":                      "\xff ML-KEM \xfe",
		"steps of K-PKE.KeyGen in FIPS 203":    "steps of K-PKE.KeyGen in FIPS 203",
		"key length of the smallest Dilithium": "key length of the ML-DSA-44",
	} {
		if got := r.Plain(question); got != want {
			t.Errorf("Plain(%q) = %q, want %q", question, got, want)
		}
	}
}

// A question in the documents' words is in them already.
func TestPlainTwice(t *testing.T) {
	r := testReader(t)
	for _, question := range []string{"is Kyber-768 like kyber1024?", "P-256 beside Kyber", "du of the largest Kyber set", "Dilithium2 and SPHINCS+ 128f"} {
		once := r.Plain(question)
		if twice := r.Plain(once); twice != once {
			t.Errorf("Plain(%q) = %q, then %q", question, once, twice)
		}
	}
}
