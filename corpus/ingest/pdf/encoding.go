package pdf

import (
	"strings"
	"unicode"

	"github.com/pqcite/pqcite/corpus/ingest/pdf/charset"
	"github.com/pqcite/pqcite/corpus/ingest/pdf/program"
)

// meaning is what a code of a font stands for.
type meaning struct {
	text string // "" where nothing says what the glyph reads
	ink  program.Ink
}

// settled resolves what a code's text and the glyph's ink say of each other. A
// glyph without ink and text is a space; one that has ink and is said to be a
// space is not understood; and one that has text and no ink is not seen.
func (m meaning) settled() (text string, unseen bool) {
	switch space := strings.TrimSpace(m.text) == ""; {
	case m.text == "" && m.ink == program.Blank:
		return " ", false
	case m.text != "" && space && m.ink == program.Inked:
		return "", false
	case !space && m.ink == program.Blank:
		return m.text, !isMarkOrFormat(m.text)
	}
	return m.text, false
}

// isMarkOrFormat reports whether a text has no ink of its own by nature.
func isMarkOrFormat(s string) bool {
	for _, r := range s {
		if !unicode.In(r, unicode.Cf, unicode.Mn, unicode.Zs) {
			return false
		}
	}
	return true
}

// legible returns a text that a file gives for a code, "" if any character of it
// says nothing: files map what they have no text for to U+0000, to U+FFFD or into
// private use.
func legible(s string) string {
	for _, r := range s {
		if r != '\t' && r != '\n' && r != '\r' && !charset.Means(r) {
			return ""
		}
	}
	if s != "" && strings.Trim(s, "\t\n\r") == "" {
		return " "
	}
	return s
}

// baseEncoding returns a predefined encoding (ISO 32000-1, annex D); an unknown
// name gives StandardEncoding.
func baseEncoding(n name) *charset.Encoding {
	if e := charset.Named(string(n)); e != nil && strings.HasSuffix(string(n), "Encoding") {
		return e
	}
	return charset.Named("StandardEncoding")
}
