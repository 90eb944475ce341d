package rules

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/pqcite/pqcite/citations/refs"
)

// Breach is a rule that a file breaks, at the place of an occurrence.
type Breach struct {
	*refs.Occurrence
	Rule     string
	Severity Severity
	Ignored  *Ignore // the comment that ignores it; nil if none does
}

// Breaches are the occurrences of a file that break a rule which is not off, in the
// order of the text; also those that a comment ignores, and comments that ignore
// nothing. What was not read of the file is nil if all was. Time is linear but for
// sorting.
func Breaches(found []refs.Occurrence, ignores []Ignore, unread *refs.Unread, severities *Severities) []Breach {
	s := NewSifter(ignores, severities)
	var out []Breach
	for i := range found {
		if b, ok := s.Sift(&found[i]); ok {
			out = append(out, b)
		}
	}
	if unused := s.Unused(unread); unused != nil {
		out = append(out, unused...)
		slices.SortStableFunc(out, func(a, b Breach) int { return cmp.Compare(a.Span.Start, b.Span.Start) })
	}
	return out
}

// Sifter says which occurrences of a file break a rule, one after the other, so that
// they need not be kept. It is for one goroutine.
type Sifter struct {
	ignoring   *ignoring
	severities *Severities
}

// NewSifter returns a sifter for a file with these comments.
func NewSifter(ignores []Ignore, severities *Severities) *Sifter {
	return &Sifter{newIgnoring(ignores), severities}
}

// Sift returns the breach of an occurrence; false if there is none, or its rule is off.
// Occurrences must come in the order of the text.
func (s *Sifter) Sift(o *refs.Occurrence) (Breach, bool) {
	rule := Broken(o)
	if rule == "" {
		return Breach{}, false
	}
	by := s.ignoring.by(rule, o) // also of a rule that is off: the comment is needed when it is on
	severity := s.severities.Of(rule)
	return Breach{o, rule, severity, by}, severity != SeverityOff
}

// Unused are the comments that have ignored nothing, or can't be obeyed, when all
// occurrences of the file were sifted, except where it was not read.
func (s *Sifter) Unused(unread *refs.Unread) []Breach {
	if len(s.ignoring.all) == 0 || s.severities.Of(unusedIgnore) == SeverityOff {
		return nil
	}
	return s.ignoring.unused(unread, s.severities)
}

// ignoring finds the comment that ignores a finding. Findings must come in the order of
// the text.
type ignoring struct {
	all  []Ignore
	of   map[string]*ignoringRule
	used map[usedIgnore]bool
}

// usedIgnore is a comment with a rule that it was needed for; "" for those of all rules.
type usedIgnore struct {
	at   int
	rule string
}

// ignoringRule goes through the comments of a rule by where they begin to apply.
type ignoringRule struct {
	comments []int // among all
	next     int
	reach    int // the one before next that reaches farthest
	some     bool
}

func newIgnoring(all []Ignore) *ignoring {
	g := &ignoring{all: all, of: make(map[string]*ignoringRule), used: make(map[usedIgnore]bool)}
	add := func(rule string, i int) {
		if g.of[rule] == nil {
			g.of[rule] = &ignoringRule{}
		}
		g.of[rule].comments = append(g.of[rule].comments, i)
	}
	for i := range all {
		switch {
		case all[i].Fault != "":
		case all[i].Rules == nil:
			for _, rule := range IDs() {
				if rule != unusedIgnore { // it would ignore that it is not needed
					add(rule, i)
				}
			}
		default:
			for _, rule := range all[i].Rules {
				add(rule, i)
			}
		}
	}
	for _, r := range g.of {
		slices.SortStableFunc(r.comments, func(a, b int) int { return cmp.Compare(all[a].cover.Start, all[b].cover.Start) })
	}
	return g
}

// by is the comment that ignores an occurrence of a rule, or nil. It is needed then.
func (g *ignoring) by(rule string, o *refs.Occurrence) *Ignore {
	r := g.of[rule]
	if r == nil {
		return nil
	}
	for ; r.next < len(r.comments) && g.all[r.comments[r.next]].cover.Start <= o.Span.End; r.next++ {
		if at := r.comments[r.next]; !r.some || g.all[at].cover.End > g.all[r.reach].cover.End {
			r.reach, r.some = at, true
		}
	}
	if !r.some || g.all[r.reach].cover.End < o.Span.Start {
		return nil
	}
	g.need(r.reach, rule)
	return &g.all[r.reach]
}

func (g *ignoring) need(at int, rule string) {
	if g.all[at].Rules == nil {
		rule = ""
	}
	g.used[usedIgnore{at, rule}] = true
}

// unused are the comments that are not needed, or can't be obeyed, as breaches. One that
// names this rule is needed where it ignores one of them. What follows the part of the
// file that was not read is not judged, nor are rules that are off.
func (g *ignoring) unused(unread *refs.Unread, severities *Severities) []Breach {
	var out []Breach
	report := func(i int, own bool) {
		c := &g.all[i]
		why := g.why(i, severities)
		if why == "" || unread != nil && (c.File || c.cover.End >= unread.From) || own != slices.Contains(c.Rules, unusedIgnore) {
			return
		}
		o := c.unused(why)
		out = append(out, Breach{&o, unusedIgnore, severities.Of(unusedIgnore), g.by(unusedIgnore, &o)})
	}
	for i := range g.all {
		report(i, false)
	}
	for i := range g.all {
		report(i, true)
	}
	return out
}

// why says what is wrong with a comment, "" if nothing is.
func (g *ignoring) why(i int, severities *Severities) string {
	c := &g.all[i]
	switch {
	case c.Fault != "":
		return c.Fault
	case c.Rules == nil && !g.used[usedIgnore{i, ""}]:
		return "there is nothing to ignore"
	}
	var idle []string
	for _, rule := range c.Rules {
		if !g.used[usedIgnore{i, rule}] && severities.Of(rule) != SeverityOff {
			idle = append(idle, rule)
		}
	}
	switch {
	case len(idle) == 0:
		return ""
	case len(idle) == len(c.Rules):
		return "there is nothing to ignore"
	}
	return fmt.Sprintf("there is nothing to ignore of %q", idle)
}
