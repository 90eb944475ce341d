package layout

import (
	"regexp"
	"strings"
)

// contentsTitle matches the heading of a list of headings, tables or figures.
var contentsTitle = regexp.MustCompile(`(?i)^(table of contents|contents|list of (tables|figures|algorithms|appendices)( and (tables|figures))?)$`)

var (
	leaders   = regexp.MustCompile(`(\s?\.){4,}\s*(\d+|[ivxlc]+)?$`)
	pageAtEnd = regexp.MustCompile(`\s(\d{1,4}|[ivxlc]{1,7})$`)
)

// contentsZone marks the lines of a sheet that belong to a contents list, and reports
// whether the list is still open at the end of the page.
func (s *sheet) contentsZone(open bool, m margins) (zone []bool, stillOpen bool) {
	zone = make([]bool, len(s.lines))
	if open && !s.continuesContents(m) {
		open = false
	}
	for i := range s.lines {
		l := &s.lines[i]
		switch {
		case contentsTitle.MatchString(strings.TrimSpace(l.text())):
			open = s.entryFollows(i, m)
		case open && l.bold() && !s.entryNear(i, m):
			open = false
		}
		zone[i] = open
	}
	return zone, open
}

// continuesContents reports whether at least half of the page's lines are entries, as
// in a contents list over several pages.
func (s *sheet) continuesContents(m margins) bool {
	n := 0
	for i := range s.lines {
		if isEntry(&s.lines[i], m) {
			n++
		}
	}
	return n >= 2 && 2*n >= len(s.lines)
}

// entryFollows reports whether one of the next lines is an entry.
func (s *sheet) entryFollows(i int, m margins) bool {
	for j := i + 1; j < len(s.lines) && j <= i+3; j++ {
		if isEntry(&s.lines[j], m) {
			return true
		}
	}
	return false
}

// entryNear reports whether the line is an entry or the first line of one.
func (s *sheet) entryNear(i int, m margins) bool {
	return isEntry(&s.lines[i], m) || i+1 < len(s.lines) && isEntry(&s.lines[i+1], m)
}

// isEntry reports whether a line is an entry of a contents list: dot leaders,
// or a page number at the right edge after a wide gap.
func isEntry(l *line, m margins) bool {
	t := l.text()
	if leaders.MatchString(t) {
		return true
	}
	n := len(l.runs)
	return n > 1 && pageAtEnd.MatchString(t) && l.x1 > m.right-m.size &&
		l.runs[n-1].x0-l.runs[n-2].x1 > 1.5*l.size
}
