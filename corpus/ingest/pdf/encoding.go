package pdf

import (
	"strings"
	"unicode"

	"github.com/pqcite/pqcite/corpus/ingest/pdf/font"
)

// meaning is what a code of a font means.
type meaning struct {
	text string // "" if the glyph's text is unknown
	ink  font.Ink
}

// settled reconciles a code's text and the glyph's ink. A glyph with neither is a
// space; one with ink that claims to be a space is not understood; one with text and no
// ink is invisible.
func (m meaning) settled() (text string, unseen bool) {
	switch space := strings.TrimSpace(m.text) == ""; {
	case m.text == "" && m.ink == font.Blank:
		return " ", false
	case m.text != "" && space && m.ink == font.Inked:
		return "", false
	case !space && m.ink == font.Blank:
		return m.text, !isMarkOrFormat(m.text)
	}
	return m.text, false
}

// isMarkOrFormat reports whether a text naturally has no ink of its own.
func isMarkOrFormat(s string) bool {
	for _, r := range s {
		if !unicode.In(r, unicode.Cf, unicode.Mn, unicode.Zs) {
			return false
		}
	}
	return true
}

// legible returns the text that a file gives for a code, "" if any of its characters is
// meaningless: files map codes without text to U+0000, to U+FFFD or into private use.
func legible(s string) string {
	for _, r := range s {
		if r != '\t' && r != '\n' && r != '\r' && !font.Means(r) {
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
func baseEncoding(n name) *font.Encoding {
	if e := font.Named(string(n)); e != nil && strings.HasSuffix(string(n), "Encoding") {
		return e
	}
	return font.Named("StandardEncoding")
}
