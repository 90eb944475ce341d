package lex

import "testing"

func TestHasWord(t *testing.T) {
	for _, tt := range []struct {
		low, word string
		want      bool
	}{
		{"the key of ml-kem-768", "ml-kem-768", true},
		{"the key of ml-kem-768", "ml-kem", false},
		{"level 50 and level 5", "level 5", true},
		{"level 50", "level 5", false},
		{"eta_1", "eta", false},
		{"(eta)", "eta", true},
		{"eta", "", false},
		{"", "eta", false},
	} {
		if got := HasWord(tt.low, tt.word); got != tt.want {
			t.Errorf("HasWord(%q, %q) = %v", tt.low, tt.word, got)
		}
	}
}
