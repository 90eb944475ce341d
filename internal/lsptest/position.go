package lsptest

import (
	"fmt"
	"unicode/utf8"

	"go.lsp.dev/protocol"
)

// Encodings of positions, as general.positionEncodings names them.
const (
	UTF8  = "utf-8"
	UTF16 = "utf-16"
	UTF32 = "utf-32"
)

// units is how much a character moves a position.
func units(encoding string, r rune, size int) uint32 {
	switch {
	case encoding == UTF8:
		return uint32(size)
	case encoding == UTF16 && r > 0xffff:
		return 2
	}
	return 1
}

// offsetOf turns a position into a byte offset. A character beyond its line is
// the line's end and a line beyond the text is the text's end, as the
// specification says and as servers use it for "everything"; a position within a
// character is an error.
func offsetOf(text string, p protocol.Position, encoding string) (int, error) {
	i := 0
	for line := uint32(0); line < p.Line; line++ {
		end := lineEnd(text, i)
		if end == len(text) {
			return end, nil
		}
		i = end + eolLen(text, end)
	}
	end := lineEnd(text, i)
	for column := uint32(0); column < p.Character && i < end; {
		r, size := utf8.DecodeRuneInString(text[i:])
		column += units(encoding, r, size)
		if column > p.Character {
			return 0, fmt.Errorf("find position %d:%d: it is within the character %q, in %s", p.Line, p.Character, r, encoding)
		}
		i += size
	}
	return i, nil
}

// positionOf turns a byte offset, which must be at the start of a character, into
// a position.
func positionOf(text string, offset int, encoding string) protocol.Position {
	var p protocol.Position
	i := 0
	for {
		end := lineEnd(text, i)
		if end == len(text) || offset < end+eolLen(text, end) {
			break
		}
		i = end + eolLen(text, end)
		p.Line++
	}
	for i < min(offset, lineEnd(text, i)) {
		r, size := utf8.DecodeRuneInString(text[i:])
		p.Character += units(encoding, r, size)
		i += size
	}
	return p
}

// lineEnd is where the line that contains i ends, before its line end.
func lineEnd(text string, i int) int {
	for ; i < len(text); i++ {
		if text[i] == '\n' || text[i] == '\r' {
			return i
		}
	}
	return len(text)
}

func eolLen(text string, end int) int {
	if text[end] == '\r' && end+1 < len(text) && text[end+1] == '\n' {
		return 2
	}
	return 1
}
