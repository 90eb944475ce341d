package quote

import (
	"strings"
	"unicode/utf8"

	"github.com/pqcite/pqcite/core"
)

// unit is one rune of a text after the folds that need no context, and the raw
// bytes it came from.
type unit struct {
	r          rune
	start, end int
}

// feed reads a text as units. It is copied to look ahead.
type feed struct {
	raw    string
	at     int
	script rune   // mark of the Unicode script run being read, or 0
	queue  string // runes still to come from the raw bytes in held
	held   core.Span
}

// next returns the next unit. A run of Unicode superscripts ²⁵⁶ comes out as
// ^{256}; the closing brace has an empty range.
func (f *feed) next() (unit, bool) {
	for {
		if f.queue != "" {
			return f.pop(), true
		}
		if f.at >= len(f.raw) {
			return f.closeScript()
		}
		r, size := utf8.DecodeRuneInString(f.raw[f.at:])
		if r == 0xAD && f.breaksLine(f.at+size) {
			r = '-'
		}
		if isDropped(r) || r == 0xAD {
			f.at += size
			continue
		}
		s, scripted := foldScript(r)
		if f.script != 0 && s.mark != f.script {
			return f.closeScript()
		}
		u := unit{start: f.at, end: f.at + size}
		f.at += size
		if scripted {
			return f.openScript(s, u), true
		}
		return f.plain(r, u), true
	}
}

func (f *feed) pop() unit {
	r, size := utf8.DecodeRuneInString(f.queue)
	f.queue = f.queue[size:]
	return unit{r, f.held.Start, f.held.End}
}

func (f *feed) closeScript() (unit, bool) {
	open := f.script != 0
	f.script = 0
	return unit{'}', f.at, f.at}, open
}

func (f *feed) openScript(s scriptRune, u unit) unit {
	if f.script == s.mark {
		u.r = s.base
		return u
	}
	f.script = s.mark
	return f.expand(string(s.mark)+"{"+string(s.base), u)
}

func (f *feed) plain(r rune, u unit) unit {
	if space := foldSpace(r); space != 0 {
		u.r = space
		return u
	}
	if wide := foldWide(r); wide != "" {
		return f.expand(wide, u)
	}
	u.r = foldRune(r)
	return u
}

// expand queues several runes for the raw bytes of u and returns the first.
func (f *feed) expand(runes string, u unit) unit {
	f.queue, f.held = runes, core.Span{Start: u.start, End: u.end}
	return f.pop()
}

// breaksLine reports whether the white space at the offset ends a line: a soft
// hyphen before it is a visible one.
func (f *feed) breaksLine(at int) bool {
	rest := f.raw[at:]
	i := strings.IndexFunc(rest, func(r rune) bool { return foldSpace(r) != ' ' && !isDropped(r) })
	if i < 0 {
		return false
	}
	r, _ := utf8.DecodeRuneInString(rest[i:])
	return foldSpace(r) == '\n'
}
