package citations

import (
	"strings"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/internal/lex"
)

// Marker is a citation key at its place in an answer's text: in [c1], [C1],
// [c1, c2] or [c1; c2].
type Marker struct {
	Key   string    // in lower case: "c1"
	Span  core.Span // of the key alone
	Group core.Span // of the brackets around it and its neighbours
}

// Markers returns the citation markers of a text in order. Brackets that contain
// anything but keys of the form c1 are no markers.
func Markers(text string) []Marker {
	var ms []Marker
	for at := 0; ; {
		i := strings.IndexByte(text[at:], '[')
		if i < 0 {
			return ms
		}
		at += i
		group, end := markerGroup(text, at)
		ms = append(ms, group...)
		at = max(end, at+1)
	}
}

// WithoutMarkers returns the text without its citation markers and the spaces
// before them.
func WithoutMarkers(text string) string {
	var b strings.Builder
	at := 0
	for _, m := range Markers(text) {
		if m.Group.Start < at {
			continue // another key of the same group
		}
		b.WriteString(strings.TrimRight(text[at:m.Group.Start], " "))
		at = m.Group.End
	}
	b.WriteString(text[at:])
	return b.String()
}

// Sentences returns the sentences of an answer written as plain text or Markdown, in
// order, each with the citation markers after its full stop.
func Sentences(text string) []core.Span {
	var out []core.Span
	for s := range lex.Markdown(text, skipMarkers) {
		out = append(out, core.Span(s))
	}
	return out
}

// maxKeyDigits bounds the digits of a key.
const maxKeyDigits = 4

// markerGroup reads the group that starts at the bracket at the offset and
// returns its markers and its end; none and 0 if it is no group.
func markerGroup(text string, at int) ([]Marker, int) {
	var ms []Marker
	for i := at + 1; ; i++ {
		i = skipSpaces(text, i)
		end := keyEnd(text, i)
		if end == i {
			return nil, 0
		}
		ms = append(ms, Marker{Key: strings.ToLower(text[i:end]), Span: core.Span{Start: i, End: end}})
		i = skipSpaces(text, end)
		if i < len(text) && (text[i] == ',' || text[i] == ';') {
			continue
		}
		if i >= len(text) || text[i] != ']' {
			return nil, 0
		}
		for k := range ms {
			ms[k].Group = core.Span{Start: at, End: i + 1}
		}
		return ms, i + 1
	}
}

// keyEnd returns the end of the key at the offset, or the offset.
func keyEnd(text string, at int) int {
	if at >= len(text) || text[at] != 'c' && text[at] != 'C' {
		return at
	}
	end := at + 1
	for end < len(text) && lex.IsDigit(rune(text[end])) {
		end++
	}
	if n := end - at - 1; n == 0 || n > maxKeyDigits {
		return at
	}
	return end
}

func skipSpaces(text string, at int) int {
	for at < len(text) && (text[at] == ' ' || text[at] == '\t') {
		at++
	}
	return at
}

// skipMarkers returns the end of the marker groups that follow the offset, with
// spaces before each, or the offset.
func skipMarkers(text string, at int) int {
	for {
		i := skipSpaces(text, at)
		if i >= len(text) || text[i] != '[' {
			return at
		}
		_, end := markerGroup(text, i)
		if end == 0 {
			return at
		}
		at = end
	}
}
