package prose

import (
	"iter"
	"slices"
	"strings"

	"github.com/pqcite/pqcite/core"
)

// Blocks yields the blocks of a file in order. They do not overlap. The file need
// not be valid UTF-8, and its lines may end in any way.
func Blocks(file string, lang *Language) iter.Seq[Block] {
	return func(yield func(Block) bool) {
		if lang.prose {
			sections(file, lang, yield)
			return
		}
		l := lexer{file: file, lang: lang, header: true, special: lang.special(), yield: yield}
		l.run()
	}
}

// lexer walks over program code.
type lexer struct {
	file   string
	lang   *Language
	at     int
	header bool // no code was met yet
	yield  func(Block) bool
	ended  bool    // yield wants no more
	open   builder // line comments that the next line may continue, if it has lines
	// alone reports that only blanks stand between the line's start and at.
	alone bool
	// special are the bytes at which something other than code can start; behind code
	// a blank starts nothing.
	special [256]bool
}

// special returns the bytes that the lexer has to look at.
func (l *Language) special() (set [256]bool) {
	for _, b := range []byte("\n\r \t") {
		set[b] = true
	}
	for _, mark := range slices.Concat(l.line, l.spaced, []string{l.open}) {
		if mark != "" {
			set[mark[0]] = true
		}
	}
	for _, q := range l.strings {
		set[q.mark[0]] = true
	}
	set['\''] = set['\''] || l.chars
	return set
}

func (l *lexer) run() {
	l.alone = true
	for l.at < len(l.file) && !l.ended {
		switch b := l.file[l.at]; {
		case !l.special[b]:
			l.code()
		case b == '\n' || b == '\r':
			l.newline()
		case b == ' ' || b == '\t':
			l.at++
		case l.comment(), l.literal():
		default:
			l.code()
		}
	}
	l.flush()
}

// newline passes a line's end; an empty line ends a run of line comments.
func (l *lexer) newline() {
	if l.alone && len(l.open.lines) > 0 && l.at > l.open.lines[len(l.open.lines)-1].End {
		l.flush()
	}
	if l.file[l.at] == '\r' && l.at+1 < len(l.file) && l.file[l.at+1] == '\n' {
		l.at++
	}
	l.at++
	l.alone = true
}

// code passes code up to the next byte that may start something else.
func (l *lexer) code() {
	l.flush()
	l.header, l.alone = false, false
	for l.at++; l.at < len(l.file) && (!l.special[l.file[l.at]] || isBlank(l.file[l.at])); l.at++ {
	}
}

// flush ends the run of line comments.
func (l *lexer) flush() {
	if len(l.open.lines) > 0 {
		l.emit(&l.open)
		l.open.lines = l.open.lines[:0]
	}
}

// emit hands a block on.
func (l *lexer) emit(b *builder) {
	l.ended = l.ended || !l.yield(b.block(l.file))
}

// comment reads a comment, if one starts here.
func (l *lexer) comment() bool {
	for _, mark := range l.lang.line {
		if strings.HasPrefix(l.file[l.at:], mark) {
			l.lineComment(mark)
			return true
		}
	}
	for _, mark := range l.lang.spaced {
		if strings.HasPrefix(l.file[l.at:], mark) && (l.alone || l.at > 0 && isBlank(l.file[l.at-1])) {
			l.lineComment(mark)
			return true
		}
	}
	if l.lang.open != "" && strings.HasPrefix(l.file[l.at:], l.lang.open) {
		l.blockComment()
		return true
	}
	return false
}

func isBlank(b byte) bool { return b == ' ' || b == '\t' }

// lineComment reads a comment up to the line's end. It goes on with the one on
// the line above if nothing else stands on the two lines.
func (l *lexer) lineComment(mark string) {
	if !l.alone {
		l.flush()
	}
	start := l.at + len(mark)
	last := mark[len(mark)-1]
	for start < len(l.file) && (l.file[start] == last || l.file[start] == '!' || l.file[start] == '<') {
		start++
	}
	end := lineEnd(l.file, start)
	span := trimmed(l.file, core.Span{Start: start, End: end})
	if len(l.open.lines) == 0 {
		l.open.kind, l.open.header = Comment, l.header
	}
	l.open.lines = append(l.open.lines, span)
	l.at = end
	if !l.alone {
		l.flush()
	}
}

func lineEnd(s string, at int) int {
	end := len(s)
	if i := strings.IndexByte(s[at:], '\n'); i >= 0 {
		end = at + i
	}
	if i := strings.IndexByte(s[at:end], '\r'); i >= 0 {
		end = at + i
	}
	return end
}

// trimmed cuts one blank off the start of a line.
func trimmed(s string, line core.Span) core.Span {
	if line.Start < line.End && isBlank(s[line.Start]) {
		line.Start++
	}
	return line
}

// blockComment reads a comment up to its end, or to the file's.
func (l *lexer) blockComment() {
	l.flush()
	inner := core.Span{Start: l.at + len(l.lang.open)}
	depth := 1
	at := inner.Start
	for at < len(l.file) && depth > 0 {
		i := strings.Index(l.file[at:], l.lang.close)
		if i < 0 {
			at = len(l.file)
			break
		}
		if l.lang.nested {
			depth += strings.Count(l.file[at:at+i], l.lang.open)
		}
		depth--
		at += i + len(l.lang.close)
	}
	inner.End = at
	if depth == 0 {
		inner.End -= len(l.lang.close)
	}
	b := builder{kind: Comment, header: l.header, lines: starredLines(l.file, inner)}
	l.emit(&b)
	l.at, l.alone = at, false
}

// starredLines cuts the inside of a block comment into lines without the blanks
// and stars that they start with.
func starredLines(s string, inner core.Span) []core.Span {
	var lines []core.Span
	for at := inner.Start; ; {
		end := min(lineEnd(s, at), inner.End)
		start := at
		for start < end && (isBlank(s[start]) || s[start] == '*' || start == inner.Start && s[start] == '!') {
			start++
		}
		lines = append(lines, core.Span{Start: start, End: max(start, end)})
		if end >= inner.End {
			return lines
		}
		at = end + 1
		if s[end] == '\r' && at < inner.End && s[at] == '\n' {
			at++
		}
	}
}

// literal reads a string literal, if one starts here. Its text is the source's:
// escapes are not resolved.
func (l *lexer) literal() bool {
	if l.lang.chars && l.character() {
		return true
	}
	for _, q := range l.lang.strings {
		if !strings.HasPrefix(l.file[l.at:], q.mark) {
			continue
		}
		l.flush()
		start := l.at + len(q.mark)
		end, after := q.end(l.file, start)
		if end-start >= minLiteral {
			b := builder{kind: String, header: l.header, lines: plainLines(l.file, core.Span{Start: start, End: end})}
			l.emit(&b)
		}
		l.at, l.alone, l.header = after, false, l.header && len(q.mark) == 3
		return true
	}
	return false
}

// character passes the literal of one character.
func (l *lexer) character() bool {
	rest := l.file[l.at:min(len(l.file), l.at+maxCharacter)]
	if len(rest) < 3 || rest[0] != '\'' {
		return false
	}
	from := 1
	if rest[1] == '\\' {
		from = 3
	}
	i := strings.IndexByte(rest[min(from, len(rest)):], '\'')
	if i < 0 || from == 1 && (i == 0 || i > 4) {
		return false
	}
	l.flush()
	l.at += min(from, len(rest)) + i + 1
	l.alone, l.header = false, false
	return true
}

// maxCharacter bounds the literal of one character in bytes: '\u{10FFFF}'.
const maxCharacter = 12

// minLiteral is the length in bytes below which no reference fits.
const minLiteral = 7

// end returns where a literal's text ends and where the code goes on: behind the
// closing mark, or at the line's end if it is missing.
func (q *quotes) end(s string, at int) (end, after int) {
	for at < len(s) {
		switch {
		case q.escapes && s[at] == '\\':
			at++
			if at < len(s) {
				at++
			}
			continue
		case strings.HasPrefix(s[at:], q.mark):
			return at, at + len(q.mark)
		case !q.lines && (s[at] == '\n' || s[at] == '\r'):
			return at, at
		}
		at++
	}
	return len(s), len(s)
}

func plainLines(s string, inner core.Span) []core.Span {
	var lines []core.Span
	for at := inner.Start; ; {
		end := min(lineEnd(s, at), inner.End)
		lines = append(lines, core.Span{Start: at, End: end})
		if end >= inner.End {
			return lines
		}
		at = end + 1
	}
}
