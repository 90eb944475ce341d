package answer

import (
	"fmt"
	"regexp"
	"strings"
	"unicode"
)

// offered is a piece of evidence as a model sees it.
type offered struct{ key, label, text string }

// String fences a piece. Each line of the text follows a bar, so that no text
// can contain a line of the fence; the same evidence has the same fence every time.
func (o offered) String() string {
	head := "EVIDENCE " + o.key
	if o.label != "" {
		head += ": " + strings.ReplaceAll(inert(o.label), "\n", " ")
	}
	return head + "\n" + barred(o.text) + "END " + o.key + "\n\n"
}

func fenced(evidence []offered) string {
	var b strings.Builder
	for _, o := range evidence {
		b.WriteString(o.String())
	}
	return b.String()
}

// quoted is a text that is no evidence, under a title of ours.
func quoted(title, text string) string { return title + "\n" + barred(text) }

func barred(text string) string {
	var b strings.Builder
	for line := range strings.SplitSeq(strings.Trim(inert(text), "\n"), "\n") {
		fmt.Fprintf(&b, "| %s\n", line)
	}
	return b.String()
}

// key is the beginning of a citation marker.
var key = regexp.MustCompile(`[\[【［]([\s]*[cC]\s*\d)`)

// templates are words of chat templates that have no angle brackets.
var templates = strings.NewReplacer("[INST]", "[ INST ]", "[/INST]", "[ /INST ]")

// inert makes a text mean nothing to what reads a prompt: markers lose their
// brackets, the special tokens of chat templates are broken by a space, and
// characters that can't be seen are dropped, since a person who looks at the
// source could not find them.
func inert(text string) string {
	text = strings.Map(visible, text)
	text = key.ReplaceAllString(text, "($1")
	return withoutTags(templates.Replace(text))
}

func visible(r rune) rune {
	switch r {
	case '\n', '\t':
		return r
	case '\r', '\v', '\f', '\u0085', '\u2028', '\u2029':
		return '\n'
	}
	if unicode.IsControl(r) || unicode.Is(unicode.Cf, r) || unicode.Is(unicode.Co, r) {
		return -1
	}
	return r
}

// withoutTags sets a space after each < that could begin a tag and before each >
// that could end a special token: <|im_start|>, </s>, <<SYS>>.
func withoutTags(text string) string {
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		if text[i] == '>' && i > 0 && text[i-1] == '|' {
			b.WriteByte(' ')
		}
		b.WriteByte(text[i])
		if text[i] == '<' && i+1 < len(text) && opensTag(text[i+1]) {
			b.WriteByte(' ')
		}
	}
	return b.String()
}

func opensTag(c byte) bool {
	return c == '/' || c == '|' || c == '<' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
}
