package corpus

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestNameWords(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		in   string
		want []string
	}{
		{"", nil}, {" \t", nil}, {"...", nil}, {"—", nil},
		{"FIPS203 Alg. 4.2", []string{"fips", "203", "alg", "4.2"}},
		{"FIPS 203, Algorithm 9", []string{"fips", "203", "algorithm", "9"}},
		{"ML-KEM-768", []string{"ml", "kem", "768"}},
		{"K-PKE.KeyGen", []string{"k", "pke", "keygen"}},
		{"NTT^{-1}", []string{"ntt", "1"}},
		{"Section 4.2.1. Title", []string{"section", "4.2.1", "title"}},
		{"4.", []string{"4"}}, {".5", []string{"5"}}, {"4..2", []string{"4", "2"}},
		{"Appendix A.1", []string{"appendix", "a", "1"}},
		{"SHA3-256x2", []string{"sha", "3", "256", "x", "2"}},
		{"Größe 7ü8", []string{"größe", "7", "ü", "8"}},
		{"a—b", []string{"a", "b"}}, {"MLKEM", []string{"mlkem"}},
	} {
		if diff := cmp.Diff(test.want, nameWords(test.in)); diff != "" {
			t.Errorf("words of %q differ (-want +got):\n%s", test.in, diff)
		}
	}
}
