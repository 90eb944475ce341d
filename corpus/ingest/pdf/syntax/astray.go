package syntax

import (
	"math"
	"strconv"
)

// checkStray looks for wrong references: an unreferenced object, together with a
// reference that is one digit away from it and leads to an object of the same kind that
// is needed elsewhere too.
func (f *File) checkStray(pages []Page) error {
	var lost []*node
	for i := range f.graph.nodes {
		n := &f.graph.nodes[i]
		if n.reached {
			continue
		}
		switch n.kind {
		case kindPage, kindPages, kindOutlines:
			return damaged("nothing leads to object %d, and something should", n.number)
		case kindForm, kindBare, kindFont, kindDescriptor:
			lost = append(lost, n)
		}
	}
	if len(lost) == 0 || len(lost) > maxLost {
		return nil
	}
	if err := f.strayContents(pages, lost); err != nil {
		return err
	}
	return f.strayResources(lost)
}

// maxLost is how many unreferenced objects are examined. If there are more, a producer
// has left them there.
const maxLost = 64

// strayContents finds a page that shows another page's content.
func (f *File) strayContents(pages []Page, lost []*node) error {
	used := map[int]int{}
	for _, p := range pages {
		for _, r := range contentRefs(p.Dict["Contents"]) {
			used[r.Number]++
		}
	}
	for number, times := range used {
		if times < 2 {
			continue
		}
		for _, n := range lost {
			if n.kind == kindBare && digitApart(number, int(n.number)) {
				return damaged("%d pages show object %d, and none shows object %d", times, number, n.number)
			}
		}
	}
	return nil
}

// checkContents requires the content of each page to be streams without another
// purpose: a wrong digit may well lead to an object stream.
func (f *File) checkContents(pages []Page) error {
	for i, p := range pages {
		content := p.Dict["Contents"]
		if r, is := content.(Ref); is {
			o, err := f.Resolve(r)
			if err != nil {
				return err
			}
			if list, is := o.(Array); is && len(list) > 0 {
				content = list
			}
		}
		for _, r := range contentRefs(content) {
			if !f.showable(r) {
				return damaged("page %d has lost its content: object %d is none", i+1, r.Number)
			}
		}
	}
	return nil
}

// showable reports whether an object is a stream without another purpose.
func (f *File) showable(r Ref) bool {
	o, err := f.Resolve(r)
	s, is := o.(*Stream)
	if err != nil || !is {
		return false
	}
	k := kindOf(s)
	return k == kindBare || k == kindOther
}

// checkFonts refuses a page that has one font under two names: one of them was meant to
// be another.
func (f *File) checkFonts(pages []Page) error {
	for i, p := range pages {
		resources, err := f.dict(p.Dict["Resources"])
		if err != nil {
			return err
		}
		fonts, err := f.dict(resources["Font"])
		if err != nil {
			return err
		}
		seen := map[Ref]bool{}
		for _, o := range fonts {
			r, is := o.(Ref)
			if is && seen[r] && f.plainFonts(p) {
				return damaged("page %d has font %d twice", i+1, r.Number)
			}
			seen[r] = true
		}
	}
	return nil
}

// plainFonts reports whether a page's fonts are named outside any checksum: in a
// dictionary outside object streams.
func (f *File) plainFonts(p Page) bool {
	for _, o := range []any{p.Ref, p.Dict["Resources"]} {
		if r, is := o.(Ref); is && f.table[r.Number].packed {
			return false
		}
	}
	return true
}

func contentRefs(o any) []Ref {
	switch v := o.(type) {
	case Ref:
		return []Ref{v}
	case Array:
		var out []Ref
		for _, x := range v {
			if r, is := x.(Ref); is {
				out = append(out, r)
			}
		}
		return out
	}
	return nil
}

// strayResources finds a shared reference to a font, a font descriptor or a form that
// is one digit away from an unreferenced object.
func (f *File) strayResources(lost []*node) error {
	times := map[int32]int{}
	for _, n := range f.graph.nodes {
		if n.reached {
			for _, to := range f.graph.edges[n.from:n.to] {
				times[to]++
			}
		}
	}
	for _, n := range f.graph.nodes {
		if !n.reached || !n.plain {
			continue
		}
		for _, to := range f.graph.edges[n.from:n.to] {
			if times[to] < 2 {
				continue
			}
			for _, l := range lost {
				if l.kind == kindBare || !digitApart(int(to), int(l.number)) {
					continue
				}
				if m := f.graph.find(to); m != nil && m.kind == l.kind {
					return damaged("object %d leads to object %d, and nothing to object %d", n.number, to, l.number)
				}
			}
		}
	}
	return nil
}

// digitApart reports whether two numbers differ in one of their digits.
func digitApart(a, b int) bool { return oneApart(strconv.Itoa(a), strconv.Itoa(b)) }

// checkBoxes compares the boxes of each page with each other and with those of the
// other pages: if they differ in one digit, the exception is wrong.
func (f *File) checkBoxes(pages []Page) error {
	count := map[[4]float64]int{}
	boxes := make([][2]*[4]float64, len(pages))
	for i, p := range pages {
		for k, key := range []Name{"MediaBox", "CropBox"} {
			b, err := f.box(p.Dict[key])
			if err != nil {
				return err
			}
			if boxes[i][k] = b; b != nil && k == 0 {
				count[*b]++
			}
		}
	}
	for i, b := range boxes {
		media, crop := b[0], b[1]
		if media != nil && crop != nil && boxesApart(*media, *crop) {
			return damaged("page %d has a media box and a crop box that differ in a digit", i+1)
		}
		if media != nil && crop == nil && count[*media] == 1 && hasNeighbour(count, *media) {
			return damaged("page %d has a size that differs in a digit from that of other pages", i+1)
		}
	}
	return nil
}

func hasNeighbour(count map[[4]float64]int, b [4]float64) bool {
	for other, n := range count {
		if n > 1 && boxesApart(b, other) {
			return true
		}
	}
	return false
}

// box reads a rectangle; nil for anything else.
func (f *File) box(o any) (*[4]float64, error) {
	list, err := f.list(o)
	if err != nil || list == nil {
		return nil, err
	}
	if len(list) != 4 {
		return nil, damaged("a page's box has not four numbers")
	}
	var b [4]float64
	for i, x := range list {
		switch x.(type) {
		case int, float64:
		default:
			return nil, damaged("a page's box has not four numbers")
		}
		b[i] = Number(x)
	}
	return &b, nil
}

// boxesApart reports whether two boxes differ in one number, by one digit or by the
// factor of a lost decimal point.
func boxesApart(a, b [4]float64) bool {
	at, n := 0, 0
	for i := range a {
		if math.Abs(a[i]-b[i]) >= 1 {
			at = i
			n++
		} else if a[i] != b[i] {
			return false // rounded, which no single digit explains
		}
	}
	if n != 1 {
		return false
	}
	x, y := strconv.FormatFloat(a[at], 'f', -1, 64), strconv.FormatFloat(b[at], 'f', -1, 64)
	lo, hi := math.Abs(a[at]), math.Abs(b[at])
	if lo > hi {
		lo, hi = hi, lo
	}
	return oneApart(x, y) || hi > 5*lo
}
