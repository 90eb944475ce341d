// Package entail decides whether a document supports a claim, contradicts it, or neither.
//
// A claim is split into propositions, and a proposition into its elements: words by what
// they mean (lexicon.txt), names, numbers with what they count, and what modifies these:
// denials, "shall" and "should", "only", bounds. An item is something that a document says,
// in one or more wordings: the sentence, and a statement of the same in other words. An item
// supports a proposition if it has all elements that carry content, and none against it. It
// contradicts one if it has all but one element, and another of the same sort instead: another
// number of the same thing, another name of the same class, the opposite word. Whatever is
// between is not decided.
//
// It trades recall for being right: words that it does not know as the same are different,
// and a claim whose elements are spread over several items is not decided.
package entail

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"sync"
)

// Item is something that a document says.
type Item struct {
	Wordings []string // of the same; the document's own among them
	Context  string   // what a reader knows: the document and the headings
}

// Verdict is what items say of a claim.
type Verdict int

// The verdicts, by how much they settle.
const (
	Undecided Verdict = iota
	Contradicted
	Supported
)

// Why says in what a claim differs from what contradicts it.
type Why string

// The reasons.
const (
	Number    Why = "number"
	Bound     Why = "bound"
	Name      Why = "name"
	Word      Why = "word"
	Polarity  Why = "polarity"
	Modality  Why = "modality"
	Exclusive Why = "exclusive"
	Order     Why = "order"
	Owner     Why = "owner"
)

// Finding is what the items say of a claim, by the proposition that fares worst.
type Finding struct {
	Verdict Verdict
	Item    int // that decides, or comes nearest; -1 if none has anything of it
	Wording int // of the item, that decides
	// Own is the wording of the item's that has most of the claim but for its first one: of a
	// fact, whose first is a statement, the sentence of the document.
	Own     int
	Share   float64
	Why     Why
	Says    string   // of the item, instead of Not
	Not     string   // of the claim
	Missing []string // words of the claim that the item lacks
	worth   float64
	twin    bool
}

// Base is items made ready. It is immutable and safe for concurrent use.
type Base struct {
	lines []line
	items [][]int32          // the lines of each
	posts map[string][]int32 // lines, by key of an element
	idf   map[string]float64
	rare  float64
	sums  sync.Pool // of *[]float64, by line, all 0
}

// line is a wording of an item.
type line struct {
	*reading
	item    int32
	wording int32
	context *reading
}

// New makes items ready.
func New(items []Item) *Base {
	b := &Base{posts: make(map[string][]int32), idf: make(map[string]float64)}
	known := make(map[string]*reading)
	once := func(text string) *reading {
		if known[text] == nil {
			known[text] = read(text)
		}
		return known[text]
	}
	for i, it := range items {
		context := once(it.Context)
		var lines []int32
		for k, w := range it.Wordings {
			n := int32(len(b.lines))
			b.lines = append(b.lines, line{once(w), int32(i), int32(k), context})
			b.post(&b.lines[n], n)
			lines = append(lines, n)
		}
		b.items = append(b.items, lines)
	}
	b.sums.New = func() any { sums := make([]float64, len(b.lines)); return &sums }
	n := float64(len(b.lines))
	b.rare = math.Log(1 + n)
	for key, at := range b.posts {
		b.idf[key] = math.Log(1 + n/float64(len(at)))
	}
	return b
}

func (b *Base) post(l *line, n int32) {
	for k := range l.elements {
		e := &l.elements[k]
		if e.kind == light || e.weak {
			continue
		}
		for _, key := range keysOf(e) {
			if at := b.posts[key]; len(at) == 0 || at[len(at)-1] != n {
				b.posts[key] = append(at, n)
			}
		}
	}
}

// keysOf are the keys under which an element is found: those of what a name is of, too.
func keysOf(e *element) []string {
	keys := []string{e.key}
	if e.also.key != "" {
		keys = append(keys, e.also.key)
	}
	if e.kind == name {
		for i := 1; i+1 < len(e.key); i++ {
			if strings.IndexByte("-._", e.key[i]) >= 0 && i > 2 {
				keys = append(keys, e.key[:i])
			}
		}
	}
	return keys
}

const (
	minWeight  = 0.5 // of a word that says little
	minContent = 2.0
	maxWeight  = 4.5
)

func (b *Base) weight(e *element) float64 {
	switch {
	case e.kind == light:
		return 0
	case e.weak:
		return minWeight
	}
	w, ok := b.idf[e.key]
	if !ok {
		w = b.rare
	}
	return max(minContent, min(w, maxWeight))
}

// candidates bounds the lines that are compared with a proposition.
const candidates = 48

// lengthCost is what each element of a line costs, so that of lines that share as much the
// shorter comes first.
const lengthCost = 0.02

// near finds the lines that share most with a proposition, those that share more first.
func (b *Base) near(c *reading, may func(int) bool) []int32 {
	pooled := b.sums.Get().(*[]float64)
	defer b.sums.Put(pooled)
	sums := *pooled
	var touched []int32
	for i := range c.elements {
		e := &c.elements[i]
		if e.kind == light || e.weak || slices.ContainsFunc(c.elements[:i], func(f element) bool { return f.key == e.key }) {
			continue
		}
		w := b.weight(e)
		for _, at := range b.posts[e.key] {
			if sums[at] == 0 {
				touched = append(touched, at)
			}
			sums[at] += w
		}
	}
	out := make([]int32, 0, candidates+1)
	for _, i := range touched {
		sums[i] -= lengthCost * float64(len(b.lines[i].elements))
	}
	for _, i := range touched {
		if len(out) == candidates && sums[i] <= sums[out[candidates-1]] || may != nil && !may(int(b.lines[i].item)) {
			continue
		}
		at, _ := slices.BinarySearchFunc(out, i, func(x, y int32) int { return cmp.Or(cmp.Compare(sums[y], sums[x]), cmp.Compare(x, y)) })
		out = slices.Insert(out, at, i)
		out = out[:min(len(out), candidates)]
	}
	for _, i := range touched {
		sums[i] = 0
	}
	return out
}

// Judge says what the items that may be used say of a claim; nil means all may.
func (b *Base) Judge(claim string, may func(int) bool) Finding {
	whole := b.judge(read(claim), may)
	if whole.Verdict == Supported || whole.Verdict == Contradicted && whole.Share >= 0.95 {
		return whole
	}
	parts := split(claim)
	if len(parts) < 2 {
		return whole
	}
	worst := Finding{Verdict: Supported, Item: -1}
	for i, part := range parts {
		f := b.judge(read(part), may)
		if i == 0 || worse(&f, &worst) {
			worst = f
		}
	}
	return worst
}

func worse(f, than *Finding) bool {
	rank := map[Verdict]int{Contradicted: 0, Undecided: 1, Supported: 2}
	if f.Verdict != than.Verdict {
		return rank[f.Verdict] < rank[than.Verdict]
	}
	return f.Share < than.Share
}

const (
	supportedShare            = 0.85
	nearShare                 = 0.8
	maxMissing                = 2.9
	fewElements, fewTightness = 3, 0.7 // of a claim with few elements
	minPrecision              = 0.45   // share of the clauses of a line that the claim says
	wholePrecision            = 0.3    // where it says all of the claim together
	abovePrecision            = 0.75   // of a line whose subject is in its context alone
	minTightness              = 0.4
)

// sureSupport is what a supporting line is worth that no equal line against it unsettles.
const sureSupport = 0.9

// minElements is how many elements a proposition has at least that carry content.
const minElements = 2

func (b *Base) judge(c *reading, may func(int) bool) Finding {
	best, against, nearest := Finding{Item: -1}, Finding{Item: -1}, Finding{Item: -1}
	if len(b.heaviest(c)) < minElements {
		return best
	}
	for _, i := range b.near(c, may) {
		l := &b.lines[i]
		a := b.align(c, l)
		a.few = len(b.heaviest(c)) <= fewElements
		f := a.finding(l)
		switch {
		case f.Verdict == Supported && (best.Verdict != Supported || f.worth > best.worth):
			best = f
		case f.Verdict == Contradicted && (against.Verdict != Contradicted || f.worth > against.worth):
			against = f
		case f.Verdict == Undecided && (nearest.Item < 0 || f.worth > nearest.worth):
			nearest = f
		}
	}
	for _, f := range []*Finding{&best, &against, &nearest} {
		f.Own = b.own(c, f)
	}
	switch {
	case best.Verdict == Supported && against.Verdict == Contradicted:
		switch {
		case against.Why == Order:
			return against
		case against.twin:
			return best
		case against.worth < best.worth-0.04, against.worth <= best.worth && best.worth >= sureSupport, against.worth <= best.worth && (against.Why == Name || against.Why == Word || against.Why == Owner):
			return best
		case against.worth <= best.worth:
			best.Verdict = Undecided
			return best
		}
		return against
	case best.Verdict == Supported:
		return best
	case against.Verdict == Contradicted:
		return against
	}
	return nearest
}

// supports reports whether an alignment without a conflict is good enough. Where a line is all
// about the claim, more of that may be in words that are not known to be the same.
func (a *alignment) supports() bool {
	if len(a.conflicts)+len(a.soft)+len(a.blocks) > 0 || a.lacks || a.heaviest > maxMissing || a.tightness < minTightness {
		return false
	}
	precise := minPrecision
	if a.share >= 0.98 && a.tightness >= 0.9 {
		precise = wholePrecision
	}
	if a.few && a.tightness < fewTightness || a.precision < precise || a.above && a.precision < abovePrecision {
		return false
	}
	if a.tightness >= 0.75 && a.precision >= 0.4 {
		return a.share >= nearShare
	}
	return a.share >= supportedShare
}

// own is the wording of an item, but for the first, that has most of a claim; the first if
// there is no other.
func (b *Base) own(c *reading, f *Finding) int {
	if f.Item < 0 || f.Wording > 0 || len(b.items[f.Item]) < 2 {
		return f.Wording
	}
	best, most := 0, -1.0
	for k, n := range b.items[f.Item][1:] {
		sum := 0.0
		for i := range c.elements {
			if e := &c.elements[i]; b.lines[n].has(e.key) {
				sum += b.weight(e)
			}
		}
		if sum > most {
			best, most = k+1, sum
		}
	}
	return best
}

// bar is what an alignment has at least to contradict.
type bar struct{ own, tightness, precision float64 }

var bars = map[Why]bar{
	Number: {0.9, 0.5, 0.2}, Bound: {0.85, 0.5, 0.2}, Name: {0.9, 0.7, 0.4}, Word: {0.9, 0.7, 0.5}, Polarity: {0.88, 0.65, 0.4},
	Modality: {0.85, 0.65, 0.3}, Exclusive: {0.9, 0.8, 0.2}, Order: {0.85, 0.5, 0.2}, Owner: {0.9, 0.6, 0.4},
}

// What a line has at least that is the claim but for one thing.
const softPrecision, softTightness = 0.85, 0.95

// twinBar is the bar where the line says the same of something else.
var twinBar = bar{0.95, 0.85, 0.7}

// contradicts reports whether an alignment with one conflict is good enough for it.
func (a *alignment) contradicts() bool {
	if len(a.conflicts) == 0 {
		a.conflicts, a.soft, a.twin = a.soft, nil, true
		if a.precision < softPrecision || a.tightness < softTightness {
			return false
		}
	}
	if len(a.conflicts) != 1 || len(a.blocks)+len(a.soft) > 0 || a.lacks {
		return false
	}
	least := bars[a.conflicts[0].why]
	if a.twin {
		least = twinBar
	}
	return a.own >= least.own && a.tightness >= least.tightness && a.precision >= least.precision
}

// finding decides by an alignment.
func (a *alignment) finding(l *line) Finding {
	a.conflicts = single(a.conflicts)
	f := Finding{Item: int(l.item), Wording: int(l.wording), Share: a.share, Missing: a.blocks, worth: a.score()}
	for _, c := range a.soft {
		f.Missing = append(f.Missing, c.not)
	}
	for _, m := range a.missing {
		f.Missing = append(f.Missing, m.text)
	}
	switch {
	case a.supports():
		f.Verdict = Supported
	case a.contradicts():
		f.Verdict, f.Why, f.Says, f.Not = Contradicted, a.conflicts[0].why, a.conflicts[0].says, a.conflicts[0].not
		f.twin = a.twin
	default:
		f.worth = a.worth()
	}
	return f
}

// Texts are the wordings of an item.
func (b *Base) Texts(i int) []string {
	var out []string
	for _, k := range b.items[i] {
		out = append(out, b.lines[k].text)
	}
	return out
}
