package pdf

import "testing"

func TestGlyphText(t *testing.T) {
	tests := map[string]string{
		"a": "a", "space": " ", "fi": "fi", "eacute": "é", "Scaron": "Š", "alpha": "α", "arrowright": "→",
		"prime": "′", "uni2260": "≠", "u1D400": "𝐀", "a.sc": "a", "no-such-glyph": "", "": "", "uniZZZZ": "",
	}
	for n, want := range tests {
		if got := glyphText(n); got != want {
			t.Errorf("glyphText(%q) = %q, want %q", n, got, want)
		}
	}
}

func TestBaseEncodings(t *testing.T) {
	tests := []struct {
		base name
		code byte
		want string
	}{
		{"WinAnsiEncoding", 0x92, "’"}, {"WinAnsiEncoding", 'A', "A"}, {"MacRomanEncoding", 0xD5, "’"},
		{"StandardEncoding", '\'', "’"}, {"StandardEncoding", 0xAE, "fi"}, {"StandardEncoding", 0xD0, "—"},
		{"StandardEncoding", 0xFB, "germandbls"}, {"", 0xE9, "Oslash"},
	}
	for _, tt := range tests {
		want := tt.want
		if t := glyphText(want); t != "" {
			want = t
		}
		if got := baseEncoding(tt.base)[tt.code]; got != want {
			t.Errorf("%s[%#x] = %q, want %q", tt.base, tt.code, got, want)
		}
	}
}

func TestType1Encoding(t *testing.T) {
	program := "/Encoding 256 array 0 1 255 {1 index exch /.notdef put} for dup 48 /prime put dup 161 /alpha put readonly def eexec"
	enc := type1Encoding([]byte(program))
	if enc == nil || enc[48] != "′" || enc[161] != "α" {
		t.Errorf("encoding = %v", enc)
	}
	if type1Encoding([]byte("/Encoding StandardEncoding def")) != nil {
		t.Error("a named encoding must not replace the base encoding")
	}
}

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
