package pdf

import "testing"

func TestRoman(t *testing.T) {
	for n, want := range map[int]string{1: "I", 4: "IV", 9: "IX", 49: "XLIX", 1994: "MCMXCIV", 0: "0"} {
		if got := roman(n); got != want {
			t.Errorf("roman(%d) = %q, want %q", n, got, want)
		}
	}
}

func TestTextString(t *testing.T) {
	tests := map[string]string{"plain": "plain", "\xFE\xFF\x00A\x22\x60": "A≠", "\xEF\xBB\xBFé": "é", "a\x84b": "a—b"}
	for in, want := range tests {
		if got := textString(in); got != want {
			t.Errorf("textString(%q) = %q, want %q", in, got, want)
		}
	}
}
