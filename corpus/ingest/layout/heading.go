package layout

import (
	"regexp"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/corpus/ingest/pdf"
)

// heading is a heading with its place on the page.
type heading struct {
	sheet       int // index into the sheets
	first, last int // lines
	kind        core.AnchorKind
	number      string
	title       string
	level       int
}

// numbered splits "7.2 Title", "2. Title", "Appendix A — Title" and "A.1 Title".
var numbered = regexp.MustCompile(`^(Appendix\s+[A-Z](?:\.\d+)*|[A-Z](?:\.\d+)+|\d+(?:\.\d+)*)[.:]?\s*(?:[—–-]\s*)?(\S.*)$`)

// maxHeadingLines bounds the lines of a heading.
const maxHeadingLines = 3

// finder finds headings from two sources: the outline (its titles are right, its pages
// not always) and what looks like a numbered heading on a page.
type finder struct {
	sheets []*sheet
	skip   [][]bool // per sheet: lines that are contents entries
	body   margins
	found  []heading
	taken  map[[2]int]bool // sheet and line of found headings
}

// headings returns the headings in reading order.
func headings(sheets []*sheet, skip [][]bool, outline []pdf.OutlineItem, body margins) []heading {
	f := &finder{sheets: sheets, skip: skip, body: body, taken: map[[2]int]bool{}}
	f.fromOutline(outline)
	f.levelUnnumbered()
	f.fromPages()
	return f.found
}

// levelUnnumbered aligns the levels of unnumbered bookmarks with those of numbered
// headings: in some files the outermost bookmark is the document's title, in others the
// first section.
func (f *finder) levelUnnumbered() {
	base := 0
	for _, h := range f.found {
		if h.number != "" && !strings.Contains(h.number, ".") && (base == 0 || h.level < base) {
			base = h.level
		}
	}
	for i := range f.found {
		h := &f.found[i]
		if h.number != "" {
			h.level = 1 + strings.Count(h.number, ".")
		} else {
			h.level = max(1, h.level-max(base, 1)+1)
		}
	}
}

// fromOutline looks up each bookmark's title on the page it names, then on its
// neighbours. A bookmark without a page is searched for after the previous one.
func (f *finder) fromOutline(outline []pdf.OutlineItem) {
	at := [2]int{0, -1}
	for _, item := range outline {
		want := foldTitle(item.Title)
		if want == "" {
			continue
		}
		for _, page := range f.candidates(item.Page, at[0]) {
			if h, ok := f.match(page, want, at); ok {
				if h.level = item.Level; h.last > h.first {
					h.title = withoutNumber(item.Title) // bookmarks have no line breaks
				}
				f.add(h)
				at = [2]int{h.sheet, h.last}
				break
			}
		}
	}
}

// withoutNumber removes the number from a bookmark's title.
func withoutNumber(title string) string {
	if m := numbered.FindStringSubmatch(title); m != nil {
		return m[2]
	}
	return title
}

// candidates returns the sheets to look at for a bookmark that names a page.
func (f *finder) candidates(page, from int) []int {
	var out []int
	if page > 0 {
		out = []int{page - 1, page, page - 2}
	} else {
		for i := from; i < len(f.sheets) && i < from+20; i++ {
			out = append(out, i)
		}
	}
	valid := out[:0]
	for _, i := range out {
		if i >= 0 && i < len(f.sheets) {
			valid = append(valid, i)
		}
	}
	return valid
}

// match finds the title on a sheet, after the previous heading.
func (f *finder) match(page int, want string, after [2]int) (heading, bool) {
	s := f.sheets[page]
	for i := range s.lines {
		if f.skip[page][i] || s.used[i] || page < after[0] || page == after[0] && i <= after[1] {
			continue
		}
		folded := ""
		for j := i; j < len(s.lines) && j < i+maxHeadingLines; j++ {
			if j > i && !sameStyle(&s.lines[j], &s.lines[i]) {
				break
			}
			folded += foldTitle(s.lines[j].text())
			if h := f.headingAt(page, i, j); folded == want || foldTitle(h.title) == want {
				return h, f.plausible(&s.lines[i])
			}
			if len(folded) > len(want)+len("appendix")+8 {
				break
			}
		}
	}
	return heading{}, false
}

// plausible reports whether a line can be a heading at all: body text that happens to
// repeat a title is neither bold nor large.
func (f *finder) plausible(l *line) bool { return l.bold() || l.size > 1.08*f.body.size }

// headingAt reads lines as a heading.
func (f *finder) headingAt(page, first, last int) heading {
	var parts []string
	for i := first; i <= last; i++ {
		parts = append(parts, f.sheets[page].lines[i].text())
	}
	h := heading{sheet: page, first: first, last: last, kind: core.KindSection, title: strings.Join(parts, " "), level: 1}
	m := numbered.FindStringSubmatch(h.title)
	if m == nil {
		return h
	}
	h.number, h.title = strings.TrimSpace(strings.TrimPrefix(m[1], "Appendix")), m[2]
	if unicode.IsLetter(rune(h.number[0])) {
		h.kind = core.KindAppendix
	}
	return h
}

func sameStyle(a, b *line) bool {
	return a.bold() == b.bold() && a.size > 0.95*b.size && a.size < 1.05*b.size &&
		b.y-a.y < float64(maxHeadingLines)*1.6*b.size
}

func (f *finder) add(h heading) {
	for i := h.first; i <= h.last; i++ {
		f.taken[[2]int{h.sheet, i}] = true
	}
	f.found = append(f.found, h)
}

// fromPages adds numbered headings that the outline lacks, and sorts all. A number
// counts only if it follows the previous one.
func (f *finder) fromPages() {
	known := f.found
	f.found = nil
	var last string
	for page, s := range f.sheets {
		for i := range s.lines {
			if f.taken[[2]int{page, i}] {
				if len(known) > 0 && known[0].sheet == page && known[0].first == i {
					if known[0].number != "" {
						last = known[0].number
					}
					f.found = append(f.found, known[0])
					known = known[1:]
				}
				continue
			}
			if f.skip[page][i] || s.used[i] {
				continue
			}
			if h, ok := f.numberedAt(page, i); ok && follows(h.number, last) {
				h.level = 1 + strings.Count(h.number, ".")
				f.add(h)
				last = h.number
			}
		}
	}
}

// numberedAt reads a bold line at the left edge as a numbered heading.
func (f *finder) numberedAt(page, i int) (heading, bool) {
	l := &f.sheets[page].lines[i]
	if !l.bold() || l.x0 > f.body.left+f.body.size {
		return heading{}, false
	}
	h := f.headingAt(page, i, i)
	if h.number == "" || !unicode.IsLetter([]rune(h.title)[0]) {
		return heading{}, false
	}
	for j := i + 1; j < len(f.sheets[page].lines) && j < i+maxHeadingLines; j++ {
		next := &f.sheets[page].lines[j]
		if !sameStyle(next, l) || f.sheets[page].lines[j-1].y-next.y > 1.4*l.size || numbered.MatchString(next.text()) {
			break
		}
		h = f.headingAt(page, i, j)
	}
	return h, true
}

// follows reports whether a section number can follow another: the next sibling of it
// or of an ancestor, or its first child.
func follows(number, last string) bool {
	if last == "" {
		return number == "1" || number == "A"
	}
	if number == last+".1" {
		return true
	}
	for p := last; p != ""; {
		if number == successor(p) {
			return true
		}
		i := strings.LastIndexByte(p, '.')
		if i < 0 {
			break
		}
		p = p[:i]
	}
	return number == "A" && unicode.IsDigit(rune(last[0]))
}

// successor returns the number of the next sibling: "2.9" gives "2.10".
func successor(number string) string {
	i := strings.LastIndexByte(number, '.')
	prefix, tail := number[:i+1], number[i+1:]
	if len(tail) == 1 && unicode.IsLetter(rune(tail[0])) {
		return prefix + string(tail[0]+1)
	}
	digits := []byte(tail)
	for k := len(digits) - 1; k >= 0; k-- {
		if digits[k] != '9' {
			digits[k]++
			return prefix + string(digits)
		}
		digits[k] = '0'
	}
	return prefix + "1" + string(digits)
}

// foldTitle reduces a title to its letters and digits in lower case, so that a bookmark
// and the printed heading compare equal.
func foldTitle(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, norm.NFKC.String(s))
}
