// Package visible shows text that somebody else wrote so that it can do nothing to
// what shows it: drive a terminal, turn the order of a line round, hide a word,
// forge a line of a log or a command to the service that runs a build.
//
// What is shown in place of a character is its escape as Go and C write it: \x1b,
// \u202e, \U000e0041, and \xff for a byte that is no UTF-8. Escaped are
//
//   - control characters (C0, DEL, C1), but not what the function leaves in;
//   - characters that format and show nothing: marks and overrides of direction,
//     zero-width characters, soft hyphens, tags, separators of lines and paragraphs;
//   - letters and marks that show nothing, such as the Hangul fillers;
//   - a variation selector that selects nothing, because it stands first, after a
//     space or after another: bytes are hidden in runs of them;
//   - noncharacters and bytes that are no UTF-8;
//   - "::" at the beginning of a line, where it begins a workflow command (GitHub
//     Docs, Workflow commands for GitHub Actions), and the first sign of "##[",
//     "##vso[" and "##teamcity[" wherever they stand, which do so for older runners,
//     Azure Pipelines and TeamCity.
//
// Everything else stays: letters of every script, those that are written from right
// to left too, combining marks, and the joiners U+200C and U+200D between two letters of
// a script that is written with them or, the latter, between two parts of an emoji.
//
// It trades away the way back: a backslash is not escaped, so that a text with \x1b
// in it reads like one with the character. What is shown is shown once and again the
// same, so layers that don't know of each other can both do it.
package visible

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Line shows a text on one line: line breaks and tabs are escaped with the rest, as
// \n, \r and \t.
func Line(s string) string {
	if plain(s, "") {
		return s
	}
	return show(s, "")
}

// Text shows a text of lines: line breaks (\n) and tabs stay.
func Text(s string) string {
	if plain(s, "\n\t") {
		return s
	}
	return show(s, "\n\t")
}

// plain reports whether a text is nothing but printable ASCII and what is left in,
// and no command: the most common case, which costs no copy.
func plain(s, leave string) bool {
	for i := range len(s) {
		switch b := s[i]; {
		case b == ':' || b == '#':
			if marker(s, i) > 0 {
				return false
			}
		case b < ' ' || b >= 0x7f:
			if strings.IndexByte(leave, b) < 0 {
				return false
			}
		}
	}
	return true
}

func show(s, leave string) string {
	var b strings.Builder
	b.Grow(len(s) + len(s)/8)
	var before context
	for i := 0; i < len(s); {
		r, size := utf8.DecodeRuneInString(s[i:])
		switch {
		case r == utf8.RuneError && size == 1:
			fmt.Fprintf(&b, `\x%02x`, s[i])
			r = '0' // what is there now ends with some digit
		case r < utf8.RuneSelf && strings.IndexByte(leave, byte(r)) >= 0:
			b.WriteByte(byte(r))
		case hidden(r) && !before.needs(r, s[i+size:]), marker(s, i) > 0:
			b.WriteString(escape(r))
			r = '0'
		default:
			b.WriteString(s[i : i+size])
		}
		before.see(r)
		i += size
	}
	return b.String()
}

// escape is what stands for a character.
func escape(r rune) string {
	switch r {
	case '\n':
		return `\n`
	case '\r':
		return `\r`
	case '\t':
		return `\t`
	}
	switch {
	case r < utf8.RuneSelf:
		return fmt.Sprintf(`\x%02x`, r)
	case r < 0x10000:
		return fmt.Sprintf(`\u%04x`, r)
	}
	return fmt.Sprintf(`\U%08x`, r)
}

// commands are what begins a command to a build service anywhere in a line.
var commands = []string{"##[", "##vso[", "##teamcity["}

// marker reports, by its length, whether a command to a build service begins at an
// offset; 0 if none does.
func marker(s string, at int) int {
	switch s[at] {
	case ':':
		if strings.HasPrefix(s[at:], "::") && begins(s[:at]) {
			return 2
		}
	case '#':
		for _, c := range commands {
			if len(s)-at >= len(c) && strings.EqualFold(s[at:at+len(c)], c) {
				return len(c)
			}
		}
	}
	return 0
}

// begins reports whether there is only white space between the last line break and
// the end of a text.
func begins(before string) bool {
	for before != "" {
		r, size := utf8.DecodeLastRuneInString(before)
		switch {
		case r == '\n':
			return true
		case !unicode.IsSpace(r):
			return false
		}
		before = before[:len(before)-size]
	}
	return true
}
