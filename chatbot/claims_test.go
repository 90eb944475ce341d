package chatbot

import (
	"testing"

	"github.com/pqcite/pqcite"
)

// A sentence that only points somewhere claims nothing.
func TestClaims(t *testing.T) {
	t.Parallel()
	lib, err := pqcite.Open(t.Context(), pqcite.Options{Home: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	k := &knowledge{lib, lib}
	for sentence, want := range map[string]bool{
		"See FIPS 203, Algorithm 13 (K-PKE.KeyGen).":      false,
		"Siehe auch FIPS 203, Algorithm 13 und FIPS 204.": false,
		"FIPS 204, Algorithm 35 (Decompose)":              false,
		"See FIPS 203, Algorithm 13, line 5.":             false,
		"FIPS 203, Algorithm 13, lines 3-7, page 38":      false,
		"Line 5 of FIPS 203, Algorithm 13 is a loop.":     true,
		"FIPS 203, Algorithm 13 makes a key.":             true,
		"FIPS 203 has 39 algorithms.":                     true,
		"ML-KEM-768 has a ciphertext of 1088 bytes.":      true,
		"ML-KEM-768":    true,
		"Good morning.": false,
		"See FIPS 203, Table 3: a ciphertext has 1089 bytes there": true,
	} {
		if got := k.claims(sentence); got != want {
			t.Errorf("%q claims something: %v", sentence, got)
		}
	}
}
