package plan

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/pqcite/pqcite/core"
)

func TestSides(t *testing.T) {
	for question, want := range map[string][]string{
		"What are the differences between ML-KEM and ML-DSA?":           {"ML-KEM", "ML-DSA"},
		"compare ML-DSA with SLH-DSA":                                   {"ML-DSA", "SLH-DSA"},
		"ML-DSA vs. SLH-DSA":                                            {"ML-DSA", "SLH-DSA"},
		"ML-DSA versus SLH-DSA versus HQC":                              {"ML-DSA", "SLH-DSA", "HQC"},
		"which is faster, ML-DSA or SLH-DSA?":                           {"ML-DSA", "SLH-DSA"},
		"Is ML-KEM larger than HQC?":                                    {"ML-KEM", "HQC"},
		"sizes of ML-KEM-512 and ML-KEM-768":                            {"ML-KEM-512", "ML-KEM-768"},
		"ML-KEM-512, ML-KEM-768: compared to ML-DSA":                    {"ML-KEM-512", "ML-KEM-768"}, // of a kind
		"does key confirmation differ from decapsulation?":              {"key confirmation", "decapsulation"},
		"what is the difference between the NTT of ML-KEM and ML-DSA's": {"ML-KEM", "ML-DSA"},
		// No comparison.
		"What is the NTT of ML-KEM?":                      nil, // a part of it
		"the NTT of ML-KEM":                               nil,
		"NTT and ML-KEM":                                  nil, // of two kinds, and no word that compares them
		"is decapsulation in ML-KEM constant or not":      nil,
		"What is ML-KEM?":                                 nil,
		"how does ML-KEM differ from Kyber":               nil, // one thing by two names, or one that nobody knows
		"ML-KEM or a lattice?":                            nil, // at home nowhere
		"ML-KEM is named in the foreword that lists HQC":  nil, // nothing joins them
		"compare ML-KEM to ML-KEM":                        nil,
		"which document do I need for key confirmation":   nil,
		"why is ML-DSA signing larger in memory":          nil,
		"ML-KEM-768 and the ciphertext of it, how large?": nil,
	} {
		var got []string
		for _, s := range sidesOf(question, lexicon{}.Terms(question)) {
			got = append(got, s.Name)
			if !slices.Contains(s.Names, s.Name) || len(s.Docs) == 0 {
				t.Errorf("%q: side %+v", question, s)
			}
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("sides of %q (-want +got):\n%s", question, diff)
		}
	}
}

func TestOneNameIsNoComparison(t *testing.T) {
	small := []Side{{Name: "SLH-DSA-SHA2-128s"}, {Name: "SLH-DSA-SHAKE-128s"}}
	for _, tt := range []struct {
		question string
		sides    []Side
		want     bool
	}{
		{"RBG strength for SLH-DSA-128s keys", small, true},
		{"SLH-DSA-SHA2-128s or SLH-DSA-SHAKE-128s?", small, false},
		{"slh-dsa 128s, sha2 or shake?", small, false},
		{"SLH-DSA-128s or 128f?", append(slices.Clone(small), Side{Name: "SLH-DSA-SHA2-128f"}), false},
	} {
		p := Plan{Plan: core.Plan{Question: tt.question}}
		if got := p.isOneName(tt.sides); got != tt.want {
			t.Errorf("%q: %v, want %v", tt.question, got, tt.want)
		}
	}
}

func TestSideText(t *testing.T) {
	all := []Side{{Name: "ML-KEM", Written: "Kyber"}, {Name: "ML-DSA", Written: "ML-DSA"}}
	if got := strings.Join(strings.Fields(textOf(all[0], "key size of Kyber or ML-DSA", all)), " "); got != "key size of Kyber or" {
		t.Errorf("text of one side is %q", got)
	}
}

func TestAskedOfAll(t *testing.T) {
	sides := []Side{{Name: "ML-KEM", Written: "ML-KEM", Names: []string{"ML-KEM"}}, {Name: "HQC", Written: "hqc", Names: []string{"HQC"}}}
	for question, want := range map[string]string{
		"What is the difference between ML-KEM and hqc?":   "",
		"How do ML-KEM and HQC differ in ciphertext size?": "ciphertext size",
		"Compare ML-KEM with hqc.":                         "",
		"ML-KEM vs. HQC, which is the faster of both":      "faster",
	} {
		if got := AskedOfAll(question, sides); got != want {
			t.Errorf("AskedOfAll(%q) = %q, want %q", question, got, want)
		}
	}
}
