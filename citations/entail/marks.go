package entail

import "slices"

// opposed are the modal kinds that can't be true with another one.
var opposed = map[kind][]kind{
	must: {should, may, mustnot, shouldnot, optional}, should: {must, may, mustnot, shouldnot, optional},
	may: {mustnot, shouldnot, must}, can: {mustnot}, mustnot: {must, should, may, can, shouldnot, optional},
	shouldnot: {must, should, may, mustnot, optional}, optional: {must, should},
}

// modalAt is the modal mark of a line that governs an element.
func (r *reading) modalAt(f *element) *mark {
	var found *mark
	for i := range r.marks {
		m := &r.marks[i]
		if m.kind.modal() && m.clause == f.clause && (m.at >= len(r.elements) || r.elements[m.at].at <= f.at || found == nil) {
			found = m
		}
	}
	return found
}

// modality wants what a claim demands, advises or allows to be so where it is aligned.
func (b *Base) modality(c, w *reading, with []*element, a *alignment) {
	claimed := false
	for _, m := range c.marks {
		if !m.kind.modal() {
			continue
		}
		claimed = true
		var there *mark
		for i := m.at; i < len(with) && there == nil; i++ {
			if with[i] != nil && c.elements[i].clause == m.clause {
				there = w.modalAt(with[i])
			}
		}
		for i := min(m.at, len(with)) - 1; i >= 0 && there == nil; i-- {
			if with[i] != nil && c.elements[i].clause == m.clause {
				there = w.modalAt(with[i])
			}
		}
		switch {
		case there != nil && (there.kind == m.kind || permits(m.kind) && permits(there.kind)):
		case there != nil && slices.Contains(opposed[m.kind], there.kind) && w.marksNear(m.kind, with) >= c.marksOf(m.kind):
		case there != nil && slices.Contains(opposed[m.kind], there.kind):
			a.conflicts = append(a.conflicts, conflict{there.text, m.text, Modality})
		case m.kind != can && m.kind != may:
			a.blocks = append(a.blocks, m.text)
		}
	}
	if claimed || slices.ContainsFunc(c.elements, func(e element) bool { return e.neg }) {
		return
	}
	for i, f := range with {
		if f == nil || c.elements[i].weak {
			continue
		}
		if m := w.modalAt(f); m != nil && (m.kind == mustnot || m.kind == shouldnot) && c.predicate >= 0 && i >= c.predicate {
			a.conflicts = append(a.conflicts, conflict{m.text, "", Modality})
			return
		}
	}
}

// marksNear is how many marks of a kind are in clauses that are aligned with.
func (r *reading) marksNear(k kind, with []*element) int {
	n := 0
	for _, m := range r.marks {
		if m.kind == k && slices.ContainsFunc(with, func(f *element) bool { return f != nil && !f.weak && f.clause == m.clause }) {
			n++
		}
	}
	return n
}

// marksOf is how many marks of a kind a statement has.
func (r *reading) marksOf(k kind) int {
	n := 0
	for _, m := range r.marks {
		if m.kind == k {
			n++
		}
	}
	return n
}

// permits reports whether a modal kind allows.
func permits(k kind) bool { return k == may || k == can }

// limits wants only, all and unless to be so in the evidence.
func (b *Base) limits(c, w *reading, a *alignment) {
	there := make(map[kind]bool)
	for _, m := range w.marks {
		there[m.kind] = true
	}
	for _, m := range c.marks {
		switch {
		case m.kind == only && !there[only] && !there[notall] && !w.has("single") && !w.has("one time") && !w.has("once only"):
			if says := c.besides(m, w); says != "" {
				a.conflicts = append(a.conflicts, conflict{"also " + says, m.text, Exclusive})
			} else {
				a.blocks = append(a.blocks, m.text)
			}
		case (m.kind == atmost || m.kind == atleast) && !there[m.kind] && c.boundsNoNumber(m):
			if m.kind == atmost && there[atleast] || m.kind == atleast && there[atmost] {
				a.conflicts = append(a.conflicts, conflict{boundWords[opposite[m.kind]], m.text, Bound})
			} else {
				a.blocks = append(a.blocks, m.text)
			}
		case m.kind == notall && !there[notall] && (there[all] || there[only]), m.kind == all && there[notall] && !there[all], m.kind == only && there[notall] && !there[only]:
			a.conflicts = append(a.conflicts, conflict{"", m.text, Polarity})
		case m.kind == notall && !there[notall]:
			a.blocks = append(a.blocks, m.text)
		case m.kind == unless && !there[unless]:
			a.blocks = append(a.blocks, m.text)
		case m.kind == all && there[unless] && !there[all]:
			a.blocks = append(a.blocks, m.text)
		}
	}
}

// boundsNoNumber reports whether a bound is one of a symbol.
func (r *reading) boundsNoNumber(m mark) bool {
	return m.at >= len(r.elements) || r.elements[m.at].kind != number && (m.at == 0 || r.elements[m.at-1].kind != number)
}

// besides is what a wording names of the class of what a claim limits itself to.
func (c *reading) besides(m mark, w *reading) string {
	for i := m.at; i < len(c.elements) && i < m.at+3; i++ {
		e := &c.elements[i]
		if e.class == "" {
			continue
		}
		for k := range w.elements {
			if f := &w.elements[k]; f.kind == name && f.key != e.key && f.class == e.class && !c.has(f.key) {
				return f.text
			}
		}
	}
	return ""
}
