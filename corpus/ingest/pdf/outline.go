package pdf

import (
	"sort"
	"strconv"
	"strings"
)

// destination is a place that a bookmark or link points at.
type destination struct {
	page int // 1-based; 0 unknown
	y    float64
}

// navigation resolves destinations, named or explicit.
type navigation struct {
	src   *source
	pages map[int]int // object number of a page to its number
	named map[string]destination
}

func (s *source) navigation(pages []page) *navigation {
	n := &navigation{src: s, pages: make(map[int]int, len(pages)), named: map[string]destination{}}
	for i, p := range pages {
		n.pages[p.ref.Number] = i + 1
	}
	catalog := s.catalog()
	s.walkTree(s.dict(catalog["Names"])["Dests"], "Names", 0, map[ref]bool{}, func(key, value any) {
		if k, is := key.(str); is {
			n.named[string(k)] = n.resolve(value, 0)
		}
	})
	for k, v := range s.dict(catalog["Dests"]) {
		n.named[string(k)] = n.resolve(v, 0)
	}
	return n
}

// walkTree visits the leaves of a name or number tree.
func (s *source) walkTree(o any, leaf name, depth int, seen map[ref]bool, visit func(key, value any)) {
	if depth > 32 {
		return
	}
	if r, is := o.(ref); is {
		if seen[r] {
			return
		}
		seen[r] = true
	}
	d := s.dict(o)
	entries := s.array(d[leaf])
	for i := 0; i+1 < len(entries); i += 2 {
		visit(s.resolve(entries[i]), entries[i+1])
	}
	for _, kid := range s.array(d["Kids"]) {
		s.walkTree(kid, leaf, depth+1, seen, visit)
	}
}

func (n *navigation) resolve(o any, depth int) destination {
	if depth > 8 {
		return destination{}
	}
	switch v := n.src.resolve(o).(type) {
	case str:
		return n.named[string(v)]
	case name:
		return n.named[string(v)]
	case dict:
		return n.resolve(v["D"], depth+1)
	case array:
		return n.explicit(v)
	}
	return destination{}
}

func (n *navigation) explicit(a array) destination {
	var d destination
	if len(a) == 0 {
		return d
	}
	switch p := a[0].(type) {
	case ref:
		d.page = n.pages[p.Number]
	case int:
		d.page = p + 1
	}
	if len(a) > 3 {
		d.y = number(n.src.resolve(a[3]))
	}
	return d
}

// outline returns the bookmarks in order, depth first.
func (s *source) outline(nav *navigation, limit int) []OutlineItem {
	var items []OutlineItem
	seen := map[ref]bool{}
	var walk func(o any, level int)
	walk = func(o any, level int) {
		for level <= 32 && len(items) < limit {
			r, is := o.(ref)
			if !is || seen[r] {
				return
			}
			seen[r] = true
			d := s.dict(r)
			title, _ := s.resolve(d["Title"]).(str)
			dest := d["Dest"]
			if dest == nil {
				dest = s.dict(d["A"])["D"]
			}
			to := nav.resolve(dest, 0)
			items = append(items, OutlineItem{Level: level, Title: strings.TrimSpace(textString(string(title))), Page: to.page, Y: to.y})
			walk(d["First"], level+1)
			o = d["Next"]
		}
	}
	walk(s.dict(s.catalog()["Outlines"])["First"], 1)
	return items
}

// labelRange is one entry of the page label tree (ISO 32000-1, 12.4.2).
type labelRange struct {
	first  int // 0-based page
	style  name
	prefix string
	start  int
}

// labels returns the label of each page; all empty if the file has none.
func (s *source) labels(pages int) []string {
	out := make([]string, pages)
	var ranges []labelRange
	s.walkTree(s.catalog()["PageLabels"], "Nums", 0, map[ref]bool{}, func(key, value any) {
		d := s.dict(value)
		prefix, _ := s.resolve(d["P"]).(str)
		r := labelRange{first: integer(key), style: s.name(d["S"]), prefix: textString(string(prefix)), start: 1}
		if v, ok := d["St"]; ok {
			r.start = integer(s.resolve(v))
		}
		ranges = append(ranges, r)
	})
	sort.Slice(ranges, func(i, j int) bool { return ranges[i].first < ranges[j].first })
	for i := range out {
		at := sort.Search(len(ranges), func(k int) bool { return ranges[k].first > i }) - 1
		if at >= 0 {
			out[i] = ranges[at].label(i)
		}
	}
	return out
}

func (r labelRange) label(page int) string {
	n := r.start + page - r.first
	switch r.style {
	case "D":
		return r.prefix + strconv.Itoa(n)
	case "r":
		return r.prefix + strings.ToLower(roman(n))
	case "R":
		return r.prefix + roman(n)
	case "A", "a":
		letter := strings.Repeat(string(rune('A'+(n+25)%26)), max(0, min((n+25)/26, 8)))
		if r.style == "a" {
			letter = strings.ToLower(letter)
		}
		return r.prefix + letter
	}
	return r.prefix
}

var romanDigits = []struct {
	value int
	text  string
}{
	{1000, "M"}, {900, "CM"}, {500, "D"}, {400, "CD"}, {100, "C"}, {90, "XC"}, {50, "L"}, {40, "XL"},
	{10, "X"}, {9, "IX"}, {5, "V"}, {4, "IV"}, {1, "I"},
}

func roman(n int) string {
	if n < 1 || n > 4000 {
		return strconv.Itoa(n)
	}
	var b strings.Builder
	for _, d := range romanDigits {
		for ; n >= d.value; n -= d.value {
			b.WriteString(d.text)
		}
	}
	return b.String()
}
