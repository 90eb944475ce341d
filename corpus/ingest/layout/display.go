package layout

import (
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/pqcite/pqcite/core"
)

// equationNumber matches the number at the end of a formula's line.
var equationNumber = regexp.MustCompile(`\(((?:[A-Z]\.|\d+\.)?\d+)\)$`)

const (
	// displayGap is the distance of baselines, as a share of the size, up to which
	// lines can be rows of one displayed formula.
	displayGap = 2.2
	// displayIndent is how far inside the body's margins a row starts, likewise.
	displayIndent = 2.0
	// rowIndent is how far a continuation row is indented, likewise.
	rowIndent = 0.5
)

// nextDisplay returns the first run of lines that are rows of displayed formulas, at
// least one of which has a number; both ends are len(ls) if there is none.
func (p *paragraphs) nextDisplay(ls []*line, numbers []string) (first, end int) {
	i := slices.IndexFunc(numbers, func(n string) bool { return n != "" })
	if i < 0 {
		return len(ls), len(ls)
	}
	first, end = i, i+1
	for first > 0 && near(ls[first-1], ls[first]) && p.isRow(ls[first-1], first == i && numberAlone(ls[i])) {
		first--
	}
	for end < len(ls) && near(ls[end-1], ls[end]) && (numbers[end] != "" || p.isRow(ls[end], false)) {
		end++
	}
	return first, end
}

func near(above, below *line) bool {
	return above.y-below.y < displayGap*math.Max(above.size, below.size)
}

// numbers returns the equation numbers at the ends of lines, "" for lines without. A
// number without a section's, which could also belong to a list or a note, must follow
// the previous such number.
func (p *paragraphs) numbers(ls []*line) []string {
	out := make([]string, len(ls))
	for i, l := range ls {
		m := equationNumber.FindStringSubmatch(l.text())
		if m == nil {
			continue
		}
		n, err := strconv.Atoi(m[1])
		plain := err == nil
		if plain && n != *p.plain+1 || !p.setApart(ls, i, plain) {
			continue
		}
		out[i] = m[1]
		if plain {
			*p.plain = n
		}
	}
	return out
}

// setApart reports whether the number at the end of line i is at the right edge, away
// from the text before it on its line or, if a formula fills its line, above it. In a
// sequence of plain numbers a smaller gap is enough.
func (p *paragraphs) setApart(ls []*line, i int, plain bool) bool {
	l := ls[i]
	if l.x1 < p.body.right-p.body.size {
		return false
	}
	if numberAlone(l) {
		return i > 0 && near(ls[i-1], l)
	}
	gap := 1.5
	if plain {
		gap = 0.5
	}
	segments := l.segments(gap)
	return len(segments) > 1 && equationNumber.MatchString(segments[len(segments)-1].text())
}

func numberAlone(l *line) bool {
	m := equationNumber.FindStringIndex(l.text())
	return m != nil && m[0] == 0 && l.x0 > l.x1-6*l.size
}

// isRow reports whether a line without a number is a row of a displayed formula:
// indented, with a mathematical sign, and not prose. The row above a number on a line
// of its own may fill its line.
func (p *paragraphs) isRow(l *line, full bool) bool {
	in := l.x0 > p.body.left+displayIndent*p.body.size
	text := l.text()
	return (in || full) && !listItem.MatchString(text) && strings.ContainsFunc(text, isRelation) && !isProse(text)
}

// isRelation reports whether a character is a relation, an arrow or an operation.
func isRelation(r rune) bool {
	return unicode.Is(unicode.Sm, r) || unicode.In(r, arrows) || r == '·' || r == '⋅'
}

// arrows are the arrows, of which only some are mathematical signs in Unicode.
var arrows = &unicode.RangeTable{R16: []unicode.Range16{{Lo: 0x2190, Hi: 0x21FF, Stride: 1}, {Lo: 0x27F0, Hi: 0x27FF, Stride: 1}}}

// isProse reports whether a text announces something, or has more consecutive words
// than a formula.
func isProse(text string) bool {
	if strings.HasSuffix(text, ":") {
		return true
	}
	words := 0
	for w := range strings.FieldsSeq(text) {
		w = strings.Trim(w, ".,;:()")
		if len(w) < 2 || strings.Trim(w, "abcdefghijklmnopqrstuvwxyz") != "" || w == "mod" {
			words = 0
		} else if words++; words == 3 {
			return true
		}
	}
	return false
}

// display writes the rows of displayed formulas. Each numbered formula is a paragraph
// of its own; rows that belong to none form others.
func (p *paragraphs) display(rows []*line, numbers []string) {
	owner := owners(rows, numbers)
	for first := 0; first < len(rows); {
		end := first + 1
		for end < len(rows) && owner[end] == owner[first] {
			end++
		}
		if owner[first] == unowned {
			p.prose(rows[first:end])
		} else {
			p.equation(rows[first:end], numbers[owner[first]])
		}
		first = end
	}
}

// equation writes the rows of a numbered formula. A formula that shows no relation is
// incomplete: the anchor then has its place but no text.
func (p *paragraphs) equation(rows []*line, number string) {
	ts := texts(rows)
	span := p.out.Paragraph(ts...)
	if !strings.ContainsFunc(strings.Join(ts, " "), isRelation) {
		span.End = span.Start
	}
	p.out.Mark(core.KindEquation, number, "", span)
}

// unowned is a row that belongs to no numbered formula.
const unowned = -1

// owners returns, for each row, the row with the number of its formula. A row without
// one continues the formula above if it is indented further or starts with a relation;
// otherwise it starts the one below, if that continues it.
func owners(rows []*line, numbers []string) []int {
	out := make([]int, len(rows))
	above := unowned
	for i, row := range rows {
		switch {
		case numbers[i] != "":
			above = i
			out[i] = i
		case above != unowned && out[i-1] == above && goesOn(rows[above], row):
			out[i] = above
		default:
			out[i] = unowned
		}
	}
	for i := len(rows) - 2; i >= 0; i-- {
		below := i + 1
		if out[i] == unowned && out[below] >= below && (numberAlone(rows[below]) || goesOn(rows[i], rows[below]) || unfinished(rows[i])) {
			out[i] = out[below]
		}
	}
	return out
}

// goesOn reports whether a row continues the one above, by its place or its first sign.
func goesOn(above, row *line) bool {
	first, _ := utf8.DecodeRuneInString(row.text())
	return isRelation(first) || row.x0 > above.x0+rowIndent*above.size
}

// unfinished reports whether a row ends with a sign that requires a continuation.
func unfinished(row *line) bool {
	last, _ := utf8.DecodeLastRuneInString(row.text())
	return isRelation(last)
}
