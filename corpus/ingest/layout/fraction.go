package layout

import "strings"

// maxBar is the length in points up to which a horizontal rule can be the bar of
// a fraction in a line of text.
const maxBar = 90

// markFractions finds the fractions of a line: raised runs over a short bar and
// lowered runs under it.
func (l *line) markFractions(bars []stroke) {
	for i, bar := range bars {
		if bar.length() > maxBar || bar.at < l.y-0.5*l.size || bar.at > l.y+l.size {
			continue
		}
		var parts []*run
		over, under := false, false
		for k := range l.runs {
			r := &l.runs[k]
			if r.shift == 0 || r.x0 < bar.from-1.5 || r.x1 > bar.to+1.5 {
				continue
			}
			parts = append(parts, r)
			over = over || r.shift > 0
			under = under || r.shift < 0
		}
		if !over || !under {
			continue
		}
		for _, r := range parts {
			r.bar = i + 1
		}
	}
}

// fractionEnd returns the end of the runs from i that belong to one fraction.
func fractionEnd(rs []run, i int) int {
	j := i + 1
	for j < len(rs) && rs[j].bar == rs[i].bar {
		j++
	}
	return j
}

// writeFraction writes numerator and denominator with a slash; a part of more than one
// token gets brackets.
func writeFraction(b *strings.Builder, parts []run) {
	var over, under []run
	for _, r := range parts {
		if r.shift > 0 {
			over = append(over, r)
		} else {
			under = append(under, r)
		}
	}
	b.WriteString(bracketed(nested(over)) + "/" + bracketed(nested(under)))
}

func bracketed(s string) string {
	if plainToken(s) {
		return s
	}
	return "(" + s + ")"
}
