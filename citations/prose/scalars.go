package prose

import (
	"strings"

	"github.com/pqcite/pqcite/core"
)

// scalars yields the blocks of a YAML file: each comment over its lines, and each entry
// of a mapping or a sequence with the lines that go on with it. An entry is a String,
// since programs read it, and keeps its key.
func scalars(from Cut, lines *lineEnds, stop func() bool, yield func(Block, Cut) bool) {
	s := scalarReader{file: lines.file, yield: yield, more: true, entries: from.code}
	s.b.begin(Comment, !from.code)
	poll := 0
	for at := from.At; at < len(s.file) && s.more; {
		if at >= poll {
			poll = at + pollBytes
			s.more = !stop()
		}
		end := lines.end(at, len(s.file))
		s.cut = Cut{At: at, code: s.entries}
		s.line(core.Span{Start: at, End: end})
		at = end + 1
		if end < len(s.file) && s.file[end] == '\r' && at < len(s.file) && s.file[at] == '\n' {
			at++
		}
	}
	s.flush()
}

type scalarReader struct {
	file    string
	b       builder
	entries bool // some entry was met: no block is the file's header any more
	more    bool
	yield   func(Block, Cut) bool
	cut     Cut // before the line at hand; none once a part of the line was put
}

func (s *scalarReader) line(l core.Span) {
	for l.Start < l.End && isBlank(s.file[l.Start]) {
		l.Start++
	}
	text := s.file[l.Start:l.End]
	if text == "" {
		s.flush()
		return
	}
	comment := commentAt(text)
	if comment > 0 || !strings.HasPrefix(text, "#") {
		s.entries = true
		s.put(String, core.Span{Start: l.Start, End: l.Start + comment}, isEntry(text))
	}
	if comment < len(text) {
		mark := core.Span{Start: l.Start + comment + 1, End: l.End}
		s.put(Comment, trimmed(s.file, mark), comment > 0)
		if comment > 0 {
			s.flush()
		}
	}
}

// put adds a line to the block at hand, or to a new one.
func (s *scalarReader) put(kind Kind, l core.Span, begins bool) {
	if begins || s.b.lines == 0 || s.b.kind != kind {
		s.flush()
		s.b.begin(kind, !s.entries)
	}
	s.b.add(s.file, l)
	s.cut = Cut{}
}

func (s *scalarReader) flush() {
	if s.b.lines > 0 {
		s.more = s.more && s.yield(s.b.block(s.file), s.cut)
		s.b.lines = 0
	}
}

// isEntry reports whether a line without its indentation starts an entry: "key: value",
// "- value".
func isEntry(text string) bool {
	if strings.HasPrefix(text, "- ") || text == "-" {
		return true
	}
	key := strings.IndexByte(text, ':')
	return key > 0 && (key+1 == len(text) || isBlank(text[key+1])) && !strings.Contains(text[:key], " ")
}

// commentAt returns where the comment of a line starts, after a blank and outside quotes,
// or the line's length.
func commentAt(text string) int {
	var open byte
	for i := range len(text) {
		switch b := text[i]; {
		case open != 0:
			if b == open {
				open = 0
			}
		case b == '"' || b == '\'' && (i == 0 || isBlank(text[i-1])):
			open = b
		case b == '#' && (i == 0 || isBlank(text[i-1])):
			return i
		}
	}
	return len(text)
}
