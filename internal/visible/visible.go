// Package visible shows untrusted text so that it cannot affect what displays it: drive
// a terminal, reverse the order of a line, hide a word, forge a log line or a command
// to a build service.
//
// A character is replaced by its escape as in Go and C: \x1b, \u202e, \U000e0041, and
// \xff for a byte that is not UTF-8. Escaped are
//
//   - control characters (C0, DEL, C1), except those that the function keeps;
//   - invisible format characters: direction marks and overrides, zero-width
//     characters, soft hyphens, tags, separators of lines and paragraphs;
//   - letters and marks that show nothing, such as the Hangul fillers;
//   - a variation selector that selects nothing, because it comes first, after a
//     space or after another: runs of them can hide bytes;
//   - noncharacters and bytes that are not UTF-8;
//   - "::" at the start of a line, where it starts a workflow command (GitHub
//     Docs, Workflow commands for GitHub Actions), and the first character of
//     "##[", "##vso[" and "##teamcity[" anywhere, which do so for older runners,
//     Azure Pipelines and TeamCity.
//
// Everything else stays: letters of every script, also those written from right to
// left, combining marks, and the joiners U+200C and U+200D between two letters of a
// script that needs them or, the latter, between two parts of an emoji.
//
// The escape is not reversible: backslashes are not escaped, so a text with a literal
// \x1b looks like one with the character. In return showing is idempotent, and layers
// that do not know of each other can both do it.
package visible

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Line shows a text on one line: line breaks and tabs are escaped too, as \n, \r and
// \t.
func Line(s string) string {
	if plain(s, "") {
		return s
	}
	return show(s, "")
}

// Text shows a text of several lines: line breaks (\n) and tabs stay.
func Text(s string) string {
	if plain(s, "\n\t") {
		return s
	}
	return show(s, "\n\t")
}

// plain reports whether a text is only printable ASCII and kept characters, without a
// command: the most common case, which costs no copy.
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
			r = '0' // the last byte becomes some digit
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

// escape is the replacement for a character.
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

// commands are the prefixes of build-service commands that count anywhere in a line.
var commands = []string{"##[", "##vso[", "##teamcity["}

// marker is the length of a build-service command prefix at an offset, or 0.
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

// begins reports whether there is only white space after the last line break of a text.
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
