package visible

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

func TestLine(t *testing.T) {
	for _, tt := range []struct{ name, text, want string }{
		{"plain", "FIPS 203, Algorithm 13", "FIPS 203, Algorithm 13"},
		{"escape sequence", "\x1b[2J\x1b]0;title\a", `\x1b[2J\x1b]0;title\x07`},
		{"line breaks", "a\nb\r\nc\td", `a\nb\r\nc\td`},
		{"eight-bit controls", "\u009b31m \u0085", `\u009b31m \u0085`},
		{"bytes that are no text", "a\x9b\xffb\xe2\x80", `a\x9b\xffb\xe2\x80`},
		{"delete", "\x7f", `\x7f`},
		{"overrides and isolates", "a\u202eb\u2066c\u2069d\u200f", `a\u202eb\u2066c\u2069d\u200f`},
		{"zero width", "a\u200bb\ufeffc\u2060d\u00ade", `a\u200bb\ufeffc\u2060d\u00ade`},
		{"tags", "a\U000e0041\U000e007f", `a\U000e0041\U000e007f`},
		{"separators", "a\u2028b\u2029", `a\u2028b\u2029`},
		{"fillers", "a\u3164b\u034f", `a\u3164b\u034f`},
		{"selectors in a run", "葛\ufe0f\ufe01\U000e0100", "葛\ufe0f" + `\ufe01\U000e0100`},
		{"selectors of nothing", "\ufe0f \ufe0fa\ufe01 1\ufe0f", `\ufe0f \ufe0fa\ufe01 1\ufe0f`},
		{"noncharacters", "\ufffe\U0001ffff", `\ufffe\U0001ffff`},
		{"joiners of nothing", "a\u200db\u200cc", `a\u200db\u200cc`},
		{"joiner at an end", "می\u200c", "می" + `\u200c`},
		{"workflow command", "::error file=a::b", `\x3a:error file=a::b`},
		{"workflow command behind blanks", " \u00a0::stop-commands::x", " \u00a0" + `\x3a:stop-commands::x`},
		{"older commands", "x ##[error]y ##VSO[task] ##teamcity[z]", `x \x23#[error]y \x23#VSO[task] \x23#teamcity[z]`},
		{"colons inside", "std::vector a::b", "std::vector a::b"},
		{"heading", "## [Unreleased]", "## [Unreleased]"},

		{"right to left", "שלום עולם مرحبا بالعالم", "שלום עולם مرحبا بالعالم"},
		{"combining marks", "e\u0301 ṩ̇ นี้", "e\u0301 ṩ̇ นี้"},
		{"Persian", "می\u200cخواهم", "می\u200cخواهم"},
		{"Devanagari and Sinhala", "क्\u200dष ශ්\u200dරී", "क्\u200dष ශ්\u200dරී"},
		{"emoji", "👩🏽\u200d🔬 👨\u200d👩\u200d👧 ❤\ufe0f\u200d🔥 1\ufe0f⃣ 🏳\ufe0f\u200d🌈", "👩🏽\u200d🔬 👨\u200d👩\u200d👧 ❤\ufe0f\u200d🔥 1\ufe0f⃣ 🏳\ufe0f\u200d🌈"},
		{"ideographic variants", "葛\U000e0100飾", "葛\U000e0100飾"},
		{"mathematics", "𝔹^{384𝑘+32} ≤ 2^-138.8 \ufffd", "𝔹^{384𝑘+32} ≤ 2^-138.8 \ufffd"},
		{"spaces", "a\u00a0b\u2003c\u3000d", "a\u00a0b\u2003c\u3000d"},
		{"signs of Arabic numbers", "\u0600١٢ \u06dd", "\u0600١٢ \u06dd"},
	} {
		if got := Line(tt.text); got != tt.want {
			t.Errorf("%s: Line(%+q) = %+q, want %+q", tt.name, tt.text, got, tt.want)
		}
	}
}

func TestText(t *testing.T) {
	for text, want := range map[string]string{
		"a\n\tb\r\nc\x1b":          "a\n\tb" + `\r` + "\nc" + `\x1b`,
		"a\n::error::b\n\t::c":     "a\n" + `\x3a:error::b` + "\n\t" + `\x3a:c`,
		"a\u2028::error::b":        `a\u2028::error::b`,
		"لا\n\u200d":               "لا\n" + `\u200d`,
		strings.Repeat("a\n", 300): strings.Repeat("a\n", 300),
	} {
		if got := Text(text); got != want {
			t.Errorf("Text(%+q) = %+q, want %+q", text, got, want)
		}
	}
}

// forbidden says what a text still holds that it must not; written anew here.
func forbidden(s string) string {
	if !utf8.ValidString(s) {
		return "bytes that are no UTF-8"
	}
	var before rune
	for _, r := range s {
		switch {
		case unicode.IsControl(r):
			return "a control character"
		case r >= 0x202a && r <= 0x202e, r >= 0x2066 && r <= 0x2069, r == 0x200e, r == 0x200f, r == 0x61c:
			return "a mark of direction"
		case r == 0x200b, r == 0xfeff, r >= 0x2060 && r <= 0x2065, r == 0xad, r == 0x180e, r == 0x2028, r == 0x2029:
			return "a character of no width, or a separator"
		case r >= 0xe0000 && r <= 0xe00ff:
			return "a tag"
		case (r == 0x200c || r == 0x200d) && before < 0x600:
			return "a joiner of nothing"
		}
		before = r
	}
	for _, c := range []string{"##[", "##vso[", "##teamcity["} {
		if strings.Contains(strings.ToLower(s), c) {
			return "a command"
		}
	}
	if strings.HasPrefix(strings.TrimSpace(s), "::") {
		return "a workflow command"
	}
	return ""
}

// FuzzShow holds any text to what the package says of it.
func FuzzShow(f *testing.F) {
	for _, s := range []string{"", "plain", "\x1b[31m", "a\nb", "\u202e", "::error::x", " \r::x", "##[group]", "##VſO[", "\xff\xfe", "می\u200cخ", "क्\u200d", "👩\u200d🔬", "a\ufe0f\ufe0f", "\u2028::", "\U000e0001", ":\u200b:", "#\u200b#[", "\u0600", "##vso["} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		line, text := Line(s), Text(s)
		if what := forbidden(line); what != "" {
			t.Errorf("Line(%+q) = %+q holds %s", s, line, what)
		}
		for l := range strings.SplitSeq(text, "\n") {
			if what := forbidden(strings.ReplaceAll(l, "\t", " ")); what != "" {
				t.Errorf("Text(%+q) = %+q holds %s", s, text, what)
			}
		}
		if strings.Count(text, "\n") != strings.Count(s, "\n") {
			t.Errorf("Text(%+q) = %+q has other lines", s, text)
		}
		if Line(line) != line || Text(text) != text || Text(line) != line {
			t.Errorf("shown twice, %+q is %+q and %+q", s, Line(line), Text(text))
		}
	})
}
