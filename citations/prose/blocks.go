package prose

import (
	"iter"
	"slices"
	"strings"

	"github.com/pqcite/pqcite/core"
)

// MaxBytes is how long a file may be, in bytes.
const MaxBytes = 1 << 30

// pollBytes is how many bytes of a file are read between two looks at whether to
// stop: a few milliseconds of work.
const pollBytes = 1 << 20

// Blocks yields the blocks of a file of at most MaxBytes in order. They do not
// overlap. The file need not be valid UTF-8, and its lines may end in any way. Time
// is linear in the file; memory, besides the text of the block at hand, is at most 8
// bytes for each of its lines.
func Blocks(file string, lang *Language) iter.Seq[Block] {
	return func(yield func(Block) bool) {
		for b := range BlocksFrom(Cut{}, func() bool { return false }, file, lang) {
			if !yield(b) {
				return
			}
		}
	}
}

// Cut is a place in a file between two blocks. The blocks after it depend on the cut,
// the byte before it and the text after it, and on nothing else; a block before it on
// the next two lines and the LookAhead bytes after it at most. The zero value is the
// start of the file.
type Cut struct {
	At     int  // offset in the file
	code   bool // code is before it
	inline bool // more than blanks is before it on its line
	before preamble
}

// LookAhead is how many bytes after a block, besides two lines, it may depend on.
const LookAhead = 64

// BlocksFrom yields the blocks after a cut, each with the cut after it, whose offset is 0
// where the file can't be cut there. It ends early once stop reports true, which is asked
// every now and then, also where there are no blocks.
func BlocksFrom(from Cut, stop func() bool, file string, lang *Language) iter.Seq2[Block, Cut] {
	return func(yield func(Block, Cut) bool) {
		lines := lineEnds{file: file, lf: -1, cr: -1}
		if lang.prose {
			sections(from, &lines, lang, stop, yield)
			return
		}
		if lang.scalars {
			scalars(from, &lines, stop, yield)
			return
		}
		l := lexer{
			file: file, lines: lines, lang: lang, special: lang.special(), stop: stop, yield: yield,
			at: from.At, header: !from.code, alone: !from.inline, before: from.before,
		}
		l.ends = l.special
		l.ends[' '], l.ends['\t'] = false, false
		l.run()
	}
}

// lexer walks over program code.
type lexer struct {
	file    string
	lang    *Language
	at      int
	header  bool // no code was met yet
	before  preamble
	lines   lineEnds
	stop    func() bool
	poll    int // offset at which stop is asked next
	yield   func(Block, Cut) bool
	ended   bool    // nobody wants more
	open    builder // line comments that the next line may continue, if it has lines
	quoting bool    // the last line of open cites or quotes a specification
	whole   builder // a block comment or a literal
	// alone reports that only blanks are between the line's start and at.
	alone bool
	// special are the bytes at which something other than code can start, and ends those
	// of them that end code: after it a blank starts nothing.
	special, ends [256]bool
}

// special returns the bytes that the lexer has to look at.
func (l *Language) special() (set [256]bool) {
	for _, b := range []byte("\n\r \t") {
		set[b] = true
	}
	for _, mark := range slices.Concat(l.line, l.spaced) {
		set[mark[0]] = true
	}
	for _, b := range l.blocks {
		set[b.open[0]] = true
	}
	set['#'] = set['#'] || l.directives != nil
	for _, q := range l.strings {
		set[q.mark[0]] = true
	}
	set['\''] = set['\''] || l.chars
	return set
}

func (l *lexer) run() {
	for l.at < len(l.file) && !l.ended {
		if l.at >= l.poll {
			l.poll = l.at + pollBytes
			l.ended = l.stop()
		}
		switch b := l.file[l.at]; {
		case !l.special[b]:
			l.code()
		case b == '\n' || b == '\r':
			l.newline()
		case b == ' ' || b == '\t':
			l.at++
		case l.comment(), l.literal(), l.directive():
		default:
			l.code()
		}
	}
	l.flush()
}

// newline passes a line's end; an empty line ends a run of line comments.
func (l *lexer) newline() {
	if l.alone && l.open.lines > 0 && l.at > l.open.end {
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
	if l.alone {
		l.before.line(l.file[l.at:])
	}
	l.header, l.alone = false, false
	rest := l.file[l.at+1:]
	n := 0
	for n < len(rest) && !l.ends[rest[n]] {
		n++
	}
	l.at += 1 + n
}

// flush ends the run of line comments.
func (l *lexer) flush() {
	if l.open.lines > 0 {
		l.open.preamble = l.open.preamble || l.before.detached(l.file[l.open.end:])
		l.emit(&l.open)
		l.open.lines = 0
	}
}

// emit hands a block on. The lexer must be where it goes on.
func (l *lexer) emit(b *builder) {
	l.ended = l.ended || !l.yield(b.block(l.file), Cut{l.at, !l.header, !l.alone, l.before})
}

// comment reads a comment, if one starts here.
func (l *lexer) comment() bool {
	for i := range l.lang.blocks {
		if b := &l.lang.blocks[i]; strings.HasPrefix(l.file[l.at:], b.open) && b.opens(l.file[l.at:]) {
			l.blockComment(b)
			return true
		}
	}
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
	return false
}

// opens reports whether what looks like the start of a comment is one: (*) is none.
func (d *delimiters) opens(text string) bool {
	return d.open != "(*" || !strings.HasPrefix(text, "(*)")
}

// directive reads the text of #error and its like.
func (l *lexer) directive() bool {
	if l.file[l.at] != '#' || !l.alone {
		return false
	}
	at := l.at + 1
	for at < len(l.file) && isBlank(l.file[at]) {
		at++
	}
	for _, word := range l.lang.directives {
		rest, ok := strings.CutPrefix(l.file[at:], word)
		if !ok || rest == "" || !isBlank(rest[0]) {
			continue
		}
		l.flush()
		l.header, l.alone = false, false
		start := at + len(word)
		end := l.lines.end(start, len(l.file))
		l.whole.begin(String, false)
		l.whole.add(l.file, trimmed(l.file, core.Span{Start: start, End: end}))
		l.at = end
		l.emit(&l.whole)
		return true
	}
	return false
}

func isBlank(b byte) bool { return b == ' ' || b == '\t' }

// lineComment reads a comment up to the line's end. It goes on with the one on
// the line above if nothing else is on the two lines.
func (l *lexer) lineComment(mark string) {
	if !l.alone {
		l.flush()
	}
	start := l.at + len(mark)
	last := mark[len(mark)-1]
	quoted := l.quoted(mark, start)
	for !quoted && start < len(l.file) && (l.file[start] == last || l.file[start] == '!' || l.file[start] == '<') {
		start++
	}
	end := l.lines.end(start, len(l.file))
	if l.open.lines == 0 {
		l.open.begin(Comment, l.header)
		l.open.preamble = l.file[start-1] == '!'
	}
	l.open.add(l.file, trimmed(l.file, core.Span{Start: start, End: end}))
	l.at = end
	if !l.alone {
		l.flush()
	}
}

// quoted reports whether a line goes on with the quote of a specification where that is
// marked with a comment's own mark: the second # of "##" after a line with "#=".
func (l *lexer) quoted(mark string, at int) bool {
	behind := l.quoting && l.open.lines > 0
	is := behind && mark == "#" && strings.HasPrefix(l.file[at:], "# ")
	l.quoting = is || strings.HasPrefix(l.file[at:], "=") && !strings.HasPrefix(l.file[at:], "==")
	return is
}

// lineEnds finds the ends of a file's lines, from its start on. It remembers the next
// break of either kind, so that no byte is looked at twice for one, however long the
// lines are and whichever way they end.
type lineEnds struct {
	file   string
	lf, cr int // the last ones that were found; the file's length where none is left
}

// end returns the end of the line at an offset, which must not lie before those of
// earlier calls, or the limit where that comes first.
func (l *lineEnds) end(at, limit int) int {
	if l.lf < at {
		l.lf = l.next('\n', at)
	}
	if l.cr < at {
		l.cr = l.next('\r', at)
	}
	return min(l.lf, l.cr, limit)
}

func (l *lineEnds) next(b byte, at int) int {
	if i := strings.IndexByte(l.file[at:], b); i >= 0 {
		return at + i
	}
	return len(l.file)
}

// trimmed cuts one blank off the start of a line.
func trimmed(s string, line core.Span) core.Span {
	if line.Start < line.End && isBlank(s[line.Start]) {
		line.Start++
	}
	return line
}

// blockComment reads a comment up to its end, or to the file's.
func (l *lexer) blockComment(d *delimiters) {
	l.flush()
	inner := core.Span{Start: l.at + len(d.open)}
	depth := 1
	at := inner.Start
	for at < len(l.file) && depth > 0 {
		i := strings.Index(l.file[at:], d.close)
		if i < 0 {
			at = len(l.file)
			break
		}
		if d.nested {
			depth += strings.Count(l.file[at:at+i], d.open)
		}
		depth--
		at += i + len(d.close)
	}
	inner.End = at
	if depth == 0 {
		inner.End -= len(d.close)
	}
	l.whole.begin(Comment, l.header)
	l.whole.preamble = l.before.detached(l.file[at:])
	l.starredLines(inner)
	l.at, l.alone = at, false
	l.emit(&l.whole)
}

// starredLines cuts the inside of a block comment into lines without the blanks
// and stars that they start with.
func (l *lexer) starredLines(inner core.Span) {
	s := l.file
	for at := inner.Start; ; {
		end := l.lines.end(at, inner.End)
		start := at
		for start < end && (isBlank(s[start]) || s[start] == '*' || start == inner.Start && s[start] == '!') {
			start++
		}
		l.whole.add(s, core.Span{Start: start, End: end})
		if end >= inner.End {
			return
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
		header := l.header
		l.at, l.alone, l.header = after, false, header && len(q.mark) == 3
		if end-start >= minLiteral {
			l.whole.begin(String, header)
			l.plainLines(core.Span{Start: start, End: end})
			l.emit(&l.whole)
		}
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

// end returns where a literal's text ends and where the code goes on: after the
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

func (l *lexer) plainLines(inner core.Span) {
	for at := inner.Start; ; {
		end := l.lines.end(at, inner.End)
		l.whole.add(l.file, core.Span{Start: at, End: end})
		if end >= inner.End {
			return
		}
		at = end + 1
	}
}
