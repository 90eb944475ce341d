package entail

import (
	"cmp"
	"slices"
	"strings"
)

// conflict is an element of a claim for which the evidence has another one.
type conflict struct {
	says, not string // the evidence, the claim
	why       Why
}

// alignment is what a line says of a proposition.
type alignment struct {
	share     float64 // of the content that is covered, by weight
	tightness float64 // how near to each other the line has what the proposition has together
	missing   []*element
	heaviest  float64 // weight of the missing
	lacks     bool    // something is missing that must not be: a name, a number, a side
	precision float64 // share of the content of the clauses there that the proposition has
	above     bool    // what the claim is about is in the context alone
	few       bool    // the claim has few elements
	twin      bool    // what conflicts is what the claim is about
	own       float64 // share that the line and its context cover
	conflicts []conflict
	soft      []conflict // that count only where the line is the claim otherwise
	blocks    []string   // words of the claim that nothing in the line allows
}

// worth orders alignments.
func (a *alignment) worth() float64 {
	if a.twin { // the claim's own thing says more
		return a.score() - 0.15*float64(len(a.conflicts)+len(a.soft)+len(a.blocks)) - 0.1
	}
	return a.score() - 0.15*float64(len(a.conflicts)+len(a.soft)+len(a.blocks))
}

// score is how much a line is about the same, whatever it says of it.
func (a *alignment) score() float64 { return a.share * (0.6 + 0.4*a.tightness) }

// match is the element of a line that an element of a claim may be aligned with.
type match struct {
	with  *element
	fault *conflict // in what they differ; nil for none
}

// align compares a proposition with a line, around the place where it has most of it.
func (b *Base) align(c *reading, l *line) alignment {
	matches := make([][]match, len(c.elements))
	for i := range c.elements {
		e := &c.elements[i]
		if e.kind == light {
			continue
		}
		for k := range l.elements {
			if ok, fault := compare(e, &l.elements[k], l.reading); ok && (fault == nil || !c.says(&l.elements[k])) {
				matches[i] = append(matches[i], match{&l.elements[k], fault})
			}
		}
	}
	crossed := swapped(c, l.reading)
	var best alignment
	first := true
	tried := make([]int, 0, maxAnchors)
	for _, i := range b.heaviest(c) {
		for _, m := range matches[i] {
			if slices.Contains(tried, m.with.at) || len(tried) == maxAnchors {
				continue
			}
			tried = append(tried, m.with.at)
			if a := b.around(c, l, matches, m.with.at, crossed); first || a.worth() > best.worth() {
				best, first = a, false
			}
		}
	}
	return best
}

// maxAnchors bounds the places of a line that are tried.
const maxAnchors = 8

// heaviest are the elements of a claim that carry content, by weight.
func (b *Base) heaviest(c *reading) []int {
	if c.order == nil {
		for i := range c.elements {
			if e := &c.elements[i]; e.kind != light && !e.weak {
				c.order = append(c.order, i)
			}
		}
		slices.SortStableFunc(c.order, func(x, y int) int { return cmp.Compare(b.weight(&c.elements[y]), b.weight(&c.elements[x])) })
	}
	return c.order
}

// says reports whether a claim has an element too.
func (r *reading) says(f *element) bool {
	return slices.ContainsFunc(r.elements, func(e element) bool {
		return e.key == f.key && e.alt == f.alt && e.kind == f.kind && e.bound == f.bound && (e.minus != e.neg) == (f.minus != f.neg)
	})
}

func distance(a, b int) int {
	if a > b {
		return a - b
	}
	return b - a
}

// What a match counts that is not in the line.
const (
	otherLine        = 0.85 // in another line of the item
	aboveLine        = 0.75 // in its context
	aboveLineNamed   = 0.9  // a name in its context
	aboveLineSubject = 0.6  // what the claim is about
)

func (b *Base) around(c *reading, l *line, matches [][]match, anchor int, crossed bool) alignment {
	var a alignment
	total, found, own := 0.0, 0.0, 0.0
	var polar []conflict
	with := make([]*element, len(c.elements))
	subject, unique, predicate := c.subject(), c.unique(), c.predicate
	for i := range c.elements {
		e := &c.elements[i]
		if e.kind == light {
			continue
		}
		weight := b.weight(e)
		total += weight
		m := nearest(matches[i], anchor, with[:i])
		if (m.with == nil || m.fault != nil && m.fault.why == Name && !hasDigit(e.key) && distance(m.with.at, anchor) > 8) && l.context.allows(e) {
			q := aboveLine
			if i == subject {
				q, a.above = aboveLineSubject, true
			} else if e.kind == name {
				q = aboveLineNamed
			}
			found += weight * q
			if e.kind == name {
				own += weight * q
			}
			continue
		}
		if m.with == nil {
			if e.kind == number || i == subject || e.class == "symbol" || e.neg || e.sided || !b.isBeside(e, l) {
				a.missing = append(a.missing, e)
				a.heaviest = max(a.heaviest, weight)
				a.lacks = a.lacks || e.kind != word || e.sided || e.neg
				continue
			}
			found += weight * otherLine
			continue
		}
		with[i] = m.with
		found += weight
		own += weight
		switch {
		case m.fault == nil:
		case m.fault.why == Polarity && c.compares && l.compares && comparatives[e.key]: // see comparison
		case m.fault.why == Polarity && e.neg == m.with.neg && i < predicate:
			a.soft = append(a.soft, *m.fault)
		case m.fault.why == Polarity:
			polar = append(polar, *m.fault)
		case m.fault.why == unsaid:
			if e.class == "symbol" || e.class == "routine" && (strings.Contains(e.key, m.with.key) || strings.Contains(m.with.key, e.key)) {
				a.blocks = append(a.blocks, m.fault.not)
				break
			}
			why := Name
			if e.kind == number {
				why = Number
			}
			a.soft = append(a.soft, conflict{m.fault.says, m.fault.not, why})
		default:
			a.conflicts = append(a.conflicts, *m.fault)
			a.twin = a.twin || i == subject && !unique && (m.fault.why == Name || m.fault.why == Word)
		}
	}
	if a.lacks && len(a.missing) == 1 && a.missing[0].kind == number && len(a.conflicts) == 0 {
		e := a.missing[0]
		if f := c.inPlaceOf(e, l.reading, with); f != nil {
			a.conflicts, a.lacks, a.missing = append(a.conflicts, conflict{f.said(), e.said(), Number}), false, nil
			found += b.weight(e)
			own += b.weight(e)
		}
	}
	if len(polar)%2 == 0 || c.dangling {
		for _, p := range polar {
			a.blocks = append(a.blocks, p.not)
		}
	} else {
		a.conflicts = append(a.conflicts, polar[0])
	}
	if total > 0 {
		a.share, a.own = found/total, own/total
	}
	a.tightness, a.precision = tightness(c, with), l.precision(with)
	if a.lacks && len(a.missing) == 1 && len(a.soft)+len(a.conflicts) == 0 {
		if e := a.missing[0]; (e.kind == name || e.kind == number) && c.replaced(e, l.reading, with) {
			a.soft, a.lacks = append(a.soft, conflict{"", e.said(), Name}), false
			a.own += b.weight(e) / max(total, 1)
		}
	}
	for _, e := range a.missing {
		a.lacks = a.lacks || a.tightness >= 0.95 && a.precision >= 0.8 && !e.weak && c.replaced(e, l.reading, with)
	}
	b.modality(c, l.reading, with, &a)
	b.limits(c, l.reading, &a)
	for _, rc := range c.relations {
		a.lacks = a.lacks || rc.decides() && !slices.ContainsFunc(l.relations, func(rl relation) bool { return rl.verb == rc.verb })
	}
	if c.compares && !l.compares {
		a.blocks = append(a.blocks, "than")
	}
	if s, of := stolen(c, with, matches); s != nil {
		a.conflicts = append(a.conflicts, *s)
		a.twin = a.twin || of == subject && !unique
	} else if crossed || !c.compares && exchanged(c, with) {
		a.conflicts = append(a.conflicts, conflict{"the other way round", "", Order})
	}
	return a
}

// inPlaceOf is the number that a line has where a claim has another one: next to what the
// number of the claim is next to, if nothing of the claim is there.
func (c *reading) inPlaceOf(e *element, l *reading, with []*element) *element {
	i := slices.IndexFunc(c.elements, func(f element) bool { return f.at == e.at && f.kind == number && f.value == e.value })
	var near *element
	for d := 1; d < 3 && near == nil; d++ {
		for _, k := range []int{i - d, i + d} {
			if k >= 0 && k < len(with) && with[k] != nil && near == nil {
				near = with[k]
			}
		}
	}
	if near == nil {
		return nil
	}
	var found *element
	for k := range l.elements {
		f := &l.elements[k]
		if f.kind == number && f.value != e.value && (f.slot == "" || e.slot == "" || f.slot[0] == '*' && e.slot[0] == '*' && compatible(e.slot, f.slot)) && distance(f.at, near.at) <= 3 && !slices.Contains(with, f) && (found == nil || distance(f.at, near.at) < distance(found.at, near.at)) {
			found = f
		}
	}
	return found
}

// replaced reports whether a line that is otherwise the claim has another word where the claim
// has one.
func (c *reading) replaced(e *element, l *reading, with []*element) bool {
	i := slices.IndexFunc(c.elements, func(f element) bool { return f.at == e.at && f.key == e.key })
	for _, k := range []int{i - 1, i + 1} {
		if k < 0 || k >= len(with) || with[k] == nil {
			continue
		}
		for x := range l.elements {
			if f := &l.elements[x]; f.kind != light && !f.weak && f.at-with[k].at == i-k && !slices.Contains(with, f) {
				return true
			}
		}
	}
	return false
}

// isBeside reports whether another line of the same item has an element.
func (b *Base) isBeside(e *element, l *line) bool {
	for _, k := range b.items[l.item] {
		if other := &b.lines[k]; other != l {
			for i := range other.elements {
				if ok, fault := compare(e, &other.elements[i], other.reading); ok && fault == nil {
					return true
				}
			}
		}
	}
	return false
}

// precision is the share of the content of the clauses that are aligned with that is aligned.
func (r *reading) precision(with []*element) float64 {
	aligned, all := 0, 0
	for i := range r.elements {
		f := &r.elements[i]
		if f.kind == light || f.weak || !slices.ContainsFunc(with, func(w *element) bool { return w != nil && !w.weak && w.clause == f.clause }) {
			continue
		}
		all++
		if slices.Contains(with, f) {
			aligned++
		}
	}
	return float64(aligned) / float64(max(all, 1))
}

// tightness compares how far neighbours of a claim are from each other in the line.
func tightness(c *reading, with []*element) float64 {
	sum, total := 0.0, 0.0
	last := -1
	for i, f := range with {
		if f == nil || c.elements[i].weak {
			continue
		}
		if last >= 0 {
			g := with[last]
			there := float64(distance(f.at, g.at))
			if f.at < g.at {
				there++
			}
			sum += min(1, (float64(c.elements[i].at-c.elements[last].at)+1)/(there+0.01))
			total++
		}
		last = i
	}
	if total == 0 {
		return 0.5
	}
	return sum / total
}

// stolen finds two neighbours of a claim that the line does not join: another element of the
// sort of the one is nearer to the other.
func stolen(c *reading, with []*element, matches [][]match) (*conflict, int) {
	for i := range c.elements {
		e, f := &c.elements[i], with[i]
		if f == nil || e.weak {
			continue
		}
		for _, m := range matches[i] {
			if m.fault == nil || slices.Contains(with, m.with) {
				continue
			}
			closer, farther, byDefault := 0, 0, false
			for k, g := range with {
				if g == nil || k == i || c.elements[k].weak || c.elements[k].clause != e.clause || c.elements[k].key == e.key {
					continue
				}
				own, other := apart(f, g, k < i), apart(m.with, g, k < i)
				switch {
				case other < own:
					closer++
					byDefault = byDefault || c.elements[k].key == "default"
				case own < other:
					farther++
				}
			}
			if closer > 0 && (farther == 0 || byDefault) {
				return &conflict{m.with.said(), e.said(), Owner}, i
			}
		}
	}
	return nil, -1
}

// single leaves one conflict where several are of one difference: "should be kept" for "shall
// be destroyed".
func single(conflicts []conflict) []conflict {
	if len(conflicts) < 2 {
		return conflicts
	}
	rest := slices.DeleteFunc(slices.Clone(conflicts), func(c conflict) bool { return c.why == Modality })
	if len(rest) == 0 {
		rest = conflicts[:1]
	}
	return rest
}

// subject is the index of what a claim is about: its first name, or first word.
func (r *reading) subject() int {
	first := -1
	for i := range r.elements {
		switch e := &r.elements[i]; {
		case e.kind == name && (e.class != "document" || i == 0):
			return i
		case e.kind == word && !e.weak && first < 0:
			first = i
		}
	}
	return first
}

// unique reports whether a claim is true of one thing alone.
func (r *reading) unique() bool {
	return slices.ContainsFunc(r.elements, func(e element) bool { return e.key == "default" || strings.HasSuffix(e.text, "est") && e.kind == word })
}

// apart is how far two elements are from each other; the order of a claim counts.
func apart(f, g *element, after bool) int {
	d := 2 * distance(f.at, g.at)
	if (f.at > g.at) != after {
		d++
	}
	return d
}

// slack is how much farther a match may be than one that differs.
const slack = 1

// nearest is the match that comes nearest to the anchor and is not yet taken: one that is
// the same if it is not much farther than one that differs.
func nearest(ms []match, anchor int, taken []*element) match {
	var same, other match
	sameAt, otherAt := 1<<20, 1<<20
	for _, m := range ms {
		if slices.Contains(taken, m.with) {
			continue
		}
		d := distance(m.with.at, anchor)
		if m.fault == nil && d < sameAt {
			same, sameAt = m, d
		}
		if m.fault != nil && d < otherAt {
			other, otherAt = m, d
		}
	}
	if same.with != nil && (other.with == nil || sameAt <= otherAt+slack) {
		return same
	}
	return other
}
