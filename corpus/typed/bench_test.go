package typed_test

import (
	"testing"

	"github.com/pqcite/pqcite/corpus/standards"
	"github.com/pqcite/pqcite/corpus/typed"
)

// BenchmarkOtherQuestions asks what is none of the facts' business: what every question
// pays.
func BenchmarkOtherQuestions(b *testing.B) {
	f := typed.New(standards.Pack())
	qs := []string{"why is the ML-KEM-768 ciphertext 1088 bytes", "what is the difference between pure and pre-hash signing", "is P-256 still allowed after 2030 in TLS", "how is the ML-KEM public key encoded"}
	for i := 0; b.Loop(); i++ {
		f.Answer(qs[i%len(qs)], nil)
	}
}

// BenchmarkPlaces proves sentences that others wrote.
func BenchmarkPlaces(b *testing.B) {
	f := typed.New(standards.Pack())
	for b.Loop() {
		f.Places("ML-KEM.Decaps turns a ciphertext into a shared secret key by means of the decapsulation key of ML-KEM-768, using no randomness.")
		f.Denies("ML-KEM.Decaps turns a ciphertext into a shared secret key by means of the decapsulation key of ML-KEM-768, using no randomness.")
	}
}
