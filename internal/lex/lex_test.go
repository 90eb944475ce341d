package lex

import "testing"

func TestDistance(t *testing.T) {
	for _, tt := range []struct {
		a, b string
		want int
	}{
		{"", "", 0}, {"", "abc", 3}, {"abc", "", 3}, {"same", "same", 0}, {"same", "sane", 1}, {"same", "smae", 1}, {"same", "sames", 1},
		{"kitten", "sitting", 3}, {"ca", "abc", 3}, {"check", "hceck", 1}, {"ab", "ba", 1}, {"abcd", "badc", 2},
	} {
		if got := Distance(tt.a, tt.b); got != tt.want {
			t.Errorf("Distance(%q, %q) = %d, want %d", tt.a, tt.b, got, tt.want)
		}
	}
}

func TestSets(t *testing.T) {
	set := Set("line lines\n step")
	for word, want := range map[string]bool{"Line": true, "STEP": true, "steps": false, "": false, "lıne": false, "a word of more than thirty-two bytes": false} {
		if Has(set, word) != want {
			t.Errorf("Has(%q) = %v", word, !want)
		}
	}
	if n := testing.AllocsPerRun(10, func() { Has(set, "Lines") }); n > 0 {
		t.Errorf("a word that is looked up allocates %v times", n)
	}
}

func TestOneLine(t *testing.T) {
	if got := OneLine(" a\tb\r\n\nc "); got != "a b c" {
		t.Errorf("got %q", got)
	}
}
