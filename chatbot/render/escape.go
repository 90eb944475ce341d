package render

import (
	"net/url"
	"regexp"
	"strings"
	"unicode"
)

// Escape returns a text as Discord's Markdown that shows it on one line and means
// nothing else at any place: no markup, mention, emoji, link or invitation. White
// space, including line breaks, becomes single spaces.
//
// What could be recognised in the bare text, before any Markdown, is broken up too:
// Discord's servers look for mentions and addresses there.
func Escape(s string) string { return escape(plain(s)) }

// plain is a text on one line, for places without markup.
func plain(s string) string { return strings.Join(strings.Fields(printable(s)), " ") }

// maxMarks is how many combining marks one letter may carry: piles of them cover the
// lines above.
const maxMarks = 4

// printable drops what cannot be shown or changes how the rest is shown: control
// characters except line breaks and tabs, direction marks, zero-width characters. Line
// separators become line breaks.
func printable(s string) string {
	marks := 0
	return strings.Map(func(r rune) rune {
		if r >= ' ' && r <= '~' {
			marks = 0
			return r
		}
		if !unicode.Is(unicode.M, r) {
			marks = 0
		} else if marks++; marks > maxMarks {
			return -1
		}
		switch {
		case r == '\n' || r == '\t':
			return r
		case strings.ContainsRune("\r\v\f\u0085\u2028\u2029", r):
			return '\n'
		case unicode.In(r, unicode.Cc, unicode.Cf, unicode.Co, unicode.Cs), invisible[r]:
			return -1
		}
		return r
	}, strings.ReplaceAll(strings.ToValidUTF8(s, "\uFFFD"), "\r\n", "\n"))
}

// invisible are letters and marks that show nothing.
var invisible = map[rune]bool{'\u034F': true, '\u115F': true, '\u1160': true, '\u17B4': true, '\u17B5': true, '\u3164': true, '\uFFA0': true}

// escape escapes a text that is on one line.
func escape(s string) string {
	var b strings.Builder
	for at, word := range strings.Split(s, " ") {
		if at > 0 {
			b.WriteByte(' ')
		}
		escapeWord(&b, word, at == 0)
	}
	return b.String()
}

// always are the characters that are escaped everywhere.
const always = "\\`*_~|[]<>@"

func escapeWord(b *strings.Builder, word string, begins bool) {
	address := strings.Contains(strings.ToLower(word), "discord") // it may be an invitation
	for i, r := range word {
		switch {
		case strings.ContainsRune(always, r), r == ':' && i+1 < len(word), address && (r == '.' || r == '/'), begins && beginsBlock(word, i):
			b.WriteByte('\\')
		}
		b.WriteRune(r)
		if r == '@' && (strings.HasPrefix(word[i+1:], "everyone") || strings.HasPrefix(word[i+1:], "here")) {
			b.WriteString(noWidth)
		}
	}
}

// noWidth breaks up what must not be read as one word, where a backslash does not help.
const noWidth = "\u200B"

// beginsBlock reports whether the byte at an offset could turn the line into a heading,
// small print or a list.
func beginsBlock(word string, i int) bool {
	switch word[i] {
	case '#', '-', '+':
		return i == 0
	case '.', ')':
		return i > 0 && strings.Trim(word[:i], "0123456789") == ""
	}
	return false
}

// bold, italic and small style Markdown that is on one line already.
func bold(markdown string) string { return around("**", markdown) }

func italic(markdown string) string { return around("*", markdown) }

func around(mark, markdown string) string {
	if markdown == "" {
		return ""
	}
	return mark + markdown + mark
}

func small(markdown string) string { return "-# " + markdown }

// code styles a word of ours, which has no backtick, as code.
func code(word string) string { return "`" + word + "`" }

const (
	fenceOpen  = "```text\n"
	fenceClose = "\n```"
	cellGap    = "   " // between the cells of a row, in a monospaced font
)

// fenced returns lines as a fenced block that nothing in them can end. At least one
// must not be empty.
func fenced(lines string) string { return fenceOpen + unfenced(lines) + fenceClose }

// unfenced is the content of a fence.
func unfenced(lines string) string {
	s := strings.ReplaceAll(printable(lines), "\t", cellGap)
	s = strings.ReplaceAll(s, "``", "`"+noWidth+"`")
	for _, name := range []string{"everyone", "here"} {
		s = strings.ReplaceAll(s, "@"+name, "@"+noWidth+name)
	}
	return strings.TrimRight(strings.TrimLeft(s, "\n"), " \n")
}

// quoted returns lines as a block quote, without empty ones, which would end it.
func quoted(lines string) string {
	var out []string
	for line := range strings.Lines(printable(lines)) {
		if cells := cellsOf(line); cells != "" {
			out = append(out, "> "+cells)
		}
	}
	return strings.Join(out, "\n")
}

// cellsOf is a line with its cells separated, including empty ones: otherwise later
// cells would move under another heading. Leading tabs are indentation.
func cellsOf(line string) string {
	var cells []string
	for cell := range strings.SplitSeq(strings.Trim(line, "\t\n "), "\t") {
		cells = append(cells, escape(plain(cell)))
	}
	return strings.Join(cells, columnGap)
}

// flat is a text on one line, as by plain, with its cells separated.
func flat(s string) string {
	return plain(strings.ReplaceAll(strings.Trim(s, "\t\n "), "\t", columnGap))
}

// Bounds of a link, in UTF-16 units. Longer addresses are omitted: half of one is
// useless.
const (
	maxLinkText = 110
	maxAddress  = 180
)

// link returns a text that links to an address. If that is not a web address, or too
// long, there is only the text.
func link(text, address string) string {
	text, _ = fit(plain(text), maxLinkText, Escape)
	to, ok := webAddress(address, maxAddress)
	if !ok || text == "" {
		return text
	}
	return "[" + text + "](" + to + ")"
}

// webAddress returns an address as used in a link or a button, and whether it is a web
// address of at most some units.
func webAddress(address string, most int) (string, bool) {
	if address != printable(address) || !strings.HasPrefix(address, "https://") && !strings.HasPrefix(address, "http://") {
		return "", false
	}
	to := destination.Replace(address)
	u, err := url.Parse(to)
	return to, err == nil && u.User == nil && hostForm.MatchString(u.Host) && units(to) <= most
}

// hostForm is a host with its port. Letters of other scripts are excluded: some look
// like others.
var hostForm = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9.-]*(?::\d+)?$`)

// destination percent-encodes what would end or split the address of a link.
var destination = strings.NewReplacer(
	" ", "%20", "(", "%28", ")", "%29", "<", "%3C", ">", "%3E", "\\", "%5C", "\n", "%0A", "\t", "%09", `"`, "%22", "`", "%60", "|", "%7C", "*", "%2A", "[", "%5B", "]", "%5D", "~", "%7E", "{", "%7B", "}", "%7D", "^", "%5E",
)
