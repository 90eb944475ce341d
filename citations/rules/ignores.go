package rules

import (
	"fmt"
	"strings"

	"github.com/pqcite/pqcite/citations/prose"
	"github.com/pqcite/pqcite/citations/refs"
	"github.com/pqcite/pqcite/core"
)

// ignores collects the comments of a file that ignore findings, block by block. It goes
// through the file's lines once.
//
// A comment that shares its line with something before it is for that line. One that
// is alone on the first or last line of its unit is for the unit; the last is for
// the line below, too. A unit of nothing but such comments is for what follows it at
// once: the line below with the block that begins there, or the next paragraph. Anywhere
// else it is for the line below. A unit is a block of program code, or in text the lines
// up to an empty one. Strings have no such comments.
type ignores struct {
	file  string
	prose bool // the file is text as a whole
	html  bool // comments are HTML's
	line  core.Span
	unit  ignoreUnit
	// waiting are those that are for the block which begins on their last line.
	waiting []int
	all     []Ignore
}

// ignoreUnit is a unit with the comments that are alone on their lines.
type ignoreUnit struct {
	span  core.Span // whole lines of the file
	lines int       // that are not empty
	alone []loneIgnore
}

type loneIgnore struct {
	at   int // among all
	line core.Span
}

// maxIgnores bounds the comments of a file that are obeyed. Each takes half a kilobyte.
const maxIgnores = 10_000

// Ignores are the comments of a file that ignore findings, in the order of the text.
// Time is linear: next to none for a file that has no such comment. Of more than 10,000
// the first one too many says so, and no more are read.
func Ignores(file string, lang *prose.Language) []Ignore {
	if !strings.Contains(file, refs.IgnoreMark) {
		return nil
	}
	g := ignores{file: file, prose: lang.IsText(), html: lang == &prose.Markdown}
	for b := range prose.Blocks(file, lang) {
		if g.block(&b); len(g.all) > maxIgnores {
			break
		}
	}
	g.close()
	if len(g.all) > maxIgnores {
		g.all[maxIgnores].Fault = fmt.Sprintf("a file has at most %d such comments, and no more are read", maxIgnores)
	}
	return g.all
}

// block reads the next block.
func (g *ignores) block(b *prose.Block) {
	g.await(b)
	if b.Kind == prose.String || !strings.Contains(b.Text, refs.IgnoreMark) {
		return
	}
	if !g.prose {
		g.close()
		start := g.lineAt(b.Offset(0)).Start
		g.unit = ignoreUnit{lines: nonBlank(b.Text), span: core.Span{Start: start}}
	}
	for at := 0; len(g.all) <= maxIgnores; {
		i := strings.Index(b.Text[at:], refs.IgnoreMark)
		if i < 0 {
			break
		}
		at += i
		g.mark(b, at)
		at += len(refs.IgnoreMark)
	}
	if !g.prose {
		g.unit.span.End = g.lineAt(b.Offset(len(b.Text)-1) + 1).End
		g.close()
	}
}

// mark reads what is at a mark in a block.
func (g *ignores) mark(b *prose.Block, at int) {
	found, ok := ignoreAt(b.Text, at)
	if !ok || !g.begins(b.Text[:at]) {
		return
	}
	found.Span = b.Span(found.Span)
	line := g.lineAt(found.Span.Start)
	if g.prose {
		g.paragraph(line)
	}
	found.cover = line
	if found.File {
		found.cover = core.Span{End: len(g.file)}
	}
	g.all = append(g.all, found)
	switch alone := strings.Trim(g.file[line.Start:found.Span.Start], commentMarks) == ""; {
	case alone && found.File:
		g.unit.lines--
	case alone:
		g.unit.alone = append(g.unit.alone, loneIgnore{len(g.all) - 1, line})
	}
}

// commentMarks may appear before a comment that is alone on its line: the ways in which
// comments begin.
const commentMarks = "\t /*#%;!<>-.@|({[=\ufeff"

// begins reports whether a mark can follow a text. In quotes or backquotes it is spoken
// of, and in Markdown only a comment of HTML is one.
func (g *ignores) begins(before string) bool {
	if g.html {
		return strings.HasSuffix(strings.TrimRight(before, " \t"), "<!--")
	}
	return before == "" || strings.ContainsAny(before[len(before)-1:], "\t \r\n/*#%;!-.")
}

// paragraph makes the paragraph with a line the unit at hand.
func (g *ignores) paragraph(line core.Span) {
	if line.Start < g.unit.span.End {
		return
	}
	g.close()
	p := line
	for p.Start > 0 {
		above := core.Span{End: lineBreak(g.file, p.Start)}
		above.Start = strings.LastIndexAny(g.file[:above.End], "\r\n") + 1
		if isBlankText(g.file[above.Start:above.End]) {
			break
		}
		p.Start = above.Start
	}
	p.End = g.paragraphEnd(line.End)
	g.unit = ignoreUnit{span: p, lines: nonBlank(g.file[p.Start:p.End])}
}

// paragraphEnd is where the paragraph ends that goes on after a line's end.
func (g *ignores) paragraphEnd(end int) int {
	for end < len(g.file) {
		below := g.below(end)
		if isBlankText(g.file[below.Start:below.End]) {
			break
		}
		end = below.End
	}
	return end
}

// close decides what the comments of the unit at hand are for.
func (g *ignores) close() {
	u := g.unit
	g.unit = ignoreUnit{}
	if len(u.alone) == 0 {
		return
	}
	text := g.file[u.span.Start:u.span.End]
	first := u.span.End - len(strings.TrimLeft(text, commentMarks+"\r\n"))
	last := u.span.Start + len(strings.TrimRight(text, commentMarks+")}]\r\n"))
	for _, c := range u.alone {
		cover := &g.all[c.at].cover
		switch {
		case len(u.alone) >= u.lines && g.prose:
			*cover = core.Span{Start: u.span.Start, End: g.nextParagraph(u.span.End)}
		case len(u.alone) >= u.lines:
			*cover = core.Span{Start: u.span.Start, End: g.below(u.span.End).End}
			g.waiting = append(g.waiting, c.at)
		case last <= c.line.End:
			*cover = core.Span{Start: u.span.Start, End: g.below(u.span.End).End}
		case first >= c.line.Start:
			*cover = u.span
		default:
			*cover = core.Span{Start: c.line.Start, End: g.below(c.line.End).End}
		}
	}
}

// nextParagraph is where the paragraph after an offset ends.
func (g *ignores) nextParagraph(end int) int {
	for end < len(g.file) {
		below := g.below(end)
		if !isBlankText(g.file[below.Start:below.End]) {
			return g.paragraphEnd(below.End)
		}
		end = below.End
	}
	return end
}

// await gives the comments that wait for a block the one that begins on their last line.
func (g *ignores) await(b *prose.Block) {
	if len(g.waiting) == 0 {
		return
	}
	start := b.Offset(0)
	for _, i := range g.waiting {
		if c := &g.all[i].cover; start <= c.End && start > g.all[i].Span.End {
			c.End = max(c.End, endOfLine(g.file, b.Offset(max(0, len(b.Text)-1))))
		}
	}
	g.waiting = g.waiting[:0]
}

// lineAt is the line at an offset, without its end. Offsets must not fall.
func (g *ignores) lineAt(at int) core.Span {
	if at < g.line.Start {
		g.line = core.Span{}
	}
	if g.line.End == 0 || at > g.line.End {
		g.line.Start = g.line.Start + strings.LastIndexAny(g.file[g.line.Start:at], "\r\n") + 1
		g.line.End = endOfLine(g.file, at)
	}
	return g.line
}

// below is the line after the one that ends at an offset; empty at the file's end.
func (g *ignores) below(end int) core.Span {
	start := end
	if start < len(g.file) {
		start++
		if g.file[end] == '\r' && start < len(g.file) && g.file[start] == '\n' {
			start++
		}
	}
	return core.Span{Start: start, End: endOfLine(g.file, start)}
}

func endOfLine(s string, at int) int {
	if i := strings.IndexAny(s[at:], "\r\n"); i >= 0 {
		return at + i
	}
	return len(s)
}

// lineBreak is where the line break begins that ends before a line's start.
func lineBreak(s string, start int) int {
	if start > 1 && s[start-2:start] == "\r\n" {
		return start - 2
	}
	return start - 1
}

// nonBlank counts the lines that are not empty.
func nonBlank(s string) int {
	n := 0
	for line := range strings.FieldsFuncSeq(s, func(r rune) bool { return r == '\r' || r == '\n' }) {
		if !isBlankText(line) {
			n++
		}
	}
	return n
}

func isBlankText(s string) bool { return strings.TrimSpace(s) == "" }
