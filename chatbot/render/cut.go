package render

import (
	"sort"
	"strings"
	"unicode"
	"unicode/utf16"

	"github.com/clipperhouse/uax29/v2/graphemes"
)

// ellipsis shows an omission.
const ellipsis = "…"

// units is the length of a text in UTF-16 units.
func units(s string) int {
	n := 0
	for _, r := range s {
		n += max(1, utf16.RuneLen(r))
	}
	return n
}

// fit shows a text, or as much of it as fits in a number of units when shown, with an
// ellipsis, and reports whether it was cut. A cut is between grapheme clusters, and
// between words if there is a word end nearby.
//
// The text is cut before it is shown, so that markup is never cut: show must not
// shorten a text.
func fit(s string, most int, show func(string) string) (string, bool) {
	if all := show(s); units(all) <= most {
		return all, false
	}
	ends := boundaries(window(s, most, show))
	n := sort.Search(len(ends), func(i int) bool { return units(show(s[:ends[i]]+ellipsis)) > most })
	if n == 0 {
		return ellipsis, true
	}
	return show(wordEnd(s, ends[n-1]) + ellipsis), true
}

// window is a prefix of a text that contains everything that fits, so that the rest of
// a long text need not be shown repeatedly. Its last character may be partial, and
// never fits anyway.
func window(s string, most int, show func(string) string) string {
	for n := 4*most + 64; n < len(s); n *= 2 {
		if w := strings.ToValidUTF8(s[:n], ""); units(show(w+ellipsis)) > 2*most+64 {
			return w
		}
	}
	return s
}

// boundaries are the offsets after each character of a text.
func boundaries(s string) []int {
	var ends []int
	for it := graphemes.FromString(s); it.Next(); {
		ends = append(ends, it.End())
	}
	return ends
}

// maxBack is how far a cut moves back to the end of a word, in bytes.
const maxBack = 24

func wordEnd(s string, end int) string {
	if end < len(s) && s[end] == ' ' {
		return s[:end]
	}
	for i := end; i > 0 && i > end-maxBack; i-- {
		if s[i-1] == ' ' || s[i-1] == '\n' {
			return strings.TrimRightFunc(s[:i], unicode.IsSpace)
		}
	}
	return s[:end]
}

// fitPlain is fit for places without markup.
func fitPlain(s string, most int) string {
	out, _ := fit(plain(s), most, func(s string) string { return s })
	return out
}

// chunks cuts lines into runs of at most some units when shown. A longer line is cut,
// which is reported.
func chunks(lines string, most int, show func(string) string) (out []string, cut bool) {
	run := ""
	flush := func() {
		if strings.TrimSpace(run) != "" {
			out = append(out, show(run))
		}
		run = ""
	}
	for line := range strings.Lines(lines) {
		if units(show(run+line)) > most {
			flush()
		}
		if units(show(line)) > most {
			short, _ := fit(strings.TrimRight(line, "\n"), most, show)
			out, cut = append(out, short), true
			continue
		}
		run += line
	}
	flush()
	return out, cut
}
