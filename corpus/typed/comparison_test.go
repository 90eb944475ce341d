package typed_test

import (
	"strings"
	"testing"

	"github.com/pqcite/pqcite/corpus/standards"
	"github.com/pqcite/pqcite/corpus/typed"
)

func TestComparison(t *testing.T) {
	f := typed.New(standards.Pack())
	for _, c := range []struct {
		question, want string // its beginning
		cells          int
	}{
		{"compare ML-DSA-65 and SLH-DSA-SHA2-192f sizes", "ML-DSA-65 and SLH-DSA-SHA2-192f differ: public key 1952 and 48 bytes, private key 4032 and 96 bytes, signature 3309 and 35664 bytes.", 6},
		{"How do ML-KEM-512 and ML-KEM-768 differ?", "ML-KEM-512 and ML-KEM-768 differ: encapsulation key (public key) 800 and 1184 bytes, ", 14},
		{"ML-DSA-44 vs ML-DSA-87", "ML-DSA-44 and ML-DSA-87 differ: public key 1312 and 2592 bytes, ", 22},
		{"compare ciphertext and shared secret of ML-KEM-512, ML-KEM-768 and ML-KEM-1024", "ML-KEM-512, ML-KEM-768 and ML-KEM-1024 differ: ciphertext 768, 1088 and 1568 bytes; in all: shared secret key 32 bytes.", 6},
		{"compare the shared secret of ML-KEM-512 and ML-KEM-768 in bits", "ML-KEM-512 and ML-KEM-768 do not differ: shared secret key 32 bytes (256 bits).", 0},
		{"which has the larger signature, ML-DSA-65 or ML-DSA-87?", "ML-DSA-65 and ML-DSA-87 differ: signature 3309 and 4627 bytes.", 0},
		{"compare the sizes of ML-KEM-768 and ML-DSA-65", "ML-KEM-768: encapsulation key (public key) 1184 bytes, ", 0},
		{"ML-DSA-44 versus ML-DSA-65 ciphertext", "", 0},
		{"compare ML-KEM-768 and ML-DSA-65", "", 0},
		{"compare ML-KEM and HQC", "", 0},
		{"is the ML-DSA-65 signature larger than the ML-DSA-44 signature?", "", 0},
		{"compare the speed of ML-KEM-512 and ML-KEM-768", "", 0},
	} {
		a := f.Answer(c.question, nil)
		if !strings.HasPrefix(a.Sentence, c.want) || (c.want == "") != (a.Sentence == "") || len(a.Cells) != c.cells || len(strings.Fields(a.Sentence)) > 45 {
			t.Errorf("Answer(%q): %q with %d cells, want %q with %d", c.question, a.Sentence, len(a.Cells), c.want, c.cells)
		}
		if places, ok := f.Places(a.Sentence); a.Sentence != "" && (!ok || len(places) != len(a.Places)) {
			t.Errorf("Places(%q) = %d, %v; want the %d of the answer", a.Sentence, len(places), ok, len(a.Places))
		}
		for _, cell := range a.Cells {
			if _, ok := f.Places(cell.Text); !ok {
				t.Errorf("Places(%q) is false", cell.Text)
			}
		}
	}
	for _, s := range []string{
		"ML-DSA-65 and ML-DSA-87 differ: signature 4627 and 3309 bytes.",
		"ML-DSA-65 and ML-DSA-87 do not differ: signature 3309 bytes.",
		"ML-KEM-512, ciphertext: 1088 bytes",
		"ML-KEM-512, signature: 768 bytes",
	} {
		if _, ok := f.Places(s); ok {
			t.Errorf("Places(%q) is true", s)
		}
	}
}
