package entail

import (
	"slices"
	"strings"

	"github.com/pqcite/pqcite/internal/lex"
)

// directed are the relations that differ from their converse, by the roots of their verbs;
// those after a blank are said of the smaller one.
var directed = func() map[string]string {
	out := make(map[string]string)
	for _, line := range []string{
		"call calls called calling invoke invokes invoked run runs",
		"contain contains contained containing include includes included consist consists comprise comprises",
		"derive derived derives descend originate",
		"replace replaces replaced supersede supersedes superseded supplement supplements complement complements",
		"use uses used",
		"instead rather",
	} {
		fields := strings.Fields(line)
		for _, w := range fields {
			out[root(w)] = fields[0]
		}
	}
	return out
}()

// relation is what a statement says of two things, in their order.
type relation struct {
	verb        string
	left, right []*element
	passive     bool // or of the smaller one
}

var passives = lex.Set("is are was were be been being")

// relationsOf finds the directed relations of a text.
func relationsOf(r *reading) []relation {
	var out []relation
	for i := range r.elements {
		e := &r.elements[i]
		if e.verb == "" {
			continue
		}
		rel := relation{verb: e.verb}
		for k := range r.elements {
			if f := &r.elements[k]; (f.class != "" || f.role) && k != i && f.kind != light && !f.weak && f.kind != number && (f.clause == e.clause || k > i && f.at-e.at < 14) {
				if k < i {
					rel.left = append(rel.left, f)
				} else {
					rel.right = append(rel.right, f)
				}
			}
		}
		rel.passive = e.passive != e.minus
		if len(rel.left) > 0 && len(rel.right) > 0 {
			out = append(out, rel)
		}
	}
	for _, at := range r.than {
		more := r.comparison(at)
		r.compares = r.compares || more != nil
		out = append(out, more...)
	}
	return out
}

// decides reports whether a relation is all that a claim says of its two sides.
func (r *relation) decides() bool {
	role := func(e *element) bool { return e.role }
	switch r.verb {
	case "call", "derive", "replace":
		return true
	case "contain":
		return slices.ContainsFunc(r.left, role) && slices.ContainsFunc(r.right, role)
	}
	return false
}

// comparison is what a statement says of two things that it compares with "than".
func (r *reading) comparison(at int) []relation {
	for i := at - 1; i >= 0; i-- {
		if e := &r.elements[i]; comparatives[e.key] {
			rel := relation{verb: "than " + e.key, passive: e.minus}
			for k := range r.elements {
				f := &r.elements[k]
				switch {
				case f.kind != name || f.clause != e.clause:
				case k < at:
					rel.left = append(rel.left, f)
				default:
					rel.right = append(rel.right, f)
				}
			}
			return []relation{rel}
		}
	}
	return nil
}

// comparatives are the concepts that two things are compared by.
var comparatives = lex.Set("large fast strong mature")

// swapped reports whether a claim has the two sides of a relation the wrong way round.
func swapped(c, w *reading) bool {
	for _, rc := range c.relations {
		straight, crossed := false, false
		for _, rw := range w.relations {
			if rc.verb != rw.verb {
				continue
			}
			agent, object := rw.left, rw.right
			if rc.passive != rw.passive && rc.verb != "derive" {
				agent, object = object, agent
			}
			straight = straight || overlap(rc.left, agent)+overlap(rc.right, object) > 0
			crossed = crossed || overlap(rc.left, object) > 0 && overlap(rc.right, agent) > 0
		}
		if crossed && !straight {
			return true
		}
	}
	return false
}

// exchanged reports whether a line has two things of one sort in each other's places, and all
// else in the order of the claim. Neighbours are those of a list.
func exchanged(c *reading, with []*element) bool {
	var at []int // the elements of the claim that the line has
	for i, f := range with {
		if f != nil && !c.elements[i].weak {
			at = append(at, i)
		}
	}
	first, second, turns := -1, -1, 0
	for x, i := range at {
		for _, k := range at[x+1:] {
			if with[k].at < with[i].at {
				e, f := &c.elements[i], &c.elements[k]
				if e.class != "" && e.class == f.class && !vague(e) && !vague(f) || e.role && e.key == f.key {
					first, second = i, k
				}
				turns++
			}
		}
	}
	if first < 0 || distance(with[first].at, with[second].at) < 4 {
		return false
	}
	between := 0 // elements between the two, each of which is then on the wrong side of both
	for _, i := range at {
		if first < i && i < second {
			between++
		}
	}
	return between > 0 && turns == 2*between+1
}

// vague reports whether a name is of a class of which a statement has many.
func vague(e *element) bool {
	return e.class == "symbol" || e.class == "document" || strings.Contains(e.key, "_")
}

func overlap(a, b []*element) int {
	n := 0
	for _, e := range a {
		if slices.ContainsFunc(b, func(f *element) bool { return f.key == e.key && f.alt == e.alt && f.minus == e.minus }) {
			n++
		}
	}
	return n
}
