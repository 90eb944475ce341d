// Package markdown writes cards, answers and refusals as Markdown, or as plain text for
// editors without it.
//
// Everything from documents, users and models is data: it is escaped, so that no byte
// of it becomes a link, an image, HTML or a command. Only what has a meaning at its
// place is escaped, since half of the editors show the source of a hover rather than
// rendering it.
//
// Trade-off: a passage keeps its lines but loses its tables. Columns of text are shown
// as they were extracted.
package markdown

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/pqcite/pqcite/internal/visible"
)

// Escape returns a text as Markdown that shows it on one line and means nothing else,
// after other text on the line. White space, including line breaks, becomes single
// spaces; control and invisible characters are escaped.
func Escape(s string) string { return escape(plain(s), false) }

// EscapeLine is Escape for a text at the start of a line.
func EscapeLine(s string) string { return escape(plain(s), true) }

// plain is a text on one line.
func plain(s string) string { return strings.Join(strings.Fields(printable(s)), " ") }

func escape(s string, begins bool) string {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if active(s, i) || begins && beginsBlock(s, i) {
			b.WriteByte('\\')
		}
		b.WriteByte(s[i])
	}
	return b.String()
}

// active reports whether the byte at an offset could have a meaning inside a line of
// Markdown, with the extensions that editors support.
func active(s string, i int) bool {
	switch b := s[i]; b {
	case '\\', '`', '*', '[', ']', '<', '|', '~':
		return true
	case '_':
		return !(inWord(s, i-1) && inWord(s, i+1))
	case '&':
		return i+1 < len(s) && (s[i+1] == '#' || isLetter(s[i+1]))
	case ':':
		return strings.HasPrefix(s[i:], "://") || scheme(s[:i])
	case '@':
		return i > 0 && i+1 < len(s) && s[i-1] != ' ' && s[i+1] != ' '
	case '.':
		return i >= 3 && strings.EqualFold(s[i-3:i], "www")
	case '$':
		return strings.HasPrefix(s[i:], "$(")
	}
	return false
}

// beginsBlock reports whether the byte at an offset could turn the line into a heading,
// a list, a quote or a rule.
func beginsBlock(s string, i int) bool {
	switch s[i] {
	case '#', '>', '+', '-', '=', ':':
		return i == 0
	case '.', ')':
		return digits(s[:i]) && (i+1 == len(s) || s[i+1] == ' ')
	}
	return false
}

// scheme reports whether a text ends in a word that, with a colon, starts an address.
func scheme(before string) bool {
	for _, word := range []string{"command", "mailto", "javascript", "data", "vscode", "file"} {
		if len(before) >= len(word) && strings.EqualFold(before[len(before)-len(word):], word) {
			return true
		}
	}
	return false
}

// digits reports whether a line so far is the number of a list item.
func digits(s string) bool {
	return s != "" && len(s) <= 9 && strings.Trim(s, "0123456789") == ""
}

func isLetter(b byte) bool { return b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z' }

func inWord(s string, i int) bool {
	if i < 0 || i >= len(s) {
		return false
	}
	r, _ := utf8.DecodeRuneInString(s[i:])
	if r == utf8.RuneError { // i is the last byte of a rune
		r, _ = utf8.DecodeLastRuneInString(s[:i+1])
	}
	return unicode.IsLetter(r) || unicode.IsDigit(r)
}

// Heading returns a text as the title of a page, or a part of one.
func Heading(marks, s string) string {
	s = Escape(s)
	if strings.HasSuffix(s, "#") { // it would count as the end of the heading
		s = strings.TrimSuffix(s, "#") + `\#`
	}
	return marks + " " + s
}

// printable escapes control characters except line breaks and tabs, and characters that
// are invisible or change the direction of text.
func printable(s string) string {
	return visible.Text(strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(s))
}

// Fence returns lines as a fenced block that none of them can end.
func Fence(s string) string {
	s = strings.TrimRight(strings.ReplaceAll(printable(s), "\t", "   "), "\n")
	fence := "```"
	for strings.Contains(s, fence) {
		fence += "`"
	}
	return fence + "text\n" + s + "\n" + fence
}

// Quote returns lines as a quoted paragraph.
func Quote(s string) string {
	var b strings.Builder
	for line := range strings.Lines(strings.Trim(printable(s), "\n")) {
		b.WriteString(strings.TrimRight("> "+EscapeLine(line), " ") + "\n")
	}
	return strings.TrimRight(b.String(), "\n")
}

// Link returns a link with a text. If the address is neither a web nor a file address,
// only the text is returned.
func Link(text, address string) string {
	if address != printable(address) {
		return Escape(text)
	}
	for _, scheme := range []string{"https://", "http://", "file:///", "pqcite:/"} {
		if strings.HasPrefix(address, scheme) {
			return link(text, address)
		}
	}
	return Escape(text)
}

func link(text, address string) string {
	return "[" + Escape(text) + "](" + destination.Replace(address) + ")"
}

// destination percent-encodes what would end or split the address of a link.
var destination = strings.NewReplacer(
	" ", "%20", "(", "%28", ")", "%29", "<", "%3C", ">", "%3E", "\\", "%5C", "\n", "", "\r", "", "\t", "%09", `"`, "%22", "`", "%60", "|", "%7C", "*", "%2A", "[", "%5B", "]", "%5D",
)
