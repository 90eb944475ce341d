package prose

import (
	"strings"

	"github.com/pqcite/pqcite/core"
)

// sections yields the blocks of a text, cut at headings where the language has them, so
// that a document named under a heading goes for all that is under it, else
// at empty lines.
func sections(from Cut, lines *lineEnds, lang *Language, stop func() bool, yield func(Block, Cut) bool) {
	file := lines.file
	var b builder
	b.begin(Paragraph, !from.code)
	more, poll, at := true, 0, from.At
	flush := func() {
		if b.lines > 0 {
			more = more && yield(b.block(file), Cut{At: at, code: true})
			b.begin(Paragraph, false)
		}
	}
	for at < len(file) && more {
		if at >= poll {
			poll = at + pollBytes
			more = !stop()
		}
		end := lines.end(at, len(file))
		line := file[at:end]
		span := core.Span{Start: at, End: end}
		switch empty := strings.TrimSpace(line) == ""; {
		case lang.heading == nil && empty:
			flush()
		case lang.heading != nil && lang.heading(line):
			flush()
			fallthrough
		default:
			b.add(file, withoutMark(file, span, lang))
		}
		at = end + 1
		if end < len(file) && file[end] == '\r' && at < len(file) && file[at] == '\n' {
			at++
		}
	}
	flush()
}

// lineMarks are what lines of program code, mail and lists start with. They are
// left out of text, so that what is wrapped over commented lines is whole also
// where nobody says what language it is in.
var lineMarks = []string{"///", "//!", "//", "/**", "/*", "*/", "*", "#", ";", "--", "%", ">"}

// withoutMark leaves out what a line starts with: in plain text any of lineMarks,
// else what starts a comment in the language, and the mark of a quoted line.
func withoutMark(file string, line core.Span, lang *Language) core.Span {
	at := line.Start
	for at < line.End && isBlank(file[at]) {
		at++
	}
	marks := lang.line
	switch {
	case lang.heading == nil:
		marks = lineMarks
	case strings.HasPrefix(file[at:line.End], ">"):
		marks = []string{">"}
	}
	for _, mark := range marks {
		if strings.HasPrefix(file[at:line.End], mark) {
			return trimmed(file, core.Span{Start: at + len(mark), End: line.End})
		}
	}
	return line
}
