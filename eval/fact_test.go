package eval

import (
	"strings"
	"testing"
)

func TestFactIn(t *testing.T) {
	for _, tc := range []struct {
		name, fact, text string
		want             bool
	}{
		{"as written", "shared secret key", "It makes a shared secret key.", true},
		{"another case", "Type check", "the TYPE CHECK fails", true},
		{"white space", "shared  secret\tkey", "a shared\n   secret key", true},
		{"a fact with a space in a number", "7 856", "7\u202f856 bytes", true},
		{"without the space", "7 856", "7856 bytes", false},
		{"the second alternative", "7856|7 856", "7 856 bytes", true},
		{"no alternative", "7856|7 856", "7 857 bytes", false},
		{"mathematical letters", "k = 3", "𝑘 = 3", true},
		{"a hyphen at the end of a line that is the word's", "side-channel", "side-\nchannel", true},
		{"one that is not", "pseudorandom", "pseudo-\nrandom", true},
		{"hyphens of any kind", "IND-CCA", "IND‑CCA security", true},
		{"a number in a longer one", "17", "2170", false},
		{"at its start", "117", "1170", false},
		{"before a decimal point", "3", "3.17", false},
		{"behind it", "17", "3.17", false},
		{"before a separator of thousands", "8", "8,192", false},
		{"before a full stop", "17", "It is 17.", true},
		{"before a comma", "17", "17, 18", true},
		{"a decimal number", "164.8", "2^-164.8", true},
		{"a longer decimal number", "164.8", "2^-164.85", false},
		{"a number behind a letter", "8", "k8", false},
		{"a number with a unit", "22-byte", "a 22-byte value", true},
		{"a later place", "4", "2400 and 4", true},
		{"an inflected word", "private key", "private keys", true},
		{"a word in a longer one", "testable", "untestable", false},
		{"an abbreviation in a word", "DER", "derived under it", false},
		{"an abbreviation", "DER", "the DER encoding", true},
		{"a name with a subscript", "KC_1_E", "the mode KC_1_E.", true},
		{"digits of a name", "HashML-DSA", "HashML-DSA-65", true},
		{"another parameter set", "ML-DSA-4", "ML-DSA-44", false},
		{"nothing", "x", "", false},
	} {
		f, err := parseFact(tc.fact)
		if err != nil {
			t.Fatal(err)
		}
		if got := f.In(tc.text); got != tc.want {
			t.Errorf("%s: %q in %q is %v, want %v", tc.name, tc.fact, tc.text, got, tc.want)
		}
	}
}

func TestParseFactErrors(t *testing.T) {
	for _, in := range []string{"", " ", "a|", "|a", "a| |b", "\u200b", "a|\u00ad"} {
		if f, err := parseFact(in); err == nil {
			t.Errorf("parseFact(%q) is %q, want an error", in, f)
		}
	}
}

// FuzzFact checks that a fact is in itself, alone and among other words.
func FuzzFact(f *testing.F) {
	for _, s := range []string{"7 856|7856", "a-\nb", "𝑘 = 3", "^{23}x", "ﬁ", "\xff"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, in string) {
		fact, err := parseFact(in)
		if err != nil {
			return
		}
		for _, a := range fact {
			if !fact.In(a) {
				t.Fatalf("%q is not in %q", fact, a)
			}
		}
		fact.In(strings.Repeat(in, 2))
	})
}
