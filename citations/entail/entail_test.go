package entail

import "testing"

// document is what a standard says, with a statement of one sentence in other words.
var document = []Item{
	{Wordings: []string{"The foo key has 32 bytes and shall be destroyed after use.", "A foo key, of 32 bytes, must be wiped once it was used."}, Context: "FIPS 203"},
	{Wordings: []string{"ML-KEM is derived from CRYSTALS-KYBER."}, Context: "FIPS 203"},
	{Wordings: []string{"The hash of a message is stateless and takes at most 255 bytes of context."}, Context: "FIPS 203"},
	{Wordings: []string{"The wrapping function H is SHA3-256 and the wrapping function G is SHA3-512."}, Context: "FIPS 203"},
	{Wordings: []string{"Alice calls ML-DSA.Sign, which calls ML-DSA.Sign_internal."}, Context: "FIPS 204"},
	{Wordings: []string{"Signing may be deterministic, although hedged signing is the default."}, Context: "FIPS 204"},
}

func TestJudge(t *testing.T) {
	base := New(document)
	for _, tt := range []struct {
		claim string
		want  Verdict
		why   Why
	}{
		{"A foo key is 32 bytes long.", Supported, ""},
		{"Foo keys must be erased after use.", Supported, ""},
		{"A foo key has 256 bits.", Supported, ""},
		{"A foo key is 64 bytes long.", Contradicted, Number},
		{"A foo key may be destroyed after use.", Contradicted, Modality},
		{"A foo key shall not be destroyed after use.", Contradicted, Modality},
		{"A foo key shall be retained after use.", Contradicted, Polarity},
		{"Kyber is derived from ML-KEM.", Contradicted, Order},
		{"ML-KEM is derived from NTRU.", Contradicted, Name},
		{"ML-KEM is not derived from CRYSTALS-Kyber.", Contradicted, Polarity},
		{"The hash of a message is stateful.", Contradicted, Polarity},
		{"The hash takes no more than 255 bytes of context.", Supported, ""},
		{"The hash takes at least 255 bytes of context.", Contradicted, Bound},
		{"The wrapping function G is SHA3-512.", Supported, ""},
		{"The zebra of a message is stateless.", Undecided, ""},
		{"Gadgets are purple.", Undecided, ""},
	} {
		if got := base.Judge(tt.claim, nil); got.Verdict != tt.want || tt.want == Contradicted && got.Why != tt.why {
			t.Errorf("Judge(%q) = %+v, want %d %s", tt.claim, got, tt.want, tt.why)
		}
	}
}

func TestSplit(t *testing.T) {
	for claim, want := range map[string]int{
		"HQC was selected, and BIKE was not selected.":       2,
		"HQC was selected. It is based on codes.":            2,
		"3. The seed is random.":                             1,
		"The seed, the key and the ciphertext are 32 bytes.": 1,
	} {
		if got := split(claim); len(got) != want {
			t.Errorf("split(%q) = %q, want %d", claim, got, want)
		}
	}
	if got := split("HQC was selected. It is based on codes."); got[1] != "HQC is based on codes." {
		t.Errorf("the pronoun is left: %q", got)
	}
}
