package layout

import (
	"math"
	"strings"
	"unicode"
	"unicode/utf8"
)

// joinRuns writes runs of one line as text. A group of shifted runs becomes _{…} or
// ^{…}; the braces are omitted if the script is one plain token and the following text
// cannot be read as part of it.
func joinRuns(rs []run, size float64) string {
	var b strings.Builder
	end := 0.0
	for i := 0; i < len(rs); {
		if i > 0 && spaceBetween(&rs[i], end, size) {
			b.WriteByte(' ')
		}
		if rs[i].shift == 0 {
			b.WriteString(rs[i].text)
			end = math.Max(end, rs[i].x1)
			i++
			continue
		}
		if rs[i].bar > 0 {
			stop := fractionEnd(rs, i)
			writeFraction(&b, rs[i:stop])
			end = math.Max(end, rightEdge(rs[i:stop]))
			i = stop
			continue
		}
		stop := scriptGroup(rs, i)
		group := rs[i:stop]
		end = math.Max(end, rightEdge(group))
		follow := ""
		if stop < len(rs) && !spaceBetween(&rs[stop], end, size) {
			follow = rs[stop].text
		}
		writeScripts(&b, group, follow)
		i = stop
	}
	return b.String()
}

// spaceBetween reports whether a word starts at r, if the text before it ends at end.
func spaceBetween(r *run, end, size float64) bool {
	gap := r.x0 - end
	if gap > wordGap*size {
		return true
	}
	return r.space && gap > spaceGlyph*size && !strings.ContainsAny(r.text[:1], ".,;:)]")
}

func rightEdge(rs []run) float64 {
	edge := math.Inf(-1)
	for i := range rs {
		edge = math.Max(edge, rs[i].x1)
	}
	return edge
}

// scriptGroup returns the end of the adjacent shifted runs from i.
func scriptGroup(rs []run, i int) int {
	end := rs[i].x1
	j := i + 1
	for j < len(rs) && rs[j].shift != 0 && rs[j].bar == 0 && rs[j].x0-end < 0.5*rs[j].size {
		end = math.Max(end, rs[j].x1)
		j++
	}
	return j
}

// writeScripts writes the subscript, then the superscript of a group.
func writeScripts(b *strings.Builder, group []run, follow string) {
	var sub, super []run
	for _, r := range group {
		if r.shift < 0 {
			sub = append(sub, r)
		} else {
			super = append(super, r)
		}
	}
	first, second := script{'_', sub}, script{'^', super}
	if len(sub) > 0 && len(super) > 0 && rightEdge(super) <= sub[0].x0+0.1*sub[0].size {
		first, second = second, first // x^2_i: the superscript ends before the subscript starts
	}
	if len(second.runs) > 0 {
		first.write(b, string(second.mark))
		second.write(b, follow)
	} else {
		first.write(b, follow)
	}
}

// script is the runs of one shift.
type script struct {
	mark rune
	runs []run
}

// write writes the script; runs smaller than its largest are nested scripts.
func (s script) write(b *strings.Builder, follow string) {
	if len(s.runs) == 0 {
		return
	}
	inner := nested(s.runs)
	b.WriteRune(s.mark)
	if plainToken(inner) && !continuesToken(follow) {
		b.WriteString(inner)
		return
	}
	b.WriteString("{" + inner + "}")
}

// nested writes the runs of a script with the scripts inside it.
func nested(rs []run) string {
	size, y := 0.0, 0.0
	for i := range rs {
		if rs[i].size > size {
			size, y = rs[i].size, rs[i].y
		}
	}
	inner := make([]run, len(rs))
	base := line{y: y, size: size}
	for i, r := range rs {
		r.shift, r.bar = 0, 0
		if r.size < smallSize*size {
			r.shift = shiftOf(&r, &base)
		}
		inner[i] = r
	}
	return joinRuns(inner, size)
}

// plainToken reports whether s needs no braces: a word, or a number with perhaps
// a sign before it. A mixture such as 384𝑘 keeps them.
func plainToken(s string) bool {
	unsigned := strings.TrimLeft(s, "+-−")
	letters, digits := false, false
	for _, r := range unsigned {
		switch {
		case unicode.IsDigit(r), r == '.':
			digits = true
		case unicode.IsLetter(r), unicode.Is(unicode.Mn, r):
			letters = true
		case r == '′', r == '∗':
		default:
			return false
		}
	}
	return !(letters && digits) && !strings.HasSuffix(unsigned, ".")
}

// continuesToken reports whether text directly after a script could be taken for part
// of it.
func continuesToken(s string) bool {
	r, _ := utf8.DecodeRuneInString(s)
	return s != "" && (unicode.IsLetter(r) || unicode.IsDigit(r) || r == '.' && len(s) > 1)
}
