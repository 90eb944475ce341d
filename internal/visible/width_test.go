package visible

import "testing"

func TestWidth(t *testing.T) {
	for _, c := range []struct {
		text  string
		width int
		cut   string // to four columns
	}{
		{"", 0, ""},
		{"ML-KEM", 6, "ML-…"},
		{"four", 4, "four"},
		{"a\u0308o\u0308u", 3, "a\u0308o\u0308u"},                // marks
		{"格子暗号", 8, "格…"},                                        // letters of East Asia
		{"ｆｕｌｌ", 8, "ｆ…"},                                        // full width
		{"ηηη·q", 5, "ηηη…"},                                     // of doubtful width
		{"👍👍", 4, "👍👍"},                                          // pictures
		{"👨‍👩‍👧 ok", 5, "👨‍👩‍👧 …"},                               // one picture of three
		{"❤\ufe0f!", 3, "❤\ufe0f!"},                              // a sign that is made a picture
		{"a\x1bb\u200bc", 3, "a\x1bb\u200bc"},                    // controls
		{"e\u0301\u0302\u0303-KEM", 5, "e\u0301\u0302\u0303-K…"}, // many marks
	} {
		if got := Width(c.text); got != c.width {
			t.Errorf("the width of %q is %d, want %d", c.text, got, c.width)
		}
		if got := Cut(c.text, 4, "…"); got != c.cut || Width(got) > 4 {
			t.Errorf("%q is cut to %q, want %q", c.text, got, c.cut)
		}
	}
	if got := Cut("格子", 1, ""); got != "" {
		t.Errorf("half a letter is %q", got)
	}
}
