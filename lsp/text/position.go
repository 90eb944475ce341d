package text

import "github.com/pqcite/pqcite/core"

// Position is a place between two characters of a line. Both numbers are 0-based; an
// [Encoding] says what Character counts.
type Position struct{ Line, Character uint32 }

// Range is the text from Start up to End.
type Range struct{ Start, End Position }

// Offset returns the byte offset of a position. A Character beyond the line means the
// line's end, before its break; a Line beyond the last means the end of the text; a
// position inside a surrogate pair, or in UTF-8 inside a rune, means its start.
func (t *Text) Offset(p Position, e Encoding) int {
	if uint64(p.Line) >= uint64(len(t.lines)) {
		return len(t.content)
	}
	n := int(p.Line)
	s := t.Line(n)
	// Compared before conversion: a uint32 may not fit an int. No line has more units
	// than bytes.
	if uint64(p.Character) >= uint64(s.Len()) {
		return s.End
	}
	if !t.lines[n].wide() {
		return s.Start + int(p.Character)
	}
	return s.Start + e.prefix(t.content[s.Start:s.End], int(p.Character))
}

// Position returns the position of a byte offset. An offset before the text means its
// start and one beyond it its end; one inside a rune means the rune's start; one
// between \r and \n the end of their line.
func (t *Text) Position(offset int, e Encoding) Position {
	offset = t.clampOffset(offset)
	n := t.LineAt(offset)
	s := t.Line(n)
	offset = min(offset, s.End)
	if !t.lines[n].wide() {
		return position(n, offset-s.Start)
	}
	offset = runeStart(t.content, offset)
	return position(n, e.count(t.content[s.Start:offset]))
}

// position enforces the protocol's limit: numbers of 32 bits.
func position(line, character int) Position {
	return Position{Line: uint32(line), Character: uint32(character)}
}

// Range returns the positions of a span's ends, each as by [Text.Position]. The ends of
// a reversed span are swapped.
func (t *Text) Range(s core.Span, e Encoding) Range {
	s = t.clamp(s)
	return Range{Start: t.Position(s.Start, e), End: t.Position(s.End, e)}
}

// Span returns the span of a range, its ends as by [Text.Offset]. Reversed ends are
// swapped.
func (t *Text) Span(r Range, e Encoding) core.Span {
	return t.clamp(core.Span{Start: t.Offset(r.Start, e), End: t.Offset(r.End, e)})
}
