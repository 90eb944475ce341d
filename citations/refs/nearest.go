package refs

import (
	"cmp"
	"slices"
	"strings"

	"github.com/pqcite/pqcite/citations/quote"
	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/internal/lex"
)

// titles is what the anchors of a document are called, ready to be compared: a file
// may have more wrong references than a document has anchors.
type titles struct {
	numbered []entry // in the order of the document
	keys     map[*core.Anchor]string
	byKey    map[titleKeyed][]*core.Anchor // numbered ones alone
	byPart   map[titleKeyed][]*core.Anchor // the same without the scheme's name
}

// entry is an anchor that can be meant instead of another.
type entry struct {
	anchor *core.Anchor
	parts  []int
	words  []string // of its title, each once
}

// titleKeyed is what an anchor is called.
type titleKeyed struct {
	kind core.AnchorKind
	key  string
}

func newTitles(d *core.Document) *titles {
	t := &titles{keys: make(map[*core.Anchor]string, len(d.Anchors)), byKey: make(map[titleKeyed][]*core.Anchor), byPart: make(map[titleKeyed][]*core.Anchor)}
	for i := range d.Anchors {
		a := &d.Anchors[i]
		key := titleKey(a.Title)
		t.keys[a] = key
		if a.Number == "" {
			continue
		}
		t.byKey[titleKeyed{a.Kind, key}] = append(t.byKey[titleKeyed{a.Kind, key}], a)
		if part, ok := withoutScheme(a.Title); ok {
			k := titleKeyed{a.Kind, titleKey(part)}
			t.byPart[k] = append(t.byPart[k], a)
		}
		t.numbered = append(t.numbered, entry{a, parts(a.Number), titleWords(a.Title)})
	}
	return t
}

// candidate is an anchor that could be meant instead of a missing one.
type candidate struct {
	target   Target
	words    int // words of the title that are next to the reference
	depth    int // leading parts of the number that agree
	distance int // between the first parts that differ
	rest     int // further parts that one of them has
}

// nearest returns the anchors of the same kind that come nearest: first those whose
// title agrees with the words next to the reference, then by number, then in the
// order of the documents.
func (r *Resolver) nearest(docs []*core.Document, ref Reference) []Target {
	var best []candidate
	number, words := parts(ref.Number), titleWords(ref.Beside)
	for _, d := range docs {
		all := r.titles[d]().numbered
		for i := range all {
			n := &all[i]
			if n.anchor.Kind != ref.Kind && n.anchor.Kind != otherKinds[ref.Kind] {
				continue
			}
			c := candidate{target: Target{d, n.anchor}, words: agreeing(words, n.words)}
			c.compare(number, n.parts)
			best = keepBest(best, c)
		}
	}
	var targets []Target
	for _, c := range best {
		targets = append(targets, c.target)
	}
	return targets
}

// keepBest puts a candidate among the best ones, after those that are as good.
func keepBest(best []candidate, c candidate) []candidate {
	at := len(best)
	for at > 0 && c.order(&best[at-1]) < 0 {
		at--
	}
	if at == MaxNearest {
		return best
	}
	return slices.Insert(best[:min(len(best), MaxNearest-1)], at, c)
}

func (c *candidate) order(o *candidate) int {
	return cmp.Or(o.words-c.words, o.depth-c.depth, c.distance-o.distance, c.rest-o.rest)
}

func (c *candidate) compare(a, b []int) {
	n := min(len(a), len(b))
	for c.depth < n && a[c.depth] == b[c.depth] {
		c.depth++
	}
	if c.depth < n {
		c.distance = max(a[c.depth]-b[c.depth], b[c.depth]-a[c.depth])
	}
	c.rest = len(a) + len(b) - 2*n
}

// titleWords returns the words of a title in lower case, each once.
func titleWords(title string) []string {
	if title == "" {
		return nil
	}
	var out []string
	for _, w := range strings.FieldsFunc(quote.Fold(title), func(r rune) bool { return !lex.IsWordRune(r) && r != '_' && r != '-' }) {
		if len(w) > 2 {
			out = append(out, strings.ToLower(w))
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// agreeing counts the words that both have, which are sorted.
func agreeing(a, b []string) int {
	n := 0
	for len(a) > 0 && len(b) > 0 {
		switch c := cmp.Compare(a[0], b[0]); {
		case c == 0:
			n++
			a, b = a[1:], b[1:]
		case c < 0:
			a = a[1:]
		default:
			b = b[1:]
		}
	}
	return n
}
