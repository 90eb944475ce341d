// Package markdown writes cards, answers and refusals as Markdown, or as plain text
// for editors that read none.
//
// All that comes from documents, users and models is data: it is escaped, so that
// no byte of it becomes a link, an image, HTML or a command. What is escaped is what
// has a meaning where it stands and no more, since half of the editors show the
// source of a hover rather than a page made of it.
//
// What it trades away: a passage keeps its lines and loses its tables. Columns of
// text are shown as they were extracted.
package markdown

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/pqcite/pqcite/internal/visible"
)

// Escape returns a text as Markdown that shows it on one line and means nothing
// else, where something stands before it. White space, line breaks with it,
// becomes single spaces; control characters and what shows nothing are escaped.
func Escape(s string) string { return escape(plain(s), false) }

// EscapeLine is Escape for a text that begins a line.
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

// active reports whether the byte at an offset could mean something inside a line
// of Markdown, with the extensions that editors read.
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

// beginsBlock reports whether the byte at an offset could make a heading, a list, a
// quote or a rule of the line.
func beginsBlock(s string, i int) bool {
	switch s[i] {
	case '#', '>', '+', '-', '=', ':':
		return i == 0
	case '.', ')':
		return digits(s[:i]) && (i+1 == len(s) || s[i+1] == ' ')
	}
	return false
}

// scheme reports whether a text ends with a word that makes an address of what
// follows a colon.
func scheme(before string) bool {
	for _, word := range []string{"command", "mailto", "javascript", "data", "vscode", "file"} {
		if len(before) >= len(word) && strings.EqualFold(before[len(before)-len(word):], word) {
			return true
		}
	}
	return false
}

// digits reports whether a line so far is the number of a list's item.
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
	if strings.HasSuffix(s, "#") { // it would be taken for the end of the heading
		s = strings.TrimSuffix(s, "#") + `\#`
	}
	return marks + " " + s
}

// printable shows control characters but line breaks and tabs, and characters that
// show nothing or turn the direction of text round, as their escapes.
func printable(s string) string {
	return visible.Text(strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(s))
}

// Fence returns a text of lines as a fenced block, which no line of it can end.
func Fence(s string) string {
	s = strings.TrimRight(strings.ReplaceAll(printable(s), "\t", "   "), "\n")
	fence := "```"
	for strings.Contains(s, fence) {
		fence += "`"
	}
	return fence + "text\n" + s + "\n" + fence
}

// Quote returns a text of lines as a quoted paragraph.
func Quote(s string) string {
	var b strings.Builder
	for line := range strings.Lines(strings.Trim(printable(s), "\n")) {
		b.WriteString(strings.TrimRight("> "+EscapeLine(line), " ") + "\n")
	}
	return strings.TrimRight(b.String(), "\n")
}

// Link returns a link with a text. An address that is not one of the web or of a
// file gives the text alone.
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

// destination percent-encodes what would end the address of a link, or split it.
var destination = strings.NewReplacer(
	" ", "%20", "(", "%28", ")", "%29", "<", "%3C", ">", "%3E", "\\", "%5C", "\n", "", "\r", "", "\t", "%09", `"`, "%22", "`", "%60", "|", "%7C", "*", "%2A", "[", "%5B", "]", "%5D",
)
