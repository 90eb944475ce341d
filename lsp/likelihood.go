package lsp

import (
	"slices"
	"strconv"
	"strings"

	"github.com/pqcite/pqcite/citations/refs"
)

// maxInstead bounds the suggestions for a wrong citation: a menu with more is
// unreadable.
const maxInstead = 3

// instead lists what a citation may mean, the likeliest first: anchors with the name in
// the text; a neighbouring number, as after renumbering or counting from zero; a number
// one typing slip away; and then what is similar.
func instead(o *refs.Occurrence) []refs.Target {
	var first, then []refs.Target
	for _, t := range o.Nearest {
		switch {
		case t.Anchor == nil:
		case o.Beside != "" || neighbours(o.Number, t.Anchor.Number):
			first = append(first, t) // by title, if there is one
		default:
			then = append(then, t)
		}
	}
	all := slices.Concat(first, meantBySlip(o), then)
	var out []refs.Target
	for _, t := range all {
		if !slices.Contains(out, t) && len(out) < maxInstead {
			out = append(out, t)
		}
	}
	return out
}

// neighbours reports whether two numbers differ by one in their last part: "7.2" and
// "7.3".
func neighbours(a, b string) bool {
	i, j := strings.LastIndexByte(a, '.')+1, strings.LastIndexByte(b, '.')+1
	m, err := strconv.Atoi(a[i:])
	n, failed := strconv.Atoi(b[j:])
	return err == nil && failed == nil && a[:i] == b[:j] && (m-n == 1 || n-m == 1)
}

// meantBySlip are the anchors of the citation's document and kind that are one typing
// slip away, if none has its number.
func meantBySlip(o *refs.Occurrence) []refs.Target {
	d := o.Target.Document
	if d == nil || o.Number == "" || o.Status != refs.Dangling {
		return nil
	}
	var out []refs.Target
	for _, number := range slips(o.Number) {
		for i := range d.Anchors {
			if a := &d.Anchors[i]; a.Kind == o.Kind && a.Number == number {
				out = append(out, refs.Target{Document: d, Anchor: a})
			}
		}
	}
	return out
}

// slips are the numbers that a typing slip turns into this one: a doubled key, two
// exchanged digits, a missing point, or a superfluous one.
func slips(number string) []string {
	var doubled, swapped, joined, parted []string
	for i := 1; i < len(number); i++ {
		before, after := number[:i], number[i:]
		switch a, b := number[i-1], number[i]; {
		case a == b:
			doubled = append(doubled, before+number[i+1:])
		case a == '.':
			joined = append(joined, number[:i-1]+after)
		case b != '.':
			swapped = append(swapped, number[:i-1]+string(b)+string(a)+number[i+1:])
		}
		if number[i-1] != '.' && number[i] != '.' {
			parted = append(parted, before+"."+after)
		}
	}
	return slices.Concat(doubled, parted, swapped, joined)
}
