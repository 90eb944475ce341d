package prose

import (
	"strings"

	"github.com/pqcite/pqcite/core"
)

// sections cuts a text into blocks: at headings where the language has them, so
// that a document named under a heading goes for all that stands under it, else
// at empty lines.
func sections(file string, lang *Language) []Block {
	var blocks []Block
	b := &builder{kind: Paragraph, header: true}
	flush := func() {
		if len(b.lines) > 0 {
			blocks = append(blocks, b.block(file))
			b = &builder{kind: Paragraph}
		}
	}
	for at := 0; at < len(file); {
		end := lineEnd(file, at)
		line := file[at:end]
		span := core.Span{Start: at, End: end}
		switch empty := strings.TrimSpace(line) == ""; {
		case lang.heading == nil && empty:
			flush()
		case lang.heading != nil && lang.heading(line):
			flush()
			fallthrough
		default:
			b.lines = append(b.lines, withoutMark(file, span, lang))
		}
		at = end + 1
		if end < len(file) && file[end] == '\r' && at < len(file) && file[at] == '\n' {
			at++
		}
	}
	flush()
	return blocks
}

// withoutMark leaves out what starts a comment in a text, and the marks of quoted
// lines.
func withoutMark(file string, line core.Span, lang *Language) core.Span {
	at := line.Start
	for at < line.End && (isBlank(file[at]) || file[at] == '>') {
		at++
	}
	for _, mark := range lang.line {
		if strings.HasPrefix(file[at:line.End], mark) {
			return core.Span{Start: at + len(mark), End: line.End}
		}
	}
	if at > line.Start && file[at-1] == '>' || strings.Contains(file[line.Start:at], ">") {
		return core.Span{Start: at, End: line.End}
	}
	return line
}
