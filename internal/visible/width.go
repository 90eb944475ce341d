package visible

import (
	"strings"
	"unicode"

	"github.com/clipperhouse/uax29/v2/graphemes"
	"golang.org/x/text/width"
)

// emoji is the selector that makes the character before it a picture.
const emoji = '\ufe0f'

// Width is how many columns a text takes in a terminal or a block of code: letters of East Asia and pictures take two (Unicode, UAX 11), marks and
// controls none, and a grapheme cluster as many as its widest character. Characters of doubtful width are narrow, on every machine.
func Width(s string) int {
	if printableASCII(s) {
		return len(s)
	}
	n := 0
	for c := graphemes.FromString(s); c.Next(); {
		n += clusterWidth(c.Value())
	}
	return n
}

// Cut is a text of one line, cut between grapheme clusters so that it takes no more than a number of columns with the tail that says so.
func Cut(s string, most int, tail string) string {
	if Width(s) <= most {
		return s
	}
	most -= Width(tail)
	end, n := 0, 0
	for c := graphemes.FromString(s); c.Next(); end = c.End() {
		if n += clusterWidth(c.Value()); n > most {
			break
		}
	}
	return s[:end] + tail
}

// printableASCII reports whether a text is of printable ASCII characters only.
func printableASCII(s string) bool {
	return strings.IndexFunc(s, func(r rune) bool { return r < ' ' || r > '~' }) < 0
}

func clusterWidth(s string) int {
	n := 0
	for _, r := range s {
		if r == emoji && n > 0 {
			n = 2
		}
		n = max(n, runeWidth(r))
	}
	return n
}

func runeWidth(r rune) int {
	if unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf, unicode.Cc) {
		return 0
	}
	switch width.LookupRune(r).Kind() {
	case width.EastAsianWide, width.EastAsianFullwidth:
		return 2
	}
	return 1
}
