package quote

import (
	"strings"
	"testing"

	"github.com/pqcite/pqcite/core"
)

func TestCuts(t *testing.T) {
	tests := []struct {
		text string // with the span between bars
		want bool
	}{
		{"a |key of 256 bytes|.", false},
		{"|all|", false},
		{"(|x = 2|)", false},
		{"the |256|-bit key", false},
		{"post-|quantum| age", false},
		{"see |Section 4|. Then", false},
		{"|one, 2|, 3", false},
		{"2|56 bytes| long", true},
		{"un|signed word| is", true},
		{"a key of |25|6 bytes", true},
		{"is 3.|14 of| them", true},
		{"is |3|.14 of them", true},
		{"is 1,|428 of| them", true},
		{"is −|138 or| so", true},
		{"ML-KEM-|768 is| it", true},
		{"|ML-KEM|-768 is it", true},
		{"|ML-KEM-|768 is it", true},
		{"ML-KEM|-768 is| it", true},
		{"is |2|^256 now", true},
		{"is |2^|256 now", true},
		{"is 2^|256 now|", true},
		{"is 2|^256 now|", true},
		{"the |key ek|_PKE is", true},
		{"the ek_|PKE is|", true},
		{"the |key K|′ is", true},
		{"is |2|²⁵⁶ now", true},
		{"in B^{384k|+32} and|", true},
		{"in |B^{384k|+32} and", true},
		{"in {0|,1}^n and|", false},
		{"in x^{a_{b}|+1} and|", true},
		{"in x^{a,|b and| so", false},
		{"is respon-\n|sible for|", true},
		{"|is respon|-\nsible for", true},
		{"|is respon-|\nsible for", true},
		{"a non-|negative number|", true},
		{"an Anti-|symmetric one|", true},
		{"a canon-|negative number|", false},
	}
	for _, tt := range tests {
		start, rest, _ := strings.Cut(tt.text, "|")
		inside, end, ok := strings.Cut(rest, "|")
		if !ok {
			t.Fatalf("%q has no two bars", tt.text)
		}
		s := core.Span{Start: len(start), End: len(start) + len(inside)}
		if got := cuts(start+inside+end, s); got != tt.want {
			t.Errorf("cuts(%q) = %t, want %t", tt.text, got, tt.want)
		}
	}
}

func TestAgree(t *testing.T) {
	tests := []struct {
		quote, doc string
		want       bool
	}{
		{"responsible", "respon-\nsible", true},
		{"respon-sible", "respon-\nsible", true},
		{"respon- sible", "respon-\nsible", true},
		{"respon-\nsible", "responsible", true},
		{"respon-\nsible", "respon-sible", true},
		{"re-\nsponsible", "respon-\nsible", true},
		{"respon sible", "respon-\nsible", false},
		{"x-y", "x-\ny", true},
		{"xy", "x-\ny", false},
		{"23", "2-\n3", false},
		{"2-3", "2-\n3", true},
		{"ML-KEM-768", "ML-KEM-\n768", true},
		{"ML-KEM768", "ML-KEM-\n768", false},
		{"2-\n3", "23", false},
		{"MLKEM", "ML-KEM", false},
		{"ab", "a", false},
	}
	for _, tt := range tests {
		end, ok := agree(tt.quote, tt.doc, 0)
		if ok != tt.want || ok && end != len(tt.doc) {
			t.Errorf("agree(%q, %q) = %d, %t, want %t", tt.quote, tt.doc, end, ok, tt.want)
		}
	}
}

func TestClassOf(t *testing.T) {
	for word, want := range map[string]EditClass{
		",": EditSpelling, "the": EditSpelling, "a": EditSpelling, "A": EditIdentifier, "(": EditWord,
		"lattice": EditWord, "I": EditWord, "%": EditUnit, "Bytes": EditUnit, "SHALL": EditModality,
		"deprecated": EditModality, "Unless": EditNegator, "doesn't": EditNegator, "least": EditComparator,
		"=": EditOperator, "∈": EditOperator, "{": EditOperator, "3": EditNumber, "1,428": EditNumber,
		"SHA3": EditNumber, "x": EditIdentifier, "η": EditIdentifier, "ek_PKE": EditIdentifier, "NTT": EditIdentifier,
		"SampleNTT": EditIdentifier, "K′": EditIdentifier,
	} {
		if got := classOf(word); got != want {
			t.Errorf("classOf(%q) = %q, want %q", word, got, want)
		}
	}
}

func TestSameWord(t *testing.T) {
	for _, tt := range []struct {
		a, b    string
		atStart bool
		want    bool
	}{
		{"implementation", "implementaton", false, true},
		{"algorithm", "algorithms", false, true},
		{"Shall", "shall", false, true},
		{"The", "the", false, true},
		{"A", "a", true, true},
		{"A", "a", false, false},
		{"signed", "unsigned", false, false},
		{"encapsulation", "decapsulation", false, false},
		{"increase", "decrease", false, false},
		{"public", "private", false, false},
		{"careful", "careless", false, false},
		{"random", "randomless", false, false},
		{"key", "keys", false, false},
		{"ek_PKE", "ek_pke", false, false},
	} {
		if got := sameWord(tt.a, tt.b, tt.atStart); got != tt.want {
			t.Errorf("sameWord(%q, %q, %t) = %t, want %t", tt.a, tt.b, tt.atStart, got, tt.want)
		}
	}
}
