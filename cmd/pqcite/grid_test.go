package main

import (
	"bytes"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/internal/visible"
)

func TestWrap(t *testing.T) {
	tests := []struct {
		name, text string
		width      int
		want       []string
	}{
		{"nothing", "", 5, []string{""}},
		{"blanks only", " \n\t ", 5, []string{""}},
		{"fits", "one two", 7, []string{"one two"}},
		{"at a blank", "one two", 6, []string{"one", "two"}},
		{"any white space", "one\n two\tsix", 7, []string{"one two", "six"}},
		{"a long word", "abcdefgh", 3, []string{"abc", "def", "gh"}},
		{"a long word behind another", "x abcdefgh y", 4, []string{"x", "abcd", "efgh", "y"}},
		{"a word of the very width", "abcd e", 4, []string{"abcd", "e"}},
		{"a rest that goes on", "abcde f", 4, []string{"abcd", "e f"}},
		{"characters and not bytes", "ηηη ηη", 3, []string{"ηηη", "ηη"}},
		{"wide characters", "格子暗号標準", 4, []string{"格子", "暗号", "標準"}},
		{"a wide character in a narrow column", "格子 a", 1, []string{"格", "子", "a"}},
		{"marks that take no column", "e\u0301e\u0301e\u0301 x", 3, []string{"e\u0301e\u0301e\u0301", "x"}},
		{"bytes that are no text", "\xff\xfe\xfd\xfc", 3, []string{"\xff\xfe\xfd", "\xfc"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, wrap(tt.text, tt.width)); diff != "" {
				t.Errorf("wrap(%q, %d) (-want +got):\n%s", tt.text, tt.width, diff)
			}
		})
	}
}

func FuzzWrap(f *testing.F) {
	f.Add("a long sentence with averyveryverylongword in it", 7)
	f.Add("\xff\xff\xff\xff 格子\n", 1)
	f.Fuzz(func(t *testing.T, text string, width int) {
		if width < 1 || width > 100 {
			t.Skip()
		}
		lines := wrap(text, width)
		for _, l := range lines {
			if visible.Width(l) > max(width, 2) { // the width of one character
				t.Errorf("line %q of %q is wider than %d", l, text, width)
			}
		}
		join := func(s string) string { return strings.Join(strings.Fields(s), "") }
		if got := join(strings.Join(lines, " ")); got != join(text) {
			t.Errorf("wrap(%q, %d) holds %q", text, width, got)
		}
	})
}

func TestPrintComparison(t *testing.T) {
	side := func(side, aspect, text string, keys ...string) core.Claim {
		return core.Claim{Side: side, Aspect: aspect, Text: text, Citations: keys}
	}
	long := strings.Repeat("word ", 12)
	tests := []struct {
		name   string
		claims []core.Claim
		want   string
	}{
		{"no claim", nil, ""},
		{"claims that are no cells", []core.Claim{{Text: "A claim.", Citations: []string{"c1"}}}, ""},
		{
			"two sides", []core.Claim{
				side("W-1", "public key", "W-1, public key: 100 bytes", "c1", "c2"), side("W-2", "public key", "W-2, public key: 200 bytes", "c3"),
				{Text: "Something else.", Citations: []string{"c9"}},
			},
			"                   │ W-1                                        │ W-2\n" +
				"  " + strings.Repeat("─", 106) + "\n" +
				"  public key       │ 100 bytes [c1] [c2]                        │ 200 bytes [c3]\n",
		},
		{
			"a missing cell, and one of two lines", []core.Claim{side("A", "what", long, "c1"), side("B", "why", "so", "c2")},
			"                   │ A                                          │ B\n" +
				"  " + strings.Repeat("─", 106) + "\n" +
				"  what             │ word word word word word word word word    │ –\n" +
				"                   │ word word word word [c1]                   │ \n" +
				"  " + strings.Repeat("─", 106) + "\n" +
				"  why              │ –                                          │ so [c2]\n",
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var b bytes.Buffer
			printComparison(sheet{Writer: &b}, tt.claims)
			if diff := cmp.Diff(tt.want, b.String()); diff != "" {
				t.Errorf("printed (-want +got):\n%s", diff)
			}
		})
	}
}

func TestPrintComparisonOfAnything(t *testing.T) {
	for _, text := range []string{"格子暗号" + strings.Repeat("標準", 40), strings.Repeat("\xff", 50), "a\x1b[31mred\x1b[0m", strings.Repeat("e\u0301", 60)} {
		var b bytes.Buffer
		printComparison(sheet{Writer: &b}, []core.Claim{{Side: text, Aspect: text, Text: text}, {Side: "B", Aspect: text, Text: text}})
		if b.Len() == 0 {
			t.Errorf("nothing printed of %q", text)
		}
		if strings.Contains(b.String(), "\x1b") {
			t.Errorf("an escape sequence is printed of %q", text)
		}
	}
}
