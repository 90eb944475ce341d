package textual

import (
	"regexp"
	"strings"

	"github.com/pqcite/pqcite/core"
)

// rfcSheet is one page of an RFC.
type rfcSheet struct {
	label     string // the page number in its footer
	furniture []core.Furniture
	blocks    [][]string
}

var (
	rfcFooter = regexp.MustCompile(`^.*\S\s+\[Page ([0-9]{1,5}|[ivxlc]{1,8})\]\s*$`)
	rfcHeader = regexp.MustCompile(`^(?:RFC \d{1,5}|(?i:Internet[ -]Draft)) .*\b(?:19|20)\d\d\s*$`)
)

// tabWidth is the distance of tab stops in RFCs with tabs. It is at most 8, which is
// what expandTabs can write.
const tabWidth = 8

// rfcSheets cuts a text into pages: at form feeds or, in copies that lost them, at the
// first line after a footer. There is always at least one.
func rfcSheets(text string) []rfcSheet {
	lines := strings.Split(strings.ReplaceAll(text, "\f", "\n\f"), "\n")
	var out []rfcSheet
	for i, l := range lines {
		lines[i] = expandTabs(l, tabWidth)
	}
	start, ended := 0, false
	cut := func(end int) {
		if s := readSheet(lines[start:end], len(out) > 0); len(out) == 0 || len(s.blocks) > 0 || len(s.furniture) > 0 {
			out = append(out, s)
		}
		start, ended = end, false
	}
	for i, l := range lines {
		after, feed := strings.CutPrefix(l, "\f")
		switch {
		case feed:
			lines[i] = after
			cut(i)
		case ended && strings.TrimSpace(l) != "":
			cut(i)
		}
		ended = rfcFooter.MatchString(lines[i]) || ended && strings.TrimSpace(lines[i]) == ""
	}
	cut(len(lines))
	return out
}

// readSheet removes the running header and footer from a page. The first page has no
// header: its title block is text.
func readSheet(lines []string, header bool) rfcSheet {
	var s rfcSheet
	first, last := 0, len(lines)-1
	for first <= last && strings.TrimSpace(lines[first]) == "" {
		first++
	}
	for last >= first && strings.TrimSpace(lines[last]) == "" {
		last--
	}
	if first <= last && header && rfcHeader.MatchString(lines[first]) {
		s.furniture = append(s.furniture, core.Furniture{Kind: core.FurnitureHeader, Text: lines[first]})
		first++
	}
	if first <= last {
		if m := rfcFooter.FindStringSubmatch(lines[last]); m != nil {
			s.label = m[1]
			s.furniture = append(s.furniture, core.Furniture{Kind: core.FurnitureFooter, Text: lines[last]})
			last--
		}
	}
	s.blocks = blocks(lines[first : last+1])
	return s
}
